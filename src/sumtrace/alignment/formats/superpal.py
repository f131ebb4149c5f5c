"""SuperPAL's csv: one row per link, as character spans of one document and of the summary.

``topic`` names the pair, ``documentFile`` the document among its several; offsets count from the start of that document
and of the summary, half-open, a discontinuous span as ``151, 165;262, 303``. The file has no full texts, so that reading
needs the pairs. A pair without links has one row with empty offsets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePath

from sumtrace.alignment.alignment import Alignment, Link
from sumtrace.alignment.formats.format import Entry, Format, GivenPairs, Input
from sumtrace.alignment.formats.helpers.characters import check_surface, token_spans
from sumtrace.alignment.formats.helpers.csv_rows import csv_line, csv_rows
from sumtrace.alignment.formats.helpers.dashed import probability
from sumtrace.alignment.formats.helpers.table import Row
from sumtrace.corpus.pair import DocumentPart, Pair
from sumtrace.errors import InputError
from sumtrace.files import writing
from sumtrace.text import Span, Text

COLUMNS = (
    "database",
    "topic",
    "summaryFile",
    "scuSentCharIdx",
    "scuSentence",
    "documentFile",
    "docSentCharIdx",
    "docSentText",
    "docSpanOffsets",
    "summarySpanOffsets",
    "docSpanText",
    "summarySpanText",
    "pred_prob",
)
_NEEDED = ("topic", "documentFile", "docSpanOffsets", "summarySpanOffsets")
_SPAN = re.compile(r"\s*(\d{1,9})\s*,\s*(\d{1,9})\s*", re.ASCII)
_GAP = "..."


def _read(source: Input, pairs: GivenPairs | None) -> Iterator[Entry]:
    if pairs is None:
        raise InputError(
            "this format has character offsets into texts that it does not contain",
            file=source.source,
            hint="Supply the `pairs` it belongs to.",
        )
    topics: dict[str, list[tuple[int, Row]]] = {}
    for line, row in csv_rows(source, _NEEDED):
        topics.setdefault(row["topic"], []).append((line, row))
    for topic, rows in topics.items():
        yield rows[0][0], _alignment(topic, rows, pairs)


def _alignment(topic: str, rows: list[tuple[int, Row]], pairs: GivenPairs) -> Alignment | InputError:
    """Return the alignment of a topic's rows, or what is wrong with one of them."""
    links = []
    line = rows[0][0]
    try:
        pair = _pair_of(topic, rows[0][1], pairs)
        for number, row in rows:
            line = number
            if row["docSpanOffsets"] or row["summarySpanOffsets"]:
                links.append(_link(row, pair))
        return Alignment(pair.id, tuple(links), pair).checked()
    except InputError as error:
        return error.at(line=line, pair=topic)


def _pair_of(topic: str, row: Row, pairs: GivenPairs) -> Pair:
    """Return the pair whose id is the topic, or else the name of the summary's file."""
    file = row.get("summaryFile") or topic
    for name in (topic, file, PurePath(file).stem):
        try:
            return pairs.of(name)
        except InputError as error:
            missing = error
    raise InputError(f"{missing.problem}, nor of {file!r}", pair=topic, hint=missing.hint)


def _link(row: Row, pair: Pair) -> Link:
    document, first = _document(row["documentFile"], pair)
    base = first and pair.document.offsets[first][0]
    doc = [(a + base, b + base) for a, b in _characters(row["docSpanOffsets"], "docSpanOffsets")]
    summary = _characters(row["summarySpanOffsets"], "summarySpanOffsets")
    if row.get("docSpanText"):
        check_surface(pair.document, doc, row["docSpanText"], _GAP, "docSpanOffsets")
    if row.get("summarySpanText"):
        check_surface(pair.summary, summary, row["summarySpanText"], _GAP, "summarySpanOffsets")
    spans = token_spans(pair.document, doc, "docSpanOffsets")
    if document is not None and spans[-1][1] > document.tokens[1]:
        raise InputError(f"docSpanOffsets: the span extends beyond document {document.id!r}")
    prob = row.get("pred_prob")
    return Link(
        spans, token_spans(pair.summary, summary, "summarySpanOffsets"), prob=probability(prob) if prob else None
    )


def _document(name: str, pair: Pair) -> tuple[DocumentPart | None, int]:
    """Return the document of that name and its first token."""
    if not pair.documents:
        return None, 0
    for part in pair.documents:
        if part.id in (name, PurePath(name).stem):
            return part, part.tokens[0]
    raise InputError(
        f"no document {name!r} in this pair", hint=f"It has {', '.join(part.id for part in pair.documents)}."
    )


def _characters(text: str, what: str) -> list[Span]:
    spans = []
    for piece in text.split(";"):
        match = _SPAN.fullmatch(piece)
        if match is None:
            raise InputError(f"{what}: {text!r} is not a list of spans", hint="Spans are written as 151, 165;262, 303.")
        spans.append((int(match[1]), int(match[2])))
    return spans


def _write(alignments: Iterable[Alignment], target: str | Path) -> None:
    with writing(target) as file:
        file.write(csv_line(COLUMNS))
        for alignment in alignments:
            pair = alignment.texts
            rows = [row for link in alignment.links for row in _rows(link, pair)]
            about = {"database": "sumtrace", "topic": alignment.id, "summaryFile": alignment.id}
            for row in rows or [{}]:
                file.write(csv_line((about | row).get(name) for name in COLUMNS))


def _rows(link: Link, pair: Pair) -> Iterator[dict[str, object]]:
    """Yield the row of a link; one for each document that it has spans in."""
    for part in pair.documents or (DocumentPart(pair.id, (0, len(pair.document))),):
        start, end = part.tokens
        spans = [(max(a, start), min(b, end)) for a, b in link.doc if a < end and start < b]
        if not spans:
            continue
        base = pair.document.offsets[start][0] if pair.documents and start else 0
        doc = [pair.document.characters(span) for span in spans]
        summary = [pair.summary.characters(span) for span in link.sum]
        yield {
            "documentFile": part.id,
            "docSpanOffsets": ";".join(f"{a - base}, {b - base}" for a, b in doc),
            "summarySpanOffsets": ";".join(f"{a}, {b}" for a, b in summary),
            "docSpanText": _GAP.join(pair.document.phrase(span) for span in spans),
            "summarySpanText": _GAP.join(pair.summary.phrase(span) for span in link.sum),
            "pred_prob": None if link.prob is None else repr(link.prob),
            **_sentence(pair.document, spans[0][0], base, "docSentCharIdx", "docSentText"),
            **_sentence(pair.summary, link.sum[0][0], 0, "scuSentCharIdx", "scuSentence"),
        }


def _sentence(text: Text, token: int, base: int, index: str, sentence: str) -> dict[str, object]:
    """Return the columns of the sentence that holds a token."""
    span = next((a, b) for a, b in text.sentences if a <= token < b)
    return {index: text.characters(span)[0] - base, sentence: text.phrase(span)}


def _sniff(head: list[bytes]) -> bool:
    return bool(head) and b"docSpanOffsets" in head[0] and b"summarySpanOffsets" in head[0]


SUPERPAL = Format(
    name="superpal",
    title="SuperPAL's CSV of character spans",
    suffixes=(".superpal.csv", ".superpal"),
    holds=frozenset({"ids", "documents", "phrases", "gaps", "prob"}),
    sniff=_sniff,
    read=_read,
    write=_write,
)
