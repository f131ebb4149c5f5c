"""Sources: the document sentence that each summary word draws on, and the place in it where the evidence is densest.

Links say which words became a word; a source says which passage, for every word, linked or not:

    mass[t, z]    = mean over t' in t's sentence, by exp(-|t - t'| / reach), of the belief in links from t' into z
    sentence(t)   = arg max over z of mass[t, z] + share * evidence[t, z]
    at(t)         = arg max over j in that sentence of the belief around (t, j), by exp(-|t - t'| / reach - |j - j'| / near)
    prob(t)       = softmax over z of sharpness * (mass + share * evidence), at that sentence
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sumtrace.kernels import kernel
from sumtrace.rewrites.landing import Bounds, Floats, smoothed

REACH, NEAR, SHARE = 8.0, 4.0, 0.5
"""Of the kernels over summary and document words, and of the evidence; chosen on development gold."""


class Sources(NamedTuple):
    """For each summary word its document sentence, the densest token in it, and how much speaks for that sentence.

    ``weight`` is what speaks for each document sentence, one in all ``[T, Z]``.
    """

    sentence: npt.NDArray[np.int64]
    at: npt.NDArray[np.int64]
    weight: Floats


def found_sources(
    belief: Floats, evidence: Floats, summary_bounds: Bounds, document_bounds: Bounds, sharpness: float
) -> Sources:
    """Return the source of every summary word from the beliefs in links ``[T, m]`` and the evidence ``[T, Z]``."""
    spread = smoothed(belief, summary_bounds, REACH)
    spread /= smoothed(np.ones((len(belief), 1)), summary_bounds, REACH)
    score = np.add.reduceat(spread, document_bounds[:-1], axis=1) + SHARE * evidence
    chosen = score.argmax(axis=1)
    at = densest(spread, chosen, document_bounds, math.exp(-1.0 / NEAR))
    weight = np.exp(sharpness * (score - score.max(axis=1, keepdims=True)))
    return Sources(chosen, at, weight / weight.sum(axis=1, keepdims=True))


@kernel
def densest(spread, chosen, bounds, ratio):
    """Return where each word's beliefs lie densest inside its chosen sentence."""
    at = np.empty(len(chosen), np.int64)
    for t in range(len(chosen)):
        first, end = bounds[chosen[t]], bounds[chosen[t] + 1]
        after = np.zeros(end - first)
        coming = 0.0
        for j in range(end - 1, first - 1, -1):
            after[j - first] = coming
            coming = ratio * (coming + spread[t, j])
        before, best = 0.0, -1.0
        for j in range(first, end):
            density = spread[t, j] + before + after[j - first]
            before = ratio * (before + spread[t, j])
            if density > best:
                best, at[t] = density, j
    return at
