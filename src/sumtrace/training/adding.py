"""Expected counts added up: those of blocks into those of a stretch of blocks, those of stretches into those of a corpus."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from sumtrace.rewrites.lexical import Triples, merged, summed
from sumtrace.training.counting import Counts, RowUses


class Expectation(NamedTuple):
    """The counts of some pairs, how many pairs they are, and the sum of their log-likelihoods."""

    pairs: int
    log_likelihood: float
    counts: Counts


def of_block(counts: Counts, rows: int) -> Expectation:
    """Return a block's counts with those of its lexical table, of ``rows`` rows, sorted and added up."""
    likelihoods, lexical = counts.log_likelihood, summed(counts.lexical, rows, rows)
    return Expectation(len(likelihoods), float(likelihoods.sum()), counts._replace(lexical=lexical))


SUMS = [name for name in Counts._fields if name not in ("log_likelihood", "lexical", "by_row")]
"""The fields of Counts that are sums; the others are lists."""


def added(parts: Iterable[Expectation], rows: int, most: int | None = None) -> Expectation:
    """Add up in the order given, so that the sums never depend on who counted.

    ``most`` limits the entries of the lexical table: where there are more, the smallest counts are dropped.
    """
    pairs, log_likelihood = 0, 0.0
    table = LexicalSums(most)
    total: Counts | None = None
    for part in parts:
        pairs += part.pairs
        log_likelihood += part.log_likelihood
        counts = part.counts
        table.add(counts.lexical)
        if total is None:
            total = counts
            by_row = np.zeros((len(counts.weights), rows))
        else:
            total = counts._replace(**{name: getattr(total, name) + getattr(counts, name) for name in SUMS})
        by_row[counts.by_row.component, counts.by_row.row] += counts.by_row.amount
    if total is None:
        raise ValueError("there are no blocks to count")
    used = np.nonzero(by_row)
    uses = RowUses(used[0].astype(np.int32), used[1].astype(np.int32), by_row[used])
    total = total._replace(log_likelihood=np.zeros(0), lexical=table.total(), by_row=uses)
    return Expectation(pairs, log_likelihood, total)


class LexicalSums:
    """Lexical counts added up as they come; memory grows with the different ones alone.

    Sums wait in lists of which each is at least twice as long as the next, so a count is merged only a few times. Which
    lists are merged depends on the counts alone, and never on who counted.
    """

    def __init__(self, most: int | None) -> None:
        self._most = most
        self._waiting: list[Triples] = []

    def add(self, counts: Triples) -> None:
        """Take some more counts, sorted, every place once."""
        self._waiting.append(counts)
        while len(self._waiting) > 1 and len(self._waiting[-2].row) < 2 * len(self._waiting[-1].row):
            self._merge_last()

    def total(self) -> Triples:
        """Return all sums, sorted."""
        while len(self._waiting) > 1:
            self._merge_last()
        return self._cut(self._waiting[0])

    def _merge_last(self) -> None:
        last = self._waiting.pop()
        self._waiting.append(self._cut(merged(self._waiting.pop(), last)))

    def _cut(self, table: Triples) -> Triples:
        return table if self._most is None or len(table.row) <= self._most else largest(table, self._most)


def largest(table: Triples, most: int) -> Triples:
    """Return the ``most`` largest counts, in their order; of equal ones the first."""
    chosen = np.sort(np.argsort(-table.amount, kind="stable")[:most])
    return Triples(table.row[chosen], table.column[chosen], table.amount[chosen])
