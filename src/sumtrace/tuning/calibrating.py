"""Calibrations fitted to gold: a logistic curve of two numbers, held near the one that changes nothing.

minimise  sum of log losses + (slope - 1)^2 + offset^2      over slope and offset, by Newton's method
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sumtrace.alignment import Alignment
from sumtrace.alignment.expansion import sure_and_possible
from sumtrace.array_types import Floats, Longs
from sumtrace.evaluation.counts import judged_words
from sumtrace.inference.calibration import logit, mapped
from sumtrace.settings import Calibration
from sumtrace.tuning.selection import Folds

STEPS = 25
"""Newton's method is done long before; its steps are shortened where they would overshoot."""


@dataclass(frozen=True, slots=True)
class Believed:
    """Beliefs of all pairs, whether gold says the same, and the pair that each belongs to."""

    belief: Floats
    right: Floats
    pair: Longs


@dataclass(frozen=True, slots=True)
class Calibrated:
    """A calibration, and the log loss per belief on held-out folds before and after; None where it would not be lower."""

    calibration: Calibration | None
    before: float
    after: float
    beliefs: int


def judged_links(gold: Sequence[Alignment], found: Sequence[Alignment]) -> Believed:
    """Return the beliefs in links of judged words; those that gold calls possible are right."""
    rows = []
    for number, (true, own) in enumerate(zip(gold, found, strict=True)):
        possible, judged = sure_and_possible(true)[1], set(judged_words(true))
        rows += [(p, (i, j) in possible, number) for i, j, p in own.posteriors or () if j in judged]
    return _judged(rows)


def judged_nulls(gold: Sequence[Alignment], found: Sequence[Alignment]) -> Believed:
    """Return the beliefs that judged words have no source: where gold lists such words, those; else those without a link."""
    rows = []
    for number, (true, own) in enumerate(zip(gold, found, strict=True)):
        linked = {j for _, j in sure_and_possible(true)[1]}
        null = set(judged_words(true)) - linked if true.null is None else set(true.null)
        probabilities = own.null_prob or ()
        rows += [(probabilities[j], j in null, number) for j in judged_words(true)]
    return _judged(rows)


def calibration_of(judged: Believed, present: Calibration, folds: Folds) -> Calibrated:
    """Return the calibration of some beliefs, if on folds that it was not fitted to it does better than the present one."""
    before = log_loss(mapped(judged.belief, present), judged.right)
    losses = []
    for parts in folds:
        probability = np.empty(len(judged.belief))
        for fold in np.unique(parts):
            inside = parts[judged.pair] == fold
            own = fitted(judged.belief[~inside], judged.right[~inside])
            probability[inside] = mapped(judged.belief[inside], own)
        losses.append(log_loss(probability, judged.right))
    after = float(np.mean(losses))
    whole = fitted(judged.belief, judged.right)
    helps = after < before and whole.slope > 0
    return Calibrated(whole if helps else None, before, after, len(judged.belief))


def fitted(belief: Floats, right: Floats) -> Calibration:
    """Return the calibration that minimises the losses."""
    features = np.stack([logit(belief), np.ones(len(belief))], axis=1)
    signs = np.where(right > 0, -1.0, 1.0)
    nothing = np.array([1.0, 0.0])

    def total(weights: Floats) -> float:
        return float(np.logaddexp(0.0, signs * (features @ weights)).sum() + ((weights - nothing) ** 2).sum())

    weights = nothing
    for _ in range(STEPS):
        p = 1.0 / (1.0 + np.exp(-(features @ weights)))
        downhill = features.T @ (p - right) + 2.0 * (weights - nothing)
        curvature = (features * (p * (1.0 - p))[:, None]).T @ features + 2.0 * np.eye(2)
        newton = np.linalg.solve(curvature, downhill)
        step = next((size for size in (1.0, 0.5, 0.25, 0.1) if total(weights - size * newton) < total(weights)), 0.0)
        weights = weights - step * newton
    return Calibration(slope=round(float(weights[0]), 6), offset=round(float(weights[1]), 6))


def log_loss(belief: npt.ArrayLike, right: Floats) -> float:
    """Return the mean negative logarithm of the probability given to what was true; NaN where there is nothing."""
    odds = logit(belief)
    return float(np.mean(np.logaddexp(0.0, np.where(right > 0, -odds, odds)))) if len(right) else float("nan")


def _judged(rows: Sequence[tuple[float, bool, int]]) -> Believed:
    belief, right, pair = zip(*rows, strict=True) if rows else ((), (), ())
    return Believed(np.array(belief, float), np.array(right, float), np.array(pair, np.int64))
