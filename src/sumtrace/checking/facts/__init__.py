"""Facts of two texts in a form in which they can be compared, and where they differ."""

from __future__ import annotations

from collections.abc import Sequence

from sumtrace.checking.facts.context import Context
from sumtrace.checking.facts.fact import Finding, Kind
from sumtrace.checking.facts.figures import Figures, compare_figures, read_figures
from sumtrace.checking.facts.naming import compare_names
from sumtrace.checking.facts.turning import compare_turns
from sumtrace.text import Span

__all__ = ["Context", "Figures", "Finding", "Kind", "find_differences", "read_figures"]


def find_differences(context: Context, claims: Sequence[Span], document: Figures) -> list[Finding]:
    """Return what the document states otherwise than the claims, strongest first, one finding for each summary word."""
    found = [
        *compare_figures(context, claims, document, read_figures(context.summary)),
        *compare_names(context, claims),
        *compare_turns(context, claims),
    ]
    kept: list[Finding] = []
    taken: set[int] = set()
    for finding in sorted(found, key=lambda finding: -finding.strength):
        tokens = set(range(*finding.summary))
        if not tokens & taken:
            kept.append(finding)
            taken |= tokens
    return kept
