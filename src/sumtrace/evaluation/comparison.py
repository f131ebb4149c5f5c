"""Several systems scored on one gold set, as data."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sumtrace.evaluation.scores import Evaluation, Scores
from sumtrace.evaluation.significance import Comparison

Intervals = Mapping[str, tuple[float, float]]


@dataclass(frozen=True, slots=True)
class System:
    """One row of a comparison: a name, its statistics and scores, and what was asked for beside them."""

    name: str
    evaluation: Evaluation
    scores: Scores
    intervals: Intervals | None = None
    against: Comparison | None = None


def tree(system: System) -> dict[str, Any]:
    """Return one system's numbers as plain data; what is unknown is None."""
    numbers: dict[str, Any] = {"name": system.name, "scores": dataclasses.asdict(system.scores)}
    if system.intervals is not None:
        numbers["intervals"] = {name: list(bounds) for name, bounds in system.intervals.items()}
    if system.against is not None:
        numbers["against"] = dataclasses.asdict(system.against)
    cleaned: dict[str, Any] = without_nan(numbers)
    return cleaned


def without_nan(value: Any) -> Any:
    """Return plain data with None for every NaN, which JSON cannot say."""
    if isinstance(value, dict):
        return {key: without_nan(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [without_nan(item) for item in value]
    return None if isinstance(value, float) and math.isnan(value) else value
