"""The lexical table: learnt counts, sparse, as they are gathered, kept, and cut down to the words of one pair."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sumtrace.array_types import Floats, Ints, Longs
from sumtrace.kernels import borrowing_part, kernel, kernel_part

_COLUMN = (1 << 32) - 1
"""The part of a place that is its column."""


class Sparse(NamedTuple):
    """Counts by row and column, added up: row ``r`` owns ``column[at[r] : at[r + 1]]``, sorted."""

    at: Longs
    column: Ints
    counts: Floats


class LexicalTable(NamedTuple):
    """The lexical table for the kernels: sparse expected counts, and each row's ``total``; the last row is null's."""

    at: Longs
    column: Ints
    counts: Floats
    total: Floats


@borrowing_part
def count_in(table: LexicalTable, row: int, column: int) -> float:
    """Return the expected count of a summary type in a row; 0 where there is none."""
    place = place_in(table.column, table.at[row], table.at[row + 1], column)
    return table.counts[place] if place >= 0 else 0.0


@borrowing_part
def place_in(numbers: Ints | Longs, first: int, end: int, wanted: int) -> int:
    """Return where a number stands among others, sorted from ``first`` to ``end``, by binary search; -1 where it does not."""
    low, high = first, end
    while low < high:
        middle = (low + high) >> 1
        if numbers[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low if low < end and numbers[low] == wanted else -1


class Triples(NamedTuple):
    """Counts one by one: ``amount[i]`` for ``row[i]`` and ``column[i]``."""

    row: Ints
    column: Ints
    amount: Floats


@kernel
def summed(table: Triples, rows: int, columns: int) -> Triples:
    """Return the counts sorted by row and column; those of the same place are added up in the order given."""
    order = sorted_by(table.row, sorted_by(table.column, np.arange(len(table.column)), columns), rows)
    row, column = np.empty(len(order), np.int32), np.empty(len(order), np.int32)
    amount = np.empty(len(order))
    size = 0
    for i in order:
        if size and row[size - 1] == table.row[i] and column[size - 1] == table.column[i]:
            amount[size - 1] += table.amount[i]
        else:
            row[size], column[size], amount[size] = table.row[i], table.column[i], table.amount[i]
            size += 1
    return Triples(row[:size].copy(), column[:size].copy(), amount[:size].copy())


@kernel_part
def sorted_by(keys: Ints, order: Longs, limit: int) -> Longs:
    """Return an order stably sorted by ``keys`` below ``limit``, by counting."""
    begin = np.zeros(limit + 1, np.int64)
    for i in range(len(order)):
        begin[keys[order[i]] + 1] += 1
    for key in range(limit):
        begin[key + 1] += begin[key]
    result = np.empty(len(order), np.int64)
    for i in range(len(order)):
        key = keys[order[i]]
        result[begin[key]] = order[i]
        begin[key] += 1
    return result


@kernel
def merged(one: Triples, other: Triples) -> Triples:
    """Return the sums of two lists of counts, each sorted by row and column, with every place once; so is the result.

    Which list comes next is unpredictable, so the loop selects without branching: branches would take half as long again.
    """
    size = places_of_both(one, other)  # counted first: the lists may be as large as memory allows
    row, column, amount = np.empty(size, np.int32), np.empty(size, np.int32), np.empty(size)
    i = k = n = 0
    while i < len(one.row) and k < len(other.row):
        own, others = row_and_column(one, i), row_and_column(other, k)
        is_own, is_others = own <= others, others <= own
        own_amount, others_amount = one.amount[i], other.amount[k]
        least = min(own, others)
        row[n], column[n] = least >> 32, least & _COLUMN
        amount[n] = (own_amount if is_own else 0.0) + (others_amount if is_others else 0.0)
        i += is_own
        k += is_others
        n += 1
    for rest, first in ((one, i), (other, k)):
        end = n + len(rest.row) - first
        row[n:end], column[n:end], amount[n:end] = rest.row[first:], rest.column[first:], rest.amount[first:]
        n = end
    return Triples(row, column, amount)


@borrowing_part
def places_of_both(one: Triples, other: Triples) -> int:
    """Return how many different places two sorted lists of counts have."""
    i = k = shared = 0
    while i < len(one.row) and k < len(other.row):
        own, others = row_and_column(one, i), row_and_column(other, k)
        shared += own == others
        i += own <= others
        k += others <= own
    return len(one.row) + len(other.row) - shared


@borrowing_part
def row_and_column(table: Triples, i: int) -> np.int64:
    """Return row and column of a count as one number, by which counts are sorted."""
    return (np.int64(table.row[i]) << 32) | np.int64(table.column[i])


def by_rows(table: Triples, rows: int) -> Sparse:
    """Return counts that are added up, and sorted by row and column, as a table."""
    at = np.zeros(rows + 1, np.int64)
    np.cumsum(np.bincount(table.row, minlength=rows), out=at[1:])
    return Sparse(at, table.column, table.amount)


def empty_table(rows: int) -> Sparse:
    """Return a lexical table in which nothing has been counted."""
    return Sparse(np.zeros(rows + 1, np.int64), np.zeros(0, np.int32), np.zeros(0))


def row_totals(table: Sparse) -> Floats:
    """Return the sum of each row of a table."""
    total = np.zeros(len(table.at) - 1)
    filled = np.flatnonzero(np.diff(table.at))
    if len(filled):
        total[filled] = np.add.reduceat(table.counts, table.at[filled])
    return total


def narrowed(table: Sparse, known: Longs, type_count: int) -> Sparse:
    """Return the part of a model's table that concerns a pair: type ``i`` of the pair is word ``known[i]`` of the model."""
    order = np.argsort(known)
    row, column, counts = picked(table, known, order[np.searchsorted(known, 0, sorter=order) :], type_count)
    order = np.lexsort((column, row))
    return by_rows(Triples(row[order], column[order], counts[order]), type_count + 1)


