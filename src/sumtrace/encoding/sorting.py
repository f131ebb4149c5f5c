"""Sorting by counting, for kernels: linear in the numbers and in their limit."""

from __future__ import annotations

import numpy as np

from sumtrace.kernels import kernel


@kernel
def sorted_by(keys, order, limit):
    """Return an order stably sorted by ``keys`` below ``limit``, by counting."""
    begin = np.zeros(limit + 1, np.int64)
    for i in range(len(order)):
        begin[keys[order[i]] + 1] += 1
    for key in range(limit):
        begin[key + 1] += begin[key]
    result = np.empty(len(order), np.int64)
    for i in range(len(order)):
        key = keys[order[i]]
        result[begin[key]] = order[i]
        begin[key] += 1
    return result
