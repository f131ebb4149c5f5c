"""Jumps that depend on the distance alone: a table over distance bands, shared by relative, Gaussian and Laplace jumps.

The distance is ``delta = j - e``; 0 means "the next word", which people are shown as +1. Distances near 0 have a band
each; further out a band is ``2**k`` distances wide, so that a sum over a band is a sum over a window whose length is a
power of two, built by doubling from positive numbers only: nothing cancels, and a step costs O(m log m).

    jump(j | e) = weight(band of j - e) / Z(e),   Z(e) = sum of the weights of all feasible distances -e .. m - e

The maximum over a band is built the same way. All such models are re-estimated from the same two statistics:

    taken[b]    = expected number of jumps over a distance in band b
    offered[b]  = sum over e of N(e) / Z(e) * (feasible distances in b),   N(e) = expected jumps from e

because ``sum taken * log weight - sum offered * weight`` bounds the expected log-likelihood from below and touches it
at the present weights: whatever raises this bound raises the likelihood.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sumtrace.jumps.operator import column, finish, implements, prepare, pull, push, push_max
from sumtrace.kernels import kernel, vector_kernel

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


class Bands(NamedTuple):
    """Where each band lies, by increasing width: distances ``low .. low + 2**level - 1``."""

    low: Integers
    level: Integers

    @property
    def width(self) -> Integers:
        """How many distances each band holds."""
        return np.left_shift(1, self.level)

    @property
    def centre(self) -> Floats:
        """The middle of each band."""
        return self.low + (self.width - 1) / 2.0


@functools.cache
def make_bands(near: int, fineness: int, longest: int = 1 << 20) -> Bands:
    """Return bands of one distance for ``-near < delta < near``, then ``2**fineness`` bands an octave up to ``longest``.

    ``near`` is a power of two and at least ``2**fineness``.
    """
    low = list(range(-near + 1, near))
    level = [0] * len(low)
    start = near
    while start < longest:
        width = start >> fineness
        for low_end in range(start, 2 * start, width):
            low += [low_end, -low_end - width + 1]
            level += [width.bit_length() - 1] * 2
        start *= 2
    order = np.argsort(level, kind="stable")
    return Bands(np.array(low, np.int64)[order], np.array(level, np.int64)[order])


class BandParameters(NamedTuple):
    """A weight for each band, with running sums of the weights ahead of and behind a position ``[longest + 1]``."""

    low: Integers
    level: Integers
    weight: Floats
    ahead: Floats
    behind: Floats


class BandOperator(NamedTuple):
    """The jumps of one document of ``m`` words: ``scale`` is 1 / Z(e), ``leaving`` gathers the expected jumps from e."""

    m: int
    low: Integers
    level: Integers
    weight: Floats
    scale: Floats
    leaving: Floats
    scaled: Floats
    window: Floats
    doubled: Floats


def band_parameters(bands: Bands, weight: Floats, longest: int) -> BandParameters:
    """Return the arrays the kernels want, for documents of up to ``longest`` words."""
    by_distance = np.zeros(2 * longest + 1)
    for low, width, value in zip(bands.low.tolist(), bands.width.tolist(), weight.tolist(), strict=True):
        first, last = max(low, -longest), min(low + width, longest + 1)
        if first < last:
            by_distance[first + longest : last + longest] = value
    ahead = np.cumsum(by_distance[longest:])
    behind = np.concatenate([[0.0], np.cumsum(by_distance[:longest][::-1])])
    return BandParameters(bands.low, bands.level, np.ascontiguousarray(weight), ahead, behind)


@implements(prepare, BandParameters)
def _prepare(parameters, m, bounds, structure):
    scale = np.empty(m + 1)
    for e in range(m + 1):
        scale[e] = 1.0 / (parameters.ahead[m - e] + parameters.behind[e])
    return BandOperator(
        m,
        parameters.low,
        parameters.level,
        parameters.weight,
        scale,
        np.zeros(m + 1),
        np.empty(m + 1),
        np.empty(2 * (m + 1)),
        np.empty(2 * (m + 1)),
    )


@implements(push, BandOperator)
def _push(operator, x, out):
    for e in range(operator.m + 1):
        operator.scaled[e] = x[e] * operator.scale[e]
    gather_by_sum(operator, operator.scaled, out)


@implements(push_max, BandOperator)
def _push_max(operator, x, out):
    for e in range(operator.m + 1):
        operator.scaled[e] = x[e] * operator.scale[e]
    gather_by_max(operator, operator.scaled, out)


@implements(pull, BandOperator)
def _pull(operator, y, x, out, statistics, collecting):
    for e in range(operator.m + 1):
        operator.scaled[e] = x[e] * operator.scale[e]
    spread(operator, y, operator.scaled, out, statistics, collecting)
    for e in range(operator.m + 1):
        out[e] *= operator.scale[e]
        if collecting:
            operator.leaving[e] += x[e] * out[e]


@implements(finish, BandOperator)
def _finish(operator, statistics):
    offer(operator, statistics)


@implements(column, BandOperator)
def _column(operator, j, best, out):
    n = operator.m + 1
    zero(out, n)
    for b in range(len(operator.low)):
        low = operator.low[b]
        high = low + (1 << operator.level[b]) - 1
        for e in range(max(0, j - high), min(n, j - low + 1)):
            out[e] = operator.weight[b] * operator.scale[e]


@kernel
def is_feasible(low, width, n):
    """Whether some distance of the band lies between two of ``n`` positions."""
    return low <= n - 1 and low + width - 1 >= -(n - 1)


@kernel
def zero(array, n):
    """Set the first ``n`` numbers to zero; a plain loop compiles far faster than a slice assignment."""
    for i in range(n):
        array[i] = 0.0


@kernel
def copy(source, target, n):
    """Copy the first ``n`` numbers."""
    for i in range(n):
        target[i] = source[i]


@vector_kernel
def add_scaled(target, source, factor):
    """``target += factor * source``, over the target's length."""
    for i in range(len(target)):
        target[i] += factor * source[i]


