"""What a report needs to know beside the checks: which file was checked, and which verdicts count as failures."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from sumtrace.checking.checker import Check, Claim, Evidence
from sumtrace.checking.verdict import Verdict
from sumtrace.text import Span


@dataclass(frozen=True, slots=True)
class Target:
    """Where the summaries came from, and what fails.

    ``file`` names the summary's file, or the file of pairs; ``is_text`` says that it holds the summary itself, so that
    lines and columns can be given. ``documents`` names the documents' files where they are known. ``in_full`` has people
    shown the evidence of supported claims too.
    """

    file: str = "summary"
    is_text: bool = False
    documents: tuple[str, ...] = ()
    fail_on: frozenset[Verdict] = frozenset(("differs", "not found"))
    min_support: float | None = None
    in_full: bool = False

    def fails(self, claim: Claim) -> bool:
        """Whether a claim's verdict counts as a failure."""
        return claim.verdict in self.fail_on

    def too_little(self, check: Check) -> bool:
        """Whether a summary as a whole has too little support."""
        return self.min_support is not None and check.support < self.min_support


def shortfall(check: Check, target: Target) -> str:
    """Say how much support a summary has, and how much was required."""
    return f"support {check.support:.2f}, required {target.min_support:.2f}; {summed_up(check)}"


def line_and_column(string: str, position: int) -> tuple[int, int]:
    """Return the line and column of a character, both from 1."""
    before = string.count("\n", 0, position)
    return before + 1, position - (string.rfind("\n", 0, position) + 1) + 1


def claim_text(check: Check, claim: Claim) -> str:
    """Return a claim's text on one line."""
    return one_line(claim.text)


def evidence_text(check: Check, tokens: Span) -> str:
    """Return the text of a document sentence on one line."""
    return one_line(check.pair.document.phrase(tokens))


def document_of(check: Check, token: int) -> str | None:
    """Return the name of the document that holds a token, None where there is only one."""
    parts = check.pair.documents
    if not parts:
        return None
    return parts[bisect_right([part.tokens[0] for part in parts], token) - 1].id


def shown_evidence(check: Check, claim: Claim) -> tuple[Evidence, ...]:
    """Return the document sentences to show beside a claim, the first one first.

    Where a fact differs they are those that state it otherwise; an unclear claim has all its candidates, any other the
    sentence that fits it best.
    """
    document = check.pair.document
    known = {evidence.sentence: evidence for evidence in claim.evidence}
    stated = dict.fromkeys(document.sentence_of(finding.document[0]) for finding in claim.findings)
    if stated:
        return tuple(known.get(z) or Evidence(z, document.sentences[z], 0.0) for z in stated)
    return claim.evidence if claim.verdict == "unclear" else claim.evidence[:1]


def place_of(check: Check, evidence: Evidence) -> str:
    """Return where a document sentence stands: ``minutes.txt, sentence 14``."""
    part = check.pair.part_of(evidence.tokens[0])
    first = 0 if part is None else check.pair.document.sentence_of(part.tokens[0])
    place = f"sentence {evidence.sentence - first + 1}"
    return place if part is None else f"{part.id}, {place}"


def one_line(string: str) -> str:
    """Return a string with all white space as single blanks."""
    return " ".join(string.split())


def answer(check: Check) -> str:
    """Return the answer in one sentence: "Of 5 claims, 2 differ from the document and 1 is unclear."."""
    number = len(check.claims)
    if not number:
        return "The summary makes no claims that can be checked."
    counts = check.counts()
    if counts["supported"] == number:
        return "The one claim is supported." if number == 1 else f"All {number} claims are supported."
    parts = [f"{count} {_SAID[verdict][count > 1]}" for verdict, count in counts.items() if count and verdict in _SAID]
    if number == 1:
        return f"The one claim {parts[0].removeprefix('1 ')}."
    listed = " and ".join(part for part in (", ".join(parts[:-1]), parts[-1]) if part)
    return f"Of {number} claims, {listed}."


_SAID: dict[Verdict, tuple[str, str]] = {
    "differs": ("differs from the document", "differ from the document"),
    "not found": ("was not found in the document", "were not found in the document"),
    "unclear": ("is unclear", "are unclear"),
}


def summed_up(check: Check) -> str:
    """Return the answer in one line: "5 claims: 1 differs, 4 supported"."""
    said = {"differs": ("differs", "differ")}
    counts = [
        f"{count} {said.get(verdict, (verdict, verdict))[count > 1]}"
        for verdict, count in check.counts().items()
        if count
    ]
    number = len(check.claims)
    return f"{number} {'claim' if number == 1 else 'claims'}: {', '.join(counts)}" if number else "no claims"


def failures(check: Check, target: Target) -> Sequence[Claim]:
    """Return the claims that fail."""
    return [claim for claim in check.claims if target.fails(claim)]
