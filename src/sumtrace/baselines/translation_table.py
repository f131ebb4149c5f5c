"""The table t(target word | source word), one number for every two words that share a pair.

Every such two words are a *cell*, numbered in the order in which they are first met, so that the cells of one pair lie
close together in memory. A hash table in two plain arrays finds the number of a cell: ``keys[place] = source * (words + 1) +
target`` or -1, and ``numbers[place]``. The cells of the first pairs are looked up once and kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sumtrace.array_types import Floats, Ints
from sumtrace.baselines.bitext import Bitext, Rows
from sumtrace.baselines.word_ids import Ids
from sumtrace.kernels import kernel

CellNumbers = Ints

FLOOR = 1e-12
"""No probability falls below this, so that no sentence becomes impossible."""
KEPT = 1 << 26
"""How many numbers of cells are kept at most (four bytes each); those of further pairs are looked up every time."""


class TableCells(NamedTuple):
    """What finds a cell; the numbers of pair n's are ``kept[kept_start[n]:kept_start[n + 1]]``, if they are kept."""

    keys: Ids
    numbers: CellNumbers
    words: int
    kept: CellNumbers
    kept_start: Ids


@dataclass(slots=True)
class TranslationTable:
    """The words that may translate each other, and how likely they do; ``source`` is each cell's source word."""

    cells: TableCells
    source: CellNumbers
    prob: Floats

    @classmethod
    def uniform(cls, bitext: Bitext) -> TranslationTable:
        """Return the table in which all target words are equally likely translations of every word."""
        rows = bitext.rows
        ends = np.cumsum(np.diff(rows.target_start) * (np.diff(rows.source_start) + 1))
        kept_start = np.concatenate([[0], ends[: np.searchsorted(ends, KEPT, side="right")]])
        keys, numbers, kept, source = _build(rows, bitext.words, kept_start)
        prob = np.full(len(source), 1 / max(1, len(np.unique(rows.target))))
        return cls(TableCells(keys, numbers, bitext.words, kept, kept_start), source, prob)

    @property
    def words(self) -> int:
        """The size of the vocabulary, and the number of the null word."""
        return self.cells.words

    def estimate(self, counts: Floats) -> None:
        """Set the probabilities to relative frequencies of expected counts (by cell)."""
        _normalise(self.source, counts, self.words, self.prob)

    def __getitem__(self, words: tuple[int, int]) -> float:
        """Return t(target | source) for the numbers (source, target)."""
        number = self.number(*words)
        return 0.0 if number < 0 else float(self.prob[number])

    def number(self, source: int, target: int) -> int:
        """Return the number of a cell, -1 where the words share no pair."""
        return int(cell(self.cells, source, target))


@kernel
def cell(cells: TableCells, source: int, target: int) -> int:
    """Return the number of a cell, -1 where there is none."""
    place = _place(cells.keys, source * (cells.words + 1) + target)
    return cells.numbers[place] if cells.keys[place] >= 0 else -1


@kernel
def cells_of(cells: TableCells, rows: Rows, n: int) -> CellNumbers:
    """Return the cells of pair n, ``[t, i]``; the last column is the null word."""
    source = rows.source[rows.source_start[n] : rows.source_start[n + 1]]
    target = rows.target[rows.target_start[n] : rows.target_start[n + 1]]
    if n + 1 < len(cells.kept_start):
        kept = cells.kept[cells.kept_start[n] : cells.kept_start[n + 1]]
        return kept.reshape((len(target), len(source) + 1))
    found: CellNumbers = look_up(cells, source, target)
    return found


@kernel
def look_up(cells: TableCells, source: Ids, target: Ids) -> CellNumbers:
    """Return the cells of any words that share a pair, ``[t, i]``; the last column is the null word."""
    m = len(source)
    found = np.empty((len(target), m + 1), np.int32)
    for t in range(len(target)):
        for i in range(m):
            found[t, i] = cell(cells, source[i], target[t])
        found[t, m] = cell(cells, cells.words, target[t])
    return found


@kernel
def _place(keys: Ids, key: int) -> int:
    """Return where a key stands, or the free place where it would."""
    mask = len(keys) - 1
    mixed = key ^ (key >> 31)
    place = (mixed * 0x9E3779B97F4A7C1) & mask
    while keys[place] != key and keys[place] != -1:
        place = (place + 1) & mask
    return place


@kernel
def _build(rows: Rows, words: int, kept_start: Ids) -> tuple[Ids, CellNumbers, CellNumbers, CellNumbers]:
    keys, numbers = np.full(1 << 16, -1, np.int64), np.empty(1 << 16, np.int32)
    kept = np.empty(kept_start[-1], np.int32)
    filled = 0
    for n in range(len(rows.source_start) - 1):
        first, m = rows.source_start[n], rows.source_start[n + 1] - rows.source_start[n]
        keeping = n + 1 < len(kept_start)
        for t in range(rows.target_start[n], rows.target_start[n + 1]):
            if 2 * (filled + m + 1) > len(keys):
                keys, numbers = _grown(keys, numbers, filled + m + 1)
            for i in range(m + 1):
                word = rows.source[first + i] if i < m else words
                key = word * (words + 1) + rows.target[t]
                place = _place(keys, key)
                if keys[place] == -1:
                    keys[place], numbers[place] = key, filled
                    filled += 1
                if keeping:
                    kept[kept_start[n] + (t - rows.target_start[n]) * (m + 1) + i] = numbers[place]
    source = np.empty(filled, np.int32)
    for place in range(len(keys)):
        if keys[place] >= 0:
            source[numbers[place]] = keys[place] // (words + 1)
    return keys, numbers, kept, source


@kernel
def _grown(keys: Ids, numbers: CellNumbers, needed: int) -> tuple[Ids, CellNumbers]:
    size = len(keys)
    while size < 2 * needed:
        size *= 2
    grown, moved = np.full(size, -1, np.int64), np.empty(size, np.int32)
    for place in range(len(keys)):
        if keys[place] >= 0:
            free = _place(grown, keys[place])
            grown[free], moved[free] = keys[place], numbers[place]
    return grown, moved


@kernel
def _normalise(source: CellNumbers, counts: Floats, words: int, prob: Floats) -> None:
    totals = np.zeros(words + 1)
    for number in range(len(source)):
        totals[source[number]] += counts[number]
    for number in range(len(source)):
        total = totals[source[number]]
        prob[number] = max(counts[number] / total, FLOOR) if total > 0 else FLOOR