def with_null(table: Sparse, columns: Longs, count: float) -> Sparse:
    """Return a table whose last row, null's, holds ``count`` in further columns, which it did not have."""
    first, end = int(table.at[-2]), int(table.at[-1])
    column = np.concatenate([table.column[first:end], columns.astype(np.int32)])
    counts = np.concatenate([table.counts[first:end], np.full(len(columns), count)])
    order = np.argsort(column)
    return Sparse(
        np.append(table.at[:-1], first + len(column)),
        np.concatenate([table.column[:first], column[order]]),
        np.concatenate([table.counts[:first], counts[order]]),
    )


@kernel
def picked(table: Sparse, known: Longs, types: Longs, null_row: int) -> tuple[Ints, Ints, Floats]:
    """Return row, column and count of the table's entries between the pair's own types, and of null's row.

    ``types`` are those that the model knows, by their words. In each row the fewer are looked up among the others: its
    entries among the types, or the types among its entries.
    """
    words = np.empty(len(types), np.int64)
    room = 0
    for i in range(len(types) + 1):
        source = known[types[i]] if i < len(types) else len(table.at) - 2
        if i < len(types):
            words[i] = source
        room += min(len(types), table.at[source + 1] - table.at[source])
    row, column, counts = np.empty(room, np.int32), np.empty(room, np.int32), np.empty(room)
    size = 0
    for i in range(len(types) + 1):
        source = words[i] if i < len(types) else len(table.at) - 2
        first, end = table.at[source], table.at[source + 1]
        by_entry = end - first < len(types)
        for n in range(end - first if by_entry else len(types)):
            if by_entry:
                place = first + n
                other = place_in(words, 0, len(words), table.column[place])
            else:
                place = place_in(table.column, first, end, words[n])
                other = n
            if place >= 0 and other >= 0:
                row[size] = types[i] if i < len(types) else null_row
                column[size] = types[other]
                counts[size] = table.counts[place]
                size += 1
    return row[:size], column[:size], counts[:size]


def with_types(table: Sparse, type_count: int) -> Sparse:
    """Return a table as one of so many types: rows added empty, or dropped, before null's."""
    before = len(table.at) - 2
    kept = min(before, type_count)
    sizes = np.diff(table.at)
    new_sizes = np.concatenate([sizes[:kept], np.zeros(type_count - kept, np.int64), sizes[-1:]])
    at = np.concatenate([[0], np.cumsum(new_sizes)])
    parts = [slice(0, int(table.at[kept])), slice(int(table.at[before]), int(table.at[before + 1]))]
    return Sparse(
        at,
        np.concatenate([table.column[part] for part in parts]),
        np.concatenate([table.counts[part] for part in parts]),
    )
