"""Types: the different words and phrases of a set of pairs, numbered; and the summary vocabulary that rows run over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from sumtrace.array_types import Booleans, Longs
from sumtrace.text import is_ignored, stem


class Spelt(NamedTuple):
    """Some words: their numbers among the types, and how they are spelt."""

    numbers: Longs
    words: Sequence[str]


@dataclass(frozen=True)
class Types:
    """Words (folded) are types ``0..V-1``, phrases of several words follow; both sides share the numbers.

    ``in_document`` and ``in_summary`` tell on which side a type occurs ``[words + phrases]``.
    """

    words: Sequence[str]
    phrases: Sequence[tuple[int, ...]]
    in_document: Booleans
    in_summary: Booleans

    def __len__(self) -> int:
        return len(self.words) + len(self.phrases)

    def text(self, number: int) -> str:
        """Return the word or phrase itself."""
        if number < len(self.words):
            return self.words[number]
        return " ".join(self.words[word] for word in self.phrases[number - len(self.words)])

    @cached_property
    def document_content(self) -> Spelt:
        """The content words of the documents."""
        return self._content(self.in_document)

    @cached_property
    def summary_content(self) -> Spelt:
        """The content words of the summaries."""
        return self._content(self.in_summary)

    def _content(self, flags: Booleans) -> Spelt:
        flagged = np.flatnonzero(flags[: len(self.words)]).tolist()
        numbers = [number for number in flagged if not is_ignored(self.words[number])]
        words = [self.words[number] for number in numbers]
        return Spelt(np.array(numbers, np.int64), words)


@dataclass(frozen=True, slots=True)
class Stems:
    """Types related by stem: stem-identical (document, summary) type pairs, and how many summary types share a stem.

    ``count[d]`` is the number of summary types (of the whole vocabulary) that are stem-identical to document type ``d``,
    word by word; ``listed[d]`` whether ``d`` itself is one of them. The prior's fake mass needs both.
    """

    row: Longs
    column: Longs
    count: Longs
    listed: Booleans


class SummaryVocabulary:
    """The words that summaries are written in, and how many of them share each stem; a pair's own are kept apart."""

    def __init__(self, words: Iterable[str], base: SummaryVocabulary | None = None) -> None:
        self._base = base
        self._own = frozenset(words if base is None else (word for word in words if word not in base))
        self._stems = Counter(map(stem, self._own))

    def __len__(self) -> int:
        return len(self._own) + (0 if self._base is None else len(self._base))

    def __contains__(self, word: object) -> bool:
        return word in self._own or (self._base is not None and word in self._base)

    @property
    def words(self) -> frozenset[str]:
        """All words."""
        return self._own if self._base is None else self._own | self._base.words

    def sharing(self, root: str) -> int:
        """Return how many words have a stem."""
        return self._stems.get(root, 0) + (0 if self._base is None else self._base.sharing(root))

    def with_words(self, words: Iterable[str]) -> SummaryVocabulary:
        """Return the vocabulary enlarged by the words it lacks."""
        return SummaryVocabulary(words, self)
