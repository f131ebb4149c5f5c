"""The texts of a JSON record, where it has them."""

from __future__ import annotations

from typing import TypeGuard

import msgspec

from sumtrace.corpus.pair import Pair
from sumtrace.corpus.records import pair_from
from sumtrace.errors import InputError
from sumtrace.text import Span, Text


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
