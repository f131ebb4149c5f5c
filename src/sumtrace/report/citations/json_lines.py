"""Citations as JSON lines: one object per summary."""

from __future__ import annotations

import msgspec

from sumtrace.report.citations.citing import Cited
from sumtrace.report.citations.style import Style


def _render(cited: Cited, number: int | None) -> str:
    summary = cited.pair.summary
    record = {
        "id": cited.id,
        "summary": summary.string,
        "phrases": [
            {
                "text": summary.phrase(own.span),
                "sum": own.span,
                "sum_chars": summary.characters(own.span),
                "citation": own.number,
                "prob": None if own.number is None else round(own.prob, 4),
            }
            for own in cited.phrases
        ],
        "citations": [
            {
                "number": own.number,
                **({} if own.document is None else {"document": own.document}),
                "sentence": own.sentence,
                "text": own.text,
                "sent": own.sent,
                "doc": own.tokens,
                "doc_chars": own.chars,
            }
            for own in cited.citations
        ],
    }
    return msgspec.json.encode(record).decode() + "\n"


JSON_LINES = Style((".jsonl", ".ndjson"), _render)
