"""Phrase extraction labels: which phrases of a document went into its summary, as B, I and O."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from sumtrace.export.kind import DOC_SENTENCE, ID, Column, Kind, Record, of_each
from sumtrace.export.traced import Traced


def _records(traced: Traced) -> Iterator[Record]:
    uses: dict[int, set[int]] = defaultdict(set)
    for j, sources in traced.sources.items():
        for i in sources:
            uses[i].add(j)
    document = traced.pair.document
    for number, (start, end) in enumerate(document.sentences):
        tags = []
        for i in range(start, end):
            # a phrase goes on where the summary goes on with it, or says in one word what the document says in two
            goes_on = i > start and any(j in uses[i] or j + 1 in uses[i] for j in uses[i - 1])
            tags.append("O" if not uses[i] else "I" if goes_on else "B")
        yield {"id": traced.id, "doc_sentence": number, "tokens": list(document.words[start:end]), "tags": tags}


PHRASES = Kind(
    "phrases",
    "a document sentence with the phrases the summary took from it",
    (
        ID,
        DOC_SENTENCE,
        Column("tokens", "list<string>", "the sentence's words"),
        Column(
            "tags",
            "list<string>",
            "for each word: B starts a phrase that the summary took, I continues it, O is outside",
        ),
    ),
    of_each(_records),
)
