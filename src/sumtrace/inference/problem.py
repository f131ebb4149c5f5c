"""What the kernels are given: one pair (encoding/block.py) and the model, every part of it as arrays."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sumtrace.array_types import Floats


class KernelModel(NamedTuple):
    """A model as the kernels see it.

    ``rewrites`` and ``jump`` are the parameters behind the two operators (rewrites/emission.py, jumps/operator.py);
    ``sourced[n]`` is the chance that a summary phrase of n words is not null, for all lengths up to the longest;
    ``null_by_word``: every word of it pays ``1 - null``, not only the phrase as one event. ``stop``: whether the summary ends
    with a jump to the document's end. ``lengths`` are the weights of document-phrase lengths, all zero where there is no such
    model.
    """

    rewrites: Any
    jump: Any
    null: float
    null_by_word: bool
    sourced: Floats
    stop: bool
    lengths: Floats


class Problem(NamedTuple):
    """One pair under a model, ready for the kernels."""

    pair: Any
    model: KernelModel


def sourced_chances(null: float, by_word: bool, longest: int) -> Floats:
    """Return the chance of not being null for summary phrases of each length, from 0 to the longest."""
    chances = np.full(longest + 1, 1.0 - null)
    if by_word:
        chances[0] = 1.0
        np.cumprod(chances, out=chances)
    return chances


def with_null(model: KernelModel, null: float) -> KernelModel:
    """Return a model with another P(null)."""
    sourced = sourced_chances(null, model.null_by_word, len(model.sourced) - 1)
    return model._replace(null=null, sourced=sourced)
