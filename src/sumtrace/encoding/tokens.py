"""The tokens of many pairs as word numbers: the one door through which a pair becomes numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from sumtrace.corpus import Pair
from sumtrace.encoding.words import WordNumbers
from sumtrace.memory import check_memory
from sumtrace.text import Span

Ints = npt.NDArray[np.int32]

TEXT_WORDS = 200_000
"""How many words of the texts are kept at most."""


@dataclass(slots=True)
class TokenNumbers:
    """The tokens of many pairs as word numbers, gathered one pair at a time so that the texts can be dropped."""

    numbers: WordNumbers = field(default_factory=WordNumbers)
    documents: list[Ints] = field(default_factory=list)
    summaries: list[Ints] = field(default_factory=list)
    bounds: list[Ints] = field(default_factory=list)
    structures: list[Ints] = field(default_factory=list)
    reach: list[Ints] = field(default_factory=list)
    reach_counts: list[npt.NDArray[np.int64]] = field(default_factory=list)

    texts: list[Pair] = field(default_factory=list)
    """Some of the pairs as they came, evenly spread: what is learnt in context is learnt from these."""
    _every: int = 1

    def add_pair(self, pair: Pair, structure: Ints | None = None) -> None:
        """Take one pair, unless it is too large for memory; ``structure`` are its nodes, where the jumps need them."""
        check_memory(pair)
        if len(self) % self._every == 0:
            self.texts.append(pair)
            while (
                len(self.texts) > 1 and sum(len(kept.document) + len(kept.summary) for kept in self.texts) > TEXT_WORDS
            ):
                self.texts, self._every = self.texts[::2], 2 * self._every
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
        numbers = self.numbers
        self.documents.append(np.array([numbers[word] for word in document], np.int32))
        self.summaries.append(np.array([numbers[word] for word in summary], np.int32))
        self.bounds.append(np.array([0, *(end for _, end in sentences)], np.int32))
        self.structures.append(np.zeros(0, np.int32) if structure is None else structure)
        spans = [(0, len(document))] * len(summary) if reach is None else [span for spans in reach for span in spans]
        self.reach.append(np.array(spans, np.int32).reshape(-1, 2))
        self.reach_counts.append(np.array([1] * len(summary) if reach is None else [len(s) for s in reach], np.int64))

    def __len__(self) -> int:
        return len(self.documents)
