"""Same stem in the most similar sentence: a simple rival that is strong on whole documents.

Document sentences are ranked by their cosine with the summary sentence (stems weighted by inverse document frequency
over the document's sentences); each summary word is linked to the first word of its stem in the best-ranked sentence
that has one.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from sumtrace.alignment.alignment import Alignment, Link
from sumtrace.corpus.pair import Pair
from sumtrace.text import stem


def most_similar_sentence(pairs: Iterable[Pair]) -> Iterator[Alignment]:
    """Align pairs one after the other; nothing is learnt."""
    for pair in pairs:
        yield Alignment(pair.id, tuple(_links(pair)), pair, model="most-similar-sentence")


def ranked_sentences(pair: Pair) -> list[list[int]]:
    """Return for every summary sentence the numbers of the document sentences, most similar first."""
    index = _Index(pair)
    ranked = []
    for start, end in pair.summary.sentences:
        similarity = index.similarity([stem(word) for word in pair.summary.words[start:end]])
        ranked.append(sorted(range(len(similarity)), key=lambda number: (-similarity[number], number)))
    return ranked


class _Index:
    """The document's sentences by their stems: where each first stands, how often, and its weight."""

    def __init__(self, pair: Pair) -> None:
        document = [stem(word) for word in pair.document.words]
        self.first: dict[str, dict[int, int]] = defaultdict(dict)
        self.bags = [Counter(document[start:end]) for start, end in pair.document.sentences]
        for number, (start, end) in enumerate(pair.document.sentences):
            for i in range(start, end):
                self.first[document[i]].setdefault(number, i)
        self.weight = {word: math.log((len(self.bags) + 1) / len(places)) for word, places in self.first.items()}
        squares = (sum((n * self.weight[word]) ** 2 for word, n in bag.items()) for bag in self.bags)
        self.norms = [math.sqrt(square) or 1.0 for square in squares]

    def similarity(self, words: Iterable[str]) -> list[float]:
        """Return the cosine of every document sentence with words, up to the words' own length."""
        total = [0.0] * len(self.bags)
        for word, n in Counter(words).items():
            for number in self.first.get(word, ()):
                total[number] += n * self.bags[number][word] * self.weight[word] ** 2
        return [value / norm for value, norm in zip(total, self.norms, strict=True)]


def _links(pair: Pair) -> Iterator[Link]:
    index = _Index(pair)
    for start, end in pair.summary.sentences:
        words = [stem(word) for word in pair.summary.words[start:end]]
        rank = index.similarity(words)
        for j, word in enumerate(words, start=start):
            if places := index.first.get(word):
                best = max(places, key=lambda number: (rank[number], -number))
                yield Link.word(places[best], j)
