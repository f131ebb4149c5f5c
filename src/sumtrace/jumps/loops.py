"""The innermost loops of the jump operators.

They take places rather than slices: a slice passed to a function costs as much as ten multiplications.
"""

from __future__ import annotations

from sumtrace.array_types import Floats
from sumtrace.kernels import borrowing_part, vector_part

TAPS = 8
"""How many neighbouring weights ``add_filtered`` takes at a time."""


@borrowing_part
def zero(array: Floats, n: int) -> None:
    """Set the first ``n`` numbers to zero; a plain loop compiles far faster than a slice assignment."""
    for i in range(n):
        array[i] = 0.0


@vector_part
def add_scaled(target: Floats, first: int, last: int, source: Floats, at: int, factor: float) -> None:
    """``target[first:last] += factor * source[at:]``."""
    into, from_ = target[first:last], source[at:]
    for i in range(len(into)):
        into[i] += factor * from_[i]


@vector_part
def raise_to_scaled(target: Floats, first: int, last: int, source: Floats, at: int, factor: float) -> None:
    """``target[first:last]`` = the maximum of itself and ``factor * source[at:]``."""
    into, from_ = target[first:last], source[at:]
    for i in range(len(into)):
        into[i] = max(into[i], factor * from_[i])


@vector_part
def add_filtered(target: Floats, first: int, last: int, source: Floats, at: int, taps: Floats, tap: int) -> None:
    """``target[first + i] += sum over k < TAPS of taps[tap + k] * source[at + i + k]``."""
    w0, w1, w2, w3 = taps[tap], taps[tap + 1], taps[tap + 2], taps[tap + 3]
    w4, w5, w6, w7 = taps[tap + 4], taps[tap + 5], taps[tap + 6], taps[tap + 7]
    into, from_ = target[first:last], source[at:]
    for i in range(len(into)):
        into[i] += (
            (w0 * from_[i] + w1 * from_[i + 1])
            + (w2 * from_[i + 2] + w3 * from_[i + 3])
            + (w4 * from_[i + 4] + w5 * from_[i + 5])
            + (w6 * from_[i + 6] + w7 * from_[i + 7])
        )


@vector_part
def dot(left: Floats, first: int, last: int, right: Floats, at: int) -> float:
    """``sum of left[first:last] * right[at:]``."""
    one, other = left[first:last], right[at:]
    total = 0.0
    for i in range(len(one)):
        total += one[i] * other[i]
    return total


@vector_part
def dots(left: Floats, first: int, last: int, right: Floats, at: int) -> tuple[float, float, float, float]:
    """``sum of left[first:last] * right[at + k:]`` for k = 0, 1, 2, 3."""
    one, other = left[first:last], right[at:]
    a, b, c, d = 0.0, 0.0, 0.0, 0.0
    for i in range(len(one)):
        a += one[i] * other[i]
        b += one[i] * other[i + 1]
        c += one[i] * other[i + 2]
        d += one[i] * other[i + 3]
    return a, b, c, d


@borrowing_part
def copy_ends(window: Floats, doubled: Floats, n: int, width: int) -> None:
    """Copy what stands where only one of the two windows is defined."""
    old, new = n + width - 1, min(n + 2 * width - 1, len(doubled))
    after, late = doubled[old:new], window[n - 1 :]
    for i in range(width):
        doubled[i] = window[i]
    for i in range(new - old):
        after[i] = late[i]
