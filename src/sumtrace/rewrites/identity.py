"""Identity: a document phrase is copied."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from sumtrace.array_types import Floats
from sumtrace.encoding.types import Stems, SummaryVocabulary, Types
from sumtrace.rewrites.component import Fixed, Relations


@dataclass(frozen=True, slots=True)
class Identity(Fixed):
    """``p(s | d) = 1`` where s is d, case ignored."""

    name: ClassVar[str] = "identity"
    copies: ClassVar[bool] = True

    def relate(self, types: Types, vocabulary: SummaryVocabulary, stems: Stems) -> Relations:
        """Relate every type to itself where it occurs on both sides; it knows every document phrase."""
        same = np.flatnonzero(types.in_document & types.in_summary)
        return Relations(same, same, np.zeros(len(same), np.int64), types.in_document.copy())

    def probability(self, relations: Relations) -> Floats:
        """Certain."""
        return np.ones(len(relations.row))
