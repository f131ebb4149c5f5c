"""A check for people in a terminal: the answer first, then the claims, sentence by sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sumtrace.checking.checker import Check, Claim
from sumtrace.checking.formats.target import Target, answer, claim_text, document_of, evidence_text
from sumtrace.checking.verdict import Verdict

MARKS: dict[Verdict, str] = {"differs": "✗", "not found": "∅", "unclear": "?", "supported": "✓"}


def render(checks: Iterable[Check], target: Target) -> Iterator[str]:
    """Yield the report, piece by piece."""
    for check in checks:
        name = "" if target.is_text else f"{check.id}: "
        yield f"{name}{answer(check)} Support: {check.support:.0%}.\n\n"
        before = None
        for claim in check.claims:
            sentence = check.pair.summary.sentence_of(claim.tokens[0]) + 1
            yield _claim(check, claim, "" if sentence == before else f"{sentence}.", in_full=target.in_full)
            before = sentence
        yield "\n"


def _claim(check: Check, claim: Claim, number: str, *, in_full: bool) -> str:
    lines = [f"{number:>3} {MARKS[claim.verdict]} {claim_text(check, claim)}"]
    if claim.verdict != "supported":
        lines.append(f"      {claim.verdict}: {claim.reason}")
    if claim.evidence and (in_full or claim.verdict != "supported"):
        lines.append(f"      {source_line(check, claim)}")
    return "\n".join(lines) + "\n"


def source_line(check: Check, claim: Claim) -> str:
    """Return the sentence that a claim comes from, or is closest to, after the name of its document."""
    best = claim.evidence[0]
    document = document_of(check, best.tokens[0]) or "source"
    closest = "closest in the " if claim.verdict == "not found" and document == "source" else ""
    return f"{closest}{document}: {evidence_text(check, best.tokens)}"
