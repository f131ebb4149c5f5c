"""Centring: without what all word vectors of a network have in common, their cosines say which word it is."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sumtrace.array_types import Singles


class Centring(NamedTuple):
    """Mean and first principal component ``[d]`` of a network's word vectors, learnt once from unlabelled text."""

    mean: Singles
    component: Singles
    """Of length one."""

    @classmethod
    def learnt(cls, rows: Singles) -> Centring:
        """Learn from the vectors of many words; zeros, the unknown words, say nothing."""
        known = rows[rows.any(axis=1)].astype(np.float64)
        mean = known.mean(axis=0)
        component = np.linalg.eigh(np.cov(known - mean, rowvar=False))[1][:, -1]
        component *= np.sign(component[np.abs(component).argmax()])  # either sign would do: always the same one
        return cls(mean.astype(np.float32), component.astype(np.float32))

    def apply(self, rows: Singles) -> Singles:
        """Return rows without what they have in common; zeros stay zeros."""
        centred = rows - self.mean
        centred -= (centred * self.component).sum(axis=1, keepdims=True) * self.component
        centred[~rows.any(axis=1)] = 0
        return centred
