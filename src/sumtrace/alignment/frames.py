"""Links as a table for data analysis."""

from __future__ import annotations

from typing import Any

from sumtrace.alignment.alignment import Alignment, Link
from sumtrace.alignment.formats.native import document_ids
from sumtrace.corpus.pair import Pair
from sumtrace.errors import MissingExtraError

COLUMNS = (
    "id", "summary", "document", "label", "prob", "by", "cosine",
    "sum_start", "sum_end", "doc_start", "doc_end", "source",
)  # fmt: skip
"""Starts and ends are characters; ``source`` names the document where there are several."""


def data_frame(rows: list[tuple[Any, ...]], columns: tuple[str, ...]) -> Any:
    """Return rows as a pandas DataFrame."""
    try:
        import pandas
    except ImportError as error:
        raise MissingExtraError("a DataFrame", "pandas") from error
    return pandas.DataFrame(rows, columns=list(columns))


def link_frame(alignment: Alignment) -> Any:
    """Return the links of an alignment, one row each."""
    pair = alignment.texts
    return data_frame([_row(alignment.id, link, pair) for link in alignment.links], COLUMNS)


def _row(name: str, link: Link, pair: Pair) -> tuple[Any, ...]:
    summary = [pair.summary.characters(span) for span in link.sum]
    document = [pair.document.characters(span) for span in link.doc]
    return (
        name,
        " … ".join(pair.summary.string[a:b] for a, b in summary),
        " … ".join(pair.document.string[a:b] for a, b in document),
        link.label,
        link.prob,
        link.by,
        link.cosine,
        summary[0][0],
        summary[-1][1],
        document[0][0],
        document[-1][1],
        ", ".join(document_ids(link, pair)) or None,
    )
