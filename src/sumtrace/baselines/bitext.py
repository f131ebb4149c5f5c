"""A corpus as two long rows of word numbers, with the identical one-word pairs that seed the translation models."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from sumtrace.baselines.stored_rows import StoredRows
from sumtrace.baselines.word_ids import Ids, word_ids
from sumtrace.corpus.pair import Pair
from sumtrace.encoding.words import WordNumbers

Side = Literal["document", "summary"]


class Rows(NamedTuple):
    """The two rows and where each pair begins in them, as the kernels take them."""

    source: Ids
    source_start: Ids
    target: Ids
    target_start: Ids


@dataclass(frozen=True, slots=True)
class Bitext:
    """Source and target words of pair n at ``source[source_start[n]:source_start[n + 1]]`` of ``rows``, the same for target.

    Every target word is explained by a source word or by the null word, whose number is ``words``. After the first
    ``pairs`` come the seeds: each word of the vocabulary as its own translation, the article's trick that tells models
    made for two languages that here both sides are one.
    """

    rows: Rows
    pairs: int
    words: int

    @classmethod
    def of(cls, pairs: Iterable[Pair], *, source: Side = "document", seeded: bool = True) -> Bitext:
        """Number the words of pairs, case ignored; the numbers are kept on disk."""
        numbers = WordNumbers()
        documents, summaries = StoredRows(), StoredRows()
        for pair in pairs:
            documents.append(word_ids(pair.document.words, numbers))
            summaries.append(word_ids(pair.summary.words, numbers))
        count = len(documents)
        if seeded:
            for side in (documents, summaries):
                side.extend_by_ones(np.arange(len(numbers.words)))
        one, two = (documents, summaries) if source == "document" else (summaries, documents)
        return cls(Rows(one.joined(), one.starts(), two.joined(), two.starts()), count, len(numbers.words))

    def turned(self) -> Bitext:
        """Return the same corpus with source and target in each other's place."""
        rows = self.rows
        turned = Rows(rows.target, rows.target_start, rows.source, rows.source_start)
        return Bitext(turned, self.pairs, self.words)

    def __len__(self) -> int:
        return len(self.rows.source_start) - 1

    @property
    def longest_source(self) -> int:
        """The number of words in the longest source."""
        return int(np.diff(self.rows.source_start).max(initial=0))

    def words_of(self, n: int) -> tuple[Ids, Ids]:
        """Return the source and the target words of pair n."""
        source, source_start, target, target_start = self.rows
        return source[source_start[n] : source_start[n + 1]], target[target_start[n] : target_start[n + 1]]
