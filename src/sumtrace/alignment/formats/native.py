"""Our own format: JSON Lines, one object per pair, that holds everything an alignment has.

Tokens are written as character offsets into the texts and read as offsets or as strings. Links are written with the
characters they cover (``doc_chars``, ``sum_chars``) and the id of their document where there are several, for whoever wants
to show them; these are not read back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from sumtrace.alignment.alignment import Alignment, Label, Link
from sumtrace.alignment.formats.format import EVERYTHING, Entry, Format, GivenPairs, Input, write_lines
from sumtrace.alignment.formats.helpers.json_lines import convert, encode_json, has_field, read_json_lines
from sumtrace.alignment.formats.helpers.texts import TextsRecord
from sumtrace.alignment.passages import Passage
from sumtrace.corpus.pair import Pair
from sumtrace.corpus.records import record_of
from sumtrace.errors import InputError
from sumtrace.text import Span


class LinkRecord(msgspec.Struct):
    """A link as it stands in the file; each side is [start, end] or a list of such."""

    doc: list[int | Span]
    sum: list[int | Span]
    label: Label = "S"
    prob: float | None = None
    by: str | None = None
    comment: str | None = None
    cosine: float | None = None


class PassageRecord(msgspec.Struct):
    """What a summary word draws on, as it stands in the file."""

    sent: int
    doc: Span
    at: int
    prob: float
    document: str | None = None
    also: list[PassageRecord] = []


class NativeRecord(TextsRecord, kw_only=True):
    """One line of the file."""

    links: list[LinkRecord]
    null_prob: list[float] | None = None
    posteriors: list[tuple[int, int, float]] | None = None
    sources: list[PassageRecord | None] | None = None
    null: list[int] | None = None
    covered: list[int] | None = None
    annotator: str | None = None
    model: str | None = None
    comment: str | None = None


def from_native(record: Mapping[str, Any]) -> Alignment:
    """Return the alignment that one object of the format describes, checked."""
    return _alignment(convert(dict(record), NativeRecord))


def to_native(alignment: Alignment) -> dict[str, Any]:
    """Return the alignment as one object of the format; what it does not have is left out."""
    pair = alignment.pair
    record: dict[str, Any] = {} if pair is None else record_of(pair)
    record["id"] = alignment.id
    record["links"] = [_link_to(link, pair) for link in alignment.links]
    if alignment.passages is not None:
        record["sources"] = [None if passage is None else _passage_to(passage) for passage in alignment.passages]
    for name in ("null_prob", "posteriors", "null", "covered", "annotator", "model", "comment"):
        value = getattr(alignment, name)
        if value is not None:
            record[name] = value
    return record


def _alignment(record: NativeRecord) -> Alignment:
    name = str(record.id)
    try:
        return Alignment(
            name,
            tuple([_link(link, number) for number, link in enumerate(record.links)]),
            record.texts(),
            None if record.null_prob is None else tuple(record.null_prob),
            None if record.posteriors is None else tuple(record.posteriors),
            None if record.null is None else tuple(record.null),
            None if record.covered is None else tuple(record.covered),
            record.annotator,
            record.model,
            record.comment,
            None if record.sources is None else tuple(None if own is None else _passage(own) for own in record.sources),
        ).checked()
    except InputError as error:
        raise error.at(pair=name) from error


def _link(link: LinkRecord, number: int) -> Link:
    sides = _spans(link.doc, number, "doc"), _spans(link.sum, number, "sum")
    return Link(*sides, link.label, link.prob, link.by, link.comment, link.cosine)


def _passage(record: PassageRecord) -> Passage:
    also = tuple(map(_passage, record.also))
    return Passage(record.sent, record.doc, record.at, record.prob, record.document, also)


def _spans(side: list[int | Span], number: int, name: str) -> tuple[Span, ...]:
    if len(side) == 2 and isinstance(side[0], int) and isinstance(side[1], int):
        return ((side[0], side[1]),)
    spans = tuple([span for span in side if not isinstance(span, int)])
    if len(spans) != len(side):
        raise InputError(f"links[{number}].{name} is neither [start, end] nor a list of such spans")
    return spans


def _link_to(link: Link, pair: Pair | None) -> dict[str, Any]:
    record: dict[str, Any] = {"doc": _side_to(link.doc), "sum": _side_to(link.sum)}
    if pair is not None:
        record["doc_chars"] = _side_to([pair.document.characters(span) for span in link.doc])
        record["sum_chars"] = _side_to([pair.summary.characters(span) for span in link.sum])
        if names := document_ids(link, pair):
            record["document"] = names[0] if len(names) == 1 else names
    record["label"] = link.label
    if link.prob is not None:
        record["prob"] = link.prob
    if link.by is not None:
        record["by"] = link.by
    if link.cosine is not None:
        record["cosine"] = link.cosine
    if link.comment is not None:
        record["comment"] = link.comment
    return record


def document_ids(link: Link, pair: Pair) -> list[str]:
    """Return the ids of the documents that a link leads to; none where there is only one document."""
    parts = (pair.part_of(token) for token in link.doc_positions)
    return list(dict.fromkeys(part.id for part in parts if part is not None))


def _passage_to(passage: Passage) -> dict[str, Any]:
    record: dict[str, Any] = {"sent": passage.sent, "doc": passage.doc, "at": passage.at, "prob": passage.prob}
    if passage.document is not None:
        record["document"] = passage.document
    if passage.also:
        record["also"] = [_passage_to(own) for own in passage.also]
    return record


def _side_to(spans: Sequence[Span]) -> Span | Sequence[Span]:
    return spans[0] if len(spans) == 1 else spans


def _read(source: Input, pairs: GivenPairs | None) -> Iterator[Entry]:
    return read_json_lines(source, NativeRecord, _alignment)


def _sniff(head: list[bytes]) -> bool:
    return has_field(head, b"links")


NATIVE = Format(
    name="native",
    title="JSON Lines, one object per pair",
    suffixes=(".jsonl", ".ndjson"),
    holds=EVERYTHING,
    sniff=_sniff,
    read=_read,
    write=write_lines(lambda alignment: encode_json(to_native(alignment)) + b"\n"),
)
