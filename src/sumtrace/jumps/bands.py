"""Jumps that depend on the distance alone: a table over distance bands, shared by relative, Gaussian and Laplace jumps.

The distance is ``delta = j - e``; 0 means "the next word", which people are shown as +1. Distances near 0 have a band
each; further out a band is ``2**k`` distances wide, so that a sum over a band is a sum over a window whose length is a
power of two, built by doubling from positive numbers only: nothing cancels, and a step costs O(m log m). The near bands,
which are most of the work, are a filter over neighbouring places, taken ``TAPS`` at a time.

    jump(j | e) = weight(band of j - e) / Z(e),   Z(e) = sum of the weights of all feasible distances -e .. m - e

The maximum over a band is built the same way. All such models are re-estimated from the same two statistics:

    taken[b]    = expected number of jumps over a distance in band b
    offered[b]  = sum over e of N(e) / Z(e) * (feasible distances in b),   N(e) = expected jumps from e

because ``sum taken * log weight - sum offered * weight`` bounds the expected log-likelihood from below and touches it
at the present weights: whatever raises this bound raises the likelihood.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from sumtrace.array_types import Floats, Ints, Longs
from sumtrace.jumps.joining import ByMaximum, BySum, Joining, double, join_scaled
from sumtrace.jumps.loops import TAPS, add_filtered, dot, dots, zero
from sumtrace.jumps.operator import column, finish, operator_of, pull, push
from sumtrace.kernels import borrowing_part, implements


class Bands(NamedTuple):
    """Where each band lies, by increasing width: distances ``low .. low + 2**level - 1``."""

    low: Longs
    level: Longs

    @property
    def width(self) -> Longs:
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
    """A weight for each band, with running sums of the weights ahead of and behind a position ``[longest + 1]``.

    The first bands hold one distance each, one after another; ``near`` are their weights, filled up with zeros to a
    multiple of ``TAPS`` (``near_back`` the same backwards), ``far`` the number of the first band after them.
    """

    low: Longs
    level: Longs
    weight: Floats
    near: Floats
    near_back: Floats
    far: int
    ahead: Floats
    behind: Floats


class BandOperator(NamedTuple):
    """The jumps of one document of ``m`` words: ``scale`` is 1 / Z(e), ``leaving`` gathers the expected jumps from e.

    The table's bands from ``end`` on lie beyond the document. The rest is scratch space; ``padded`` has ``TAPS`` zeros before
    and after its ``m + 1`` numbers.
    """

    m: int
    table: BandParameters
    end: int
    scale: Floats
    leaving: Floats
    scaled: Floats
    padded: Floats
    window: Floats
    doubled: Floats


def band_parameters(bands: Bands, weight: Floats, longest: int) -> BandParameters:
    """Return the arrays the kernels want, for documents of up to ``longest`` words."""
    order = np.argsort(bands.low)
    low, distance = bands.low[order], np.arange(-longest, longest + 1)
    band = np.maximum(0, np.searchsorted(low, distance, side="right") - 1)
    is_inside = (distance >= low[band]) & (distance < low[band] + bands.width[order][band])
    by_distance = np.where(is_inside, weight[order][band], 0.0)
    ahead = np.cumsum(by_distance[longest:])
    behind = np.concatenate([[0.0], np.cumsum(by_distance[:longest][::-1])])
    far = int(np.count_nonzero(bands.level == 0))
    near = np.concatenate([weight[:far], np.zeros(-far % TAPS)])
    return BandParameters(
        bands.low, bands.level, np.ascontiguousarray(weight), near, near[::-1].copy(), far, ahead, behind
    )


class BandTable:
    """The weights of a model's bands; what the kernels want of them is made once for each octave of document lengths."""

    def __init__(self, bands: Bands, weight: Floats, *, open_ended: bool = False) -> None:
        self._bands, self._weight, self._open_ended = bands, weight, open_ended
        self._made: dict[int, BandParameters] = {}

    def __reduce__(self) -> tuple[Callable[..., BandTable], tuple[Any, ...]]:
        """Travel to other processes without the arrays, which are quickly made again."""
        return functools.partial(BandTable, open_ended=self._open_ended), (self._bands, self._weight)

    def parameters(self, longest: int) -> BandParameters:
        """Return the arrays for documents of up to ``longest`` words."""
        octave = longest.bit_length()
        made = self._made.get(octave)
        if made is None:
            made = band_parameters(self._bands, self._weight, 1 << octave)
            if self._open_ended:  # nothing is scaled
                made = made._replace(ahead=np.ones(len(made.ahead)), behind=np.zeros(len(made.behind)))
            self._made[octave] = made
        return made


