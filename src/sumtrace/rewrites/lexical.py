"""The lexical table: learnt counts, sparse, as they are gathered, kept, and cut down to the words of one pair."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sumtrace.kernels import kernel

Floats = npt.NDArray[np.float64]


class Sparse(NamedTuple):
    """Counts by row and column, added up: row ``r`` owns ``column[at[r] : at[r + 1]]``, sorted."""

    at: npt.NDArray[np.int64]
    column: npt.NDArray[np.int32]
    counts: Floats


class LexicalTable(NamedTuple):
    """The lexical table for the kernels: sparse expected counts, and each row's ``total``; the last row is null's."""

    at: npt.NDArray[np.int64]
    column: npt.NDArray[np.int32]
    counts: Floats
    total: Floats


@kernel
def count_in(table, row, column):
    """Return the expected count of a summary type in a row, by binary search; 0 where there is none."""
    low, high = table.at[row], table.at[row + 1]
    while low < high:
        middle = (low + high) >> 1
        if table.column[middle] < column:
            low = middle + 1
        else:
            high = middle
    if low < table.at[row + 1] and table.column[low] == column:
        return table.counts[low]
    return 0.0


@kernel
def added_up(row, column, count, rows, columns):
    """Add up counts of the same row and column, in the order given, so that the sums never depend on who counted."""
    order = sorted_by(row, sorted_by(column, np.arange(len(column)), columns), rows)
    at = np.zeros(rows + 1, np.int64)
    merged_column = np.empty(len(row), np.int32)
    merged_count = np.empty(len(row))
    size = 0
    for k in range(len(order)):
        i = order[k]
        if k > 0 and row[i] == row[order[k - 1]] and column[i] == column[order[k - 1]]:
            merged_count[size - 1] += count[i]
        else:
            merged_column[size] = column[i]
            merged_count[size] = count[i]
            size += 1
        at[row[i] + 1] = size
    for r in range(rows):
        at[r + 1] = max(at[r + 1], at[r])
    return Sparse(at, merged_column[:size].copy(), merged_count[:size].copy())


class Triples(NamedTuple):
    """Counts one by one: ``amount[i]`` for ``row[i]`` and ``column[i]``."""

    row: npt.NDArray[np.int32]
    column: npt.NDArray[np.int32]
    amount: Floats


def by_rows(table: Triples, rows: int) -> Sparse:
    """Return counts that are added up, and sorted by row and column, as a table."""
    at = np.zeros(rows + 1, np.int64)
    np.cumsum(np.bincount(table.row, minlength=rows), out=at[1:])
    return Sparse(at, table.column, table.amount)


@kernel
def added_to(known, new, rows):
    """Add new counts, in the order given, to those added up before, which are sorted by row and column and stay so."""
    order = sorted_by(new.row, sorted_by(new.column, np.arange(len(new.row)), rows), rows)
    size = len(known.row)
    k = 0
    for n in range(len(order)):
        i = order[n]
        if n == 0 or new.row[i] != new.row[order[n - 1]] or new.column[i] != new.column[order[n - 1]]:
            while k < len(known.row) and comes_before(known.row[k], known.column[k], new.row[i], new.column[i]):
                k += 1
            size += k == len(known.row) or known.row[k] != new.row[i] or known.column[k] != new.column[i]
    table = Triples(np.empty(size, np.int32), np.empty(size, np.int32), np.empty(size))
    size = k = n = 0
    while k < len(known.row) or n < len(order):
        is_known = k < len(known.row) and (
            n == len(order) or not comes_before(new.row[order[n]], new.column[order[n]], known.row[k], known.column[k])
        )
        if is_known:
            row, column, amount = known.row[k], known.column[k], known.amount[k]
            k += 1
        else:
            row, column, amount = new.row[order[n]], new.column[order[n]], 0.0
        while n < len(order) and new.row[order[n]] == row and new.column[order[n]] == column:
            amount += new.amount[order[n]]
            n += 1
        table.row[size], table.column[size], table.amount[size] = row, column, amount
        size += 1
    return table


@kernel
def comes_before(row, column, other_row, other_column):
    """Whether a place of the table stands before another."""
    return row < other_row or (row == other_row and column < other_column)


@kernel
def sorted_by(keys, order, limit):
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


def narrowed(table: Sparse, known: npt.NDArray[np.int64], rows: int) -> Sparse:
    """Return the part of a model's table that concerns a pair: type ``i`` of the pair is word ``known[i]`` of the model."""
    size = int(known.max(initial=-1)) + 1
    number = np.full(max(size, len(table.at)), -1, np.int64)
    number[known[known >= 0]] = np.flatnonzero(known >= 0)
    row, column, counts = picked(table, known, number, rows)
    return added_up(row, column, counts, rows + 1, rows + 1)  # type: ignore[no-any-return]


def with_null(table: Sparse, columns: npt.NDArray[np.int64], count: float) -> Sparse:
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
def picked(table, known, number, null_row):
    """Return row, column and count of the table's entries between the pair's own types, and of null's row."""
    room = table.at[len(table.at) - 1] - table.at[len(table.at) - 2]
    for i in range(len(known)):
        if known[i] >= 0:
            room += table.at[known[i] + 1] - table.at[known[i]]
    row, column, counts = np.empty(room, np.int32), np.empty(room, np.int32), np.empty(room)
    size = 0
    for i in range(len(known) + 1):
        source = len(table.at) - 2 if i == len(known) else known[i]
        if source < 0:
            continue
        for k in range(table.at[source], table.at[source + 1]):
            if number[table.column[k]] >= 0:
                row[size] = null_row if i == len(known) else i
                column[size] = number[table.column[k]]
                counts[size] = table.counts[k]
                size += 1
    return row[:size].copy(), column[:size].copy(), counts[:size].copy()


def with_rows(table: Sparse, rows: int, new_rows: int) -> Sparse:
    """Return a table of ``rows`` rows (and null's) as one of ``new_rows``: rows added empty, or dropped, before null's."""
    kept = min(rows, new_rows)
    sizes = np.diff(table.at)
    new_sizes = np.concatenate([sizes[:kept], np.zeros(new_rows - kept, np.int64), sizes[-1:]])
    at = np.concatenate([[0], np.cumsum(new_sizes)])
    parts = [slice(0, int(table.at[kept])), slice(int(table.at[rows]), int(table.at[rows + 1]))]
    return Sparse(
        at,
        np.concatenate([table.column[part] for part in parts]),
        np.concatenate([table.counts[part] for part in parts]),
    )
