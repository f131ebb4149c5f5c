"""The road from alignments to a file of training data: weak links and poor pairs go, the rest becomes records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from sumtrace.alignment.alignment import Alignment
from sumtrace.errors import InputError
from sumtrace.export.kind import Kind, Record
from sumtrace.export.pairs import support
from sumtrace.export.tables import TableName, write_records
from sumtrace.export.traced import surer

BANDS = 10
"""Number of equal-width bands in which support is counted; the last includes 1."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What to leave out: links below a probability, and pairs whose summary has too little support."""

    min_prob: float = 0.0
    min_support: float = 0.0


@dataclass(slots=True)
class Tally:
    """What an export read, left out and wrote."""

    pairs: int = 0
    kept_pairs: int = 0
    links: int = 0
    kept_links: int = 0
    records: int = 0
    best_support: float = 0.0
    support: Counter[int] = field(default_factory=Counter)
    """How many pairs fall in each band of support."""
    made_by: set[str] = field(default_factory=set)
    """The models and annotators that the alignments name."""


def export(
    alignments: Iterable[Alignment], kind: Kind, target: str | Path, *, table: TableName, limits: Limits
) -> Tally:
    """Write training data from alignments, completely or not at all, and return what was kept and left out."""
    tally = Tally()
    write_records(_counted(kind.records(_kept(alignments, limits, tally)), tally), kind, target, table)
    return tally


def _kept(alignments: Iterable[Alignment], limits: Limits, tally: Tally) -> Iterator[Alignment]:
    for whole in alignments:
        alignment = surer(whole, limits.min_prob)
        own = support(alignment)
        tally.pairs += 1
        tally.links += len(whole.links)
        tally.kept_links += len(alignment.links)
        tally.best_support = max(tally.best_support, own)
        tally.support[min(int(own * BANDS), BANDS - 1)] += 1
        tally.made_by.update(name for name in (whole.model, whole.annotator) if name)
        if own >= limits.min_support:
            tally.kept_pairs += 1
            yield alignment
    if not tally.pairs:
        raise InputError("there are no pairs")
    if not tally.kept_pairs:
        raise InputError(
            f"no summary has a support of {limits.min_support:g}; the best has {tally.best_support:g}",
            hint="Lower `min_support` or `min_prob`.",
        )


def _counted(records: Iterable[Record], tally: Tally) -> Iterator[Record]:
    for record in records:
        tally.records += 1
        yield record
