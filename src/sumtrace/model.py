"""A trained model: the vocabulary and the parameters, and how they meet a new pair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from sumtrace.corpus import Pair
from sumtrace.jumps.model import JumpModel
from sumtrace.kernels import kernel
from sumtrace.rewrites.component import Component
from sumtrace.rewrites.encoding import TokenNumbers, encode
from sumtrace.rewrites.lattice import Entries, Pairs, Shares, Table
from sumtrace.rewrites.types import Lexicon
from sumtrace.training.counting import Sparse, added_up
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
    tokens.add(pair.document.words, pair.summary.words, pair.document.sentences)
    encoded = encode(tokens, settings.max_document_phrase, settings.max_summary_phrase, model.lexicon)
    problem = pose(encoded, settings, model.components)
    known = np.array([model.numbers.get(word, -1) for word in encoded.types.words], np.int64)
    parameters = Parameters(
        narrowed(model.parameters.table, known, problem.rows),
        model.parameters.weights,
        model.parameters.null,
        model.parameters.lengths,
        model.jump,
        model.components,
    )
    entries, table, shares = arrays(problem, parameters)
    totals = row_totals(model.parameters.table)
    table.total[: len(known)] = np.where(known >= 0, totals[known], 0.0)
    table.total[-1] = totals[-1]
    return Prepared(problem, problem.pairs, entries, table, shares, model.jump.parameters(problem.longest))


def row_totals(table: Sparse) -> Floats:
    """Return the sum of each row of a table."""
    sums = np.concatenate([[0.0], np.cumsum(table.counts)])
    return np.asarray(sums[table.at[1:]] - sums[table.at[:-1]])


def narrowed(table: Sparse, known: npt.NDArray[np.int64], rows: int) -> Sparse:
    """Return the part of a model's table that concerns a pair: type ``i`` of the pair is word ``known[i]`` of the model."""
    size = int(known.max(initial=-1)) + 1
    number = np.full(max(size, len(table.at)), -1, np.int64)
    number[known[known >= 0]] = np.flatnonzero(known >= 0)
    row, column, counts = picked(table, known, number, rows)
    return added_up(row, column, counts, rows + 1, rows + 1)  # type: ignore[no-any-return]


@kernel
def picked(table, known, number, null_row):
    """Return row, column and count of the table's entries between the pair's own types, and of null's row."""
    room = table.at[len(table.at) - 1] - table.at[len(table.at) - 2]
    for i in range(len(known)):
        if known[i] >= 0:
            room += table.at[known[i] + 1] - table.at[known[i]]
    row, column, counts = np.empty(room, np.int32), np.empty(room, np.int32), np.empty(room)
    size = 0
    for i in range(len(known) + 1):
        source = len(table.at) - 2 if i == len(known) else known[i]
        if source < 0:
            continue
        for k in range(table.at[source], table.at[source + 1]):
            if number[table.column[k]] >= 0:
                row[size] = null_row if i == len(known) else i
                column[size] = number[table.column[k]]
                counts[size] = table.counts[k]
                size += 1
    return row[:size].copy(), column[:size].copy(), counts[:size].copy()
