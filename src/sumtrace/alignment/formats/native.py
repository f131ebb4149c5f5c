"""Our own format: JSON lines, one object a pair, that holds everything an alignment has.

Tokens are written as character offsets into the texts and read as offsets or as strings. Links are written with the
characters they cover (``doc_chars``, ``sum_chars``) for whoever wants to highlight them; these are not read back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeGuard

import msgspec

from sumtrace.alignment.alignment import Alignment, Label, Link
from sumtrace.alignment.formats.format import EVERYTHING, Entry, Format, Input, Pairs, write_lines
from sumtrace.alignment.formats.json_lines import convert, encode_json, has_field, read_json_lines
from sumtrace.corpus.pair import Pair
from sumtrace.corpus.records import pair_from
from sumtrace.errors import InputError
from sumtrace.text import Span, Text


class LinkRecord(msgspec.Struct):
    """A link as it stands in the file; each side is [start, end] or a list of such."""

    doc: list[int | Span]
    sum: list[int | Span]
    label: Label = "S"
    prob: float | None = None
    by: str | None = None
    comment: str | None = None


class DocumentRecord(msgspec.Struct):
    """One of several documents as it stands in the file."""

    id: str | int
    tokens: Span


class TextsRecord(msgspec.Struct):
    """The fields that say which texts a record is about."""

    id: str | int
    document: str | list[str] | None = None
    summary: str | list[str] | None = None
    doc_tokens: list[str | Span] | None = None
    sum_tokens: list[str | Span] | None = None
    doc_sents: list[Span] | None = None
    sum_sents: list[Span] | None = None
    documents: list[DocumentRecord] | None = None
    extract: list[int] | None = None
    own_extracts: list[list[int]] | None = None

    def texts(self) -> Pair | None:
        """Return the texts, None where the record has none."""
        document = self.doc_tokens if self.document is None else self.document
        summary = self.sum_tokens if self.summary is None else self.summary
        if document is None and summary is None:
            return None
        if document is None or summary is None:
            missing, given = ("document", "summary") if document is None else ("summary", "document")
            raise InputError(f"there is a {given} but no {missing}", hint=f"Give the {missing} too, or neither.")
        exact = self._as_we_write_it()
        if exact is not None:
            return exact
        return pair_from(
            {
                "id": self.id,
                "document": document,
                "summary": summary,
                "doc_tokens": None if self.document is None else self.doc_tokens,
                "sum_tokens": None if self.summary is None else self.sum_tokens,
                "doc_sents": self.doc_sents,
                "sum_sents": self.sum_sents,
                "documents": None if self.documents is None else [msgspec.structs.asdict(d) for d in self.documents],
                "extract": self.extract,
                "own_extracts": self.own_extracts,
            },
            document_field="document",
            summary_field="summary",
        )

    def _as_we_write_it(self) -> Pair | None:
        """Return the texts where they stand as strings with character offsets: several times as fast."""
        if (
            self.documents
            or self.extract is not None
            or self.own_extracts is not None
            or not (_are_offsets(self.doc_tokens) and _are_offsets(self.sum_tokens))
        ):
            return None
        if not (isinstance(self.document, str) and isinstance(self.summary, str)):
            return None
        document = Text.from_offsets(self.document, self.doc_tokens, self.doc_sents)
        return Pair(str(self.id), document, Text.from_offsets(self.summary, self.sum_tokens, self.sum_sents))


def _are_offsets(tokens: list[str | Span] | None) -> TypeGuard[list[Span]]:
    return bool(tokens) and set(map(type, tokens or ())) == {tuple}


class NativeRecord(TextsRecord, kw_only=True):
    """One line of the file."""

    links: list[LinkRecord]
    null_prob: list[float] | None = None
    posteriors: list[tuple[int, int, float]] | None = None
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
    record: dict[str, Any] = {"id": alignment.id}
    pair = alignment.pair
    if pair is not None:
        record |= {
            "document": pair.document.string,
            "summary": pair.summary.string,
            "doc_tokens": pair.document.offsets,
            "sum_tokens": pair.summary.offsets,
            "doc_sents": pair.document.sentences,
            "sum_sents": pair.summary.sentences,
        }
        if pair.documents:
            record["documents"] = [{"id": part.id, "tokens": part.tokens} for part in pair.documents]
        if pair.extract is not None:
            record["extract"] = pair.extract
        if pair.own_extracts is not None:
            record["own_extracts"] = pair.own_extracts
    record["links"] = [_link_to(link, pair) for link in alignment.links]
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
        ).checked()
    except InputError as error:
        raise error.at(pair=name) from error


def _link(link: LinkRecord, number: int) -> Link:
    return Link(
        _spans(link.doc, number, "doc"), _spans(link.sum, number, "sum"), link.label, link.prob, link.by, link.comment
    )


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
    record["label"] = link.label
    if link.prob is not None:
        record["prob"] = link.prob
    if link.by is not None:
        record["by"] = link.by
    if link.comment is not None:
        record["comment"] = link.comment
    return record


def _side_to(spans: Sequence[Span]) -> Span | Sequence[Span]:
    return spans[0] if len(spans) == 1 else spans


def _read(source: Input, pairs: Pairs | None) -> Iterator[Entry]:
    return read_json_lines(source, NativeRecord, _alignment)


def _sniff(head: list[bytes]) -> bool:
    return has_field(head, b"links")


NATIVE = Format(
    name="native",
    title="JSON lines, one object a pair",
    suffixes=(".jsonl", ".ndjson"),
    holds=EVERYTHING,
    sniff=_sniff,
    read=_read,
    write=write_lines(lambda alignment: encode_json(to_native(alignment)) + b"\n"),
)
