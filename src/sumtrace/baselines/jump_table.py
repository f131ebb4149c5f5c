"""Jumps of the HMM aligner: a weight for every distance, shared by distances far away, so that a step is linear.

States are 0 (before the first source word), 1..m and the end m + 1, reached after the last target word only; a jump from
e to k has the probability

    weight(k - e) / sum over k' in 1..m + 1 of weight(k' - e)

Distances up to ``DIRECT`` have a weight each; farther ones share one per range (17 to 32, 33 to 64, ...), whose sums are
differences of running sums and whose maxima come from a sliding window. So a step costs O(m) however far the jumps go.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sumtrace.baselines.lexicon import Numbers
from sumtrace.baselines.vocabulary import Ids
from sumtrace.kernels import kernel

DIRECT = 16
_RANGES = 24


class Jumps(NamedTuple):
    """The least and the greatest distance of every weight, in order of distance."""

    low: Ids
    high: Ids
    weight: Numbers


def uniform_jumps() -> Jumps:
    """Return the table in which all jumps are equally likely."""
    far = [(DIRECT * 2**n + 1, DIRECT * 2 ** (n + 1)) for n in range(_RANGES)]
    low_high = [(-b, -a) for a, b in reversed(far)] + [(d, d) for d in range(-DIRECT, DIRECT + 1)] + far
    return Jumps(np.array([a for a, _ in low_high]), np.array([b for _, b in low_high]), np.ones(len(low_high)))


@kernel
def targets(e: int, low: int, high: int, m: int) -> int:
    """Return how many states 1..m + 1 lie at a distance of low..high from e."""
    return max(0, min(m + 1, e + high) - max(1, e + low) + 1)


@kernel
def in_reach(table: Jumps, m: int) -> tuple[int, int]:
    """Return the first weight that a jump between states 0..m + 1 may have, and the one after the last."""
    first, end = 0, len(table.weight)
    while table.high[first] < -m:
        first += 1
    while table.low[end - 1] > m + 1:
        end -= 1
    return first, end


@kernel
def normalisers(table: Jumps, m: int) -> Numbers:
    """Return for every state the sum of the weights of its possible jumps, ``[m + 1]``."""
    total = np.zeros(m + 1)
    first, end = in_reach(table, m)
    for e in range(m + 1):
        for b in range(first, end):
            total[e] += table.weight[b] * targets(e, table.low[b], table.high[b], m)
    return total


@kernel
def range_of(table: Jumps, distance: int) -> int:
    """Return the number of the weight of a distance."""
    b = int(np.searchsorted(table.high, distance))
    return min(b, len(table.low) - 1)


@kernel
def push(table: Jumps, values: Numbers, running: Numbers, out: Numbers) -> None:
    """out[k] = sum over e of values[e] * weight(k - e), for k in 1..m."""
    _run(values, running)
    _fill(out, 0.0)
    first, end = in_reach(table, len(values) - 1)
    for b in range(first, end):
        _shift(table.low[b], table.high[b], table.weight[b], values, running, out)
    out[0] = 0.0


@kernel
def pull(table: Jumps, values: Numbers, running: Numbers, out: Numbers) -> None:
    """out[e] = sum over k of weight(k - e) * values[k], for e in 0..m; values[0] must be 0."""
    _run(values, running)
    _fill(out, 0.0)
    first, end = in_reach(table, len(values) - 1)
    for b in range(first, end):
        _shift(-table.high[b], -table.low[b], table.weight[b], values, running, out)


@kernel
def _shift(low: int, high: int, weight: float, values: Numbers, running: Numbers, out: Numbers) -> None:
    """out[k] += weight * sum of values[k - high : k - low + 1], for all k; slices let the compiler use vectors."""
    m = len(values) - 1
    first, end = max(0, low), min(m, m + high) + 1
    if first >= end:
        return
    if low == high:
        _add(out[first:end], values[first - low : end - low], weight)
    elif low > 0:  # the sum begins at values[0] as long as k <= high
        inside = max(first, min(end, high + 1))
        _add(out[first:inside], running[first - low + 1 : inside - low + 1], weight)
        _add_between(
            out[inside:end], running[inside - high : end - high], running[inside - low + 1 : end - low + 1], weight
        )
    else:  # the sum ends at values[m] as soon as k >= m + low
        inside = max(first, min(end, m + low + 1))
        _add_between(
            out[first:inside],
            running[first - high : inside - high],
            running[first - low + 1 : inside - low + 1],
            weight,
        )
        _add_from(out[inside:end], running[inside - high : end - high], running[m + 1], weight)


@kernel
def tally(table: Jumps, before: Numbers, after: Numbers, running: Numbers, counts: Numbers) -> None:
    """counts[b] += sum over e, k at a distance of b of before[e] * after[k]; after[0] must be 0."""
    m = len(before) - 1
    _run(after, running)
    start, stop = in_reach(table, m)
    for b in range(start, stop):
        low, high = table.low[b], table.high[b]
        first, last = max(0, -high), min(m, m - low)
        if first > last:
            continue
        if low == high:
            counts[b] += _inner(before[first : last + 1], after[first + low : last + 1 + low])
        else:
            for e in range(first, last + 1):
                counts[b] += before[e] * (running[min(m, e + high) + 1] - running[max(0, e + low)])


@kernel
def _add(out: Numbers, values: Numbers, weight: float) -> None:
    """out += weight * values; indices that surely are not negative let the compiler use vectors."""
    for n in range(len(out)):
        out[n] += weight * values[n]


@kernel
def _add_between(out: Numbers, lower: Numbers, upper: Numbers, weight: float) -> None:
    """out += weight * (upper - lower)."""
    for n in range(len(out)):
        out[n] += weight * (upper[n] - lower[n])


@kernel
def _add_from(out: Numbers, lower: Numbers, upper: float, weight: float) -> None:
    """out += weight * (upper - lower) with one upper for all."""
    for n in range(len(out)):
        out[n] += weight * (upper - lower[n])


@kernel
def _fill(out: Numbers, value: float) -> None:
    for n in range(len(out)):
        out[n] = value


@kernel
def _inner(one: Numbers, two: Numbers) -> float:
    """Return the inner product, summed in four strands: quick, and always in the same order."""
    a = b = c = d = 0.0
    whole = len(one) // 4 * 4
    for n in range(0, whole, 4):
        a += one[n] * two[n]
        b += one[n + 1] * two[n + 1]
        c += one[n + 2] * two[n + 2]
        d += one[n + 3] * two[n + 3]
    for n in range(whole, len(one)):
        a += one[n] * two[n]
    return (a + b) + (c + d)


@kernel
def push_best(table: Jumps, values: Numbers, queue: Ids, out: Numbers, origin: Ids) -> None:
    """out[k] = max over e of values[e] * weight(k - e), reached from origin[k]; of equals the least jump back."""
    low, high, weight = table
    m = len(values) - 1
    _fill(out, -1.0)
    start, stop = in_reach(table, m)
    for b in range(start, stop):
        if low[b] == high[b]:
            for k in range(max(1, low[b]), min(m, m + low[b]) + 1):
                value = weight[b] * values[k - low[b]]
                if value > out[k]:
                    out[k], origin[k] = value, k - low[b]
            continue
        # the window of k holds e in [k - high, k - low]; queue keeps its candidates, best first
        first = last = 0
        e = 0
        for k in range(max(1, low[b]), min(m, m + high[b]) + 1):
            while e <= min(m, k - low[b]):
                while last > first and values[queue[last - 1]] <= values[e]:
                    last -= 1
                queue[last] = e
                last += 1
                e += 1
            while first < last and queue[first] < k - high[b]:
                first += 1
            if first < last and weight[b] * values[queue[first]] > out[k]:
                out[k], origin[k] = weight[b] * values[queue[first]], queue[first]


@kernel
def _run(values: Numbers, running: Numbers) -> None:
    running[0] = 0.0
    for n in range(len(values)):
        running[n + 1] = running[n] + values[n]
