"""The history of a training, one line for each iteration; it is kept in checkpoints and model folders."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass

import msgspec


@dataclass(frozen=True, slots=True)
class Progress:
    """One iteration: what it reached and how long it took."""

    iteration: int
    log_likelihood: float
    log_posterior: float
    null: float
    weights: dict[str, float]
    seconds: float


def to_records(history: Sequence[Progress]) -> list[dict[str, object]]:
    """Return a history for JSON, which has no infinite numbers: where a pair cannot be written at all, they are strings."""

    def plain(value: object) -> object:
        return str(value) if isinstance(value, float) and not math.isfinite(value) else value

    return [{name: plain(value) for name, value in asdict(line).items()} for line in history]


def from_records(records: object) -> list[Progress]:
    """Return the history that ``to_records`` described."""
    return msgspec.convert(records, list[Progress], strict=False)
