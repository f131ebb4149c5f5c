"""Phrases joined by the ancestors that they share, many at once: the arithmetic behind WordNet's `neighbours`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sumtrace.array_types import Ints, Longs

FAR = 255  # marks a cell no common ancestor has reached; no path in WordNet is nearly so long
CELLS_AT_ONCE = 1 << 22  # rows times columns held at once, small enough to stay in a processor's cache
JOINED_AT_ONCE = 1 << 20  # joined pairs held at once, before they are written into those cells


class Neighbours(NamedTuple):
    """All pairs within reach, sorted by row, then column: three arrays of one length."""

    rows: Ints
    columns: Ints
    distances: Ints


class Level(NamedTuple):
    """The ancestors that phrases reach first at one height, sorted by phrase, then ancestor."""

    phrases: Longs
    ancestors: Longs


def shared(sources: list[Level], targets: list[Level]) -> tuple[list[Level], list[Level], int]:
    """Both sides with only the ancestors that the targets reach, numbered anew, and how many those are.

    A pair of short texts shares few of WordNet's synsets; without this the join would walk over all of them.
    """
    reached = np.unique(np.concatenate([np.zeros(0, np.int64), *(level.ancestors for level in targets)]))

    def renumbered(level: Level) -> Level:
        place = np.minimum(np.searchsorted(reached, level.ancestors), max(0, len(reached) - 1))
        kept = reached[place] == level.ancestors if len(reached) else np.zeros(len(place), bool)
        return Level(level.phrases[kept], place[kept])

    return [renumbered(level) for level in sources], [renumbered(level) for level in targets], len(reached)


def join(
    sources: list[Level], targets: list[Level], synsets: int, *, rows: int, columns: int, limit: int
) -> Neighbours:
    """Pairs that share an ancestor, with the least sum of their heights to one.

    A block of rows is a dense table of distances. Distances are written from the longest down to the
    shortest, so what stands in a cell at the end is its minimum, without sorting or comparing.
    """
    # The targets below each ancestor, by height: columns ordered by ancestor, and where each ancestor's begin.
    below = [level.phrases[np.argsort(level.ancestors, kind="stable")] for level in targets]
    below_starts = [starts_of(np.bincount(level.ancestors, minlength=synsets)) for level in targets]
    nothing = np.zeros(0, np.int32)
    found = [Neighbours(nothing, nothing, nothing)]
    block = max(1, CELLS_AT_ONCE // max(1, columns))
    for first in range(0, rows, block):
        last = min(first + block, rows)
        nearest = np.full((last - first) * columns, FAR, np.uint8)
        within = [_rows_between(level, first, last) for level in sources]
        for distance in range(limit, -1, -1):
            for height, level in enumerate(within[: distance + 1]):
                rest = distance - height
                if rest >= len(targets):
                    continue
                starts = below_starts[rest][level.ancestors].astype(np.int64)
                counts = below_starts[rest][level.ancestors + 1] - starts
                for part in _blocks(counts, JOINED_AT_ONCE):
                    joined = below[rest][ranges_of(starts[part], counts[part])]
                    cells = np.repeat((level.phrases[part] - first) * columns, counts[part]) + joined
                    nearest[cells] = distance
        reached = np.flatnonzero(nearest != FAR)
        row, column = np.divmod(reached, max(1, columns))
        found.append(
            Neighbours((row + first).astype(np.int32), column.astype(np.int32), nearest[reached].astype(np.int32))
        )
    return Neighbours(*map(np.concatenate, zip(*found, strict=True)))


def _rows_between(level: Level, first: int, last: int) -> Level:
    start, stop = np.searchsorted(level.phrases, [first, last])
    return Level(level.phrases[start:stop], level.ancestors[start:stop])


def _blocks(counts: Longs, size: int) -> Iterator[slice]:
    """Slices of consecutive items whose counts add up to about `size`; none where nothing is counted."""
    ends = np.cumsum(counts)
    start = 0
    while start < len(counts) and ends[-1] > (done := ends[start] - counts[start]):
        stop = max(start + 1, int(np.searchsorted(ends, done + size, side="right")))
        yield slice(start, stop)
        start = stop


def ranges_of(starts: Longs, counts: Longs) -> Longs:
    """`start, start + 1, ...` for each start, as many as its count, one after another."""
    ends = np.cumsum(counts)
    total = int(ends[-1]) if len(ends) else 0
    return np.repeat(starts - ends + counts, counts) + np.arange(total)


def starts_of(sizes: NDArray[Any]) -> Ints:
    """Where each of several runs begins, and where the last one ends."""
    starts = np.zeros(len(sizes) + 1, np.int32)
    np.cumsum(sizes, out=starts[1:])
    return starts
