"""Our own example pairs and their gold alignments, for trying things out and for tests."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from typing import Any, Literal

import msgspec

from sumtrace.alignment.alignment import Alignment
from sumtrace.alignment.formats.native import from_native
from sumtrace.corpus.pair import Pair
from sumtrace.corpus.records import pair_from

__all__ = ["Planted", "examples", "flawed", "gold", "planted"]


@dataclass(frozen=True, slots=True)
class Planted:
    """A faithful one-sentence summary of a document and a version with one error of a kind: ``wrong`` for ``right``."""

    id: str
    document: str
    faithful: str
    planted: str
    kind: str
    right: str
    wrong: str


def examples() -> list[Pair]:
    """Return the example pairs: documents about invented events, with abstracts."""
    return [pair_from(record) for record in _records("pairs")]


def flawed() -> list[Pair]:
    """Return short documents about invented events with summaries that get some things wrong, to show what a check finds."""
    return [pair_from(record) for record in _records("flawed")]


def gold(pass_name: Literal["pass-1", "pass-2"] = "pass-1") -> list[Alignment]:
    """Return the examples' gold alignments from one of two independent passes.

    Both were drafted by a language model reading the texts, not by people: good for trying things out, not for claims about agreement.
    """
    if pass_name not in ("pass-1", "pass-2"):
        raise ValueError(f"there is no {pass_name!r}; choose 'pass-1' or 'pass-2'")
    # The gold says on which tokens it was made, so it holds whatever the tokeniser does one day.
    return [from_native(record) for record in _records(pass_name)]


def planted() -> list[Planted]:
    """Return our 100 planted errors and their faithful versions, on 20 documents about invented events."""
    return [
        Planted(f"{record['id']}-{number}", record["document"], **item)
        for record in _records("planted")
        for number, item in enumerate(record["items"], start=1)
    ]


def _records(name: str) -> Iterator[dict[str, Any]]:
    lines = (resources.files(__name__) / "data" / f"{name}.jsonl").read_bytes().splitlines()
    return (msgspec.json.decode(line, type=dict[str, Any]) for line in lines)
