"""A trained model: the vocabulary and the parameters, and how they meet a new pair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from sumtrace.corpus import Pair
from sumtrace.jumps.model import JumpModel
from sumtrace.jumps.registry import structure_needed
from sumtrace.jumps.structuring import structure_of
from sumtrace.rewrites.component import Component
from sumtrace.rewrites.encoding import TokenNumbers, encode
from sumtrace.rewrites.lattice import Entries, Pairs, Shares, Table
from sumtrace.rewrites.sparse import narrowed, row_totals, with_null
from sumtrace.rewrites.types import Lexicon
from sumtrace.training.em import Parameters, Problem, arrays, pose
from sumtrace.training.settings import Settings

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Progress:
    """One line of a training's history."""

    iteration: int
    log_likelihood: float
    log_posterior: float
    null: float
    weights: dict[str, float]
    seconds: float


@dataclass(frozen=True)
class Model:
    """Settings and parameters over a vocabulary of folded words; ``in_summary`` marks the summary vocabulary.

    The lexical table has a row for each word, then null's; rows of phrases are not kept, since a phrase is only ever
    rewritten into itself or its inflections.
    """

    settings: Settings
    words: Sequence[str]
    in_summary: npt.NDArray[np.bool_]
    parameters: Parameters
    history: Sequence[Progress] = field(default=())
    signature: str = ""
    name: str = "model"

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The words' numbers."""
        return {word: number for number, word in enumerate(self.words)}

    @cached_property
    def lexicon(self) -> Lexicon:
        """The summary vocabulary."""
        return Lexicon(self.words[number] for number in np.flatnonzero(self.in_summary).tolist())

    @property
    def jump(self) -> JumpModel:
        """The jump model."""
        return self.parameters.jump

    @property
    def components(self) -> Sequence[Component]:
        """The rewrite components."""
        return self.parameters.components


@dataclass(frozen=True, slots=True)
class Prepared:
    """One pair under a model, ready for the kernels."""

    problem: Problem
    pairs: Pairs
    entries: Entries
    table: Table
    shares: Shares
    jump: object


def prepared(model: Model, pair: Pair) -> Prepared:
    """Number a pair's words and bring in what the model knows of them."""
    settings = model.settings
    tokens = TokenNumbers()
    nodes = structure_of(pair, structure_needed(model.jump.name))
    tokens.add(pair.document.words, pair.summary.words, pair.document.sentences, nodes, pair.reach())
    encoded = encode(tokens, settings.max_document_phrase, settings.max_summary_phrase, model.lexicon)
    problem = pose(encoded, settings, model.components)
    known = np.array([model.numbers.get(word, -1) for word in encoded.types.words], np.int64)
    totals = row_totals(model.parameters.table)
    # from null, a word never seen in a summary is as likely as the average word: 1 / V
    unseen = np.flatnonzero((known < 0) | ~model.in_summary[known])
    average = totals[-1] / max(1, np.count_nonzero(model.in_summary))
    parameters = Parameters(
        with_null(narrowed(model.parameters.table, known, problem.rows), unseen, average),
        model.parameters.weights,
        model.parameters.null,
        model.parameters.lengths,
        model.jump,
        model.components,
    )
    entries, table, shares = arrays(problem, parameters)
    table.total[: len(known)] = np.where(known >= 0, totals[known], 0.0)
    table.total[-1] = totals[-1]
    return Prepared(problem, problem.pairs, entries, table, shares, model.jump.parameters(problem.longest))
