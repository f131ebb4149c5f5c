"""Pairs as they came, with their support: a cleaned corpus, once the poorly supported ones are dropped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sumtrace.alignment.alignment import Alignment
from sumtrace.export.kind import ID, Column, Kind, Record


def support(alignment: Alignment) -> float:
    """Return which share of the judged content words of the summary has a link, to four digits; 1 where there are none.

    Rounded, so that the number a limit is compared with is the number that is written.
    """
    return round(1.0 - alignment.unlinked_share(), 4)


def _records(alignments: Iterable[Alignment]) -> Iterator[Record]:
    for alignment in alignments:
        yield {
            "id": alignment.id,
            "document": alignment.texts.document.string,
            "summary": alignment.texts.summary.string,
            "support": support(alignment),
        }


PAIRS = Kind(
    "pairs",
    "a document and its summary",
    (
        ID,
        Column("document", "string", "the document, or several documents in a row"),
        Column("summary", "string", "the summary"),
        Column("support", "float", "share of the summary's content words that have a link"),
    ),
    _records,
)
