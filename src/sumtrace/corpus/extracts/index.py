"""Similarity of a document's sentences with a summary sentence: which words count, how much, and what matches what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, get_args

import numpy as np

from sumtrace.array_types import Longs
from sumtrace.corpus.extracts.sentence_words import SentenceWords
from sumtrace.text import Text, is_ignored, stem

Weights = Literal["tf-idf", "tf", "binary"]
"""How words weigh: their number times their rarity among the document's sentences, their number, or that they are there."""
WEIGHTS: tuple[Weights, ...] = get_args(Weights)
Related = Callable[[str], Mapping[str, float]]
"""For a summary word, the document words that it may come from, each with a strength such as a rewrite probability."""

DEFAULT_WEIGHTS: Weights = "tf-idf"
"""Reaches the source of the most gold words; docs/extracts.md has the figures and benchmarks/extracts.py their script."""

_RARITY_STEPS = 64
_STRENGTH_STEPS = 1024


class ExtractIndex:
    """The words of one document's sentences, counted once for all the extracts made of it.

    Words are compared by their stems; those of the ignore-list count neither for nor against a sentence.
    """

    def __init__(self, document: Text, *, weights: Weights = DEFAULT_WEIGHTS) -> None:
        self._numbers: dict[str, int] = {}
        number_of = {word: self._number(word) for word in dict.fromkeys(document.words)}
        word_of = np.fromiter(map(number_of.__getitem__, document.words), np.int64, len(document))
        lengths = [end - start for start, end in document.sentences]
        sentence_of = np.repeat(np.arange(len(lengths)), lengths)
        counted = word_of >= 0
        self._words = SentenceWords.of(
            sentence_of[counted],
            word_of[counted],
            sentences=len(document.sentences),
            vocabulary=len(self._numbers),
        )
        self._binary = weights == "binary"
        highest = int(self._words.totals.max(initial=0))
        self._damped = np.minimum(np.arange(highest + 1), 1 if self._binary else highest)
        self._weight = self._rarity() if weights == "tf-idf" else np.ones(len(self._numbers), np.int64)

    def sentences_for(self, words: Sequence[str], k: int, *, related: Related | None = None) -> list[int]:
        """Return the numbers of the k document sentences that are left for the words of a summary sentence, in order."""
        # the compiler takes half a second to import: only those who make extracts wait for it
        from sumtrace.corpus.extracts.deletion import left_after_deletion

        return left_after_deletion(self._words, self._weight, self._damped, self._query(words, related), k)

    def _number(self, word: str) -> int:
        return -1 if is_ignored(word) else self._numbers.setdefault(stem(word), len(self._numbers))

    def _rarity(self) -> Longs:
        """log((S + 1) / number of sentences with the word), in steps that keep the sums of the deletion exact."""
        sentences = len(self._words.starts) - 1
        rarity: Longs = np.rint(_RARITY_STEPS * np.log((sentences + 1) / self._words.frequency)).astype(np.int64)
        return rarity

    def _query(self, words: Sequence[str], related: Related | None) -> Longs:
        query = np.zeros(len(self._numbers), np.int64)
        for word, count in Counter(word for word in words if not is_ignored(word)).items():
            strengths: dict[int, float] = {}
            for source, strength in ({word: 1.0} if related is None else related(word)).items():
                number = self._numbers.get(stem(source))
                if number is not None:
                    strengths[number] = max(strength, strengths.get(number, 0.0))
            for number, strength in strengths.items():
                query[number] += round(_STRENGTH_STEPS * strength * count)
        if self._binary:
            query = np.minimum(query, _STRENGTH_STEPS)
        return query * self._weight
