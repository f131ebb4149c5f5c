"""Checks as a table for spreadsheets: one row for each claim."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

from sumtrace.checking.checker import Check
from sumtrace.checking.formats.target import Target, claim_text, document_of, evidence_text

COLUMNS = ("id", "verdict", "claim", "reason", "evidence", "document", "unsupported", "start", "end")


def render(checks: Iterable[Check], target: Target) -> Iterator[str]:
    """Yield the heading, then the rows of each check."""
    yield _row(COLUMNS)
    for check in checks:
        for name, verdict, claim, why, evidence, document, unsupported, start, end in rows(check):
            yield _row((name, verdict, claim, why, evidence, document, f"{unsupported:.3f}", str(start), str(end)))


def rows(check: Check) -> Iterator[tuple[str, str, str, str, str, str, float, int, int]]:
    """Yield one row for each claim; starts and ends are characters of the summary."""
    for claim in check.claims:
        start, end = check.pair.summary.characters(claim.tokens)
        best = claim.evidence[0].tokens if claim.evidence else None
        yield (
            check.id,
            claim.verdict,
            claim_text(check, claim),
            claim.reason,
            "" if best is None else evidence_text(check, best),
            "" if best is None else document_of(check, best[0]) or "",
            claim.unsupported,
            start,
            end,
        )


def _row(cells: Iterable[str]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer).writerow([_inert(cell) for cell in cells])
    return buffer.getvalue()


def _inert(cell: str) -> str:
    """Keep a spreadsheet from taking a text for a formula."""
    return f"'{cell}" if cell[:1] in ("=", "+", "-", "@", "\t") else cell
