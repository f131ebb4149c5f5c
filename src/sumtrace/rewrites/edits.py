"""Edit distance: which words of one list are spelt nearly like which of another.

Every pair is looked at, but only through the lengths and the sets of letters, which rule out nearly all of them in a
nanosecond each; the few left are compared letter by letter. That is fast enough for 40,000 words by 15,000, costs nothing
for the words of one pair, and needs no index.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sumtrace.array_types import Longs
from sumtrace.encoding.phrases import with_more_room
from sumtrace.kernels import borrowing_part, kernel


def near_spellings(rows: Sequence[str], columns: Sequence[str], most: Sequence[int]) -> tuple[Longs, Longs, Longs]:
    """Return all pairs at an edit distance of at most ``most[length of the longer word]``: row, column, distance.

    One edit inserts, drops or replaces a letter or swaps two neighbours; where the first letters differ, one is added.
    Lengths beyond the list take its last value, which is the largest. Pairs are sorted by row, then column.
    """
    limits = np.array(most, np.int64)
    found, size = _scan(_lettered(rows), _lettered(columns), limits)
    row, column, distance = found[:size].T
    order = np.argsort(row * len(columns) + column)
    return row[order], column[order], distance[order]


Letters = npt.NDArray[np.uint32]


class Lettered(NamedTuple):
    """Words by increasing length: the letters of all, where each begins, the sets of letters, and the words' order."""

    letters: Letters
    at: Longs
    sets: npt.NDArray[np.uint64]
    order: Longs


def _lettered(words: Sequence[str]) -> Lettered:
    lengths = np.array(list(map(len, words)), np.int64)
    order = np.argsort(lengths, kind="stable")
    text = "".join([words[number] for number in order.tolist()])
    letters = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    at = np.concatenate([[0], np.cumsum(lengths[order])])
    filled = lengths[order] > 0
    sets = np.zeros(len(words), np.uint64)  # one bit for the letters of one remainder
    sets[filled] = np.bitwise_or.reduceat(np.uint64(1) << (letters & np.uint64(63)), at[:-1][filled])
    return Lettered(letters, at, sets, order)


@kernel
def _scan(of_rows: Lettered, of_columns: Lettered, limits: Longs) -> tuple[Longs, int]:
    """Compare all words by length and set of letters, those that may be near letter by letter.

    Row, column and distance of those within their limits are the first rows of the table; their number follows it.
    """
    row_letters, row_at, row_sets, row_order = of_rows
    column_letters, column_at, column_sets, column_order = of_columns
    rows, columns = len(row_at) - 1, len(column_at) - 1
    found = np.empty((1024, 3), np.int64)
    size = 0
    longest = 0
    for i in range(rows):
        longest = max(longest, row_at[i + 1] - row_at[i])
    lines = np.empty((3, longest + limits[-1] + 2), np.int64)
    maybe = np.empty(columns, np.int64)
    first = 0
    for i in range(rows):
        a = row_letters[row_at[i] : row_at[i + 1]]
        while first < columns and column_at[first + 1] - column_at[first] < len(a) - limits[-1]:
            first += 1
        last = first
        while last < columns and column_at[last + 1] - column_at[last] <= len(a) + limits[-1]:
            length = column_at[last + 1] - column_at[last]
            end = last
            while end < columns and column_at[end + 1] - column_at[end] == length:
                end += 1
            limit = limits[min(max(len(a), length), len(limits) - 1)]
            count = 0
            if abs(length - len(a)) <= limit:
                # an edit changes the set of letters by two at most
                own = row_sets[i]
                for j in range(last, end):
                    maybe[count] = j
                    count += bits_of(own ^ column_sets[j]) <= 2 * limit
            for k in range(count):
                j = maybe[k]
                distance = edits(a, column_letters[column_at[j] : column_at[j + 1]], limit, lines)
                if distance > limit:
                    continue
                if size == len(found):
                    found = with_more_room(found)
                found[size, 0], found[size, 1], found[size, 2] = row_order[i], column_order[j], distance
                size += 1
            last = end
    return found, size


@borrowing_part
def bits_of(x: np.uint64) -> np.int64:
    """Return how many bits are set."""
    x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555555))
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((x * np.uint64(0x0101010101010101)) >> np.uint64(56))


@borrowing_part
def edits(a: Letters, b: Letters, limit: int, lines: Longs) -> int:
    """Return the edit distance, plus one where the first letters differ; some number above ``limit`` where it is larger."""
    # line[j] = least edits from a[:i] to b[:j]; swaps look back two lines; what lies further than limit from the diagonal
    # is beyond it, so that long words take time in proportion to their length
    extra = 1 if len(a) > 0 and len(b) > 0 and a[0] != b[0] else 0
    before, above, line = lines[0], lines[1], lines[2]
    for j in range(len(b) + 1):
        above[j] = j
    for i in range(1, len(a) + 1):
        first, last = max(1, i - limit), min(len(b), i + limit)
        line[first - 1] = i if first == 1 else limit + 1
        least = line[first - 1]
        for j in range(first, last + 1):
            cost = min(above[j] + 1, line[j - 1] + 1, above[j - 1] + (a[i - 1] != b[j - 1]))
            if i > 1 and j > 1 and a[i - 1] == b[j - 2] and a[i - 2] == b[j - 1]:
                cost = min(cost, before[j - 2] + 1)
            line[j] = cost
            least = min(least, cost)
        if last < len(b):
            line[last + 1] = limit + 1
        if least + extra > limit:
            return int(least + extra)
        before, above, line = above, line, before
    return int(above[len(b)] + extra)
