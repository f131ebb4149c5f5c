"""Content-selection masks: which words of a document its summary took up."""

from __future__ import annotations

from collections.abc import Iterator

from sumtrace.export.kind import ID, Column, Kind, Record, of_each
from sumtrace.export.traced import Traced


def _records(traced: Traced) -> Iterator[Record]:
    document = traced.pair.document
    used = traced.used_by((0, len(traced.pair.summary)))
    yield {"id": traced.id, "tokens": list(document.words), "mask": [int(i in used) for i in range(len(document))]}


MASKS = Kind(
    "masks",
    "a document with a mask over its words",
    (
        ID,
        Column("tokens", "list<string>", "the document's words"),
        Column("mask", "list<int>", "for each word: 1 if some summary word comes from it"),
    ),
    of_each(_records),
)
