"""Products of vectors without BLAS's own threads.

BLAS splits a product between threads that spin while they wait for more. The products of one pair are short, and pairs are
aligned in threads already: those of BLAS would spend several times the CPU of the product itself, and save no time.
"""

from __future__ import annotations

import contextlib
import functools
import threading
from typing import Any

import numpy as np
from threadpoolctl import ThreadpoolController

from sumtrace.array_types import Singles

_SMALL = 1 << 18
"""Multiplications up to which BLAS uses one thread anyway."""


def products(rows: Singles, columns: Singles) -> Singles:
    """Return the inner products of all rows ``[T, d]`` with all columns ``[m, d]``, ``[T, m]``."""
    with contextlib.nullcontext() if len(rows) * columns.size <= _SMALL else _ALONE:
        return np.asarray(rows @ columns.T, np.float32)


class _Alone:
    """Keeps BLAS to one thread from the first to come in until the last to leave."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._inside = 0
        self._limit: Any = None

    def __enter__(self) -> None:
        with self._lock:
            if not self._inside:
                self._limit = _blas().limit(limits=1)
            self._inside += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._inside -= 1
            if not self._inside:
                self._limit.restore_original_limits()


_ALONE = _Alone()


@functools.cache
def _blas() -> Any:
    """Return the BLAS libraries that are loaded, numpy's among them."""
    return ThreadpoolController().select(user_api="blas")
