"""WordNet: a document word is replaced by a related one, the nearer the likelier."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np

from sumtrace.array_types import Longs
from sumtrace.rewrites.distance import Distance
from sumtrace.settings import Settings
from sumtrace.text.wordnet import load


@dataclass(frozen=True, slots=True, kw_only=True)
class WordNetDistance(Distance):
    """The distance is that of WordNet: steps up and down between senses, over a common ancestor.

    ``senses`` is how many first senses of a word count: 1 in the article, more for its "any sense" variant.
    """

    name: ClassVar[str] = "wordnet"
    senses: int = 5

    @classmethod
    def start(cls, settings: Settings) -> Self:
        """Return the component with the senses, the reach and the choice of stems that are set."""
        return cls(
            senses=settings.wordnet_senses,
            reach=settings.wordnet_reach,
            only_other_stems=settings.wordnet_other_stems,
        )

    def neighbours(self, rows: Sequence[str], columns: Sequence[str]) -> tuple[Longs, Longs, Longs]:
        """Look all words up and join them by their ancestors."""
        found = load().neighbours(rows, columns, self.senses, self.reach)
        return found.rows.astype(np.int64), found.columns.astype(np.int64), found.distances.astype(np.int64)
