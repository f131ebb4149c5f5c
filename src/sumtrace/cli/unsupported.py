"""The report of a pipeline: which summaries have too many unsupported words, and which words those are."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sumtrace.checking import Check


@dataclass(frozen=True, slots=True)
class Word:
    """An unsupported word, its characters in the summary, and its probability of being unsupported."""

    word: str
    start: int
    end: int
    prob: float


@dataclass(frozen=True, slots=True)
class Unsupported:
    """The unsupported words of one summary; ``share`` is their share of its content words."""

    id: str
    share: float
    words: tuple[Word, ...]

    @staticmethod
    def of(check: Check) -> Unsupported:
        """Return a check's unsupported words."""
        text = check.pair.summary
        words = (
            Word(text.words[t], *text.offsets[t], round(check.unsupported[t], 4)) for t in check.unsupported_words()
        )
        return Unsupported(check.id, round(check.unsupported_share(), 4), tuple(words))


def write_report(found: Iterable[Unsupported], target: str, *, as_json: bool) -> None:
    """Write the report, completely or not at all: JSON Lines if asked for, otherwise a line of text per summary."""
    from sumtrace.files import writing

    in_json = as_json or target.removesuffix(".gz").endswith((".jsonl", ".ndjson", ".json"))
    with writing(target) as file:
        for one in found:
            words = ", ".join(word.word for word in one.words)
            line = json.dumps(asdict(one), ensure_ascii=False) if in_json else f"{one.id}: {one.share:.0%}: {words}"
            file.write(f"{line}\n".encode())
