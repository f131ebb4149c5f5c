"""Word classes by the exchange algorithm (Kneser & Ney 1993): words move between classes while bigrams get likelier.

    maximise  sum over classes a, b of N(a, b) log N(a, b)  -  2 * sum over classes a of N(a) log N(a)

with N the counts of class bigrams and of classes. Both sides are one language here, so one clustering serves both.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sumtrace.arrays import Floats, Longs
from sumtrace.baselines.bitext import Bitext
from sumtrace.baselines.word_ids import Ids
from sumtrace.kernels import borrowing_part, kernel

CLASSES = 50
SWEEPS = 5


def word_classes(bitext: Bitext, *, classes: int = CLASSES, sweeps: int = SWEEPS) -> Ids:
    """Return a class for every word of the vocabulary; the same corpus always gives the same classes."""
    left, right, count = _bigrams(bitext)
    frequency = np.bincount(left, count, bitext.words) + np.bincount(right, count, bitext.words)
    order = np.argsort(-frequency, kind="stable")
    assigned = np.empty(bitext.words, np.int64)
    assigned[order] = np.arange(bitext.words) % classes
    following = _by_word(left, right, count, bitext.words)
    preceding = _by_word(right, left, count, bitext.words)
    for _ in range(sweeps):
        if not _sweep(order, *following, *preceding, assigned, classes):
            break
    return assigned


def bigram_likelihood(bitext: Bitext, assigned: Ids, classes: int) -> float:
    """Return the criterion that the exchange maximises."""
    left, right, count = _bigrams(bitext)
    pairs = np.bincount(assigned[left] * classes + assigned[right], count, classes * classes)
    before, after = (np.bincount(assigned[side], count, classes) for side in (left, right))
    return float(_plogp(pairs).sum() - _plogp(before).sum() - _plogp(after).sum())


def _plogp(x: npt.NDArray[np.number[Any]]) -> Floats:
    values: Floats = x * np.log(np.maximum(x, 1.0))
    return values


def _bigrams(bitext: Bitext) -> tuple[Ids, Ids, npt.NDArray[np.int64]]:
    """Return the distinct neighbours (left, right) in the real pairs' texts, and how often they occur."""
    codes = []
    rows = bitext.rows
    for row, starts in ((rows.source, rows.source_start), (rows.target, rows.target_start)):
        row, starts = row[: starts[bitext.pairs]], starts[: bitext.pairs + 1]
        code = row[:-1] * bitext.words + row[1:]
        inside = np.ones(len(code), bool)
        borders = starts[1:-1] - 1
        inside[borders[(borders >= 0) & (borders < len(code))]] = False
        codes.append(code[inside])
    distinct, count = np.unique(np.concatenate(codes), return_counts=True)
    return distinct // max(1, bitext.words), distinct % max(1, bitext.words), count


def _by_word(of: Ids, other: Ids, count: Ids, words: int) -> tuple[Ids, Ids, Ids]:
    """Return a word's neighbours at ``other[start[word]:start[word + 1]]``, with counts."""
    order = np.argsort(of, kind="stable")
    starts = np.zeros(words + 1, np.int64)
    np.cumsum(np.bincount(of, minlength=words), out=starts[1:])
    return starts, other[order], count[order]


@kernel
def _sweep(
    order: Ids,
    next_start: Ids,
    next_word: Ids,
    next_count: Ids,
    last_start: Ids,
    last_word: Ids,
    last_count: Ids,
    assigned: Ids,
    classes: int,
) -> bool:
    """Offer every word, frequent ones first, the class that suits it best; return whether any moved."""
    pairs = np.zeros((classes, classes))
    before, after = np.zeros(classes), np.zeros(classes)
    for word in range(len(assigned)):
        for n in range(next_start[word], next_start[word + 1]):
            pairs[assigned[word], assigned[next_word[n]]] += next_count[n]
            before[assigned[word]] += next_count[n]
            after[assigned[next_word[n]]] += next_count[n]
    moved = False
    following, preceding = np.zeros(classes), np.zeros(classes)
    for word in order:
        following[:], preceding[:] = 0.0, 0.0
        itself = 0.0
        for n in range(next_start[word], next_start[word + 1]):
            if next_word[n] == word:
                itself += next_count[n]
            else:
                following[assigned[next_word[n]]] += next_count[n]
        for n in range(last_start[word], last_start[word + 1]):
            if last_word[n] != word:
                preceding[assigned[last_word[n]]] += last_count[n]
        if following.sum() + preceding.sum() + itself == 0:
            continue
        old = assigned[word]
        _shift(pairs, before, after, old, following, preceding, itself, -1.0)
        best, top = old, _gain(pairs, before, after, old, following, preceding, itself)
        for new in range(classes):
            gain = _gain(pairs, before, after, new, following, preceding, itself)
            if gain > top + 1e-9:
                best, top = new, gain
        _shift(pairs, before, after, best, following, preceding, itself, 1.0)
        assigned[word] = best
        moved = moved or best != old
    return moved


@borrowing_part
def _shift(counts: ClassCounts, own: int, word: WordCounts, sign: float) -> None:
    # a word joins class `own` (sign 1) or leaves it (-1)
    for other in range(len(counts.before)):
        counts.pairs[own, other] += sign * word.following[other]
        counts.pairs[other, own] += sign * word.preceding[other]
        counts.before[own] += sign * word.following[other]
        counts.after[own] += sign * word.preceding[other]
    counts.pairs[own, own] += sign * word.itself
    counts.before[own] += sign * word.itself
    counts.after[own] += sign * word.itself


@borrowing_part
def _gain(counts: ClassCounts, own: int, word: WordCounts) -> float:
    # the change of the criterion when a word that belongs nowhere joins class `own`; only cells that change count
    gain: float = 0.0
    left = right = itself
    for other in range(len(before)):
        left += following[other]
        right += preceding[other]
        if other != own:
            if following[other] > 0:
                gain += _rise(pairs[own, other], following[other])
            if preceding[other] > 0:
                gain += _rise(pairs[other, own], preceding[other])
    gain += _rise(pairs[own, own], following[own] + preceding[own] + itself)
    gain -= _rise(before[own], left)
    gain -= _rise(after[own], right)
    return gain


@borrowing_part
def _rise(count: float, more: float) -> float:
    total = count + more
    return (total * np.log(total) if total > 1 else 0.0) - (count * np.log(count) if count > 1 else 0.0)
