"""Types: the different words and phrases of a set of pairs, numbered; and the summary vocabulary that rows run over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sumtrace.text import stem


@dataclass(frozen=True, slots=True)
class Types:
    """Words (folded) are types ``0..V-1``, phrases of several words follow; both sides share the numbers.

    ``in_document`` and ``in_summary`` tell on which side a type occurs ``[words + phrases]``.
    """

    words: Sequence[str]
    phrases: Sequence[tuple[int, ...]]
    in_document: npt.NDArray[np.bool_]
    in_summary: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.words) + len(self.phrases)

    def text(self, number: int) -> str:
        """Return the word or phrase itself."""
        if number < len(self.words):
            return self.words[number]
        return " ".join(self.words[word] for word in self.phrases[number - len(self.words)])

    def spelt(self, flags: npt.NDArray[np.bool_]) -> tuple[npt.NDArray[np.int64], list[str]]:
        """Return the numbers and the texts of the types that are flagged."""
        numbers = np.flatnonzero(flags)
        return numbers, [self.text(number) for number in numbers.tolist()]


@dataclass(frozen=True, slots=True)
class Stems:
    """Types related by stem: stem-identical (document, summary) type pairs, and how many summary types share a stem.

    ``count[d]`` is the number of summary types (of the whole vocabulary) that are stem-identical to document type ``d``,
    word by word; ``listed[d]`` whether ``d`` itself is one of them. The prior's fake mass needs both.
    """

    row: npt.NDArray[np.int64]
    column: npt.NDArray[np.int64]
    count: npt.NDArray[np.int64]
    listed: npt.NDArray[np.bool_]


class SummaryVocabulary:
    """The words that summaries are written in, and how many of them share each stem."""

    def __init__(self, words: Iterable[str]) -> None:
        self.words = frozenset(words)
        self.stem_counts: dict[str, int] = {}
        self._count(self.words)

    def __len__(self) -> int:
        return len(self.words)

    def with_words(self, words: Iterable[str]) -> SummaryVocabulary:
        """Return the vocabulary enlarged by the words it lacks."""
        new = frozenset(words) - self.words
        if not new:
            return self
        larger = SummaryVocabulary(())
        larger.words = self.words | new
        larger.stem_counts = self.stem_counts.copy()
        larger._count(new)
        return larger

    def _count(self, words: Iterable[str]) -> None:
        for word in words:
            root = stem(word)
            self.stem_counts[root] = self.stem_counts.get(root, 0) + 1
