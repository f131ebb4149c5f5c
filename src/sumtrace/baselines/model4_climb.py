"""Model 4's kernels: the probability of an alignment, and the climb to a better one by moves and swaps.

A change of links touches only the cepts that gain or lose a word and those right after them, so its effect is computed
from these alone; what the distortions of cepts are as things stand is kept (``standing[i]``, 0 for an empty cept).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sumtrace.array_types import Floats
from sumtrace.baselines.word_ids import Ids
from sumtrace.kernels import borrowing_part, kernel, kernel_part

SWAP_REACH = 50
"""Swaps are tried between target words at most this far apart, so that long texts take linear time."""
HOPELESS = 25.0
"""A move that would make the words alone this many nats less likely is not tried: nothing else could make up for it."""
LEAST_GAIN = 1e-9
"""Changes that help less are left: rounding alone must not keep a climb going."""
IMPOSSIBLE = -1000.0
"""What each null word beyond half of the target costs: as good as never, yet a climb can start from there."""


class PairScores(NamedTuple):
    """What the model says of one pair, as logarithms.

    ``lexical[t, i]`` = log t(f_t | e_i), column 0 for null; ``fertility[i, n]`` = log P(e_i has n words); ``head[a, b,
    d]`` and ``rest[b, d]`` = log distortion tables (model4.py); ``stay`` = probability (no logarithm) that a word adds no
    null word.
    """

    lexical: Floats
    fertility: Floats
    head: Floats
    rest: Floats
    source_class: Ids
    target_class: Ids
    stay: float


class Cepts(NamedTuple):
    """The target words of each source word i, its *cept*, in order: ``first[i]``, ``after[first[i]]``, ... until -1.

    ``links[t]`` is the source word (1..m) of target word t (0..T-1), 0 for null; ``size[i]`` is the number of i's words.
    """

    links: Ids
    first: Ids
    after: Ids
    size: Ids


class Relinking(NamedTuple):
    """Target word ``t`` is linked to ``to`` instead, and ``u`` (-1: none) to ``towards``."""

    t: int
    to: int
    u: int
    towards: int


NO_CHANGE = Relinking(-1, -1, -1, -1)


@kernel_part
def cepts_of(links: Ids, m: int) -> Cepts:
    """Return the cepts of links to ``m`` source words."""
    first, after, size = np.full(m + 1, -1, np.int64), np.full(len(links), -1, np.int64), np.zeros(m + 1, np.int64)
    for t in range(len(links) - 1, -1, -1):
        after[t] = first[links[t]]
        first[links[t]] = t
        size[links[t]] += 1
    return Cepts(links, first, after, size)


@kernel
def log_probability(links: Ids, scores: PairScores) -> float:
    """Return log P(target, links | source)."""
    cepts = cepts_of(links, scores.lexical.shape[1] - 1)
    size, standing = cepts.size, _standing(cepts, scores)
    total: float = _null(len(links), size[0], scores.stay)
    for t in range(len(links)):
        total += scores.lexical[t, links[t]]
    for i in range(1, len(size)):
        total += scores.fertility[i, min(size[i], scores.fertility.shape[1] - 1)]
        total += standing[i]
    return total


@kernel
def climb(links: Ids, candidates: Ids, scores: PairScores) -> None:
    """Change ``links`` in place, best move then best swap word by word, until no change helps any more.

    ``candidates[t]`` lists the source words that target word t may move to, null (0) first.
    """
    t_max = len(links)
    cepts = cepts_of(links, scores.lexical.shape[1] - 1)
    standing = _standing(cepts, scores)
    gains = np.empty(candidates.shape[1])
    improved = True
    while improved:
        improved = False
        for t in range(t_max):
            _move_gains(t, candidates[t], cepts, standing, scores, gains)
            best, top = -1, LEAST_GAIN
            for c in range(len(gains)):
                if gains[c] > top:
                    best, top = candidates[t, c], gains[c]
            if best >= 0:
                _move(t, best, cepts, standing, scores)
                improved = True
            other, top = -1, LEAST_GAIN
            for u in range(t + 1, min(t_max, t + 1 + SWAP_REACH)):
                if links[u] != links[t]:
                    gain = _swap_gain(t, u, cepts, standing, scores)
                    if gain > top:
                        other, top = u, gain
            if other >= 0:
                one, two = links[t], links[other]
                _move(t, two, cepts, standing, scores)
                _move(other, one, cepts, standing, scores)
                improved = True


@kernel
def neighbours(links: Ids, candidates: Ids, scores: PairScores, weight: Floats) -> None:
    """Fill ``weight[t, i]``: share of the alignments one move away, and of ``links`` itself, that link t to i."""
    cepts = cepts_of(links, scores.lexical.shape[1] - 1)
    standing = _standing(cepts, scores)
    gains = np.empty(candidates.shape[1])
    weight[:] = 0.0
    total = 1.0
    for t in range(len(links)):
        _move_gains(t, candidates[t], cepts, standing, scores, gains)
        for c in range(len(gains)):
            weight[t, candidates[t, c]] = np.exp(min(gains[c], 0.0))
            total += weight[t, candidates[t, c]]
    for t in range(len(links)):
        moved = 0.0
        for i in range(weight.shape[1]):
            weight[t, i] /= total
            moved += weight[t, i]
        weight[t, links[t]] = 1.0 - moved


@borrowing_part
def _move_gains(t: int, candidates: Ids, cepts: Cepts, standing: Floats, scores: PairScores, gains: Floats) -> None:
    """Set the gain of moving t to each candidate; -inf for where it is and for what is hopeless."""
    lexical, links = scores.lexical, cepts.links
    for c in range(len(candidates)):
        i = candidates[c]
        gains[c] = -np.inf
        if i != links[t] and lexical[t, i] > lexical[t, links[t]] - HOPELESS:
            gains[c] = _move_gain(t, i, cepts, standing, scores)


@borrowing_part
def _move_gain(t: int, to: int, cepts: Cepts, standing: Floats, scores: PairScores) -> float:
    links, size, fertility = cepts.links, cepts.size, scores.fertility
    most = fertility.shape[1] - 1
    gain: float = scores.lexical[t, to] - scores.lexical[t, links[t]]
    for i, change in ((links[t], -1), (to, 1)):
        if i > 0:
            gain += fertility[i, min(size[i] + change, most)] - fertility[i, min(size[i], most)]
        else:
            gain += _null(len(links), size[0] + change, scores.stay) - _null(len(links), size[0], scores.stay)
    gain += _distortion_gain(Relinking(t, to, -1, -1), cepts, standing, scores)
    return gain


@borrowing_part
def _swap_gain(t: int, u: int, cepts: Cepts, standing: Floats, scores: PairScores) -> float:
    lexical, one, two = scores.lexical, cepts.links[t], cepts.links[u]
    gain: float = lexical[t, two] + lexical[u, one] - lexical[t, one] - lexical[u, two]
    gain += _distortion_gain(Relinking(t, two, u, one), cepts, standing, scores)
    return gain


@kernel_part
def _standing(cepts: Cepts, scores: PairScores) -> Floats:
    """Return the log distortion of every cept as things stand."""
    size = cepts.size
    standing = np.zeros(len(size))
    for i in range(1, len(size)):
        if size[i]:
            standing[i] = _distortion(i, NO_CHANGE, cepts, scores)
    return standing


@borrowing_part
def _move(t: int, to: int, cepts: Cepts, standing: Floats, scores: PairScores) -> None:
    """Link t to another source word."""
    size = cepts.size
    m, old = len(size) - 1, cepts.links[t]
    _relink(t, to, cepts)
    for start in (old, to):
        for i in (start, _next(start, size, m)):
            if 0 < i <= m:
                standing[i] = _distortion(i, NO_CHANGE, cepts, scores) if size[i] else 0.0


@borrowing_part
def _relink(t: int, i: int, cepts: Cepts) -> None:
    links, first, after, size = cepts
    old = links[t]
    if first[old] == t:
        first[old] = after[t]
    else:
        u = first[old]
        while after[u] != t:
            u = after[u]
        after[u] = after[t]
    if first[i] < 0 or first[i] > t:
        after[t], first[i] = first[i], t
    else:
        u = first[i]
        while after[u] >= 0 and after[u] < t:
            u = after[u]
        after[t], after[u] = after[u], t
    size[old] -= 1
    size[i] += 1
    links[t] = i


@borrowing_part
def _null(t_max: int, empty: int, stay: float) -> float:
    # C(T - empty, empty) * stay^(T - 2 empty) * (1 - stay)^empty
    if 2 * empty > t_max:
        return IMPOSSIBLE * (2 * empty - t_max)
    total: float = (t_max - 2 * empty) * np.log(stay) + empty * np.log(1 - stay)
    for n in range(empty):
        total += np.log(t_max - empty - n) - np.log(n + 1)
    return total


@kernel
def center(i: int, change: Relinking, cepts: Cepts) -> int:
    """Return the mean position (from 1, rounded up) of a cept after a change."""
    t, to, u, towards = change
    after = cepts.after
    total = count = 0
    place = cepts.first[i]
    while place >= 0:
        if place not in (t, u):
            total += place + 1
            count += 1
        place = after[place]
    if to == i:
        total += t + 1
        count += 1
    if towards == i:
        total += u + 1
        count += 1
    return (total + count - 1) // count


@borrowing_part
def _size(i: int, change: Relinking, links: Ids, size: Ids) -> int:
    """Return how many words a cept has after a change."""
    t, to, u, towards = change
    gained: int = size[i] + (to == i) + (towards == i)
    return gained - (t >= 0 and links[t] == i) - (u >= 0 and links[u] == i)


@borrowing_part
def _distortion(i: int, change: Relinking, cepts: Cepts, scores: PairScores) -> float:
    """Return the log distortion of one cept that has words after a change."""
    # arrays are taken out of the tuples once: each time costs as much as several additions
    head, rest, target_class, after = scores.head, scores.rest, scores.target_class, cepts.after
    t, to, u, towards = change
    links, size = cepts.links, cepts.size
    before = i - 1
    while before > 0 and _size(before, change, links, size) <= 0:
        before -= 1
    middle = center(before, change, cepts) if before else 0
    own_class = scores.source_class[before - 1] if before else head.shape[0] - 1
    added = t if to == i else u if towards == i else -1
    total, last = 0.0, -1
    place = cepts.first[i]
    while place >= 0 or added >= 0:
        if place >= 0 and place in (t, u):
            place = after[place]
            continue
        if added >= 0 and (place < 0 or added < place):
            word, added = added, -1
        else:
            word, place = place, after[place]
        if last < 0:
            reach = head.shape[2] // 2
            total += head[own_class, target_class[word], min(max(word + 1 - middle, -reach), reach) + reach]
        else:
            total += rest[target_class[word], min(word - last, rest.shape[1] - 1)]
        last = word
    return total


@borrowing_part
def _distortion_gain(change: Relinking, cepts: Cepts, standing: Floats, scores: PairScores) -> float:
    links, size = cepts.links, cepts.size
    m = len(size) - 1
    old, to = links[change.t], change.to
    old_next, to_next = _next(old, size, m), _next(to, size, m)
    gain = 0.0
    for n, i in enumerate((old, old_next, to, to_next)):
        seen = (n > 0 and i == old) or (n > 1 and i == old_next) or (n > 2 and i == to)
        if i == 0 or i > m or seen:
            continue
        gain -= standing[i]
        if _size(i, change, links, size) > 0:
            gain += _distortion(i, change, cepts, scores)
    return gain


@borrowing_part
def _next(i: int, size: Ids, m: int) -> int:
    """Return the next source word with target words; null has no place, so nothing comes after it."""
    if i == 0:
        return 0
    i += 1
    while i <= m and size[i] == 0:
        i += 1
    return i
