"""Extracts in rounds: what a model learns from extracts says which sentences belong into the next ones.

Round 1 compares stems. Then a model is trained on the extracts, and in the next round a summary word is also covered, in
part, by document words that the model would rewrite into it, as far as it would do so rather than with any other word:

    strength(s | d) = min(1, (rewrite(s | d) - what the prior gives any s) / weight of copying),     1 for its own stem
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

import numpy as np

from sumtrace.corpus.extracts import DEFAULT_WEIGHTS, SENTENCES, Extracted, Related, Unit, Weights, extract_pairs
from sumtrace.corpus.pair import Pair
from sumtrace.memory import room_for
from sumtrace.model import Model, prepare
from sumtrace.rewrites.by_type import type_scores
from sumtrace.rewrites.identity import Identity
from sumtrace.settings import STRINGS, Settings
from sumtrace.text import fold
from sumtrace.training.compiled import compiled
from sumtrace.training.monitor import Status
from sumtrace.training.trainer import train

ITERATIONS = 5
"""Of EM between two rounds; of Model 1 where that seeds the first."""
LEAST = 0.01
"""Weaker relations are left out: there are thousands of them, and together they drown the others."""

Make = Callable[[Pair], list[Extracted]]


def extracting_in_rounds(
    pairs: Callable[[], Iterable[Pair]],
    k: int = SENTENCES,
    unit: Unit = "sentence",
    *,
    rounds: int = 1,
    seed_model1: bool = False,
    weights: Weights = DEFAULT_WEIGHTS,
    own_only: bool = False,
    iterations: int = ITERATIONS,
    threads: int | None = None,
    report: Callable[[int, Status], None] = lambda number, status: None,
) -> Make:
    """Run all rounds but the last, and return what makes the last one's extracts of a pair.

    ``pairs`` is called, and read through, once for each model; extracts are kept on disk, as numbers, while one is trained.
    ``seed_model1`` lets a Model 1, trained on extracts of equal stems, make the extracts of round 1. ``report`` is told
    for which round a model is being trained and how far it is.
    """
    make = _maker(k, unit, weights, own_only, None)
    for number in range(1 if seed_model1 else 2, rounds + 1):
        only_model1 = seed_model1 and number == 1
        settings = replace(
            STRINGS, model1=iterations if only_model1 else 0, iterations=0 if only_model1 else iterations
        )
        model = _learnt(map(make, pairs()), settings, threads, functools.partial(report, number))
        make = _maker(k, unit, weights, own_only, model)
    return make


def rewrites(model: Model, pair: Pair) -> Related:
    """Return for the words of a pair's summary which words of its document the model may have rewritten, how strongly."""
    single = replace(model, settings=replace(model.settings, max_document_phrase=1, max_summary_phrase=1))
    with room_for(pair, single.settings.longest_phrase):
        numbers, kernel_model = prepare(single, pair).problem
        rewrites = kernel_model.rewrites
        scores = type_scores(numbers, rewrites)
    rows = numbers.doc_types
    below = rewrites.table.total[rows] + rewrites.prior.mass[rows]
    any_word = scores.lexical_weight * rewrites.prior.word / below
    copying = model.parameters.weights[model.parameters.names.index(Identity.name)]
    strength = np.minimum(1.0, (scores.word - any_word) / copying)
    places = dict(zip(map(fold, pair.summary.words), numbers.sum_slots.tolist(), strict=True))
    sources = dict(zip(numbers.doc_slots.tolist(), pair.document.words, strict=True))

    def related(word: str) -> dict[str, float]:
        row = strength[places[fold(word)]]
        found = {sources[place]: float(row[place]) for place in np.flatnonzero(row >= LEAST).tolist()}
        return found | {word: 1.0}

    return related


def _maker(k: int, unit: Unit, weights: Weights, own_only: bool, model: Model | None) -> Make:
    def make(pair: Pair) -> list[Extracted]:
        related = None if model is None else rewrites(model, pair)
        return list(extract_pairs(pair, k, unit, weights=weights, related=related, own_only=own_only))

    return make


def _learnt(
    extracts: Iterable[list[Extracted]], settings: Settings, threads: int | None, report: Callable[[Status], None]
) -> Model:
    with compiled(lambda: _trainable(extracts), settings, threads=threads) as corpus:
        report(Status(0, settings.iterations or settings.model1, 0, corpus.pairs, None))  # Model 1 says nothing itself
        return train(corpus, settings, threads=threads, tell=report)


def _trainable(extracts: Iterable[list[Extracted]]) -> Iterator[Pair]:
    for own in extracts:
        for extracted in own:
            if len(extracted.pair.document):  # all of its sentences may be empty
                yield extracted.pair
