"""Different phrases, gathered from many blocks: sorted keys, whose order is that of the phrases' words."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from sumtrace.array_types import Ints

Keys = npt.NDArray[Any]

_AT_ONCE = 1 << 20
"""Keys are merged once at least this many, and as many as are already merged, have arrived."""


class Packing:
    """Phrases of ``length`` words below ``base`` as keys: one number where it fits 63 bits, else their bytes."""

    def __init__(self, base: int, length: int) -> None:
        self.base, self.length = base, length
        self.is_number = base**length < 1 << 63
        self.dtype = np.dtype(np.int64 if self.is_number else f"S{4 * length}")

    def keys(self, grams: Ints) -> Keys:
        """Return the keys of phrases ``[n, length]``."""
        if not self.is_number:
            return np.ascontiguousarray(grams, ">i4").view(self.dtype).reshape(-1)
        keys = np.zeros(len(grams), np.int64)
        for place in range(self.length):
            keys *= self.base
            keys += grams[:, place]
        return keys

    def grams(self, keys: Keys) -> Ints:
        """Return the phrases of keys."""
        if not self.is_number:
            return np.ascontiguousarray(keys).view(">i4").reshape(-1, self.length).astype(np.int32)
        grams = np.empty((len(keys), self.length), np.int32)
        for place in reversed(range(self.length)):
            keys, grams[:, place] = np.divmod(keys, self.base)
        return grams


class Distinct:
    """The different keys among many that come a block at a time; memory grows with the different ones alone."""

    def __init__(self, dtype: npt.DTypeLike) -> None:
        self._merged: Keys = np.zeros(0, dtype)
        self._new: list[Keys] = []
        self._size = 0

    def add(self, keys: Keys) -> None:
        """Take some keys."""
        self._new.append(np.unique(keys))
        self._size += len(self._new[-1])
        if self._size > max(_AT_ONCE, len(self._merged)):
            self.sorted()

    def sorted(self) -> Keys:
        """Return all different keys so far, sorted."""
        if self._new:
            parts = [part for part in (self._merged, *self._new) if len(part)] or self._new[:1]
            self._merged = parts[0] if len(parts) == 1 else np.unique(np.concatenate(parts))
            self._new, self._size = [], 0
        return self._merged
