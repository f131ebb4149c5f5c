"""Our own example pairs and their gold alignments, to try and to test things with."""

from __future__ import annotations

from importlib import resources
from typing import Literal

from sumtrace.alignment.alignment import Alignment
from sumtrace.alignment.formats import read_alignments
from sumtrace.corpus.pair import Pair
from sumtrace.corpus.reading import read_pairs

__all__ = ["examples", "gold"]


def examples() -> list[Pair]:
    """Return the example pairs: documents about invented things, with abstracts written by hand."""
    with resources.as_file(resources.files(__name__) / "data" / "pairs.jsonl") as file:
        return list(read_pairs(file))


def gold(pass_name: Literal["pass-1", "pass-2"] = "pass-1") -> list[Alignment]:
    """Return the examples' gold alignments as one of two passes made them, neither looking at the other."""
    if pass_name not in ("pass-1", "pass-2"):
        raise ValueError(f"there is no {pass_name!r}; choose 'pass-1' or 'pass-2'")
    with resources.as_file(resources.files(__name__) / "data" / f"{pass_name}.jsonl") as file:
        return list(read_alignments(file, format="native", pairs=examples()))
