"""Checks as JSON lines, one for each pair: an alignment in our own format, with the claims and what was found of them.

So a file of checks is read wherever alignments are; ``checking/reading.py`` reads the claims back too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from sumtrace.alignment.formats.native import to_native
from sumtrace.checking.checker import Check, Claim
from sumtrace.checking.formats.target import Target, document_of, evidence_text


def render(checks: Iterable[Check], target: Target) -> Iterator[str]:
    """Yield one line for each check."""
    for check in checks:
        yield msgspec.json.encode(record(check)).decode() + "\n"


def record(check: Check) -> dict[str, Any]:
    """Return a check as plain data; spans of claims are half-open character spans of the summary or the document."""
    summary = check.pair.summary
    return {
        **to_native(check.alignment()),
        "support": round(check.support, 4),
        "wrong": round(check.wrong, 4),
        "verdicts": check.counts(),
        "unsupported": [round(p, 4) for p in check.unsupported],
        "doubtful": [round(p, 4) for p in check.doubtful],
        "claims": [_claim(check, claim) for claim in check.claims],
        "left_out": [summary.characters(span) for span in check.left_out],
    }


def _claim(check: Check, claim: Claim) -> dict[str, Any]:
    summary, document = check.pair.summary, check.pair.document
    start, end = summary.characters(claim.tokens)
    return {
        "start": start,
        "end": end,
        "text": claim.text,
        "verdict": claim.verdict,
        "unsupported": round(claim.unsupported, 4),
        "reason": claim.reason,
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
        "judged": None if claim.judged is None else [round(p, 4) for p in claim.judged],
    }
