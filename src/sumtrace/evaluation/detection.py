"""How well scores tell wrong words and summaries from right ones: ROC-AUC, average precision, spans, calibration."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sumtrace.array_types import Floats


def roc_auc(wrong: Floats, scores: Floats, times: Floats | None = None) -> float:
    """Return P(a wrong one scores higher than a right one), ties half; each is taken ``times`` times."""
    times = np.ones(len(scores)) if times is None else times
    _, level = np.unique(scores, return_inverse=True)
    bad = np.bincount(level, weights=times * wrong)
    good = np.bincount(level, weights=times * (1 - wrong))
    below = np.cumsum(good) - good
    both = bad.sum() * good.sum()
    return float((bad * (below + good / 2)).sum() / both) if both else float("nan")


def average_precision(wrong: Floats, scores: Floats) -> float:
    """Return the mean precision at each wrong one, in falling order of scores; tied scores share their precision."""
    order = np.argsort(-scores, kind="stable")
    ends = np.append(np.flatnonzero(np.diff(scores[order])), len(order) - 1)
    found = np.cumsum(wrong[order])[ends]
    precision = found / (ends + 1)
    gained = np.diff(found, prepend=0.0)
    return float((gained * precision).sum() / found[-1]) if len(ends) and found[-1] else float("nan")


def balanced_accuracy(wrong: Floats, flagged: Floats) -> float:
    """Return the mean of the shares of wrong ones flagged and of right ones not flagged."""
    bad, good = wrong > 0, wrong == 0
    if not bad.any() or not good.any():
        return float("nan")
    return float((flagged[bad].mean() + 1 - flagged[good].mean()) / 2)


def best_threshold(value: Callable[[float], float], scores: Floats, steps: int = 60) -> float:
    """Return the threshold, among quantiles of the scores, that gives the greatest value."""
    known = scores[np.isfinite(scores)]
    options = np.unique(
        np.quantile(known, np.append(np.linspace(0.0, 0.9, steps // 2), np.linspace(0.905, 0.999, steps // 2)))
    )
    return float(max(options, key=lambda option: value(float(option))))


def expected_calibration_error(wrong: Floats, probability: Floats, bins: int = 10) -> float:
    """Return the mean gap between probability and share of wrong ones over equally wide bins, weighted by their size."""
    return sum(abs(row[1] - row[2]) * row[3] for row in reliability(wrong, probability, bins)) / max(1, len(wrong))


def reliability(wrong: Floats, probability: Floats, bins: int = 10) -> list[tuple[float, float, float, int]]:
    """Return for each bin that is not empty: its lower bound, mean probability, share of wrong ones, and size."""
    place = np.minimum((probability * bins).astype(int), bins - 1)
    rows = []
    for number in range(bins):
        inside = place == number
        if inside.any():
            rows.append(
                (number / bins, float(probability[inside].mean()), float(wrong[inside].mean()), int(inside.sum()))
            )
    return rows
