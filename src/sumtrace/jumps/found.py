"""A jump table from links that were found: how often each distance was taken where it could have been.

    weight[b] = ((taken[b] + pseudo_count) / (feasible[b] + pseudo_count * width[b])) ** power

``taken`` counts the jumps between the document words of links that follow each other, ``feasible`` the distances that
were open at each of them. A power below one flattens the table: links found once by strict jumps would else make the
jumps stricter still.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from sumtrace.array_types import Floats
from sumtrace.jumps.relative import Relative


def jumps_found(walks: Iterable[tuple[Sequence[int], int]], near: int = 16) -> tuple[Floats, Floats]:
    """Return how often each band was ``taken`` and how many distances in it were ``feasible``.

    A walk is the document words of a pair's links, in the order of the summary, and the length of the document; it begins
    before the document's first word and ends, like the model's own, with the jump to its end.
    """
    bands = Relative.start(near=near).bands
    low, width = bands.low, bands.width
    taken, feasible = np.zeros(len(low)), np.zeros(len(low))
    for words, length in walks:
        here = np.array([0, *(word + 1 for word in words)], np.int64)
        there = np.array([*words, length], np.int64)
        distance = (there - here)[:, None]
        taken += ((low <= distance) & (distance < low + width)).sum(axis=0)
        first, last = np.maximum(low, -here[:, None]), np.minimum(low + width, length - here[:, None] + 1)
        feasible += np.maximum(0, last - first).sum(axis=0)
    return taken, feasible


def table_found(
    walks: Iterable[tuple[Sequence[int], int]], *, near: int = 16, pseudo_count: float = 1.0, power: float = 0.8
) -> Relative:
    """Return the jump model of the walks."""
    taken, feasible = jumps_found(walks, near)
    start = Relative.start(pseudo_count, near=near)
    width = start.bands.width
    weight = ((taken + pseudo_count) / (feasible + pseudo_count * width)) ** power
    return Relative(weight / np.sum(width * weight), pseudo_count, near=near)
