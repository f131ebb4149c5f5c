"""Fusion sets: a summary sentence made of several document sentences, and what it took from each."""

from __future__ import annotations

from collections.abc import Iterator

from sumtrace.export.kind import ID, SUM_SENTENCE, Column, Kind, Record, of_each
from sumtrace.export.traced import Traced, runs
from sumtrace.text import Span


def _records(traced: Traced) -> Iterator[Record]:
    document, summary = traced.pair.document, traced.pair.summary
    for number, sentence in enumerate(summary.sentences):
        found = sorted(traced.source_sentences(sentence))
        if len(found) < 2:
            continue
        used = traced.used_by(sentence)
        yield {
            "id": traced.id,
            "sum_sentence": number,
            "target": summary.phrase(sentence),
            "doc_sentences": found,
            "sources": [document.phrase(document.sentences[source]) for source in found],
            "spans": [_spans(traced, document.sentences[source], used) for source in found],
        }


def _spans(traced: Traced, sentence: Span, used: set[int]) -> list[list[int]]:
    """Return what is used of a document sentence, as characters of that sentence."""
    document = traced.pair.document
    start, _ = document.characters(sentence)
    found = (document.characters(run) for run in runs(used.intersection(range(*sentence))))
    return [[a - start, b - start] for a, b in found]


FUSIONS = Kind(
    "fusions",
    "a summary sentence that comes from two or more document sentences",
    (
        ID,
        SUM_SENTENCE,
        Column("target", "string", "the summary sentence"),
        Column("doc_sentences", "list<int>", "the document sentences behind it, counted from 0, in order"),
        Column("sources", "list<string>", "the same as text"),
        Column("spans", "list<list<list<int>>>", "for each source: the characters used, as [start, end)"),
    ),
    of_each(_records),
)
