"""The E-step: an ordered map from blocks of pairs to expected counts, which add up in that order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sumtrace.encoding.array_file import Store
from sumtrace.encoding.block import Block
from sumtrace.rewrites.lexical import Triples, added_to
from sumtrace.training.counting import Counting, Counts, RowUses, counts_of
from sumtrace.training.executors import Count, Executor

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int32]

_AT_ONCE, _SHARE = 1 << 20, 8
"""Lexical counts are merged once this many have arrived, and at least one for every ``_SHARE`` already merged."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """The counts of a whole corpus, and the sum of its pairs' log-likelihoods."""

    log_likelihood: float
    counts: Counts


def e_step(
    blocks: Store[Block],
    counting: Counting,
    executor: Executor,
    progress: Callable[[int], None] = lambda pairs: None,
    *,
    count: Count = counts_of,
    most: int | None = None,
) -> Expectation:
    """Count everything expected under the model; the same bits for any executor.

    ``most`` limits the entries of the lexical table: where there are more, the smallest counts are dropped.
    """

    def told() -> Iterator[Counts]:
        for counts in executor.map(count, blocks, counting):
            progress(len(counts.log_likelihood))
            yield counts

    return added(told(), counting.model.types, most)


SUMS = (
    "weights",
    "by_steps",
    "token_level",
    "null_words",
    "phrase_words",
    "phrases",
    "stops",
    "lengths_taken",
    "lengths_offered",
    "jump",
)
"""The fields of Counts that are sums; the others are lists."""


def added(parts: Iterable[Counts], rows: int, most: int | None = None) -> Expectation:
    """Add up the counts of blocks in the order given, so that the sums never depend on who counted."""
    log_likelihood = 0.0
    table = LexicalSums(rows, most)
    total: Counts | None = None
    for part in parts:
        log_likelihood += float(part.log_likelihood.sum())
        table.add(part.row, part.column, part.amount)
        if total is None:
            total = part
            by_row = np.zeros((len(part.weights), rows))
        else:
            total = part._replace(**{name: getattr(total, name) + getattr(part, name) for name in SUMS})
        by_row[part.by_row.component, part.by_row.row] += part.by_row.amount
    if total is None:
        raise ValueError("there are no blocks to count")
    used = np.nonzero(by_row)
    uses = RowUses(used[0].astype(np.int32), used[1].astype(np.int32), by_row[used])
    row, column, amount = table.merged()
    return Expectation(log_likelihood, total._replace(row=row, column=column, amount=amount, by_row=uses))


class LexicalSums:
    """Lexical counts added up as they come; memory grows with the different ones alone.

    What is merged stands before what is new, so each sum is taken from left to right whenever the merging happens.
    """

    def __init__(self, rows: int, most: int | None) -> None:
        self._rows = rows
        self._most = most
        self._merged = Triples(np.zeros(0, np.int32), np.zeros(0, np.int32), np.zeros(0))
        self._parts: list[Triples] = []
        self._new = 0

    def add(self, row: Ints, column: Ints, amount: Floats) -> None:
        """Take the counts of a block."""
        self._parts.append(Triples(row, column, amount))
        self._new += len(row)
        if self._new > max(min(_AT_ONCE, self._most or _AT_ONCE), len(self._merged.row) // _SHARE):
            self.merged()

    def merged(self) -> Triples:
        """Return all different counts so far, by row and column."""
        if self._new:
            new = Triples(*(np.concatenate(values) for values in zip(*self._parts, strict=True)))
            self._parts, self._new = [], 0
            self._merged = added_to(self._merged, new, self._rows)
            if self._most is not None and len(self._merged.row) > self._most:
                self._merged = largest(self._merged, self._most)
        return self._merged


def largest(table: Triples, most: int) -> Triples:
    """Return the ``most`` largest counts, in their order; of equal ones the first."""
    chosen = np.sort(np.argsort(-table.amount, kind="stable")[:most])
    return Triples(table.row[chosen], table.column[chosen], table.amount[chosen])
