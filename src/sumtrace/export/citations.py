"""Citation-annotated summaries: after each sentence, the numbers of the document sentences behind it."""

from __future__ import annotations

from collections.abc import Iterator

from sumtrace.export.kind import ID, Column, Kind, Record, of_each
from sumtrace.export.traced import Traced


def _records(traced: Traced) -> Iterator[Record]:
    document, summary = traced.pair.document, traced.pair.summary
    numbers: dict[int, int] = {}
    pieces: list[str] = []
    position = 0
    for sentence in summary.sentences:
        _, end = summary.characters(sentence)
        found = sorted(traced.source_sentences(sentence))
        marks = "".join(f"[{numbers.setdefault(source, len(numbers) + 1)}]" for source in found)
        pieces.append(summary.string[position:end] + (f" {marks}" if marks else ""))
        position = end
    yield {
        "id": traced.id,
        "summary": summary.string,
        "cited": "".join(pieces) + summary.string[position:],
        "doc_sentences": list(numbers),
        "quotes": [document.phrase(document.sentences[source]) for source in numbers],
        "documents": [_document(traced, document.sentences[source][0]) for source in numbers],
    }


def _document(traced: Traced, token: int) -> str:
    part = traced.pair.part_of(token)
    return traced.id if part is None else part.id


CITATIONS = Kind(
    "citations",
    "a summary with a citation after each sentence that has a source",
    (
        ID,
        Column("summary", "string", "the summary"),
        Column("cited", "string", "the summary with [1], [2], ... after its sentences"),
        Column("doc_sentences", "list<int>", "the document sentence behind [1], behind [2], ..., counted from 0"),
        Column("quotes", "list<string>", "the same as text"),
        Column("documents", "list<string>", "the document of each; the pair's id if there is only one"),
    ),
    of_each(_records),
)
