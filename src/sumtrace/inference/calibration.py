"""Calibration: what is said of a link turned into a probability that held on gold.

    logit p = slope * logit belief + offset

With a slope above 0 the order of links stays as it is, and so do the links.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from sumtrace.alignment import Alignment
from sumtrace.array_types import Floats
from sumtrace.settings import Calibration, Settings

LEAST = 1e-6
"""Beliefs are kept this far from 0 and 1, whose logits are infinite."""


def calibrated(alignment: Alignment, settings: Settings) -> Alignment:
    """Return an alignment with the probabilities that the settings make of its beliefs."""
    link, null = settings.link_calibration, settings.null_calibration
    if link is not None:
        probabilities = mapped([0.0 if one.prob is None else one.prob for one in alignment.links], link)
        shown = alignment.posteriors or ()
        believed = mapped([p for _, _, p in shown], link)
        alignment = replace(
            alignment,
            links=tuple(replace(one, prob=p) for one, p in zip(alignment.links, probabilities, strict=True)),
            posteriors=tuple((i, j, round(p, 4)) for (i, j, _), p in zip(shown, believed, strict=True)),
        )
    if null is not None:
        alignment = replace(alignment, null_prob=tuple(mapped(alignment.null_prob or (), null)))
    return alignment


def mapped(beliefs: npt.ArrayLike, calibration: Calibration) -> list[float]:
    """Return the probabilities of beliefs."""
    odds = calibration.slope * logit(beliefs) + calibration.offset
    found: list[float] = (1.0 / (1.0 + np.exp(-odds))).tolist()
    return found


def logit(beliefs: npt.ArrayLike) -> Floats:
    """Return the logarithms of the odds."""
    p = np.clip(np.asarray(beliefs, np.float64), LEAST, 1.0 - LEAST)
    return np.asarray(np.log(p / (1.0 - p)))
