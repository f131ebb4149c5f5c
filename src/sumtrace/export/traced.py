"""An alignment as the exports read it: word by word, and sentence by sentence.

A *content word* is a judged summary word that is not on the ignore-list. Phrase links are read as word links by the soft
rule: identical phrases word by word, all else all pairs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sumtrace.alignment.alignment import Alignment
from sumtrace.alignment.expansion import word_links
from sumtrace.corpus.pair import Pair
from sumtrace.text import Span, fold, is_ignored

FEWEST = 2
"""A further document sentence is a source only where it adds this many content words: one alone is often a stray link."""


@dataclass(frozen=True, slots=True)
class Traced:
    """A pair with the document words behind each linked summary word, and the sentence of each document word."""

    id: str
    pair: Pair
    sources: Mapping[int, Sequence[int]]
    judged: frozenset[int]
    sentence_of: Sequence[int]

    def content(self, sentence: Span) -> list[int]:
        """Return the content words in a span of the summary."""
        words = self.pair.summary.words
        return [j for j in range(*sentence) if j in self.judged and not is_ignored(words[j])]

    def sentences_behind(self, word: int) -> set[int]:
        """Return the document sentences that a summary word comes from."""
        return {self.sentence_of[i] for i in self.sources.get(word, ())}

    def used_by(self, sentence: Span) -> set[int]:
        """Return the document words behind a span of the summary."""
        return {i for j in range(*sentence) for i in self.sources.get(j, ())}

    def source_sentences(self, sentence: Span) -> list[int]:
        """Return the document sentences behind a summary sentence, the one behind most of its content words first.

        Each next one is behind most of what is left over, and behind FEWEST words at least; ties go to the earlier.
        """
        left = {j: behind for j in self.content(sentence) if (behind := self.sentences_behind(j))}
        found: list[int] = []
        while left:
            counts = Counter(number for behind in left.values() for number in behind)
            best = min(counts, key=lambda number: (-counts[number], number))
            if found and counts[best] < FEWEST:
                break
            found.append(best)
            left = {j: behind for j, behind in left.items() if best not in behind}
        return found


def trace(alignment: Alignment) -> Traced:
    """Return what the exports read off an alignment."""
    pair = alignment.texts
    sources: dict[int, list[int]] = {}
    for i, j in word_links(alignment):
        sources.setdefault(j, []).append(i)
    judged = range(len(pair.summary)) if alignment.covered is None else alignment.covered
    sentence_of = [number for number, (a, b) in enumerate(pair.document.sentences) for _ in range(a, b)]
    return Traced(alignment.id, pair, sources, frozenset(judged), sentence_of)


def surer(alignment: Alignment, min_prob: float) -> Alignment:
    """Return the alignment without links below a probability; a link that has none was made by hand and stays."""
    kept = tuple(link for link in alignment.links if link.prob is None or link.prob >= min_prob)
    return replace(alignment, links=kept)


def spoken(words: Sequence[str]) -> list[str]:
    """Return the folded words that have a letter or digit."""
    return [fold(word) for word in words if any(character.isalnum() for character in word)]


def runs(positions: set[int]) -> list[Span]:
    """Return the spans of positions that follow each other."""
    spans: list[Span] = []
    for position in sorted(positions):
        if spans and spans[-1][1] == position:
            spans[-1] = (spans[-1][0], position + 1)
        else:
            spans.append((position, position + 1))
    return spans
