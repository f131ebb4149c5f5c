"""The flat link table, in csv and in Parquet: one row per link, for spreadsheets and data frames.

The rows of a pair stand together. ``label`` is S or P; N marks a summary span judged to have no source; a row with an empty
label has the comment on the whole, and stands for a pair without any other row, so that it is not lost. A discontinuous phrase has all its spans in
``doc_spans`` or ``sum_spans`` (``3:5;8:9``), its first and last token in the columns for start and end. Columns after
``model`` are for the reader's eye and are not read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from sumtrace.alignment.alignment import Alignment, Link
from sumtrace.alignment.formats.format import Entry, Feature
from sumtrace.alignment.formats.helpers.dashed import probability
from sumtrace.errors import InputError
from sumtrace.text import Span, Text

COLUMNS: Mapping[str, type] = {
    "id": str,
    "label": str,
    "doc_start": int,
    "doc_end": int,
    "sum_start": int,
    "sum_end": int,
    "doc_spans": str,
    "sum_spans": str,
    "prob": float,
    "by": str,
    "comment": str,
    "annotator": str,
    "model": str,
    "doc_char_start": int,
    "doc_char_end": int,
    "sum_char_start": int,
    "sum_char_end": int,
    "doc_text": str,
    "sum_text": str,
}
"""The columns and what they hold."""

NEEDED = ("id", "label", "doc_start", "doc_end", "sum_start", "sum_end")
HOLDS: frozenset[Feature] = frozenset({"ids", "phrases", "gaps", "possible", "prob", "by", "comments", "null", "about"})
"""What a table can hold."""

MOST_AT_ONCE = 10_000
"""Summary words that one row may mark as having no source."""

Row = Mapping[str, Any]
"""Values by column; None or an empty string where there is none."""


def rows_of(alignment: Alignment) -> list[Row]:
    """Return the rows of one alignment, at least one."""
    rows = [{"label": link.label, **_sides(link, alignment)} for link in alignment.links]
    rows += [{"label": "N", **_side("sum", ((j, j + 1),), alignment)} for j in alignment.null or ()]
    if not rows or alignment.comment is not None:
        rows.insert(0, {"comment": alignment.comment})
    about = {"id": alignment.id, "annotator": alignment.annotator, "model": alignment.model}
    return [about | row for row in rows]


def alignments_of(rows: Iterable[tuple[int, Row]]) -> Iterator[Entry]:
    """Yield the alignments of numbered rows; rows of one pair, annotator and model that follow each other make one."""

    def key(row: tuple[int, Row]) -> tuple[str, str | None, str | None]:
        return str(row[1].get("id") or ""), row[1].get("annotator") or None, row[1].get("model") or None

    for (name, annotator, model), group in groupby(rows, key):
        links: list[Link] = []
        null: list[int] = []
        comment = first = line = None
        try:
            for line, row in group:
                first = first or line
                if row["label"]:
                    _add(row, links, null)
                else:
                    comment = row.get("comment") or comment
            if not name:
                raise InputError("this row has no id", hint="Fill in the column 'id'.")
            judged = tuple(sorted(set(null))) or None
            found = Alignment(name, tuple(links), null=judged, annotator=annotator, model=model, comment=comment)
            yield first, found.checked()
        except InputError as error:
            yield line, error.at(pair=name or None)


def check_columns(names: Sequence[str], needed: Sequence[str] = NEEDED) -> None:
    """Refuse a table without the columns that make a link."""
    missing = [name for name in needed if name not in names]
    if missing:
        raise InputError(
            f"the table has no column {', '.join(map(repr, missing))}", hint=f"Required: {', '.join(needed)}."
        )


def _add(row: Row, links: list[Link], null: list[int]) -> None:
    label = row["label"]
    if label in ("S", "P"):
        prob = row.get("prob")
        links.append(
            Link(
                _spans(row, "doc"),
                _spans(row, "sum"),
                label,
                None if prob in (None, "") else probability(str(prob)),
                row.get("by") or None,
                row.get("comment") or None,
            )
        )
    elif label == "N":
        for a, b in _spans(row, "sum"):
            if b - a > MOST_AT_ONCE:
                raise InputError(f"{b - a} summary words without a source in one row; at most {MOST_AT_ONCE:,}")
            null += range(a, b)
    else:
        raise InputError(f"label {label!r} is not S (sure), P (possible) or N (no source)")


def _spans(row: Row, side: str) -> tuple[Span, ...]:
    several = row.get(f"{side}_spans")
    texts = (
        [edge.strip() for span in several.split(";") for edge in span.split(":")]
        if several
        else [str(row[f"{side}_start"]), str(row[f"{side}_end"])]
    )
    try:
        edges = [int(text) for text in texts]
        return tuple(zip(edges[::2], edges[1::2], strict=True))
    except ValueError:
        raise InputError(
            f"{side} {':'.join(texts)!r} is not a token span", hint="Use integers counted from 0."
        ) from None


def _sides(link: Link, alignment: Alignment) -> dict[str, Any]:
    about = {"prob": link.prob, "by": link.by, "comment": link.comment}
    return _side("doc", link.doc, alignment) | _side("sum", link.sum, alignment) | about


def _side(side: str, spans: tuple[Span, ...], alignment: Alignment) -> dict[str, Any]:
    row: dict[str, Any] = {f"{side}_start": spans[0][0], f"{side}_end": spans[-1][1]}
    if len(spans) > 1:
        row[f"{side}_spans"] = ";".join(f"{a}:{b}" for a, b in spans)
    if alignment.pair is not None:
        text: Text = alignment.pair.document if side == "doc" else alignment.pair.summary
        row[f"{side}_char_start"], row[f"{side}_char_end"] = text.characters((spans[0][0], spans[-1][1]))
        row[f"{side}_text"] = " ... ".join(text.phrase(span) for span in spans)
    return row
