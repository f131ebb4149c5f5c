"""Four verdicts for a claim, and the thresholds that decide between them, all in one place.

*differs*: the document states a fact in the claim differently. *not found*: the claim's words are probably
unsupported, and no sentence is like the claim as a whole. *supported*: they probably are supported. *unclear*: everything in
between.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

from sumtrace.array_types import Floats
from sumtrace.checking.facts import Finding

Verdict = Literal["supported", "unclear", "differs", "not found"]
VERDICTS: tuple[Verdict, ...] = ("differs", "not found", "unclear", "supported")
"""In the order in which people want to see them."""

REASONS: dict[Verdict, str] = {
    "differs": "the source contradicts it",
    "not found": "no sentence in the source seems to say this",
    "unclear": "the source says something similar, but not clearly this",
    "supported": "the source says so",
}
"""Why a claim without findings has its verdict."""

SUPPORTED_BELOW = 0.2
"""A claim with a lower probability of being unsupported is supported."""
NOT_FOUND_FROM = 0.6
"""A claim with this probability or more is not found, unless a sentence is like it."""
ALIKE_FROM = 0.4
"""How well a sentence must fit a claim to be like it; chosen on development gold (benchmarks/check.py) and our examples."""
ENTAILED_FROM = 0.7
"""A judge's probability of entailment from which an unclear claim is supported."""
DOUBTED_FROM = 0.3
"""How much likelier contradiction than entailment makes a supported claim unclear, by a judge."""
WRONG_STEEPNESS, WRONG_MIDDLE = 2.3, 0.09
"""The logistic map from what is doubtful in a summary to the probability that something in it is wrong."""


def verdict_of(
    unsupported: float, findings: Sequence[Finding], judged: tuple[float, float, float] | None = None, fit: float = 0.0
) -> Verdict:
    """Return the verdict on a claim; ``judged`` is (entailment, neutral, contradiction) where a judge was asked.

    ``fit`` says how well the document's best sentence fits the claim.
    """
    if findings:
        return "differs"
    if unsupported >= NOT_FOUND_FROM:
        return "not found" if fit < ALIKE_FROM else "unclear"
    if judged is not None and judged[2] - judged[0] >= DOUBTED_FROM:
        return "unclear"
    if unsupported < SUPPORTED_BELOW or (judged is not None and judged[0] >= ENTAILED_FROM):
        return "supported"
    return "unclear"


def wrong_from(doubtful: Floats, leaning: float = 0.0, follows: float = 0.0) -> float:
    """Return the probability that a summary states something wrong, from how doubtful each of its content words is.

    Doubtful is what a judge doubts or a finding contradicts; support does not come in. The judge's opinion of the claims as a
    whole counts a little: ``leaning`` towards contradiction, and whether the evidence ``follows`` from them in turn. The map
    was fitted to summaries of the development set of SummEdits, wrong and harmless edits weighing the same: .5 is the
    threshold between them.
    """
    if not len(doubtful):
        return 0.0
    value = float(doubtful.max() + 2 * doubtful.mean() + 0.1 * leaning - 0.2 * follows)
    return 1.0 / (1.0 + math.exp(-WRONG_STEEPNESS * (value - WRONG_MIDDLE)))
