"""Cross-validation over trials: what would have been chosen without a pair, and how it does on that pair.

The pairs are cut into folds, several times over. For each fold the candidate that is best on the other folds is taken,
and its statistics on the fold are kept; their means over the repeats give the score on pairs that nobody chose by.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sumtrace.array_types import Booleans, Floats, Longs, Singles
from sumtrace.evaluation.scores import measure

Folds = Longs


def folds_of(pairs: int, folds: int, repeats: int, random: np.random.Generator) -> Folds:
    """Return which fold each pair falls into, in each repeat ``[repeats, pairs]``."""
    return np.stack([random.permutation(np.arange(pairs) % folds) for _ in range(repeats)])


def best(rows: Singles, allowed: Sequence[int], score: str, pairs: Booleans | None = None) -> int:
    """Return the candidate among those allowed that is best on some pairs, or on all; of equals the first."""
    counted = np.ones(rows.shape[1]) if pairs is None else pairs.astype(np.float64)
    scores = score_of(np.stack([counted @ rows[number] for number in allowed]), score)
    return allowed[int(np.argmax(np.nan_to_num(scores, nan=-np.inf)))]


def held_out(rows: Singles, allowed: Sequence[int], score: str, folds: Folds) -> Floats:
    """Return the statistics of each pair under what was chosen without it, averaged over the repeats ``[pairs, columns]``."""
    found = np.zeros(rows.shape[1:])
    for parts in folds:
        for fold in np.unique(parts):
            inside = parts == fold
            found[inside] += rows[best(rows, allowed, score, ~inside), inside]
    return found / len(folds)


def score_of(totals: Floats, score: str) -> Floats:
    """Return a score from sums of statistics, turned so that more is better."""
    value = measure(totals)[score]
    return -value if score.endswith(".aer") else value
