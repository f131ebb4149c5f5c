"""The article's corpus tables: how many documents, sentences and words a corpus has, and how strongly it compresses.

Words are tokens, punctuation marks included; unique words are counted ignoring case.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sized
from dataclasses import asdict, dataclass
from typing import Any

from sumtrace.corpus.pair import Pair
from sumtrace.corpus.scratch import scratch_database, scratch_errors
from sumtrace.text import fold

_WORDS_IN_MEMORY = 1 << 13


@dataclass(frozen=True, slots=True)
class SideStatistics:
    """One column of the table: the summaries, the extracts or the documents of a corpus.

    As in the article, ``documents`` counts the texts of any side.
    """

    documents: int
    sentences: int
    words: int
    unique_words: int

    @property
    def sentences_per_document(self) -> float:
        """Mean number of sentences."""
        return self.sentences / max(1, self.documents)

    @property
    def words_per_document(self) -> float:
        """Mean number of words."""
        return self.words / max(1, self.documents)

    @property
    def words_per_sentence(self) -> float:
        """Mean length of a sentence."""
        return self.words / max(1, self.sentences)


@dataclass(frozen=True, slots=True)
class CorpusStatistics:
    """The table of one corpus; ``extracts`` is None where no pair has an extract."""

    pairs: int
    summaries: SideStatistics
    extracts: SideStatistics | None
    documents: SideStatistics
    unique_words: int

    @property
    def sides(self) -> dict[str, SideStatistics]:
        """The columns by name, shortest first."""
        middle = {} if self.extracts is None else {"extracts": self.extracts}
        return {"summaries": self.summaries, **middle, "documents": self.documents}

    def compression(self, side: str) -> float:
        """Return the words of a side for each word of the documents."""
        return self.sides[side].words / max(1, self.documents.words)

    def to_dict(self) -> dict[str, Any]:
        """Return the table as plain data."""
        return {
            "pairs": self.pairs,
            "unique_words": self.unique_words,
            **{
                name: {
                    **asdict(side),
                    "sentences_per_document": side.sentences_per_document,
                    "words_per_document": side.words_per_document,
                    "words_per_sentence": side.words_per_sentence,
                    "compression_rate": self.compression(name),
                }
                for name, side in self.sides.items()
            },
        }


class Counter:
    """Counts pairs one at a time, in memory that does not grow with the corpus."""

    def __init__(self) -> None:
        self._pairs = 0
        self._summaries = _Side()
        self._extracts = _Side()
        self._documents = _Side()
        self._vocabulary = _Vocabulary()

    def add(self, pair: Pair) -> None:
        """Count one pair."""
        self._pairs += 1
        self._summaries.add(1, pair.summary.sentences, pair.summary.words)
        self._documents.add(len(pair.documents) or 1, pair.document.sentences, pair.document.words)
        self._vocabulary.add(_SUMMARY, pair.summary.words)
        self._vocabulary.add(_DOCUMENT, pair.document.words)
        if pair.extract is not None:
            sentences = [pair.document.sentences[number] for number in pair.extract]
            words = [word for a, b in sentences for word in pair.document.words[a:b]]
            self._extracts.add(1, sentences, words)
            self._vocabulary.add(_EXTRACT, words)

    def result(self) -> CorpusStatistics:
        """Return the counts so far."""
        unique = self._vocabulary.sizes()
        return CorpusStatistics(
            self._pairs,
            self._summaries.statistics(unique[_SUMMARY]),
            self._extracts.statistics(unique[_EXTRACT]) if self._extracts.documents else None,
            self._documents.statistics(unique[_DOCUMENT]),
            unique[_SUMMARY | _DOCUMENT],
        )


def count(pairs: Iterable[Pair]) -> CorpusStatistics:
    """Return the statistics of a corpus."""
    counter = Counter()
    for pair in pairs:
        counter.add(pair)
    return counter.result()


def shortest(pairs: Iterable[Pair], number: int) -> list[Pair]:
    """Return the pairs with the shortest documents, in the order of the corpus; of equals the earlier ones."""
    numbered = ((len(pair.document), place, pair) for place, pair in enumerate(pairs))
    chosen = heapq.nsmallest(number, numbered, key=lambda entry: entry[:2])
    return [pair for _, _, pair in sorted(chosen, key=lambda entry: entry[1])]


@dataclass(slots=True)
class _Side:
    documents: int = 0
    sentences: int = 0
    words: int = 0

    def add(self, documents: int, sentences: Sized, words: Sized) -> None:
        self.documents += documents
        self.sentences += len(sentences)
        self.words += len(words)

    def statistics(self, unique_words: int) -> SideStatistics:
        return SideStatistics(self.documents, self.sentences, self.words, unique_words)


_SUMMARY, _EXTRACT, _DOCUMENT = 1, 2, 4
"""The sides of a corpus as bits, so that a word's sides are one number."""


class _Vocabulary:
    """The distinct words of each side: the latest in memory, all others in a scratch database."""

    def __init__(self) -> None:
        self._latest: dict[int, set[str]] = {_SUMMARY: set(), _EXTRACT: set(), _DOCUMENT: set()}
        self._database = scratch_database("words (word TEXT PRIMARY KEY, sides INTEGER NOT NULL)")

    def add(self, side: int, words: Iterable[str]) -> None:
        self._latest[side].update(words)
        if len(self._latest[side]) > _WORDS_IN_MEMORY:
            self._store(side)

    def _store(self, side: int) -> None:
        folded = sorted({fold(word) for word in self._latest[side]})
        with scratch_errors():
            self._database.executemany(
                "INSERT INTO words VALUES (?, ?) ON CONFLICT DO UPDATE SET sides = sides | excluded.sides",
                ((word, side) for word in folded),
            )
        self._latest[side].clear()

    def sizes(self) -> dict[int, int]:
        """How many distinct words each side has, and summaries and documents together."""
        for side in self._latest:
            self._store(side)
        return {
            sides: self._database.execute("SELECT COUNT(*) FROM words WHERE sides & ?", (sides,)).fetchone()[0]
            for sides in (_SUMMARY, _EXTRACT, _DOCUMENT, _SUMMARY | _DOCUMENT)
        }
