"""How paths that meet are joined: by their sum, for posteriors, or by the best of them, for the best path.

A recursion takes a *rule*, whose type chooses the code when it is compiled; so both cost what two written-out twins would.
"""

from __future__ import annotations

from typing import NamedTuple

from sumtrace.arrays import Floats
from sumtrace.jumps.loops import add_scaled, raise_to_scaled
from sumtrace.kernels import implements


class BySum(NamedTuple):
    """All paths together."""

    unused: int


class ByMaximum(NamedTuple):
    """The best path alone."""

    unused: int


Rule = BySum | ByMaximum


def join(rule: Rule, one: float, other: float) -> float:
    """Return what two paths to the same place are worth together."""
    raise TypeError("called from compiled code only")


def join_scaled(rule: Rule, target: Floats, first: int, last: int, source: Floats, at: int, factor: float) -> None:
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
