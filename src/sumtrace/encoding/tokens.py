"""The tokens of many pairs as word numbers: the one door through which a pair becomes numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from sumtrace.array_types import Ints, Longs
from sumtrace.corpus import Pair
from sumtrace.encoding.array_file import Store
from sumtrace.encoding.block import is_full
from sumtrace.encoding.words import WordNumbers
from sumtrace.text import Span

TEXT_WORDS = 200_000
"""How many words of the texts are kept at most."""


class TokenBlock(NamedTuple):
    """Word numbers of the pairs of one block, which divides them as ``Block`` does (encoding/block.py)."""

    documents: Ints
    doc_at: Longs
    summaries: Ints
    sum_at: Longs
    bounds: Ints
    bounds_at: Longs
    structure: Ints
    structure_at: Longs
    reach: Ints
    reach_at: Longs

    def __len__(self) -> int:
        return len(self.doc_at) - 1


class PairTokens(NamedTuple):
    """Word numbers of one pair; ``reach_counts`` says how many spans of ``reach`` each summary word has."""

    document: Ints
    summary: Ints
    bounds: Ints
    structure: Ints
    reach: Ints
    reach_counts: Longs


@dataclass(slots=True)
class TokenNumbers:
    """The tokens of many pairs as word numbers, gathered one pair at a time so that the texts can be dropped.

    ``full`` takes the blocks as they fill up: a list, or a file on disk (encoding/array_file.py).
    """

    numbers: WordNumbers = field(default_factory=WordNumbers)
    full: Store[TokenBlock] = field(default_factory=list)
    texts: list[Pair] = field(default_factory=list)
    """Some of the pairs as they came, evenly spread: what is learnt in context is learnt from these."""
    _begun: list[PairTokens] = field(default_factory=list)
    _last: TokenBlock | None = None
    """What is begun, as a block, once somebody asked for it."""
    _word_pairs: int = 0
    _pairs: int = 0
    _text_words: int = 0
    _every: int = 1

    def add_pair(self, pair: Pair, structure: Ints | None = None) -> None:
        """Take one pair; ``structure`` are its nodes, where the jumps need them."""
        if self._pairs % self._every == 0:
            self.texts.append(pair)
            self._text_words += _words_of(pair)
            while len(self.texts) > 1 and self._text_words > TEXT_WORDS:
                self.texts, self._every = self.texts[::2], 2 * self._every
                self._text_words = sum(map(_words_of, self.texts))
        self.add(pair.document.words, pair.summary.words, pair.document.sentences, structure, pair.reach())

    def add(
        self,
        document: Sequence[str],
        summary: Sequence[str],
        sentences: Sequence[Span],
        structure: Ints | None = None,
        reach: Sequence[Sequence[Span]] | None = None,
    ) -> None:
        """Take the words of one pair and the sentence spans of its document.

        ``reach`` gives for each summary word the document spans that it may come from; without, it is all.
        """
        numbers, size = self.numbers, len(document) * len(summary)
        if is_full(self._word_pairs, size):
            self.full.append(_joined(self._begun))
            self._begun, self._word_pairs = [], 0
        spans = [(0, len(document))] * len(summary) if reach is None else [span for spans in reach for span in spans]
        self._begun.append(
            PairTokens(
                np.array([numbers[word] for word in document], np.int32),
                np.array([numbers[word] for word in summary], np.int32),
                np.array([0, *(end for _, end in sentences)], np.int32),
                np.zeros(0, np.int32) if structure is None else structure,
                np.array(spans, np.int32).reshape(-1, 2),
                np.array([1] * len(summary) if reach is None else [len(s) for s in reach], np.int64),
            )
        )
        self._last = None
        self._word_pairs += size
        self._pairs += 1

    def blocks(self) -> Iterator[TokenBlock]:
        """Yield the pairs so far, block by block."""
        yield from self.full
        if self._begun:
            self._last = self._last or _joined(self._begun)
            yield self._last

    def __len__(self) -> int:
        return self._pairs


def _words_of(pair: Pair) -> int:
    return len(pair.document) + len(pair.summary)


def _joined(pairs: Sequence[PairTokens]) -> TokenBlock:
    documents, summaries, bounds, structures, reach, counts = zip(*pairs, strict=True)
    return TokenBlock(
        np.concatenate(documents),
        _at(documents),
        np.concatenate(summaries),
        _at(summaries),
        np.concatenate(bounds),
        _at(bounds),
        np.concatenate(structures),
        _at(structures),
        np.concatenate(reach),
        np.cumsum(np.concatenate([np.zeros(1, np.int64), *counts])),
    )


def _at(arrays: Iterable[Ints]) -> Longs:
    return np.cumsum([0, *map(len, arrays)], dtype=np.int64)
