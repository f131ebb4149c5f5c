"""Checks as JSON lines, one for each pair: verdicts, spans in characters, a probability for each token, and links."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from sumtrace.checking.checker import Check, Claim
from sumtrace.checking.formats.target import Target, document_of, evidence_text, reason


def render(checks: Iterable[Check], target: Target) -> Iterator[str]:
    """Yield one line for each check."""
    for check in checks:
        yield msgspec.json.encode(record(check)).decode() + "\n"


def record(check: Check) -> dict[str, Any]:
    """Return a check as plain data; all spans are half-open character spans of the summary or the document."""
    summary, document = check.pair.summary, check.pair.document
    return {
        "id": check.id,
        "support": round(check.support, 4),
        "wrong": round(check.wrong, 4),
        "verdicts": check.counts(),
        "summary": summary.string,
        "sum_tokens": [list(span) for span in summary.offsets],
        "unsupported": [round(p, 4) for p in check.unsupported],
        "doubtful": [round(p, 4) for p in check.doubtful],
        "claims": [_claim(check, claim) for claim in check.claims],
        "left_out": [list(summary.characters(span)) for span in check.left_out],
        "links": [
            {
                "document": [list(document.characters(span)) for span in link.doc],
                "summary": [list(summary.characters(span)) for span in link.sum],
                "label": link.label,
                "prob": None if link.prob is None else round(link.prob, 4),
            }
            for link in check.links
        ],
    }


def _claim(check: Check, claim: Claim) -> dict[str, Any]:
    summary, document = check.pair.summary, check.pair.document
    start, end = summary.characters(claim.tokens)
    return {
        "start": start,
        "end": end,
        "text": summary.phrase(claim.tokens),
        "verdict": claim.verdict,
        "unsupported": round(claim.unsupported, 4),
        "reason": reason(check, claim),
        "evidence": [
            {
                "sentence": evidence.sentence,
                "document": document_of(check, evidence.tokens[0]),
                "span": list(document.characters(evidence.tokens)),
                "text": evidence_text(check, evidence.tokens),
                "fit": round(evidence.fit, 4),
            }
            for evidence in claim.evidence
        ],
        "findings": [
            {
                "kind": finding.kind,
                "said": finding.said,
                "source": finding.source,
                "summary": list(summary.characters(finding.summary)),
                "document": list(document.characters(finding.document)),
                "strength": round(finding.strength, 4),
                "reason": finding.reason,
            }
            for finding in claim.findings
        ],
        "judged": claim.judged,
    }
