"""Compression pairs: a document sentence and which of its words a summary sentence kept.

A summary sentence is taken for a compression where every one of its content words comes from one and the same document
sentence.
"""

from __future__ import annotations

from collections.abc import Iterator

from sumtrace.export.kind import DOC_SENTENCE, ID, SUM_SENTENCE, Column, Kind, Record, of_each
from sumtrace.export.traced import Traced, spoken


def _records(traced: Traced) -> Iterator[Record]:
    document, summary = traced.pair.document, traced.pair.summary
    for number, sentence in enumerate(summary.sentences):
        content = traced.content(sentence)
        found = traced.source_sentences(sentence)
        if not found or not all(found[0] in traced.sentences_behind(j) for j in content):
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
            "deletion": spoken(left) == spoken(summary.words[slice(*sentence)]),
        }


COMPRESSIONS = Kind(
    "compressions",
    "a summary sentence and the one document sentence that all its content words come from",
    (
        ID,
        SUM_SENTENCE,
        DOC_SENTENCE,
        Column("source", "string", "the document sentence"),
        Column("target", "string", "the summary sentence"),
        Column("tokens", "list<string>", "the words of the source"),
        Column("kept", "list<int>", "for each word of the source: 1 where the target has it, as it is or rewritten"),
        Column("deletion", "bool", "whether the kept words are the target word for word; case and punctuation aside"),
    ),
    of_each(_records),
)
