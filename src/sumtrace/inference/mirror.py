"""A pair read the other way round: the document written from the summary, by the same scores.

With ratios ``score(t, j) / null(s_t)``, of which null's is 1, nothing is left of which side writes which: the mirrored
scores are the transposed ratios.
"""

from __future__ import annotations

import numpy as np

from sumtrace.encoding.block import PairNumbers
from sumtrace.inference.problem import Problem
from sumtrace.kernels import kernel
from sumtrace.rewrites.by_token import GivenScores
from sumtrace.rewrites.emission import cell_score, emission, null_score, row, score

LEAST_NULL = 1e-30
"""Without a prior a word may not come from nowhere at all; its ratios are cut off instead of infinite."""


def mirrored(problem: Problem, jump: object, null: float) -> Problem:
    """Return the pair written backwards, with jumps over the summary and a P(null) of its own."""
    pair, model = problem
    numbers, scores = mirror(pair, model)
    return Problem(numbers, model._replace(rewrites=scores, jump=jump, null=null, types=0))


@kernel
def mirror(pair, model):
    """Return the mirrored pair and its scores."""
    emitted = emission(model.rewrites, pair, np.full(model.types, -1, np.int64))
    m, t_end = len(pair.doc_slots), len(pair.sum_slots)
    word = np.zeros((m, t_end))
    null = np.empty(t_end)
    for t in range(t_end):
        null[t] = max(LEAST_NULL, null_score(emitted, t))
        scores = row(emitted, t)
        for r in range(pair.reach_at[t], pair.reach_at[t + 1]):
            for j in range(pair.reach[r, 0], pair.reach[r, 1]):
                word[j, t] = score(scores, j) / null[t]
    cells = len(pair.cell_sum)
    order = np.argsort(pair.cell_doc, kind="mergesort")
    cell = np.empty(cells)
    for c in range(cells):
        cell[c] = cell_score(emitted, order[c])
        for t in range(pair.cell_sum[order[c]], pair.cell_sum[order[c]] + pair.cell_sum_length[order[c]]):
            cell[c] /= null[t]
    reach = np.zeros((m, 2), np.int32)
    for j in range(m):
        reach[j, 1] = t_end
    nothing = np.zeros((0, 0), np.float32)
    mirrored = PairNumbers(
        np.arange(t_end).astype(np.int32),
        pair.sum_types,
        np.arange(m).astype(np.int32),
        pair.doc_types,
        np.array([0, t_end], np.int32),
        pair.structure[:0],
        reach,
        np.arange(m + 1),
        pair.cell_doc[order],
        pair.cell_doc_length[order],
        pair.cell_sum[order],
        pair.cell_sum_length[order],
        pair.cell_column[order],
        pair.cell_row[order],
        pair.cell_relation[order],
        pair.cell_by_word[order],
        nothing,
        nothing,
        pair.cell_factor[:0],
    )
    return mirrored, GivenScores(word, np.ones(m), cell)
