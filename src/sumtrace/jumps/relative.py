"""Relative jumps: a learnt table over distances, one entry for each near distance, one for each octave beyond."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

import numpy as np

from sumtrace.jumps.bands import BandParameters, Bands, Floats, band_parameters, make_bands
from sumtrace.jumps.model import Bar

NEAR = 16
"""Distances nearer than this have an entry of their own."""


@dataclass(frozen=True, slots=True)
class Relative:
    """``jump(j | e)`` proportional to ``weight[band of j - e]``.

    The prior is ``pseudo_count`` jumps in each band, made where every distance was feasible.
    """

    name: ClassVar[str] = "relative"
    is_proper: ClassVar[bool] = True
    weight: Floats
    pseudo_count: float = 1.0
    bands: Bands = field(default_factory=lambda: make_bands(NEAR, 0))

    @classmethod
    def start(cls, pseudo_count: float = 1.0) -> Self:
        """Begin with all distances alike."""
        bands = make_bands(NEAR, 0)
        return cls(np.full(len(bands.low), 1.0), pseudo_count, bands)

    @property
    def size(self) -> int:
        """Twice the number of bands: taken and offered."""
        return 2 * len(self.weight)

    def parameters(self, longest: int) -> BandParameters:
        """Return the arrays for the kernels."""
        return band_parameters(self.bands, self.weight, longest)

    def reestimated(self, statistics: Floats) -> Self:
        """``weight = (taken + prior) / (offered + prior's offer)``, which never lowers the log posterior."""
        taken, offered = statistics[: len(self.weight)], statistics[len(self.weight) :]
        width = self.bands.width
        prior_offer = self.pseudo_count * len(self.weight) * width / np.sum(width * self.weight)
        above, below = taken + self.pseudo_count, offered + prior_offer
        weight = np.divide(above, below, out=self.weight.copy(), where=below > 0)
        return replace(self, weight=weight / np.sum(width * weight))

    def log_prior(self) -> float:
        """``sum of pseudo_count * log(share of each band)``."""
        if self.pseudo_count == 0.0:
            return 0.0
        share = self.bands.width * self.weight
        return float(self.pseudo_count * np.sum(np.log(share / share.sum())))

    def to_arrays(self) -> dict[str, Floats]:
        """Return the table and its prior."""
        return {"weight": self.weight, "pseudo_count": np.array([self.pseudo_count])}

    @classmethod
    def from_arrays(cls, arrays: dict[str, Floats]) -> Self:
        """Return the model that ``to_arrays`` described."""
        return cls(arrays["weight"], float(arrays["pseudo_count"][0]))

    def histogram(self) -> list[Bar]:
        """Return the share of each band."""
        return band_histogram(self.bands, self.weight)


def band_histogram(bands: Bands, weight: Floats) -> list[Bar]:
    """Return the bars of a table over bands, from the furthest back to the furthest ahead, up to 1,000 words away."""
    share = bands.width * weight
    share = share / share.sum()
    order = np.argsort(bands.low)
    return [
        Bar(int(bands.low[b]) + 1, int(bands.low[b] + bands.width[b]), float(share[b]))
        for b in order
        if abs(bands.low[b]) <= 1024
    ]
