"""The best ways to write a summary: the k likeliest paths through the scores, the first of which is Viterbi's.

A forward run by maximum gives the best score of every beginning; then the paths are built from their ends, always
extending the one whose score with its best beginning is highest (A* with an exact estimate), so that paths come out in order.
Where the jump model is a mixture, the score of a path takes the likelier of the two for each jump.
"""

from __future__ import annotations

import functools
import heapq
import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from sumtrace.array_types import Floats, Ints
from sumtrace.encoding.block import PairNumbers
from sumtrace.encoding.phrases import within_reach
from sumtrace.inference.problem import KernelModel, Problem
from sumtrace.inference.recursions import Forward, forward, lattice_of
from sumtrace.jumps.joining import ByMaximum
from sumtrace.jumps.operator import column, operator_of
from sumtrace.kernels import kernel
from sumtrace.rewrites.by_token import GivenScores, in_full
from sumtrace.rewrites.emission import scratch
from sumtrace.text import Span

COLUMNS = 128
"""Columns of the jump operator that a search keeps: all it needs for most pairs, and little memory for long documents."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a story: the words ``summary`` were written from ``document`` (None: from nowhere).

    ``start`` is where the writer stood; ``jump``, ``length`` and ``rewrite`` are the step's probabilities, ``weight`` that
    of writing from the document at all (or, for a null word, of not doing so). ``jump`` is the whole mixture's, if it is one.
    """

    summary: Span
    document: Span | None
    start: int
    weight: float
    jump: float
    length: float
    rewrite: float

    @property
    def log_score(self) -> float:
        """The logarithm of the step's probability."""
        return math.log(self.weight) + math.log(self.jump) + math.log(self.length) + math.log(self.rewrite)


@dataclass(frozen=True, slots=True)
class Story:
    """A way to write the summary: its steps in order, the stop jump's probability (1 where stopping is free), its log score.

    The score is the product of all steps, of the stop jump, and of not being null once more, where the summary ends with a
    jump; of a mixture of jumps it takes the likelier part.
    """

    steps: tuple[Step, ...]
    stop: float
    log_score: float


@kernel
def best_run(pair: PairNumbers, model: KernelModel) -> tuple[Forward, GivenScores, Floats]:
    """Return the forward run by maximum, all scores, and the length weights of a pair."""
    lattice = lattice_of(pair, model, scratch(model.rewrites))
    return forward(lattice, ByMaximum(0), 1.0), in_full(lattice.emission, pair), lattice.lengths


@kernel
def jump_column(parameters: Any, m: int, bounds: Ints, structure: Ints, j: int, best: bool) -> Floats:
    """Return ``jump(j | e)`` for all e; called once for each place of a search, so with no more than it needs."""
    out = np.empty(m + 1)
    column(operator_of(parameters, m, bounds, structure), j, best, out)
    return out


def best_stories(problem: Problem, k: int) -> list[Story]:
    """Return the ``k`` likeliest stories of a pair, best first; fewer where there are fewer."""
    pair, model = problem
    run, scores, lengths = best_run(pair, model)
    sourced = model.sourced
    if not run.log_likelihood > -np.inf:
        return []
    m, t_end = len(pair.doc_slots), len(pair.sum_slots)
    ends = (pair.cell_sum + pair.cell_sum_length).astype(np.int64) * (m + 1) + pair.cell_doc + pair.cell_doc_length
    by_end = np.argsort(ends, kind="stable")
    ends = ends[by_end]
    scaled = np.cumsum(np.log(run.scale))
    best_end, best_start = run.alpha, run.jumped  # in place: they may be most of the memory
    with np.errstate(divide="ignore"):
        for best in (best_end, best_start):
            np.log(best, out=best)
            best += scaled[:, None]

    @functools.lru_cache(maxsize=COLUMNS)
    def jump_to(j: int, best: bool) -> Floats:
        column: Floats = jump_column(model.jump, m, pair.bounds, pair.structure, j, best)
        return column

    # A node is a place in the backward search: "ended" at (t, e), or "starting" a phrase at (t, j) from somewhere.
    # Each carries the steps after it as a linked list; phrases are (t, u, j, k, score without the jump).
    ticket = itertools.count()
    queue: list[tuple[float, int, int, bool, int, float, object]] = []

    def put(starting: bool, t: int, place: int, after: float, tail: object) -> None:
        before = best_start[t, place] if starting else best_end[t, place]
        if before > -np.inf and after > -np.inf:
            # of equals up to rounding, those nearest to their beginning come first: else all of them are extended in turn
            cost = round(-(before + after), 9)
            heapq.heappush(queue, (cost, t, next(ticket), starting, place, after, tail))

    if model.stop:
        put(True, t_end, m, math.log(1.0 - model.null), (None, None))
    else:
        for e in range(m + 1):
            put(False, t_end, e, 0.0, None)
    found: list[Story] = []
    while queue and len(found) < k:
        _, t, _, starting, place, after, tail = heapq.heappop(queue)
        if starting:
            with np.errstate(divide="ignore"):
                ended = best_end[t] + np.log(jump_to(place, True))
            kept = np.argsort(-ended, kind="stable")[:k]
            for e in kept[ended[kept] > -np.inf].tolist():
                put(False, t, e, after + ended[e] - best_end[t, e], (tail, e))
            continue
        if t == 0:
            if place == 0:
                found.append(_story(tail, problem, scores, lengths, jump_to, after))
            continue
        word_null = model.null * scores.null[t - 1]
        if word_null > 0:
            put(False, t - 1, place, after + math.log(word_null), ((t - 1, place), tail))
        if place > 0 and within_reach(pair.reach, pair.reach_at, t - 1, place - 1):
            score = sourced[1] * lengths[place - 1, 0] * scores.word[t - 1, place - 1]
            if score > 0:
                put(True, t - 1, place - 1, after + math.log(score), ((t - 1, t, place - 1, place, -1), tail))
        here = t * (m + 1) + place
        for c in by_end[slice(*np.searchsorted(ends, (here, here + 1)))].tolist():
            a, n = int(pair.cell_sum_length[c]), int(pair.cell_doc_length[c])
            score = sourced[a] * lengths[place - n, n - 1] * scores.cell[c]
            if score > 0:
                phrase = (t - a, t, place - n, place, c)
                put(True, t - a, place - n, after + math.log(score), (phrase, tail))
    return found


def _story(
    tail: Any,
    problem: Problem,
    scores: GivenScores,
    lengths: Floats,
    jump_to: Callable[[int, bool], Floats],
    log_score: float,
) -> Story:
    """Unroll the linked list of a finished path into steps."""
    pair, model = problem
    steps: list[Step] = []
    stop = 1.0
    while tail is not None:
        if isinstance(tail[0], tuple) and len(tail[0]) == 2 and isinstance(tail[0][0], int):
            (t, place), tail = tail
            steps.append(Step((t, t + 1), None, place, model.null, 1.0, 1.0, float(scores.null[t])))
            continue
        (phrase, rest), e = tail
        if phrase is None:
            stop = float(jump_to(len(pair.doc_slots), False)[e])
        else:
            t, u, j, k, cell = phrase
            rewrite = float(scores.word[t, j] if cell < 0 else scores.cell[cell])
            jump, length = float(jump_to(j, False)[e]), float(lengths[j, k - j - 1])
            steps.append(Step((t, u), (j, k), e, float(model.sourced[u - t]), jump, length, rewrite))
        tail = rest
    return Story(tuple(steps), stop, float(log_score))
