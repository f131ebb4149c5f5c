"""A pair read the other way round: the document written from the summary, by the same scores.

With ratios ``score(t, j) / null(s_t)``, of which null's is 1, nothing is left of which side writes which: the mirrored
scores are the transposed ratios.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sumtrace.encoding.block import PairNumbers
from sumtrace.inference.problem import Problem
from sumtrace.rewrites.by_token import GivenScores

LEAST_NULL = 1e-30
"""Without a prior a word may not come from nowhere at all; its ratios are cut off instead of infinite."""


def mirrored(problem: Problem, jump: object, null: float) -> Problem:
    """Return a pair with given scores written backwards, with jumps over the summary and a P(null) of its own."""
    pair, scores = problem.pair, problem.model.rewrites
    t_end, m = scores.word.shape
    unlikely = 1.0 / np.maximum(LEAST_NULL, scores.null)
    word = np.where(_within_reach(pair, m), scores.word, 0.0) * unlikely[:, None]
    order = np.argsort(pair.cell_doc, kind="stable")
    cell = scores.cell.copy()
    for place in range(int(pair.cell_sum_length.max(initial=0))):
        inside = pair.cell_sum_length > place
        cell[inside] *= unlikely[pair.cell_sum[inside] + place]
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
    given = GivenScores(np.ascontiguousarray(word.T), np.ones(m), cell[order])
    return Problem(numbers, problem.model._replace(rewrites=given, jump=jump, null=null))


def _within_reach(pair: PairNumbers, m: int) -> npt.NDArray[np.bool_]:
    """Return from which document words each summary word may come ``[T, m]``."""
    reachable = np.zeros((len(pair.sum_slots), m), bool)
    for t in range(len(reachable)):
        for start, end in pair.reach[pair.reach_at[t] : pair.reach_at[t + 1]].tolist():
            reachable[t, start:end] = True
    return reachable
