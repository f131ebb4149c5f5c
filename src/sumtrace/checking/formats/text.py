"""A check for people in a terminal: the answer first, then the claims, the worst first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sumtrace.checking.checker import Check, Claim
from sumtrace.checking.formats.target import Target, claim_text, document_of, evidence_text, reason, summed_up
from sumtrace.checking.verdict import VERDICTS, Verdict

MARKS: dict[Verdict, str] = {"differs": "✗", "not found": "∅", "unclear": "?", "supported": "✓"}


def render(checks: Iterable[Check], target: Target) -> Iterator[str]:
    """Yield the report, piece by piece."""
    for check in checks:
        name = "" if target.is_text else f"{check.id}: "
        yield f"{name}{summed_up(check)} (support {check.support:.0%})\n"
        for verdict in VERDICTS:
            claims = [claim for claim in check.claims if claim.verdict == verdict]
            if claims:
                yield f"\n{verdict.capitalize()}\n"
                yield from (_claim(check, claim) for claim in claims)
        yield "\n"


def _claim(check: Check, claim: Claim) -> str:
    lines = [f"  {MARKS[claim.verdict]} {claim_text(check, claim)}"]
    if claim.verdict != "supported":
        lines.append(f"    {reason(check, claim)}")
    if claim.evidence:
        best = claim.evidence[0]
        document = document_of(check, best.tokens[0])
        where = "source" if document is None else document
        closest = "closest in the " if claim.verdict == "not found" else ""
        lines.append(f"    {closest}{where}: {evidence_text(check, best.tokens)}")
    return "\n".join(lines) + "\n"
