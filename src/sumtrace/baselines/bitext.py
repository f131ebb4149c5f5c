"""A corpus as two long rows of word numbers, with the identical one-word pairs that seed the translation models."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

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
    def of(cls, pairs: Sequence[Pair], *, source: Side = "document", seeded: bool = True) -> Bitext:
        """Number the words of pairs, case ignored."""
        numbers = WordNumbers()
        documents = [word_ids(pair.document.words, numbers) for pair in pairs]
        summaries = [word_ids(pair.summary.words, numbers) for pair in pairs]
        seeds = list(np.arange(len(numbers.words)).reshape(-1, 1)) if seeded else []
        sides = (documents, summaries) if source == "document" else (summaries, documents)
        (one, one_start), (two, two_start) = (_joined([*side, *seeds]) for side in sides)
        return cls(Rows(one, one_start, two, two_start), len(pairs), len(numbers.words))

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


def _joined(rows: list[Ids]) -> tuple[Ids, Ids]:
    starts = np.zeros(len(rows) + 1, np.int64)
    np.cumsum([len(row) for row in rows], out=starts[1:])
    return (np.concatenate(rows) if rows else np.empty(0, np.int64)), starts
