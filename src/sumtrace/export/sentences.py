"""Sentence extraction labels: which document sentences an extract should take."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from sumtrace.export.kind import DOC_SENTENCE, ID, Column, Kind, Record, of_each
from sumtrace.export.traced import Traced


def _records(traced: Traced) -> Iterator[Record]:
    document, summary = traced.pair.document, traced.pair.summary
    main = {found[0] for sentence in summary.sentences if (found := traced.source_sentences(sentence))}
    content = traced.content((0, len(summary)))
    words: dict[int, float] = defaultdict(float)
    for j in content:
        behind = traced.sentences_behind(j)
        for number in behind:
            words[number] += 1 / len(behind)
    for number, span in enumerate(document.sentences):
        yield {
            "id": traced.id,
            "doc_sentence": number,
            "text": document.phrase(span),
            "label": int(number in main),
            "share": round(words[number] / len(content), 4) if content else 0.0,
        }


SENTENCES = Kind(
    "sentences",
    "a document sentence",
    (
        ID,
        DOC_SENTENCE,
        Column("text", "string", "the sentence"),
        Column(
            "label",
            "int",
            "1 if some summary sentence takes more of its content words from here than from anywhere else",
        ),
        Column(
            "share",
            "float",
            "share of the summary's content words that come from here; split if a word has several sources",
        ),
    ),
    of_each(_records),
)
