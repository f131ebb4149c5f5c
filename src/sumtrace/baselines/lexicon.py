"""The table t(target word | source word), one number for every two words that share a pair.

A hash table in two plain arrays, so that kernels can look words up: ``keys[slot] = source * (words + 1) + target`` or
-1, and the probability at the same slot of another array.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sumtrace.baselines.bitext import Bitext
from sumtrace.baselines.vocabulary import Ids
from sumtrace.kernels import kernel

Numbers = npt.NDArray[np.float64]

FLOOR = 1e-12
"""No probability falls below this, so that no sentence becomes impossible."""


@dataclass(slots=True)
class Lexicon:
    """The words that may translate each other, and how likely they do."""

    keys: Ids
    prob: Numbers
    words: int

    @classmethod
    def uniform(cls, bitext: Bitext) -> Lexicon:
        """Return the table in which all target words are equally likely translations of every word."""
        keys = _build(bitext.source, bitext.source_start, bitext.target, bitext.target_start, bitext.words)
        return cls(keys, np.full(len(keys), 1 / max(1, len(np.unique(bitext.target)))), bitext.words)

    def estimate(self, counts: Numbers) -> None:
        """Set the probabilities to relative frequencies of expected counts (by slot)."""
        _normalise(self.keys, counts, self.words, self.prob)

    def __getitem__(self, words: tuple[int, int]) -> float:
        """Return t(target | source) for the numbers (source, target)."""
        source, target = words
        place = int(slot(self.keys, source * (self.words + 1) + target))
        return float(self.prob[place]) if self.keys[place] >= 0 else 0.0


@kernel
def slot(keys: Ids, key: int) -> int:
    """Return where a key stands, or the free place where it would."""
    mask = len(keys) - 1
    mixed = key ^ (key >> 31)
    place = (mixed * 0x9E3779B97F4A7C1) & mask
    while keys[place] != key and keys[place] != -1:
        place = (place + 1) & mask
    return place


@kernel
def look_up(keys: Ids, words: int, source: Ids, target: Ids, slots: Ids) -> None:
    """Fill ``slots[t, i]`` for all words of one pair; the last column is the null word."""
    m = len(source)
    for t in range(len(target)):
        for i in range(m):
            slots[t, i] = slot(keys, source[i] * (words + 1) + target[t])
        slots[t, m] = slot(keys, words * (words + 1) + target[t])


@kernel
def _build(source: Ids, source_start: Ids, target: Ids, target_start: Ids, words: int) -> Ids:
    keys = np.full(1 << 16, -1, np.int64)
    filled = 0
    for n in range(len(source_start) - 1):
        m = source_start[n + 1] - source_start[n]
        for t in range(target_start[n], target_start[n + 1]):
            if 2 * (filled + m + 1) > len(keys):
                keys = _grown(keys, filled + m + 1)
            for i in range(m + 1):
                word = source[source_start[n] + i] if i < m else words
                key = word * (words + 1) + target[t]
                place = slot(keys, key)
                if keys[place] == -1:
                    keys[place] = key
                    filled += 1
    return keys


@kernel
def _grown(keys: Ids, needed: int) -> Ids:
    size = len(keys)
    while size < 2 * needed:
        size *= 2
    grown = np.full(size, -1, np.int64)
    for key in keys:
        if key >= 0:
            grown[slot(grown, key)] = key
    return grown


@kernel
def _normalise(keys: Ids, counts: Numbers, words: int, prob: Numbers) -> None:
    totals = np.zeros(words + 1)
    for place in range(len(keys)):
        if keys[place] >= 0:
            totals[keys[place] // (words + 1)] += counts[place]
    for place in range(len(keys)):
        if keys[place] >= 0:
            total = totals[keys[place] // (words + 1)]
            prob[place] = max(counts[place] / total, FLOOR) if total > 0 else FLOOR
