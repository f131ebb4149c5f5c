"""Agreement of two readings: the summary written from the document, and the document written from the summary.

Each direction makes errors of its own (one explains every summary word, the other every document word), so a link is
believed as far as both believe it:

    belief[t, j] = sqrt(forward[t, j] * backward[j, t])
"""

from __future__ import annotations

import numpy as np

from sumtrace.array_types import Floats

LEAST_NULL, MOST_NULL = 0.05, 0.98


def backward_null(forward: Floats) -> float:
    """Return P(null) for the backward reading: the share of document words that the forward links ``[T, m]`` leave over.

    It is kept away from 0 and 1, so that no word is forced into a link or out of one.
    """
    return float(np.clip(1.0 - forward.sum() / max(1, forward.shape[1]), LEAST_NULL, MOST_NULL))


def agreed(forward: Floats, backward: Floats) -> Floats:
    """Return the belief in each link ``[T, m]`` from the two readings' posteriors, ``[T, m]`` and ``[m, T]``."""
    return np.asarray(np.sqrt(forward * backward.T))