def raised(weight: Floats, taken: Floats, offered: Floats, width: Floats | Longs, pseudo_count: float) -> Floats:
    """Return ``(taken + prior) / (offered + prior's offer)``, normalised: weights that never lower the log posterior.

    ``weight`` are the current weights of the bands, with the given number of distances each; the last axis runs over the bands.
    """
    mass = np.sum(width * weight, axis=-1, keepdims=True)
    above, below = taken + pseudo_count, offered + pseudo_count * weight.shape[-1] * width / mass
    new = np.divide(above, below, out=weight.copy(), where=below > 0)
    return np.asarray(new / np.sum(width * new, axis=-1, keepdims=True))


def log_prior_of(weight: Floats, width: Floats | Longs, pseudo_count: float) -> float:
    """``sum of pseudo_count * log(share of each band)``, over the last axis."""
    if pseudo_count == 0.0:
        return 0.0
    share = width * weight
    return float(pseudo_count * np.sum(np.log(share / share.sum(axis=-1, keepdims=True))))


@implements(operator_of, BandParameters)
def _operator_of(parameters: BandParameters, m: int, bounds: Ints, structure: Ints) -> BandOperator:
    scale = np.empty(m + 1)
    for e in range(m + 1):
        scale[e] = 1.0 / (parameters.ahead[m - e] + parameters.behind[e])
    end = len(parameters.low)
    while end > 0 and not is_feasible(parameters.low[end - 1], 1 << parameters.level[end - 1], m + 1):
        end -= 1
    return BandOperator(
        m,
        parameters,
        end,
        scale,
        np.zeros(m + 1),
        np.empty(m + 1),
        np.zeros(m + 1 + 2 * TAPS),
        np.empty(2 * (m + 1)),
        np.empty(2 * (m + 1)),
    )


@implements(push, BandOperator, second=BySum, inlined=True)
def _push(operator: BandOperator, rule: BySum, x: Floats, out: Floats) -> None:
    for e in range(operator.m + 1):
        operator.padded[TAPS + e] = x[e] * operator.scale[e]
    sum_bands(operator, out, False, out[:0])


@implements(push, BandOperator, second=ByMaximum)
def _push_max(operator: BandOperator, rule: ByMaximum, x: Floats, out: Floats) -> None:
    for e in range(operator.m + 1):
        operator.padded[TAPS + e] = x[e] * operator.scale[e]
    max_bands(operator, out)


@implements(pull, BandOperator, inlined=True)
def _pull(operator: BandOperator, y: Floats, x: Floats, out: Floats, statistics: Floats) -> None:
    for e in range(operator.m + 1):
        operator.padded[TAPS + e] = y[e]
        operator.scaled[e] = x[e] * operator.scale[e]
    sum_bands(operator, out, True, statistics)
    collecting = len(statistics) > 0
    for e in range(operator.m + 1):
        out[e] *= operator.scale[e]
        if collecting:
            operator.leaving[e] += x[e] * out[e]


@implements(finish, BandOperator)
def _finish(operator: BandOperator, statistics: Floats) -> None:
    offer(operator, statistics)


@implements(column, BandOperator)
def _column(operator: BandOperator, j: int, best: bool, out: Floats) -> None:
    n, table = operator.m + 1, operator.table
    zero(out, n)
    for b in range(operator.end):
        low = table.low[b]
        high = low + (1 << table.level[b]) - 1
        for e in range(max(0, j - high), min(n, j - low + 1)):
            out[e] = table.weight[b] * operator.scale[e]


