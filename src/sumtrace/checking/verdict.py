"""Four verdicts for a claim, and the thresholds that decide between them, all in one place.

*differs*: a fact of the claim is stated otherwise in the document. *not found*: the claim's words are probably
unsupported. *supported*: they probably are supported. *unclear*: everything between.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from sumtrace.checking.facts import Finding

Verdict = Literal["supported", "unclear", "differs", "not found"]
VERDICTS: tuple[Verdict, ...] = ("differs", "not found", "unclear", "supported")
"""In the order in which people want to see them."""

SUPPORTED_BELOW = 0.2
"""A claim with a lower probability of being unsupported is supported."""
NOT_FOUND_FROM = 0.6
"""A claim with this probability or more is not found."""
ENTAILED_FROM = 0.7
"""A judge's probability of entailment from which an unclear claim is supported."""


def verdict_of(
    unsupported: float, findings: Sequence[Finding], judged: tuple[float, float, float] | None = None
) -> Verdict:
    """Return the verdict on a claim; ``judged`` is (entailment, neutral, contradiction) where a judge was asked."""
    if findings:
        return "differs"
    if unsupported >= NOT_FOUND_FROM:
        return "not found"
    if unsupported < SUPPORTED_BELOW or (judged is not None and judged[0] >= ENTAILED_FROM):
        return "supported"
    return "unclear"
