"""What the view's page needs to know of a check, as plain JSON; static/view/data.js reads it back.

Characters are counted as browsers count them. Verdicts are numbers into ``VERDICTS``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sumtrace.checking import VERDICTS, Check, Claim, Finding
from sumtrace.checking.formats.target import place_of, shown_evidence
from sumtrace.report.utf16 import utf16_offsets
from sumtrace.text import Span


def check_data(check: Check) -> dict[str, Any]:
    """Return the claims of a check with their evidence, and what it says of words."""
    document = check.pair.document
    at = utf16_offsets(document.string)

    def place(tokens: Span) -> list[int]:
        start, end = document.characters(tokens)
        return [at(start), at(end)]

    return {
        "support": round(check.support * 100),
        "claims": [_claim(check, claim, place) for claim in check.claims],
        "left_out": check.left_out,
        "words": check.unsupported_words(),
    }


def _claim(check: Check, claim: Claim, place: Callable[[Span], list[int]]) -> dict[str, Any]:
    return {
        "tokens": claim.tokens,
        "verdict": VERDICTS.index(claim.verdict),
        "unsupported": round(claim.unsupported * 100),
        "reason": claim.reason,
        "evidence": [[*place(one.tokens), place_of(check, one)] for one in shown_evidence(check, claim)],
        "findings": [
            [*finding.summary, *place(finding.document), finding.said, finding.source, _explained(finding)]
            for finding in claim.findings
        ],
    }


def _explained(finding: Finding) -> str | None:
    """Return the reason of a finding whose two sides do not speak for themselves."""
    return finding.reason if finding.kind in ("negation", "opposite", "certainty", "roles", "contradiction") else None
