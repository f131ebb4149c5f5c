"""A document and its summary."""

from __future__ import annotations

from dataclasses import dataclass

from sumtrace.text import Span, Text
from sumtrace.text.trees import Tree


@dataclass(frozen=True, slots=True)
class DocumentPart:
    """One of several documents behind a summary: its name and its token span in the joined document."""

    id: str
    tokens: Span


@dataclass(frozen=True, slots=True)
class Pair:
    """A document, its summary, and a name that is unique in its corpus.

    Where a summary has several documents, ``document`` is all of them in a row and ``documents`` says which tokens are
    whose; a sentence never crosses from one to the next. ``extract`` lists the document sentences that an extract of it
    keeps, ``trees`` the constituency trees of its sentences, where they are known.
    """

    id: str
    document: Text
    summary: Text
    documents: tuple[DocumentPart, ...] = ()
    extract: tuple[int, ...] | None = None
    trees: tuple[Tree, ...] | None = None

    def part_of(self, token: int) -> DocumentPart | None:
        """Return the document that holds a token of the joined document, None where there is only one."""
        return next((part for part in self.documents if part.tokens[0] <= token < part.tokens[1]), None)