@vector_kernel
def dot(left, right):
    """``sum of left * right``, over the left one's length."""
    total = 0.0
    for i in range(len(left)):
        total += left[i] * right[i]
    return total


@kernel
def gather_by_sum(operator, x, out):
    """``out[j] = sum over bands b of weight[b] * (sum of x[e] over j - e in b)``."""
    n = operator.m + 1
    zero(out, n)
    # window[i] = sum of x[i - width + 1 .. i], so that it is defined on n + width - 1 places
    window, doubled = operator.window, operator.doubled
    copy(x, window, n)
    width = 1
    level = 0
    for b in range(len(operator.low)):
        low = operator.low[b]
        if not is_feasible(low, 1 << operator.level[b], n):
            continue
        while level < operator.level[b]:
            _double_sum(window, doubled, n, width)
            window, doubled = doubled, window
            width *= 2
            level += 1
        # j - e in [low, low + width): e in [j - low - width + 1, j - low], the window that ends at j - low
        first = max(0, low)
        last = min(n - 1, n - 1 + low + width - 1)
        add_scaled(out[first : last + 1], window[first - low :], operator.weight[b])


@kernel
def gather_by_max(operator, x, out):
    """``out[j] = max over bands b of weight[b] * (max of x[e] over j - e in b)``."""
    n = operator.m + 1
    zero(out, n)
    window, doubled = operator.window, operator.doubled
    copy(x, window, n)
    width = 1
    level = 0
    for b in range(len(operator.low)):
        low = operator.low[b]
        if not is_feasible(low, 1 << operator.level[b], n):
            continue
        while level < operator.level[b]:
            _double_max(window, doubled, n, width)
            window, doubled = doubled, window
            width *= 2
            level += 1
        first = max(0, low)
        last = min(n - 1, n - 1 + low + width - 1)
        value = operator.weight[b]
        for j in range(first, last + 1):
            candidate = value * window[j - low]
            if candidate > out[j]:
                out[j] = candidate


@kernel
def spread(operator, y, x, out, statistics, collecting):
    """``out[e] = sum over bands b of weight[b] * (sum of y[j] over j - e in b)``; counts ``taken`` on the way."""
    n = operator.m + 1
    zero(out, n)
    window, doubled = operator.window, operator.doubled
    copy(y, window, n)
    width = 1
    level = 0
    for b in range(len(operator.low)):
        low = operator.low[b]
        if not is_feasible(low, 1 << operator.level[b], n):
            continue
        while level < operator.level[b]:
            _double_sum(window, doubled, n, width)
            window, doubled = doubled, window
            width *= 2
            level += 1
        # j in [e + low, e + low + width - 1]: the window that ends at e + low + width - 1
        shift = low + width - 1
        first = max(0, -shift)
        last = min(n - 1, n - 1 - low)
        add_scaled(out[first : last + 1], window[first + shift :], operator.weight[b])
        if collecting:
            statistics[b] += operator.weight[b] * dot(x[first : last + 1], window[first + shift :])


@kernel
def offer(operator, statistics):
    """``offered[b] += sum over e of N(e) / Z(e) * (feasible distances in b)``, stored behind the taken counts."""
    n = operator.m + 1
    count = len(operator.low)
    for b in range(count):
        low = operator.low[b]
        high = low + (1 << operator.level[b]) - 1
        if not is_feasible(low, high - low + 1, n):
            continue
        total = 0.0
        for e in range(n):
            feasible = min(high, n - 1 - e) - max(low, -e) + 1
            if feasible > 0:
                total += operator.leaving[e] * operator.scale[e] * feasible
        statistics[count + b] += total


@kernel
def _double_sum(window, doubled, n, width):
    # doubled[i] = sum of x[i - 2 width + 1 .. i] = window[i] + window[i - width]; window lives on n + width - 1 places
    old = n + width - 1
    new = min(n + 2 * width - 1, len(doubled))
    for i in range(min(width, new)):
        doubled[i] = window[i] if i < old else 0.0
    for i in range(width, min(old, new)):
        doubled[i] = window[i] + window[i - width]
    for i in range(max(old, width), new):
        doubled[i] = window[i - width]


@kernel
def _double_max(window, doubled, n, width):
    old = n + width - 1
    new = min(n + 2 * width - 1, len(doubled))
    for i in range(min(width, new)):
        doubled[i] = window[i] if i < old else 0.0
    for i in range(width, min(old, new)):
        doubled[i] = max(window[i], window[i - width])
    for i in range(max(old, width), new):
        doubled[i] = window[i - width]
