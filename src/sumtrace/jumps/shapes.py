"""Jumps of a given shape over distance: Gaussian and Laplace, each with a few parameters found by search."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import ClassVar, Self, TypeVar

import numpy as np

from sumtrace.array_types import Floats
from sumtrace.jumps.bands import BandParameters, Bands, BandTable, make_bands
from sumtrace.jumps.model import Bar
from sumtrace.jumps.relative import band_histogram

BANDS: Bands = make_bands(64, 3)
"""Fine bands: beyond 64 words, a distance is known to an eighth of an octave."""

Range = tuple[float, float]
Made = TypeVar("Made", bound="Shape")


@dataclass(frozen=True)
class Shape(ABC):
    """What the shapes have in common: a weight for each band from a few numbers, the fields, which have no prior."""

    name: ClassVar[str]
    is_proper: ClassVar[bool] = True

    @classmethod
    def start(cls, pseudo_count: float = 0.0) -> Self:
        """Begin wide, around the next word; there is no prior."""
        return cls()

    @abstractmethod
    def weights(self) -> Floats:
        """Return the mean weight in each band, the peak being 1."""

    @abstractmethod
    def reestimated(self, statistics: Floats) -> Self:
        """Search for the numbers that raise the bound the most."""

    @property
    def size(self) -> int:
        """Twice the number of bands: taken and offered."""
        return 2 * len(BANDS.low)

    def parameters(self, longest: int) -> BandParameters:
        """Return the arrays for the kernels."""
        return self._table.parameters(longest)

    @cached_property
    def _table(self) -> BandTable:
        return BandTable(BANDS, self.weights())

    def log_prior(self) -> float:
        """No prior."""
        return 0.0

    def to_arrays(self) -> dict[str, Floats]:
        """Return the fields."""
        return {field.name: np.array([getattr(self, field.name)]) for field in fields(self)}

    @classmethod
    def from_arrays(cls, arrays: dict[str, Floats]) -> Self:
        """Return the model that ``to_arrays`` described."""
        if any(name != "mean" and not array[0] > 0 for name, array in arrays.items()):
            raise ValueError(f"the shape of {cls.name} jumps is not valid")
        return cls(**{field.name: float(arrays[field.name][0]) for field in fields(cls)})

    def histogram(self) -> list[Bar]:
        """Return the share of each band."""
        return band_histogram(BANDS, self.weights())


@dataclass(frozen=True)
class Gaussian(Shape):
    """``jump(j | e)`` proportional to a normal density of ``j - e``, over the feasible distances.

    The tails stop falling at ``FLOOR`` of the peak, so that a far jump is very unlikely but never impossible.
    """

    FLOOR: ClassVar[float] = 1e-8
    name: ClassVar[str] = "gaussian"
    mean: float = 0.0
    deviation: float = 20.0

    def weights(self) -> Floats:
        """Return the mean density in each band, the peak being 1."""
        weight = np.exp(-0.5 * ((BANDS.low - self.mean) / self.deviation) ** 2)
        # a wide band: the normal mass between its borders, half a distance beyond its first and last
        wide = BANDS.width > 1
        low, width = BANDS.low[wide], BANDS.width[wide]
        borders = (np.concatenate([low, low + width]) - 0.5 - self.mean) / (self.deviation * math.sqrt(2))
        before, after = np.split(np.array([math.erf(border) for border in borders.tolist()]), 2)
        weight[wide] = 0.5 * (after - before) * self.deviation * math.sqrt(2 * math.pi) / width
        return np.asarray(weight + self.FLOOR)

    def reestimated(self, statistics: Floats) -> Self:
        """Search for the mean and deviation (at least a third of a word) that raise the bound the most."""
        return searched(
            self,
            lambda mean, spread: replace(self, mean=mean, deviation=math.exp(spread)),
            [self.mean, math.log(self.deviation)],
            [(-50.0, 50.0), (math.log(1 / 3), math.log(1e5))],
            statistics,
        )


@dataclass(frozen=True)
class Laplace(Shape):
    """``jump(j | e)`` falls off exponentially on both sides of the next word, at its own rate ahead and back.

        exp(-delta / ahead)             for delta >= 0
        backward * exp(delta / back)    for delta < 0

    The tails stop falling at ``FLOOR`` of the peak: without it a far jump costs more than a null word, and on whole
    documents nothing far away is ever found.
    """

    FLOOR: ClassVar[float] = 1e-5
    name: ClassVar[str] = "laplace"
    ahead: float = 20.0
    back: float = 20.0
    backward: float = 0.5

    def weights(self) -> Floats:
        """Return the mean weight in each band."""
        low, width = BANDS.low, BANDS.width
        nearest = np.where(low >= 0, low, -(low + width - 1)).astype(float)
        rate = 1.0 / np.where(low >= 0, self.ahead, self.back)
        # geometric series over the band, divided by its width
        mean = np.exp(-nearest * rate) * -np.expm1(-rate * width) / -np.expm1(-rate) / width
        return np.asarray(np.where(low >= 0, 1.0, self.backward) * mean + self.FLOOR)

    def reestimated(self, statistics: Floats) -> Self:
        """Search for the three parameters that raise the bound the most."""
        return searched(
            self,
            lambda ahead, back, backward: replace(
                self, ahead=math.exp(ahead), back=math.exp(back), backward=math.exp(backward)
            ),
            [math.log(self.ahead), math.log(self.back), math.log(self.backward)],
            [(-2.0, 10.0), (-2.0, 10.0), (-20.0, 5.0)],
            statistics,
        )


def searched(
    present: Made, make: Callable[..., Made], start: Sequence[float], ranges: Sequence[Range], statistics: Floats
) -> Made:
    """Return the shape with the best bound ``sum taken log weight - total * log(sum offered weight)``, never a worse one."""
    taken, offered = np.split(statistics, 2)
    total = taken.sum()
    if total <= 0.0:
        return present

    def bound(values: Sequence[float]) -> float:
        weight = make(*values).weights()
        return float(np.sum(taken * np.log(weight)) - total * math.log(np.sum(offered * weight)))

    values = list(start)
    best = bound(values)
    for _ in range(2):
        before = best
        # the bound may have several peaks along a parameter: look everywhere, then nearer and nearer to the best so far
        for index, (low, high) in enumerate(ranges):
            for reach in (high - low, (high - low) / 10, (high - low) / 100):
                near = max(low, values[index] - reach), min(high, values[index] + reach)
                candidate = _best_along(bound, values, index, *near)
                reached = bound(candidate)
                if reached > best:
                    values, best = candidate, reached
        if best - before <= 1e-9 * abs(best):
            break
    return make(*values)


def _best_along(
    bound: Callable[[Sequence[float]], float], values: list[float], index: int, low: float, high: float
) -> list[float]:
    """Return the values with the one at ``index`` moved to where the bound is highest."""

    def moved(x: float) -> list[float]:
        return [*values[:index], x, *values[index + 1 :]]

    return moved(_golden(lambda x: bound(moved(x)), low, high))


def _golden(function: Callable[[float], float], low: float, high: float) -> float:
    """Return where a function of one peak is highest, by golden-section search."""
    ratio = (math.sqrt(5) - 1) / 2
    left, right = high - ratio * (high - low), low + ratio * (high - low)
    at_left, at_right = function(left), function(right)
    for _ in range(25):
        if at_left > at_right:
            high, right, at_right = right, left, at_left
            left = high - ratio * (high - low)
            at_left = function(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + ratio * (high - low)
            at_right = function(right)
    return (low + high) / 2
