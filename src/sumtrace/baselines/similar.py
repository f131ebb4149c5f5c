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


def _links(pair: Pair) -> Iterator[Link]:
    document = [stem(word) for word in pair.document.words]
    first: dict[str, dict[int, int]] = defaultdict(dict)
    bags = []
    for number, (start, end) in enumerate(pair.document.sentences):
        bags.append(Counter(document[start:end]))
        for i in range(start, end):
            first[document[i]].setdefault(number, i)
    weight = {word: math.log((len(bags) + 1) / len(sentences)) for word, sentences in first.items()}
    norms = [math.sqrt(sum((n * weight[word]) ** 2 for word, n in bag.items())) or 1.0 for bag in bags]
    for start, end in pair.summary.sentences:
        words = [stem(word) for word in pair.summary.words[start:end]]
        similarity = [0.0] * len(bags)
        for word, n in Counter(words).items():
            for number in first.get(word, ()):
                similarity[number] += n * bags[number][word] * weight[word] ** 2
        rank = [value / norm for value, norm in zip(similarity, norms, strict=True)]
        for j, word in enumerate(words, start=start):
            if word in first:
                best = max(first[word], key=lambda number: (rank[number], -number))
                yield Link.word(first[word][best], j)
