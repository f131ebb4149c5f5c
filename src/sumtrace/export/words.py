"""Tags of summary words: copied from the document, rewritten, or invented."""

from __future__ import annotations

from collections.abc import Iterator

from sumtrace.export.kind import ID, Column, Kind, Record, of_each
from sumtrace.export.traced import Traced
from sumtrace.text import fold


def tag_of(traced: Traced, word: int) -> str:
    """Return how a summary word came to be there."""
    if word not in traced.judged:
        return "unjudged"
    sources = traced.sources.get(word)
    if not sources:
        return "invent"
    own = fold(traced.pair.summary.words[word])
    return "copy" if any(fold(traced.pair.document.words[i]) == own for i in sources) else "rewrite"


def _records(traced: Traced) -> Iterator[Record]:
    words = traced.pair.summary.words
    yield {
        "id": traced.id,
        "tokens": list(words),
        "tags": [tag_of(traced, j) for j in range(len(words))],
        "sources": [list(traced.sources.get(j, ())) for j in range(len(words))],
    }


WORDS = Kind(
    "words",
    "a summary with a tag for each of its words",
    (
        ID,
        Column("tokens", "list<string>", "the summary's words"),
        Column(
            "tags",
            "list<string>",
            "for each word: copy (a source is the same word, ignoring case), rewrite (it has other sources), invent (no source "
            "was found), unjudged (not covered by the gold)",
        ),
        Column("sources", "list<list<int>>", "for each word: the document words it comes from, counted from 0"),
    ),
    of_each(_records),
)
