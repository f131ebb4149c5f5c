"""Runs of words that a summary has copied from its document."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sumtrace.array_types import Floats
from sumtrace.text import fold


def copied_runs(document: Sequence[str], summary: Sequence[str]) -> Floats:
    """Return for each summary word the length of the longest run of words around it that occurs in the document."""
    places: dict[str, list[int]] = {}
    for position, word in enumerate(document):
        places.setdefault(fold(word), []).append(position)
    longest = np.zeros(len(summary))
    ending: dict[int, int] = {}
    for t, word in enumerate(summary):
        ending = {place: ending.get(place - 1, 0) + 1 for place in places.get(fold(word), ())}
        length = max(ending.values(), default=0)
        longest[t - length + 1 : t + 1] = np.maximum(longest[t - length + 1 : t + 1], length)
    return longest
