"""Relative jumps: a learnt table over distances, one entry for each near distance, one for each octave beyond."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Self

import numpy as np

from sumtrace.array_types import Floats
from sumtrace.jumps.bands import BandParameters, Bands, BandTable, log_prior_of, make_bands, raised
from sumtrace.jumps.model import Bar

SHOWN = 50
"""How many words to either side a histogram shows."""


@dataclass(frozen=True)
class Relative:
    """``jump(j | e)`` proportional to ``weight[band of j - e]``, over the feasible distances.

    With ``open_ended`` the weights are taken as they are, as in the article: a table over all distances, those that lead
    out of the document among them, so that the jumps from a place sum to less than one. The prior is ``pseudo_count``
    jumps in each band, made where every distance was feasible.
    """

    name: ClassVar[str] = "relative"
    weight: Floats
    pseudo_count: float = 1.0
    open_ended: bool = False
    near: int = 16

    @classmethod
    def start(cls, pseudo_count: float = 1.0, *, open_ended: bool = False, near: int = 16) -> Self:
        """Begin with all distances alike; an open-ended table begins with those of up to 100 words."""
        bands = make_bands(near, 0)
        weight = np.where(np.abs(bands.centre) <= 100, 1.0, 1e-3 if open_ended else 1.0)
        return cls(weight / np.sum(weight * bands.width), pseudo_count, open_ended, near)

    @property
    def bands(self) -> Bands:
        """The bands of the table: each distance below ``near`` by itself, then octaves."""
        return make_bands(self.near, 0)

    @property
    def is_proper(self) -> bool:
        """Whether the jumps from every place sum to one."""
        return not self.open_ended

    @property
    def size(self) -> int:
        """Twice the number of bands: taken and offered."""
        return 2 * len(self.weight)

    def parameters(self, longest: int) -> BandParameters:
        """Return the arrays for the kernels."""
        return self._table.parameters(longest)

    @cached_property
    def _table(self) -> BandTable:
        return BandTable(self.bands, self.weight, open_ended=self.open_ended)

    def reestimated(self, statistics: Floats) -> Self:
        """``weight = (taken + prior) / (offered + prior's offer)``, which never lowers the log posterior."""
        taken, offered = statistics[: len(self.weight)], statistics[len(self.weight) :]
        width = self.bands.width
        if self.open_ended:
            share = taken + self.pseudo_count
            return replace(self, weight=share / width / share.sum())
        return replace(self, weight=raised(self.weight, taken, offered, width, self.pseudo_count))

    def log_prior(self) -> float:
        """``sum of pseudo_count * log(share of each band)``."""
        return log_prior_of(self.weight, self.bands.width, self.pseudo_count)

    def to_arrays(self) -> dict[str, Floats]:
        """Return the table and its prior."""
        return {"weight": self.weight, "settings": np.array([self.pseudo_count, float(self.open_ended), self.near])}

    @classmethod
    def from_arrays(cls, arrays: dict[str, Floats]) -> Self:
        """Return the model that ``to_arrays`` described."""
        pseudo_count, open_ended, near = arrays["settings"].tolist()
        weight = arrays["weight"]
        if pseudo_count < 0 or open_ended not in (0.0, 1.0) or not (1 <= near <= len(weight) and near.is_integer()):
            raise ValueError("the settings of relative jumps are not valid")
        if make_bands(int(near), 0).low.shape != weight.shape or (weight < 0).any() or not weight.any():
            raise ValueError("the weights of relative jumps are not valid")
        return cls(arrays["weight"], pseudo_count, bool(open_ended), int(near))

    def histogram(self) -> list[Bar]:
        """Return the chance of each band from the middle of a text."""
        return band_histogram(self.bands, self.weight)


def band_histogram(bands: Bands, weight: Floats) -> list[Bar]:
    """Return the bars of a table over bands as jumps go from the middle of a text of ``2 * SHOWN`` words.

    Bands beyond any text seen have only the prior's weight, but all together much of it: a whole table would show that.
    """
    first = np.maximum(bands.low, -SHOWN)
    last = np.minimum(bands.low + bands.width - 1, SHOWN)
    share = np.maximum(0, last - first + 1) * weight
    share = share / share.sum()
    return [
        Bar(int(first[b]) + 1, int(last[b]) + 1, float(share[b])) for b in np.argsort(bands.low) if first[b] <= last[b]
    ]
