"""A document and its summary."""

from __future__ import annotations

from dataclasses import dataclass

from sumtrace.text import Span, Text
from sumtrace.text.spans import joined
from sumtrace.text.trees import Tree


@dataclass(frozen=True, slots=True)
class DocumentPart:
    """One of several documents behind a summary: its name and its token span in the joined document."""

    id: str
    tokens: Span


@dataclass(frozen=True, slots=True)
class Pair:
    """A document, its summary, and a name that is unique in its corpus.

    If a summary has several documents, ``document`` is all of them in a row and ``documents`` gives each one's
    tokens; a sentence never crosses from one to the next. ``extract`` lists the document sentences that an extract of it
    keeps, ``trees`` the constituency trees of its sentences, if known. ``own_extracts`` gives for each summary
    sentence the only document sentences that it may be aligned with.
    """

    id: str
    document: Text
    summary: Text
    documents: tuple[DocumentPart, ...] = ()
    extract: tuple[int, ...] | None = None
    trees: tuple[Tree, ...] | None = None
    own_extracts: tuple[tuple[int, ...], ...] | None = None

    def __repr__(self) -> str:
        return f"Pair({self.id!r}, {self.document!r}, {self.summary!r})"

    def reach(self) -> list[list[Span]] | None:
        """Return for each summary token the document spans it may come from, or None if unrestricted."""
        if self.own_extracts is None:
            return None
        reach: list[list[Span]] = []
        for (start, end), own in zip(self.summary.sentences, self.own_extracts, strict=True):
            spans = list(joined(self.document.sentences[number] for number in own))
            reach += [spans] * (end - start)
        return reach

    def part_of(self, token: int) -> DocumentPart | None:
        """Return the document that a token of the joined document belongs to, or None if there is only one."""
        return next((part for part in self.documents if part.tokens[0] <= token < part.tokens[1]), None)
