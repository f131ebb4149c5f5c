"""How paths that meet are joined: by their sum, for posteriors, or by the best of them, for the best path.

A recursion takes a *rule*, whose type chooses the code when it is compiled; so both cost what two written-out twins would.
"""

from __future__ import annotations

from typing import NamedTuple

from sumtrace.array_types import Floats
from sumtrace.jumps.loops import add_scaled, copy_ends, raise_to_scaled
from sumtrace.kernels import borrowing_part, implements


class BySum(NamedTuple):
    """All paths together."""

    unused: int


class ByMaximum(NamedTuple):
    """The best path alone."""

    unused: int


Joining = BySum | ByMaximum


def join(rule: Joining, one: float, other: float) -> float:
    """Return what two paths to the same place are worth together."""
    raise TypeError("called from compiled code only")


def join_scaled(rule: Joining, target: Floats, first: int, last: int, source: Floats, at: int, factor: float) -> None:
    """Join ``factor * source[at:]`` to ``target[first:last]``."""
    raise TypeError("called from compiled code only")


@implements(join, BySum)
def _sum(rule: BySum, one: float, other: float) -> float:
    return one + other


@implements(join, ByMaximum)
def _maximum(rule: ByMaximum, one: float, other: float) -> float:
    return max(one, other)


@implements(join_scaled, BySum)
def _sum_scaled(rule: BySum, target: Floats, first: int, last: int, source: Floats, at: int, factor: float) -> None:
    add_scaled(target, first, last, source, at, factor)


@implements(join_scaled, ByMaximum)
def _maximum_scaled(
    rule: ByMaximum, target: Floats, first: int, last: int, source: Floats, at: int, factor: float
) -> None:
    raise_to_scaled(target, first, last, source, at, factor)


@borrowing_part
def double(rule: Joining, window: Floats, doubled: Floats, n: int, width: int) -> None:
    """From joined windows of ``width`` numbers, windows of twice as many: ``doubled[i]`` joins ``window[i]`` and ``window[i - width]``.

    ``window[i]`` joins ``x[i - width + 1 .. i]``, so it lives on ``n + width - 1`` places.
    """
    copy_ends(window, doubled, n, width)
    both, here = doubled[width : n + width - 1], window[width : n + width - 1]
    for i in range(n - 1):
        both[i] = join(rule, here[i], window[i])
