"""Landing weights: which document sentences the words around a summary word point to.

``evidence[t, z]`` says how well sentence z of the document accounts for the neighbourhood of summary word t:

    evidence[t, z] = mean over t' in t's sentence, by exp(-|t - t'| / reach) * weight(t'), of best similarity of t' in z
                     + share * best cosine of the windows around t and around a word of z
    similarity     = 1 for words of one stem, else ``most_alike`` * cosine stretched from [least, least + span] to [0, 1]
    weight(t')     = log((Z + 1) / (sentences with its stem + 1/2)), at least ``least_weight``; less on the ignore-list

The landing weight multiplies the score of every phrase that starts in z. It is one on average, so that a document of one
sentence is left as it is; it makes the model deficient:

    landing[t, z] = max(floor, Z * softmax over z of sharpness * evidence[t, z])
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from sumtrace.array_types import Floats, Longs, Singles
from sumtrace.kernels import kernel
from sumtrace.rewrites.products import products
from sumtrace.settings import Landing
from sumtrace.text import is_ignored, stem

Real = TypeVar("Real", np.float32, np.float64)


def evidence(
    summary: Sequence[str],
    document: Sequence[str],
    summary_bounds: Longs,
    document_bounds: Longs,
    cosine: Singles,
    summary_context: Singles,
    document_context: Singles,
    settings: Landing,
) -> Floats:
    """Return the evidence ``[T, Z]``.

    Bounds are ``0, end of each sentence``; ``cosine`` compares words ``[T, m]``, the contexts are the encoder's last layer,
    ``[T, d]`` and ``[m, d]``.
    """
    k = settings
    shared, rarity = stems_shared(summary, document, document_bounds, k)
    alike = np.clip((best_inside(cosine, document_bounds) - k.least) / k.span, 0.0, 1.0)
    best = np.maximum(shared, k.most_alike * alike)
    near = smoothed(rarity[:, None] * best, summary_bounds, k.reach)
    near /= smoothed(rarity[:, None], summary_bounds, k.reach)
    windows = products(
        _windows(summary_context, summary_bounds, k.window), _windows(document_context, document_bounds, k.window)
    )
    return np.asarray(near + k.share * best_inside(windows, document_bounds))


def landing_weights(evidence: Floats, settings: Landing) -> Floats:
    """Return the landing weight of each summary word in each document sentence ``[T, Z]``."""
    raised = settings.sharpness * (evidence - evidence.max(axis=1, keepdims=True))
    np.exp(raised, out=raised)
    raised *= evidence.shape[1] / raised.sum(axis=1, keepdims=True)
    return np.asarray(np.maximum(settings.floor, raised))


def stems_shared(
    summary: Sequence[str], document: Sequence[str], document_bounds: Longs, settings: Landing
) -> tuple[Floats, Floats]:
    """Return which document sentences have a word of each summary word's stem ``[T, Z]``, and the words' weights ``[T]``."""
    sentences = len(document_bounds) - 1
    holders: dict[str, list[int]] = {stem(word): [] for word in summary}
    for z in range(sentences):
        for found in {stem(word) for word in document[document_bounds[z] : document_bounds[z + 1]]}:
            if found in holders:
                holders[found].append(z)
    shared = np.zeros((len(summary), sentences))
    rarity = np.empty(len(summary))
    for t, word in enumerate(summary):
        having = holders[stem(word)]
        shared[t, having] = 1.0
        rarest = math.log((sentences + 1) / (len(having) + 0.5))
        rarity[t] = settings.ignored_weight if is_ignored(word) else max(settings.least_weight, rarest)
    return shared, rarity


def best_inside(values: npt.NDArray[Real], bounds: Longs) -> npt.NDArray[Real]:
    """Return each row's maximum inside each sentence ``[T, Z]``; no sentence is empty."""
    return np.maximum.reduceat(values, bounds[:-1], axis=1)


def _windows(vectors: Singles, bounds: Longs, reach: float) -> Singles:
    """Return unit vectors of the windows around words."""
    pooled = smoothed(vectors.astype(np.float64), bounds, reach).astype(np.float32)
    return np.asarray(pooled / np.maximum(np.linalg.norm(pooled, axis=1, keepdims=True), 1e-9))


def smoothed(values: Floats, bounds: Longs, reach: float) -> Floats:
    """Return for each row ``i`` the sum over the rows ``k`` of its sentence of ``exp(-|i - k| / reach) * values[k]``."""
    sums: Floats = exponential_sums(np.ascontiguousarray(values), bounds, math.exp(-1.0 / reach))
    return sums


@kernel
def exponential_sums(values: Floats, bounds: Longs, ratio: float) -> Floats:
    """Add what comes from before and what comes from after; both are first-order recursions, so that the cost is linear."""
    sums = values.copy()
    before, after = np.empty(values.shape[1]), np.empty(values.shape[1])
    for sentence in range(len(bounds) - 1):
        first, end = bounds[sentence], bounds[sentence + 1]
        before[:] = 0.0
        after[:] = 0.0
        for i in range(first, end):
            back = end - 1 - (i - first)
            for column in range(values.shape[1]):
                sums[i, column] += before[column]
                before[column] = ratio * (before[column] + values[i, column])
                sums[back, column] += after[column]
                after[column] = ratio * (after[column] + values[back, column])
    return sums
