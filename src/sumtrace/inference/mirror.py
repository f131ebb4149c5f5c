"""A pair read the other way round: the document written from the summary, by the same scores.

The ratios ``score(t, j) / null(s_t)``, where null's own is 1, treat both sides alike: the mirrored scores are the ratios
transposed.
"""

from __future__ import annotations

import numpy as np

from sumtrace.array_types import Floats
from sumtrace.encoding.block import PairNumbers
from sumtrace.inference.problem import Problem, with_null
from sumtrace.kernels import kernel
from sumtrace.rewrites.by_token import GivenScores

LEAST_SCORE = 1e-30
"""Without a prior a word may not come from nowhere at all; its ratios are cut off instead of infinite."""


def mirrored(problem: Problem, jump: object, null: float) -> Problem:
    """Return a pair with given scores written backwards, with jumps over the summary and a P(null) of its own."""
    pair, scores = problem.pair, problem.model.rewrites
    t_end, m = scores.word.shape
    order = np.argsort(pair.cell_doc, kind="stable")
    word, cell = transposed_ratios(pair, scores)
    numbers = PairNumbers(
        doc_slots=np.arange(t_end, dtype=np.int32),
        doc_types=pair.sum_types,
        sum_slots=np.arange(m, dtype=np.int32),
        sum_types=pair.doc_types,
        bounds=np.array([0, t_end], np.int32),
        structure=np.zeros(0, np.int32),
        reach=np.tile(np.array([[0, t_end]], np.int32), (m, 1)),
        reach_at=np.arange(m + 1, dtype=np.int64),
        cell_sum=pair.cell_doc[order],
        cell_sum_length=pair.cell_doc_length[order],
        cell_doc=pair.cell_sum[order],
        cell_doc_length=pair.cell_sum_length[order],
        cell_row=pair.cell_column[order],
        cell_column=pair.cell_row[order],
        cell_relation=pair.cell_relation[order],
        cell_by_word=pair.cell_by_word[order],
        factor=np.zeros((0, 0), np.float32),
        added=np.zeros((0, 0), np.float32),
        cell_factor=np.zeros(0, np.float32),
    )
    given = GivenScores(word, np.ones(m), cell[order], np.zeros((0, 0), np.int8))
    return Problem(numbers, with_null(problem.model, null)._replace(rewrites=given, jump=jump))


@kernel
def transposed_ratios(pair: PairNumbers, scores: GivenScores) -> tuple[Floats, Floats]:
    """Return the ratios of words that are within each other's reach ``[m, T]``, and of the cells."""
    t_end, m = scores.word.shape
    word, cell = np.zeros((m, t_end)), scores.cell.copy()
    unlikely = np.empty(t_end)
    for t in range(t_end):
        unlikely[t] = 1.0 / max(LEAST_SCORE, scores.null[t])
        for r in range(pair.reach_at[t], pair.reach_at[t + 1]):
            for j in range(pair.reach[r, 0], pair.reach[r, 1]):
                word[j, t] = scores.word[t, j] * unlikely[t]
    for c in range(len(cell)):
        for t in range(pair.cell_sum[c], pair.cell_sum[c] + pair.cell_sum_length[c]):
            cell[c] *= unlikely[t]
    return word, cell
