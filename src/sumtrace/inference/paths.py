"""The best ways to write a summary: the k likeliest paths through the lattice, the first of which is Viterbi's.

A forward run by maximum gives the best score of every beginning; then the paths are built from their ends, always
extending the one whose score with its best beginning is highest (A* with an exact estimate), so that paths come out in order.
Where the jump model is a mixture, a path says by which of the two each jump was made.
"""

from __future__ import annotations

import heapq
import itertools
import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sumtrace.inference.posteriors import operator_of
from sumtrace.inference.recursions import best_forward, length_weights, prices
from sumtrace.jumps.operator import column, prepare
from sumtrace.kernels import kernel
from sumtrace.rewrites.encoding import within_reach
from sumtrace.rewrites.lattice import Entries, Pairs, Shares, Table, fill
from sumtrace.text import Span

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the story: the words ``summary`` were written from ``document`` (None: from nowhere).

    ``start`` is where the writer stood; ``jump``, ``length`` and ``rewrite`` are the step's probabilities, ``weight`` that
    of writing from the document at all (or, for a null word, of not doing so).
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
class Path:
    """A whole story: its steps in order, the stop jump's probability (1 where stopping is free), its log score."""

    steps: tuple[Step, ...]
    stop: float
    log_score: float


@kernel
def jump_column(parameters, m, bounds, structure, j, best):
    """Return ``jump(j | e)`` for all e."""
    out = np.empty(m + 1)
    column(prepare(parameters, m, bounds, structure), j, best, out)
    return out


def best_paths(
    pairs: Pairs, p: int, entries: Entries, table: Table, shares: Shares, parameters: object, longest_sum: int, k: int
) -> list[Path]:
    """Return the ``k`` likeliest paths of pair ``p``, best first; fewer where there are fewer."""
    lattice = fill(pairs, p, entries, table, shares, np.full(len(table.total), -1, np.int64))
    lengths = length_weights(shares.lengths, int(pairs.doc_at[p + 1] - pairs.doc_at[p]))
    pay = prices(shares, longest_sum)
    run = best_forward(pairs, p, lattice, shares, operator_of(parameters, pairs, p), lengths, longest_sum)
    if not run.log_likelihood > -np.inf:
        return []
    doc_slots = pairs.doc_slots[pairs.doc_at[p] : pairs.doc_at[p + 1]]
    sum_slots = pairs.sum_slots[pairs.sum_at[p] : pairs.sum_at[p + 1]]
    bounds = pairs.bounds[pairs.bounds_at[p] : pairs.bounds_at[p + 1]]
    structure = pairs.structure[pairs.structure_at[p] : pairs.structure_at[p + 1]]
    m, t_end = len(doc_slots), len(sum_slots)
    cells = range(int(pairs.cells_at[p]), int(pairs.cells_at[p + 1]))
    by_end: dict[tuple[int, int], list[int]] = {}
    for c in cells:
        end = (pairs.cell_sum[c] + pairs.cell_sum_length[c], pairs.cell_doc[c] + pairs.cell_doc_length[c])
        by_end.setdefault((int(end[0]), int(end[1])), []).append(c)
    scaled = np.cumsum(np.log(run.scale))
    with np.errstate(divide="ignore"):
        best_end = np.log(run.alpha) + scaled[:, None]
        best_start = np.log(run.jumped) + scaled[:, None]
    jumps: dict[tuple[int, bool], Floats] = {}

    def jump_to(j: int, best: bool) -> Floats:
        if (j, best) not in jumps:
            jumps[j, best] = jump_column(parameters, m, bounds, structure, j, best)
        return jumps[j, best]

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

    if shares.stop:
        put(True, t_end, m, math.log(1.0 - shares.null), (None, None))
    else:
        for e in range(m + 1):
            put(False, t_end, e, 0.0, None)
    found: list[Path] = []
    while queue and len(found) < k:
        _, t, _, starting, place, after, tail = heapq.heappop(queue)
        if starting:
            with np.errstate(divide="ignore"):
                scores = best_end[t] + np.log(jump_to(place, True))
            kept = np.argsort(-scores, kind="stable")[:k]
            for e in kept[scores[kept] > -np.inf].tolist():
                put(False, t, e, after + scores[e] - best_end[t, e], (tail, e))
            continue
        if t == 0:
            if place == 0:
                found.append(_path(tail, shares, lattice, lengths, pay, pairs, p, jump_to, after))
            continue
        word_null = shares.null * lattice.null[sum_slots[t - 1]]
        if word_null > 0:
            put(False, t - 1, place, after + math.log(word_null), ((t - 1, place), tail))
        if place > 0 and within_reach(pairs.reach, pairs.reach_at, pairs.sum_at[p] + t - 1, place - 1):
            score = pay[1] * lengths[place - 1, 0] * lattice.word[sum_slots[t - 1], doc_slots[place - 1]]
            if score > 0:
                put(True, t - 1, place - 1, after + math.log(score), ((t - 1, t, place - 1, place, -1), tail))
        for c in by_end.get((t, place), ()):
            a, n = int(pairs.cell_sum_length[c]), int(pairs.cell_doc_length[c])
            score = pay[a] * lengths[place - n, n - 1] * lattice.cell[c - cells.start]
            if score > 0:
                phrase = (t - a, t, place - n, place, c - cells.start)
                put(True, t - a, place - n, after + math.log(score), (phrase, tail))
    return found


def _path(tail, shares, lattice, lengths, pay, pairs, p, jump_to, log_score):
    """Unroll the linked list of a finished path into steps."""
    doc_slots = pairs.doc_slots[pairs.doc_at[p] : pairs.doc_at[p + 1]]
    sum_slots = pairs.sum_slots[pairs.sum_at[p] : pairs.sum_at[p + 1]]
    steps: list[Step] = []
    stop = 1.0
    while tail is not None:
        if isinstance(tail[0], tuple) and len(tail[0]) == 2 and isinstance(tail[0][0], int):
            (t, place), tail = tail
            steps.append(Step((t, t + 1), None, place, shares.null, 1.0, 1.0, float(lattice.null[sum_slots[t]])))
            continue
        (phrase, rest), e = tail
        if phrase is None:
            stop = float(jump_to(len(doc_slots), False)[e])
        else:
            t, u, j, k, cell = phrase
            rewrite = lattice.word[sum_slots[t], doc_slots[j]] if cell < 0 else lattice.cell[cell]
            steps.append(
                Step(
                    (t, u),
                    (j, k),
                    e,
                    float(pay[u - t]),
                    float(jump_to(j, False)[e]),
                    float(lengths[j, k - j - 1]),
                    float(rewrite),
                )
            )
        tail = rest
    return Path(tuple(steps), stop, float(log_score))
