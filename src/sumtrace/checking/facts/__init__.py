"""Facts of two texts in a form in which they can be compared, and where they differ."""

from __future__ import annotations

from collections.abc import Sequence

from sumtrace.checking.facts.context import Context
from sumtrace.checking.facts.fact import Finding, Kind
from sumtrace.checking.facts.figures import Figures, compare_figures, read_figures
from sumtrace.checking.facts.naming import compare_names
from sumtrace.checking.facts.turning import compare_turns
from sumtrace.text import Span

_COPIED = 1 / 7
"""Novelty of a word inside a copied run of six."""

__all__ = ["Context", "Figures", "Finding", "Kind", "find_differences", "read_figures"]


def find_differences(context: Context, claims: Sequence[Span], document: Figures) -> list[Finding]:
    """Return what the document states otherwise than the claims, strongest first, one finding for each summary word.

    What stands inside a run of words copied from the document is stated there just so.
    """
    found = [
        *compare_figures(context, claims, document, read_figures(context.summary)),
        *compare_names(context, claims),
        *compare_turns(context, claims),
    ]
    kept: list[Finding] = []
    taken: set[int] = set()
    for finding in sorted(found, key=lambda finding: -finding.strength):
        tokens = set(range(*finding.summary))
        if not tokens & taken and context.novelty[slice(*finding.summary)].max() > _COPIED:
            kept.append(finding)
            taken |= tokens
    return kept
