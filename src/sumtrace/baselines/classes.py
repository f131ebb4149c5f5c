"""Word classes by the exchange algorithm (Kneser & Ney 1993): words move between classes while bigrams get likelier.

    maximise  sum over classes a, b of N(a, b) log N(a, b)  -  2 * sum over classes a of N(a) log N(a)

with N the counts of class bigrams and of classes. Both sides are one language here, so one clustering serves both.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sumtrace.array_types import Floats, Longs
from sumtrace.baselines.bitext import Bitext
from sumtrace.baselines.word_ids import Ids
from sumtrace.kernels import borrowing_part, kernel

CLASSES = 50
SWEEPS = 5


class WordNeighbours(NamedTuple):
    """The words beside each word, on one side: word w has ``words[starts[w]:starts[w + 1]]``, ``counts`` times each."""

    starts: Ids
    words: Ids
    counts: Ids


class ClassCounts(NamedTuple):
    """Counts of class bigrams ``[before, after]``, and of each class as their first and as their second."""

    pairs: Floats
    before: Floats
    after: Floats


class WordCounts(NamedTuple):
    """How often other words of each class follow and precede a word, and how often it follows itself."""

    following: Floats
    preceding: Floats
    itself: float


def word_classes(bitext: Bitext, *, classes: int = CLASSES, sweeps: int = SWEEPS) -> Ids:
    """Return a class for every word of the vocabulary; the same corpus always gives the same classes."""
    left, right, count = bigrams(bitext)
    frequency = np.bincount(left, count, bitext.words) + np.bincount(right, count, bitext.words)
    order = np.argsort(-frequency, kind="stable")
    assigned = np.empty(bitext.words, np.int64)
    assigned[order] = np.arange(bitext.words) % classes
    followers = _by_word(left, right, count, bitext.words)
    predecessors = _by_word(right, left, count, bitext.words)
    for _ in range(sweeps):
        if not _sweep(order, followers, predecessors, assigned, classes):
            break
    return assigned


def bigrams(bitext: Bitext) -> tuple[Ids, Ids, Longs]:
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


def _by_word(of: Ids, other: Ids, count: Ids, words: int) -> WordNeighbours:
    """Return which ``other`` words stand beside the words ``of``, and how often."""
    order = np.argsort(of, kind="stable")
    starts = np.zeros(words + 1, np.int64)
    np.cumsum(np.bincount(of, minlength=words), out=starts[1:])
    return WordNeighbours(starts, other[order], count[order])


@kernel
def _sweep(order: Ids, followers: WordNeighbours, predecessors: WordNeighbours, assigned: Ids, classes: int) -> bool:
    """Offer every word, frequent ones first, the class that suits it best; return whether any moved."""
    counts = ClassCounts(np.zeros((classes, classes)), np.zeros(classes), np.zeros(classes))
    for word in range(len(assigned)):
        for n in range(followers.starts[word], followers.starts[word + 1]):
            own, other = assigned[word], assigned[followers.words[n]]
            counts.pairs[own, other] += followers.counts[n]
            counts.before[own] += followers.counts[n]
            counts.after[other] += followers.counts[n]
    moved = False
    following, preceding = np.zeros(classes), np.zeros(classes)
    for word in order:
        following[:], preceding[:] = 0.0, 0.0
        itself = 0.0
        for n in range(followers.starts[word], followers.starts[word + 1]):
            if followers.words[n] == word:
                itself += followers.counts[n]
            else:
                following[assigned[followers.words[n]]] += followers.counts[n]
        for n in range(predecessors.starts[word], predecessors.starts[word + 1]):
            if predecessors.words[n] != word:
                preceding[assigned[predecessors.words[n]]] += predecessors.counts[n]
        if following.sum() + preceding.sum() + itself == 0:
            continue
        around = WordCounts(following, preceding, itself)
        old = assigned[word]
        _shift(counts, old, around, -1.0)
        best, top = old, _gain(counts, old, around)
        for new in range(classes):
            gain = _gain(counts, new, around)
            if gain > top + 1e-9:
                best, top = new, gain
        _shift(counts, best, around, 1.0)
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
    left = right = word.itself
    for other in range(len(counts.before)):
        left += word.following[other]
        right += word.preceding[other]
        if other != own:
            if word.following[other] > 0:
                gain += _rise(counts.pairs[own, other], word.following[other])
            if word.preceding[other] > 0:
                gain += _rise(counts.pairs[other, own], word.preceding[other])
    gain += _rise(counts.pairs[own, own], word.following[own] + word.preceding[own] + word.itself)
    gain -= _rise(counts.before[own], left)
    gain -= _rise(counts.after[own], right)
    return gain


@borrowing_part
def _rise(count: float, more: float) -> float:
    total = count + more
    return (total * np.log(total) if total > 1 else 0.0) - (count * np.log(count) if count > 1 else 0.0)
