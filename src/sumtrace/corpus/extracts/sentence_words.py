"""The words of a document's sentences as numbers."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sumtrace.array_types import Longs


class SentenceWords(NamedTuple):
    """How often each word occurs in each sentence, by sentence and by word, without words that have no weight.

    Sentence s holds ``words[starts[s]:starts[s + 1]]``, ``counts`` times each; word w stands in
    ``places[place_starts[w]:place_starts[w + 1]]``, ``place_counts`` times in each. ``frequency[w]`` is the number of
    sentences that hold w.
    """

    starts: Longs
    words: Longs
    counts: Longs
    place_starts: Longs
    places: Longs
    place_counts: Longs

    @classmethod
    def of(cls, sentence_of: Longs, word_of: Longs, *, sentences: int, vocabulary: int) -> SentenceWords:
        """Count tokens, each given by the number of its sentence and of its word."""
        cells, counts = np.unique(sentence_of * vocabulary + word_of, return_counts=True)
        sentence, word = np.divmod(cells, max(vocabulary, 1))
        by_word = np.argsort(word, kind="stable")
        return cls(
            np.searchsorted(sentence, np.arange(sentences + 1)),
            word,
            counts,
            np.searchsorted(word[by_word], np.arange(vocabulary + 1)),
            sentence[by_word],
            counts[by_word],
        )

    @property
    def frequency(self) -> Longs:
        """The number of sentences that hold each word."""
        return np.diff(self.place_starts)

    @property
    def totals(self) -> Longs:
        """How often each word occurs in the whole document."""
        return np.bincount(self.words, weights=self.counts, minlength=len(self.place_starts) - 1).astype(np.int64)
