"""What the kernels are given: one pair (encoding/block.py) and the model, every part of it as arrays."""

from __future__ import annotations

from typing import Any, NamedTuple

from sumtrace.arrays import Floats


class KernelModel(NamedTuple):
    """A model as the kernels see it.

    ``rewrites`` and ``jump`` are the parameters behind the two operators (rewrites/emission.py, jumps/operator.py);
    ``lengths`` are the weights of document-phrase lengths, all zero where there is no such model. ``null_by_word``: every
    summary word of a phrase pays ``1 - null``, not only the phrase as one event. ``stop``: whether the summary ends with a
    jump to the document's end. ``longest_summary`` is the longest summary phrase, ``types`` the number of types.
    """

    rewrites: Any
    jump: Any
    null: float
    null_by_word: bool
    stop: bool
    lengths: Floats
    longest_summary: int
    types: int


class Problem(NamedTuple):
    """One pair under a model, ready for the kernels."""

    pair: Any
    model: KernelModel
