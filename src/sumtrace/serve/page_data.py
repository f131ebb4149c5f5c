"""What the page needs to show a checked summary: the view's data, and the claims with offsets as a browser counts them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sumtrace.alignment import Alignment
from sumtrace.checking import VERDICTS, Check, Claim
from sumtrace.checking.formats.target import answer, claim_text, document_of, evidence_text
from sumtrace.report.check_data import check_data
from sumtrace.report.pair_data import pair_data
from sumtrace.report.utf16 import utf16_offsets
from sumtrace.text import Span, Text, ignore_list


def page_data(alignment: Alignment, check: Check) -> dict[str, Any]:
    """Return an alignment and the check of the same summary as plain data."""
    pair = check.pair
    shown = replace(alignment, links=check.links)
    return {
        "row": [pair.id, pair.summary.string],
        "document": pair.document.string,
        "data": pair_data(pair, [(0, shown)]) | {"check": check_data(check)},
        "names": {"verdicts": VERDICTS, "ignored": sorted(ignore_list())},
        "answer": answer(check),
        "support": round(check.support, 4),
        "counts": check.counts(),
        "claims": [_claim(check, claim) for claim in check.claims],
    }


def _claim(check: Check, claim: Claim) -> dict[str, Any]:
    summary, document = check.pair.summary, check.pair.document
    return {
        "verdict": claim.verdict,
        "text": claim_text(check, claim),
        "reason": claim.reason,
        "summary": _span(summary, claim.tokens),
        "evidence": [
            {
                "text": evidence_text(check, evidence.tokens),
                "name": document_of(check, evidence.tokens[0]),
                "document": _span(document, evidence.tokens),
            }
            for evidence in claim.evidence
        ],
        "findings": [
            {
                "said": finding.said,
                "source": finding.source,
                "reason": finding.reason,
                "summary": _span(summary, finding.summary),
                "document": _span(document, finding.document),
            }
            for finding in claim.findings
        ],
    }


def _span(text: Text, tokens: Span) -> list[int]:
    at = utf16_offsets(text.string)
    start, end = text.characters(tokens)
    return [at(start), at(end)]
