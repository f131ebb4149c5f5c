"""How far a score may be chance: bootstrap intervals, paired bootstrap, approximate randomisation.

Pairs (document and summary) are the units resampled. All three work on sums of sufficient statistics and are the same
on every run with the same seed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from sumtrace.array_types import Floats
from sumtrace.errors import InputError
from sumtrace.evaluation.scores import Evaluation, measure

SAMPLES = 2000
AUC = "unsupported.auc"
_BLOCK = 250


@dataclass(frozen=True, slots=True)
class Comparison:
    """A system against another on one score.

    ``low`` and ``high`` bound the difference (95% of bootstrap samples); ``bootstrap_p`` and ``randomisation_p`` are
    two-sided: how often a difference as large would come from two equally good systems.
    """

    score: str
    difference: float
    low: float
    high: float
    bootstrap_p: float
    randomisation_p: float


def intervals(evaluation: Evaluation, *, samples: int = SAMPLES, seed: int = 0) -> dict[str, tuple[float, float]]:
    """Return the 95% bootstrap interval (percentiles) of every score that the gold can give."""
    known = evaluation.scores().flat()
    values: dict[str, list[Floats]] = {name: [] for name in known}
    for weights in _resamples(len(evaluation.ids), samples, seed):
        block = measure(weights @ evaluation.rows)
        if AUC in values:
            block[AUC] = np.array([evaluation.auc(row) for row in weights])
        for name in values:
            values[name].append(block[name])
    return {name: _bounds(np.concatenate(parts)) for name, parts in values.items()}


def compare(
    system: Evaluation, other: Evaluation, *, score: str = "all.micro.soft_f", samples: int = SAMPLES, seed: int = 0
) -> Comparison:
    """Return ``system`` minus ``other`` on one score, with both tests."""
    if system.ids != other.ids:
        raise InputError("systems can be compared only on the same pairs")
    check_score(system, score)
    value = _scorer(score)
    ones = np.ones((1, len(system.ids)))
    observed = float(value(system, ones)[0] - value(other, ones)[0])
    resampled = np.concatenate([value(system, w) - value(other, w) for w in _resamples(len(system.ids), samples, seed)])
    low, high = _bounds(resampled)
    return Comparison(
        score,
        observed,
        low,
        high,
        bootstrap_p=_p_value(resampled - np.nanmean(resampled), observed) if _any(resampled) else float("nan"),
        randomisation_p=_p_value(_shuffled(system, other, score, samples, seed), observed),
    )


def check_score(evaluation: Evaluation, score: str) -> None:
    """Complain about a score that there is not."""
    known = evaluation.scores().flat()
    if score not in known:
        raise InputError(f"no score {score!r} on this gold", hint=f"Choose one of {', '.join(sorted(known))}.")


def _scorer(score: str) -> Callable[[Evaluation, Floats], Floats]:
    if score == AUC:
        return lambda evaluation, weights: np.array([evaluation.auc(row) for row in weights])
    return lambda evaluation, weights: measure(weights @ evaluation.rows)[score]


def _shuffled(system: Evaluation, other: Evaluation, score: str, samples: int, seed: int) -> Floats:
    """Return differences between two systems that swap their answers on a random half of the pairs."""
    random = np.random.default_rng(seed)
    differences: list[Floats] = []
    pooled = Evaluation(
        np.concatenate([system.rows, other.rows]), system.ids + other.ids, system.support + other.support, system.rule
    )
    value = _scorer(score)
    for start in range(0, samples, _BLOCK):
        keep = random.integers(0, 2, size=(min(_BLOCK, samples - start), len(system.ids))).astype(float)
        one, two = np.hstack([keep, 1 - keep]), np.hstack([1 - keep, keep])
        differences.append(value(pooled, one) - value(pooled, two))
    return np.concatenate(differences)


def _resamples(pairs: int, samples: int, seed: int) -> Iterator[Floats]:
    """Yield how often each pair was drawn, ``[block, pairs]``, blocks small enough for any corpus."""
    random = np.random.default_rng(seed)
    for start in range(0, samples, _BLOCK):
        yield random.multinomial(pairs, np.full(pairs, 1 / pairs), size=min(_BLOCK, samples - start)).astype(float)


def _bounds(values: Floats) -> tuple[float, float]:
    if not _any(values):
        return float("nan"), float("nan")
    low, high = np.nanquantile(values, [0.025, 0.975])
    return float(low), float(high)


def _p_value(differences: Floats, observed: float) -> float:
    """Return the share of differences at least as large as the observed one, counting the observed as one of them."""
    known = differences[~np.isnan(differences)]
    if np.isnan(observed) or not len(known):
        return float("nan")
    return float((np.sum(np.abs(known) >= abs(observed) - 1e-12) + 1) / (len(known) + 1))


def _any(values: Floats) -> bool:
    return bool((~np.isnan(values)).any())
