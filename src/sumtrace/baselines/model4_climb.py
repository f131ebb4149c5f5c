"""Model 4's kernels: the probability of an alignment, and the climb to a better one by moves and swaps.

``links[t]`` is the source word (1..m) of target word t (0..T-1), 0 for null; the target words of source word i are its
*cept*, kept in order as ``first[i]``, ``after[first[i]]``, ... until -1. A change of links touches only the cepts that
gain or lose a word and those right after them, so its effect is computed from these alone.
"""

from __future__ import annotations

import numpy as np

from sumtrace.baselines.lexicon import Numbers
from sumtrace.baselines.vocabulary import Ids
from sumtrace.kernels import kernel

SWAP_REACH = 50
"""Swaps are tried between target words at most this far apart, so that long texts take linear time."""
HOPELESS = 25.0
"""A move that would make the words alone this many nats less likely is not tried: nothing else could make up for it."""
IMPOSSIBLE = -1000.0
"""What each null word beyond half of the target costs: as good as never, yet a climb can start from there."""


@kernel
def log_probability(
    links: Ids,
    lexical: Numbers,
    fertility: Numbers,
    head: Numbers,
    rest: Numbers,
    source_class: Ids,
    target_class: Ids,
    stay: float,
) -> float:
    """Return log P(target, links | source).

    ``lexical[t, i]`` = log t(f_t | e_i), column 0 for null; ``fertility[i, n]`` = log P(e_i has n words); ``head[a, b,
    d]`` and ``rest[b, d]`` = log distortion tables (model4.py); ``stay`` = probability that a word adds no null word.
    """
    first, after, size = members(links, lexical.shape[1] - 1)
    total = _null(len(links), size[0], stay)
    for t in range(len(links)):
        total += lexical[t, links[t]]
    for i in range(1, len(size)):
        total += fertility[i, min(size[i], fertility.shape[1] - 1)]
        if size[i]:
            total += _cept(i, -1, -1, -1, -1, links, first, after, size, head, rest, source_class, target_class)
    return total


@kernel
def climb(
    links: Ids,
    candidates: Ids,
    lexical: Numbers,
    fertility: Numbers,
    head: Numbers,
    rest: Numbers,
    source_class: Ids,
    target_class: Ids,
    stay: float,
) -> None:
    """Change ``links`` in place, best move then best swap word by word, until no change helps any more.

    ``candidates[t]`` lists the source words (1..m) that target word t may move to; null is always one.
    """
    m, t_max = lexical.shape[1] - 1, len(links)
    first, after, size = members(links, m)
    improved = True
    while improved:
        improved = False
        for t in range(t_max):
            best, top = -1, 1e-9
            for c in range(-1, candidates.shape[1]):
                i = 0 if c < 0 else candidates[t, c]
                if i != links[t] and lexical[t, i] > lexical[t, links[t]] - HOPELESS:
                    gain = _move_gain(
                        t, i, links, first, after, size,
                        lexical, fertility, head, rest, source_class, target_class, stay,
                    )  # fmt: skip
                    if gain > top:
                        best, top = i, gain
            if best >= 0:
                _relink(t, best, links, first, after, size)
                improved = True
            other, top = -1, 1e-9
            for u in range(t + 1, min(t_max, t + 1 + SWAP_REACH)):
                if links[u] != links[t]:
                    gain = _swap_gain(t, u, links, first, after, size, lexical, head, rest, source_class, target_class)
                    if gain > top:
                        other, top = u, gain
            if other >= 0:
                one, two = links[t], links[other]
                _relink(t, two, links, first, after, size)
                _relink(other, one, links, first, after, size)
                improved = True


@kernel
def neighbours(
    links: Ids,
    candidates: Ids,
    lexical: Numbers,
    fertility: Numbers,
    head: Numbers,
    rest: Numbers,
    source_class: Ids,
    target_class: Ids,
    stay: float,
    weight: Numbers,
) -> None:
    """Fill ``weight[t, i]``: share of the alignments one move away, and of ``links`` itself, that link t to i."""
    m, t_max = lexical.shape[1] - 1, len(links)
    first, after, size = members(links, m)
    weight[:] = 0.0
    total = 1.0
    for t in range(t_max):
        for c in range(-1, candidates.shape[1]):
            i = 0 if c < 0 else candidates[t, c]
            if i != links[t] and lexical[t, i] > lexical[t, links[t]] - HOPELESS:
                gain = _move_gain(
                    t, i, links, first, after, size,
                    lexical, fertility, head, rest, source_class, target_class, stay,
                )  # fmt: skip
                weight[t, i] = np.exp(min(gain, 0.0))
                total += weight[t, i]
    for t in range(t_max):
        moved = 0.0
        for i in range(m + 1):
            weight[t, i] /= total
            moved += weight[t, i]
        weight[t, links[t]] = 1.0 - moved


