"""The flat link table as csv."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from sumtrace.alignment.alignment import Alignment
from sumtrace.alignment.formats.format import Entry, Format, GivenPairs, Input
from sumtrace.alignment.formats.helpers.csv_rows import csv_line, csv_rows
from sumtrace.alignment.formats.helpers.table import COLUMNS, HOLDS, NEEDED, alignments_of, rows_of
from sumtrace.files import writing


def _read(source: Input, pairs: GivenPairs | None) -> Iterator[Entry]:
    return alignments_of(csv_rows(source, NEEDED))


def _write(alignments: Iterable[Alignment], target: str | Path) -> None:
    with writing(target) as file:
        file.write(csv_line(COLUMNS))
        for alignment in alignments:
            for row in rows_of(alignment):
                file.write(csv_line(row.get(name) for name in COLUMNS))


def _sniff(head: list[bytes]) -> bool:
    return bool(head) and all(name.encode() in head[0] for name in NEEDED) and b"," in head[0] and b"{" not in head[0]


CSV = Format(
    name="csv",
    title="flat link table, one row per link",
    suffixes=(".csv",),
    holds=HOLDS,
    sniff=_sniff,
    read=_read,
    write=_write,
)
