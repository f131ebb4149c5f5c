"""IBM Model 1 (Brown et al. 1993): every target word is a translation of any source word, or of null, alike.

P(target | source) ~ product over t of sum over i of t(f_t | e_i)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from sumtrace.array_types import Floats
from sumtrace.baselines.bitext import Bitext, Rows
from sumtrace.baselines.translation_table import CellNumbers, TableCells, TranslationTable, cells_of
from sumtrace.baselines.word_ids import Ids
from sumtrace.kernels import kernel

ITERATIONS = 5
BLOCK = 512
"""Pairs a call of a kernel, so that progress shows and an interruption is heard."""
TIE = 1 + 1e-9
"""Of source words as likely as each other, but for the last digits of sums, the first is taken."""
Advance = Callable[[], None]


def train_model1(bitext: Bitext, *, iterations: int = ITERATIONS, advance: Advance = lambda: None) -> TranslationTable:
    """Return the table after some iterations of EM from uniform; ``advance`` is called after each."""
    table = TranslationTable.uniform(bitext)
    for _ in range(iterations):
        counts = np.zeros(len(table.prob))
        for first, end in blocks(bitext):
            _collect(bitext.rows, first, end, table.cells, table.prob, counts)
        table.estimate(counts)
        advance()
    return table


def decode_model1(bitext: Bitext, table: TranslationTable) -> Iterator[Ids]:
    """Yield for every pair the likeliest source position of each target word, -1 for null."""
    return (_best(cells_of(table.cells, bitext.rows, n), table.prob) for n in range(bitext.pairs))


def blocks(bitext: Bitext) -> Iterator[tuple[int, int]]:
    """Yield runs of pairs for a call of a kernel each."""
    for first in range(0, len(bitext), BLOCK):
        yield first, min(first + BLOCK, len(bitext))


@kernel
def _collect(rows: Rows, first: int, end: int, cells: TableCells, prob: Floats, counts: Floats) -> None:
    # counts[e, f] += t(f | e) / sum over the pair's e' of t(f | e')
    for n in range(first, end):
        own = cells_of(cells, rows, n)
        for t in range(own.shape[0]):
            total = 0.0
            for i in range(own.shape[1]):
                total += prob[own[t, i]]
            for i in range(own.shape[1]):
                counts[own[t, i]] += prob[own[t, i]] / total


@kernel
def _best(own: CellNumbers, prob: Floats) -> Ids:
    best = np.full(own.shape[0], -1, np.int64)
    m = own.shape[1] - 1
    for t in range(own.shape[0]):
        top = prob[own[t, m]]
        for i in range(m):
            if prob[own[t, i]] > top * TIE:
                top, best[t] = prob[own[t, i]], i
    return best