@kernel
def members(links: Ids, m: int) -> tuple[Ids, Ids, Ids]:
    """Return the cepts of links: first word, word after each word, and sizes (null's under 0)."""
    first, after, size = np.full(m + 1, -1, np.int64), np.full(len(links), -1, np.int64), np.zeros(m + 1, np.int64)
    for t in range(len(links) - 1, -1, -1):
        after[t] = first[links[t]]
        first[links[t]] = t
        size[links[t]] += 1
    return first, after, size


@kernel
def _relink(t: int, i: int, links: Ids, first: Ids, after: Ids, size: Ids) -> None:
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


@kernel
def _null(t_max: int, empty: int, stay: float) -> float:
    # C(T - empty, empty) * stay^(T - 2 empty) * (1 - stay)^empty
    if 2 * empty > t_max:
        return IMPOSSIBLE * (2 * empty - t_max)
    total: float = (t_max - 2 * empty) * np.log(stay) + empty * np.log(1 - stay)
    for n in range(empty):
        total += np.log(t_max - empty - n) - np.log(n + 1)
    return total


@kernel
def center(i: int, t: int, to: int, u: int, towards: int, first: Ids, after: Ids) -> int:
    """Return the mean position (from 1, rounded up) of a cept once t is linked to ``to`` and u to ``towards``."""
    total = count = 0
    place = first[i]
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


@kernel
def _cept(
    i: int,
    t: int,
    to: int,
    u: int,
    towards: int,
    links: Ids,
    first: Ids,
    after: Ids,
    size: Ids,
    head: Numbers,
    rest: Numbers,
    source_class: Ids,
    target_class: Ids,
) -> float:
    """Return the log distortion of one cept that has words once t is linked to ``to`` and u to ``towards`` (-1: no change)."""
    before = i - 1
    while before > 0:
        left = size[before] + (to == before) + (towards == before)
        left -= (t >= 0 and links[t] == before) + (u >= 0 and links[u] == before)
        if left > 0:
            break
        before -= 1
    middle = center(before, t, to, u, towards, first, after) if before else 0
    own_class = source_class[before - 1] if before else head.shape[0] - 1
    added = t if to == i else u if towards == i else -1
    total, last = 0.0, -1
    place = first[i]
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


@kernel
def _distortion_gain(
    t: int,
    to: int,
    u: int,
    towards: int,
    links: Ids,
    first: Ids,
    after: Ids,
    size: Ids,
    head: Numbers,
    rest: Numbers,
    source_class: Ids,
    target_class: Ids,
) -> float:
    m = len(size) - 1
    old = links[t]
    old_next, to_next = _next(old, size, m), _next(to, size, m)
    gain = 0.0
    for n, i in enumerate((old, old_next, to, to_next)):
        seen = (n > 0 and i == old) or (n > 1 and i == old_next) or (n > 2 and i == to)
        if i == 0 or i > m or seen:
            continue
        if size[i]:
            gain -= _cept(i, -1, -1, -1, -1, links, first, after, size, head, rest, source_class, target_class)
        kept = size[i] + (to == i) - (links[t] == i)
        if u >= 0:
            kept += (towards == i) - (links[u] == i)
        if kept > 0:
            gain += _cept(i, t, to, u, towards, links, first, after, size, head, rest, source_class, target_class)
    return gain


@kernel
def _next(i: int, size: Ids, m: int) -> int:
    """Return the next source word with target words; null has no place, so nothing comes after it."""
    if i == 0:
        return 0
    i += 1
    while i <= m and size[i] == 0:
        i += 1
    return i


@kernel
def _move_gain(
    t: int,
    to: int,
    links: Ids,
    first: Ids,
    after: Ids,
    size: Ids,
    lexical: Numbers,
    fertility: Numbers,
    head: Numbers,
    rest: Numbers,
    source_class: Ids,
    target_class: Ids,
    stay: float,
) -> float:
    most = fertility.shape[1] - 1
    gain: float = lexical[t, to] - lexical[t, links[t]]
    for i, change in ((links[t], -1), (to, 1)):
        if i > 0:
            gain += fertility[i, min(size[i] + change, most)] - fertility[i, min(size[i], most)]
        else:
            gain += _null(len(links), size[0] + change, stay) - _null(len(links), size[0], stay)
    return gain + _distortion_gain(t, to, -1, -1, links, first, after, size, head, rest, source_class, target_class)


@kernel
def _swap_gain(
    t: int,
    u: int,
    links: Ids,
    first: Ids,
    after: Ids,
    size: Ids,
    lexical: Numbers,
    head: Numbers,
    rest: Numbers,
    source_class: Ids,
    target_class: Ids,
) -> float:
    one, two = links[t], links[u]
    gain: float = lexical[t, two] + lexical[u, one] - lexical[t, one] - lexical[u, two]
    return gain + _distortion_gain(t, two, u, one, links, first, after, size, head, rest, source_class, target_class)
