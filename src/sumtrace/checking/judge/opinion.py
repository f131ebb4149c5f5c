"""What a judge is asked and what it returns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol


class Opinion(NamedTuple):
    """What a judge says about one pair: three probabilities and, if it can tell, one for each word of the claim.

    ``words`` are the probabilities that the evidence contradicts the claim's words, split at blanks.
    """

    entailed: float
    neutral: float
    contradicted: float
    words: tuple[float, ...] | None = None


class Judge(Protocol):
    """Says whether evidence entails a claim."""

    def judge(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Opinion]:
        """Return an opinion on each pair of evidence and claim."""
        ...
