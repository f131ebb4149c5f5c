"""Summaries drawn from a proper model: the generative story, run forwards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sumtrace.array_types import Floats, Ints
from sumtrace.errors import ModelError
from sumtrace.inference.problem import Problem
from sumtrace.inference.recursions import length_weights
from sumtrace.jumps.joining import BySum
from sumtrace.jumps.operator import operator_of, push
from sumtrace.kernels import kernel
from sumtrace.rewrites.by_type import type_scores
from sumtrace.settings import Settings
from sumtrace.text import Span


@dataclass(frozen=True, slots=True)
class Sampled:
    """A summary as it was written: its words, and for each step the words written and their document phrase (or None)."""

    words: list[str]
    steps: list[tuple[Span, Span | None]]
    complete: bool


def why_deficient(settings: Settings, jump_is_proper: bool) -> str | None:
    """Return why the probabilities of a model's summaries do not sum to one, None where they do."""
    if not settings.stop:
        return "its summaries never stop (stop is off)"
    if not jump_is_proper:
        return "its jump table gives probability to positions outside the document (jump_open_ended)"
    if settings.max_document_phrase > 1 and settings.lengths == "none":
        return "it has no distribution over phrase lengths (lengths is 'none')"
    if settings.longest_phrase > 1 and settings.null_by_word:
        return "every word of a phrase pays for not being null (null_by_word is on)"
    if settings.max_document_phrase > settings.max_summary_phrase:
        return "a document phrase may be longer than any summary phrase"
    return None


def sampled(
    document: Sequence[str],
    vocabulary: Sequence[str],
    problem: Problem,
    chance: np.random.Generator,
    longest: int,
) -> Sampled:
    """Draw one summary; the problem's pair is the document with the whole summary vocabulary in the summary's place.

    A phrase of several words is copied: its inflections are known only for summaries that exist. After ``longest`` steps
    the summary is left incomplete.
    """
    m = len(document)
    pair, model = problem
    scores = type_scores(pair, model.rewrites)
    lengths = length_weights(model.lengths, m)
    words: list[str] = []
    steps: list[tuple[Span, Span | None]] = []
    e = 0
    for _ in range(longest):
        begin = len(words)
        if chance.random() < model.null:
            words.append(vocabulary[_draw(chance, scores.null)])
            steps.append(((begin, begin + 1), None))
            continue
        j = _draw(chance, jump_row(model.jump, m, pair.bounds, pair.structure, e))
        if j == m:
            return Sampled(words, steps, True)
        n = 1 + _draw(chance, lengths[j])
        if n > 1:
            words += document[j : j + n]
        else:
            # what the row does not give to the vocabulary is a copy of a word outside it
            row = scores.word[:, pair.doc_slots[j]]
            place = _draw(chance, np.append(row, max(0.0, 1.0 - row.sum())))
            words.append(document[j] if place == len(row) else vocabulary[place])
        e = j + n
        steps.append(((begin, len(words)), (j, e)))
    return Sampled(words, steps, False)


@kernel
def jump_row(parameters: Any, m: int, bounds: Ints, structure: Ints, e: int) -> Floats:
    """Return ``jump(j | e)`` for all j."""
    here, row = np.zeros(m + 1), np.empty(m + 1)
    here[e] = 1.0
    push(operator_of(parameters, m, bounds, structure), BySum(0), here, row)
    return row


def check_proper(settings: Settings, jump_is_proper: bool) -> None:
    """Reject a deficient model, and say why it is deficient."""
    reason = why_deficient(settings, jump_is_proper)
    if reason is not None:
        raise ModelError(
            f"this model is deficient, so it cannot be sampled from: {reason}. Train with lengths='uniform', "
            "null_by_word=False and a normalised jump model, or with phrases of one word."
        )


def _draw(chance: np.random.Generator, weights: Floats) -> int:
    return int(chance.choice(len(weights), p=weights / weights.sum()))
