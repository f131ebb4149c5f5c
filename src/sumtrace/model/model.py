"""A trained model: the vocabulary and the parameters, and how they meet a new pair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from sumtrace.array_types import Booleans, Floats
from sumtrace.corpus import Pair
from sumtrace.encoding.block import only_pair
from sumtrace.encoding.encode import encode
from sumtrace.encoding.tokens import TokenNumbers
from sumtrace.encoding.types import SummaryVocabulary
from sumtrace.inference.problem import Problem
from sumtrace.jumps.model import JumpModel
from sumtrace.jumps.registry import structure_needed
from sumtrace.jumps.relative import Relative
from sumtrace.jumps.structuring import structure_of
from sumtrace.model.history import Progress
from sumtrace.model.parameters import Parameters
from sumtrace.rewrites.by_token import given_scores
from sumtrace.rewrites.component import Component
from sumtrace.rewrites.in_context import InContext, PairVectors, context_of, with_token_scores
from sumtrace.rewrites.lexical import narrowed, row_totals, with_null
from sumtrace.rewrites.mixture import mixed, with_relations
from sumtrace.settings import Settings


@dataclass(frozen=True)
class Model:
    """Settings and parameters over a vocabulary of folded words; ``in_summary`` marks the summary vocabulary.

    The lexical table has a row for each word, then null's; rows of phrases are not kept, since a phrase is only ever
    rewritten into itself or its inflections.
    """

    settings: Settings
    words: Sequence[str]
    in_summary: Booleans
    parameters: Parameters
    history: Sequence[Progress] = field(default=())
    signature: str = ""
    name: str = "model"
    encoder: str = ""
    """The signature of the encoder that its words are compared by; empty where they are not."""

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The words' numbers."""
        return {word: number for number, word in enumerate(self.words)}

    @cached_property
    def vocabulary(self) -> SummaryVocabulary:
        """The summary vocabulary."""
        return SummaryVocabulary(self.words[number] for number in np.flatnonzero(self.in_summary).tolist())

    @cached_property
    def row_totals(self) -> Floats:
        """The sums of the lexical table's rows."""
        return row_totals(self.parameters.table)

    @cached_property
    def unseen_count(self) -> float:
        """What null's row counts for a word never seen in a summary: as much as the average word, 1 / V of the row."""
        return float(self.row_totals[-1] / max(1, np.count_nonzero(self.in_summary)))

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
    """One pair under a model: what the kernels need, and what was found by comparing words in context, if they were."""

    problem: Problem
    context: InContext | None


def prepare(model: Model, pair: Pair, vectors: PairVectors | None = None) -> Prepared:
    """Number a pair's words and bring in what the model knows of them; with vectors, compare them in context."""
    settings = model.settings
    tokens = TokenNumbers()
    tokens.add_pair(pair, structure_of(pair, structure_needed(model.jump.name)))
    encoded = encode(tokens, settings.max_document_phrase, settings.max_summary_phrase, model.vocabulary)
    mixture = mixed(encoded, settings, model.components)
    block = with_relations(encoded.blocks[0], mixture.relations.unscored)
    known = np.array([model.numbers.get(word, -1) for word in encoded.types.words], np.int64)
    unseen = np.flatnonzero((known < 0) | ~model.in_summary[known])
    table = with_null(narrowed(model.parameters.table, known, mixture.type_count), unseen, model.unseen_count)
    totals = np.zeros(mixture.type_count + 1)  # the model's: the pair's part of a row is not all of it
    totals[: len(known)] = np.where(known >= 0, model.row_totals[known], 0.0)
    totals[-1] = model.row_totals[-1]
    jump, readings = model.jump, model.parameters.readings
    if vectors is not None and readings is not None and isinstance(jump, Relative):
        jump = readings.forward
    parameters = replace(model.parameters, table=table, jump=jump)
    kernel_model = parameters.for_kernels(mixture, settings, len(pair.document), totals)
    if vectors is None:
        return Prepared(Problem(only_pair(block), kernel_model), None)
    context = context_of(pair, vectors, settings)
    numbers = only_pair(with_token_scores(block, pair, context, settings))
    scores = given_scores(numbers, kernel_model.rewrites)
    return Prepared(Problem(numbers, kernel_model._replace(rewrites=scores)), context)