@borrowing_part
def is_feasible(low: int, width: int, n: int) -> bool:
    """Whether some distance of the band lies between two of ``n`` positions."""
    return low <= n - 1 and low + width - 1 >= -(n - 1)


@borrowing_part
def sum_bands(operator: BandOperator, out: Floats, back: bool, statistics: Floats) -> None:
    """``out[j] = sum over bands b of weight[b] * (sum of x[e] over j - e in b)``, or ``e - j in b`` back; x is ``padded``.

    Unless ``statistics`` is empty, which it may not be but on the way back, the expected jumps ``taken`` from ``scaled`` are
    counted.
    """
    n, table, collecting = operator.m + 1, operator.table, len(statistics) > 0
    zero(out, n)
    near, scaled = table.near, operator.scaled
    taps = near if back else table.near_back
    for b in range(0, len(near), TAPS):
        # distances low .. low + TAPS - 1, mirrored on the way back; the last of them reads x[j - low - TAPS + 1]
        low = 1 - TAPS - table.low[b] if back else table.low[b]
        first, last = max(0, low), min(n, n + low + TAPS - 1)
        if first < last:
            at = first - low + 1
            add_filtered(out, first, last, operator.padded, at, taps, b if back else len(near) - TAPS - b)
            if collecting:
                for k in range(0, TAPS, 4):
                    sums = dots(scaled, first, last, operator.padded, at + k)
                    statistics[b + k] += near[b + k] * sums[0]
                    statistics[b + k + 1] += near[b + k + 1] * sums[1]
                    statistics[b + k + 2] += near[b + k + 2] * sums[2]
                    statistics[b + k + 3] += near[b + k + 3] * sums[3]
    join_bands(operator, BySum(0), out, table.far, back, statistics)


@borrowing_part
def max_bands(operator: BandOperator, out: Floats) -> None:
    """``out[j] = max over bands b of weight[b] * (max of x[e] over j - e in b)``; x is ``padded``."""
    zero(out, operator.m + 1)
    join_bands(operator, ByMaximum(0), out, 0, False, out[:0])


@borrowing_part
def join_bands(operator: BandOperator, rule: Joining, out: Floats, begin: int, back: bool, statistics: Floats) -> None:
    """Join to ``out`` what the bands from ``begin`` on carry, each from windows as wide as it is."""
    n, table = operator.m + 1, operator.table
    # window[i] joins x[i - width + 1 .. i], so that it is defined on n + width - 1 places
    window, into, spare = operator.padded[TAPS : TAPS + n], operator.window, operator.doubled
    level = 0
    for b in range(begin, operator.end):
        if not is_feasible(table.low[b], 1 << table.level[b], n):
            continue
        while level < table.level[b]:
            double(rule, window, into, n, 1 << level)
            window, into, spare = into, spare, into
            level += 1
        width, weight = 1 << level, table.weight[b]
        low = 1 - width - table.low[b] if back else table.low[b]
        # j - e in [low, low + width): e in [j - low - width + 1, j - low], the window that ends at j - low
        first, last = max(0, low), min(n, n + low + width - 1)
        join_scaled(rule, out, first, last, window, first - low, weight)
        if len(statistics) > 0:
            statistics[b] += weight * dot(operator.scaled, first, last, window, first - low)


@borrowing_part
def offer(operator: BandOperator, statistics: Floats) -> None:
    """``offered[b] += sum over e of N(e) / Z(e) * (feasible distances in b)``, stored behind the taken counts."""
    n, table = operator.m + 1, operator.table
    count = len(table.low)
    for b in range(operator.end):
        low = table.low[b]
        high = low + (1 << table.level[b]) - 1
        if not is_feasible(low, high - low + 1, n):
            continue
        total = 0.0
        for e in range(n):
            feasible = min(high, n - 1 - e) - max(low, -e) + 1
            if feasible > 0:
                total += operator.leaving[e] * operator.scale[e] * feasible
        statistics[count + b] += total
