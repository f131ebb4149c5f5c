"""Checks as Markdown, for a comment on a pull request or a report."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from sumtrace.checking.checker import Check
from sumtrace.checking.formats.target import Target, claim_text, evidence_text, summed_up
from sumtrace.checking.formats.text import MARKS
from sumtrace.checking.verdict import VERDICTS

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~])")


def render(checks: Iterable[Check], target: Target) -> Iterator[str]:
    """Yield a heading and a table for each check, the worst claims first."""
    for check in checks:
        yield f"## {_plain(check.id)}\n\n**{summed_up(check)}** (support {check.support:.0%})\n\n"
        if not check.claims:
            continue
        yield "| verdict | claim | why | source |\n|---|---|---|---|\n"
        for verdict in VERDICTS:
            for claim in check.claims:
                if claim.verdict == verdict:
                    best = evidence_text(check, claim.evidence[0].tokens) if claim.evidence else ""
                    cells = (claim_text(check, claim), claim.reason, best)
                    yield f"| {MARKS[verdict]} {verdict} | {' | '.join(map(_plain, cells))} |\n"
        yield "\n"


def _plain(string: str) -> str:
    return _SPECIAL.sub(r"\\\1", string)
