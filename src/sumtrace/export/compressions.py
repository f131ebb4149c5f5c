"""Compression pairs: a document sentence and which of its words a summary sentence kept.

A summary sentence is taken for a compression where it has one source sentence, and at least LEAST of its content words come
from that; ``coverage`` says how many do, so that whoever wants nothing else in it can ask for 1.
"""

from __future__ import annotations

from collections.abc import Iterator

from sumtrace.export.kind import DOC_SENTENCE, ID, SUM_SENTENCE, Column, Kind, Record, of_each
from sumtrace.export.traced import Traced, spoken

LEAST = 0.5


def _records(traced: Traced) -> Iterator[Record]:
    document, summary = traced.pair.document, traced.pair.summary
    for number, sentence in enumerate(summary.sentences):
        content = traced.content(sentence)
        found = traced.source_sentences(sentence)
        if len(found) != 1:
            continue
        coverage = sum(found[0] in traced.sentences_behind(j) for j in content) / len(content)
        if coverage < LEAST:
            continue
        start, end = document.sentences[found[0]]
        used = traced.used_by(sentence)
        kept = [int(i in used) for i in range(start, end)]
        left = [document.words[i] for i in range(start, end) if i in used]
        yield {
            "id": traced.id,
            "sum_sentence": number,
            "doc_sentence": found[0],
            "source": document.phrase((start, end)),
            "target": summary.phrase(sentence),
            "tokens": list(document.words[start:end]),
            "kept": kept,
            "coverage": round(coverage, 4),
            "deletion": spoken(left) == spoken(summary.words[slice(*sentence)]),
        }


COMPRESSIONS = Kind(
    "compressions",
    "a summary sentence and the one document sentence that it comes from",
    (
        ID,
        SUM_SENTENCE,
        DOC_SENTENCE,
        Column("source", "string", "the document sentence"),
        Column("target", "string", "the summary sentence"),
        Column("tokens", "list<string>", "the words of the source"),
        Column("kept", "list<int>", "for each word of the source: 1 if the target has it, verbatim or rewritten"),
        Column(
            "coverage", "float", f"share of the target's content words that come from the source, {LEAST:g} at least"
        ),
        Column("deletion", "bool", "whether the kept words are exactly the target, ignoring case and punctuation"),
    ),
    of_each(_records),
)
