"""Sentence-aware jumps: first choose among the same, next, previous, later and earlier sentences, then a word there.

From ``e`` the present sentence is that of word ``e - 1``; before the first word (``e = 0``) there is none, and the first
sentence is "next". The stop ``j = m`` is a sentence of one word after the last.

    jump(j | e) = class(c | those that exist from here) / (sentences in c) * place(j in its sentence)

Within the same sentence the place follows a table over distances, elsewhere one over positions from the sentence's start;
both are renormalised to the sentence. Near distances and first positions have a weight each; further ones share one by
octaves, since what only the longest sentences offer is too rare to be learnt one by one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Self

import numpy as np

from sumtrace.array_types import Floats, Longs
from sumtrace.jumps.bands import log_prior_of, raised
from sumtrace.jumps.model import Bar
from sumtrace.jumps.sentence_operator import (
    BY_DISTANCE,
    BY_POSITION,
    CLASSES,
    DISTANCES,
    LONGEST_SENTENCE,
    OFFERED,
    SentenceParameters,
)

DISTANCE_BANDS = np.array([0, 33, *range(49, 80), 80, 96])
"""Where bands of distances begin: -64..-32, -31..-16, then each from -15 to 15, then 16..31, 32..64."""
POSITION_BANDS = np.array([*range(8), 8, 16, 32])
"""Where bands of positions begin: each from 0 to 7, then 8..15, 16..31, 32..63."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """The sentence-aware jump model; the prior is ``pseudo_count`` uses of each class and band."""

    name: ClassVar[str] = "sentence"
    is_proper: ClassVar[bool] = True
    classes: Floats
    distance: Floats
    position: Floats
    pseudo_count: float = 1.0

    @classmethod
    def start(cls, pseudo_count: float = 1.0) -> Self:
        """Begin with all classes, distances and positions alike."""
        return cls(
            np.full((2, CLASSES), 1 / CLASSES), np.full(DISTANCES, 1.0), np.full(LONGEST_SENTENCE, 1.0), pseudo_count
        )

    @property
    def size(self) -> int:
        """Taken and offered counts of the three tables."""
        return 2 * OFFERED

    def parameters(self, longest: int) -> SentenceParameters:
        """Return the arrays for the kernels."""
        return SentenceParameters(self.classes, self.distance, self.position)

    def reestimated(self, statistics: Floats) -> Self:
        """``weight = (taken + prior) / (offered + prior's offer)`` for each table, as for relative jumps."""
        taken, offered = _tables(statistics[:OFFERED]), _tables(statistics[OFFERED:])
        pooled = np.add.reduceat
        classes = raised(self.classes, taken[0], offered[0], np.ones(CLASSES), self.pseudo_count)
        distance, position = (
            np.repeat(raised(old[begin], pooled(up, begin), pooled(down, begin), width, self.pseudo_count), width)
            for old, up, down, begin, width in (
                (self.distance, taken[1], offered[1], DISTANCE_BANDS, _widths(DISTANCE_BANDS, DISTANCES)),
                (self.position, taken[2], offered[2], POSITION_BANDS, _widths(POSITION_BANDS, LONGEST_SENTENCE)),
            )
        )
        return replace(self, classes=classes, distance=distance, position=position)

    def log_prior(self) -> float:
        """``sum of pseudo_count * log(share)`` over the classes and bands of the three tables."""
        return (
            log_prior_of(self.classes, np.ones(CLASSES), self.pseudo_count)
            + log_prior_of(self.distance[DISTANCE_BANDS], _widths(DISTANCE_BANDS, DISTANCES), self.pseudo_count)
            + log_prior_of(self.position[POSITION_BANDS], _widths(POSITION_BANDS, LONGEST_SENTENCE), self.pseudo_count)
        )

    def to_arrays(self) -> dict[str, Floats]:
        """Return the three tables and the prior."""
        return {
            "classes": self.classes,
            "distance": self.distance,
            "position": self.position,
            "pseudo_count": np.array([self.pseudo_count]),
        }

    @classmethod
    def from_arrays(cls, arrays: dict[str, Floats]) -> Self:
        """Return the model that ``to_arrays`` described."""
        if any((array < 0).any() for array in arrays.values()):
            raise ValueError("the weights of sentence jumps are negative")
        return cls(arrays["classes"], arrays["distance"], arrays["position"], float(arrays["pseudo_count"][0]))

    def histogram(self) -> list[Bar]:
        """Return the distances within a sentence."""
        share = self.distance / self.distance.sum()
        return [Bar(d - LONGEST_SENTENCE + 1, d - LONGEST_SENTENCE + 1, float(share[d])) for d in range(DISTANCES)]


def _tables(flat: Floats) -> tuple[Floats, Floats, Floats]:
    return flat[:BY_DISTANCE].reshape(2, CLASSES), flat[BY_DISTANCE:BY_POSITION], flat[BY_POSITION:]


def _widths(begin: Longs, end: int) -> Longs:
    return np.diff(begin, append=end)
