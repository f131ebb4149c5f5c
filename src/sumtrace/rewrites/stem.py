"""Stem: a document phrase is inflected or derived, word by word."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from sumtrace.array_types import Floats
from sumtrace.encoding.types import Stems, SummaryVocabulary, Types
from sumtrace.rewrites.component import Fixed, Relations


@dataclass(frozen=True, slots=True)
class Stem(Fixed):
    """``p(s | d)`` is uniform over the summary vocabulary's phrases with the stems of d (d itself among them)."""

    name: ClassVar[str] = "stem"

    def relate(self, types: Types, vocabulary: SummaryVocabulary, stems: Stems) -> Relations:
        """Relate stem-identical types; it knows a phrase with at least one such in the vocabulary."""
        knows = types.in_document & (stems.count > 0)
        return Relations(stems.row, stems.column, np.zeros(len(stems.row), np.int64), knows, stems.count)

    def probability(self, relations: Relations) -> Floats:
        """One over the number of phrases with these stems."""
        return 1.0 / np.asarray(relations.normalisers, float)[relations.row]
