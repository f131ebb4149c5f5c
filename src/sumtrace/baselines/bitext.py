"""A corpus as two long rows of word numbers, with the identical one-word pairs that seed the translation models."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from sumtrace.baselines.vocabulary import Ids, Vocabulary
from sumtrace.corpus.pair import Pair

Side = Literal["document", "summary"]


@dataclass(frozen=True, slots=True)
class Bitext:
    """Source and target words of pair n at ``source[source_start[n]:source_start[n + 1]]``, the same for target.

    Every target word is explained by a source word or by the null word, whose number is ``words``. After the first
    ``pairs`` come the seeds: each word of the vocabulary as its own translation, the article's trick that tells models
    made for two languages that here both sides are one.
    """

    source: Ids
    source_start: Ids
    target: Ids
    target_start: Ids
    pairs: int
    words: int

    @classmethod
    def of(cls, pairs: Sequence[Pair], *, source: Side = "document", seeded: bool = True) -> Bitext:
        """Number the words of pairs, case ignored."""
        vocabulary = Vocabulary()
        documents = [vocabulary.add(pair.document.words) for pair in pairs]
        summaries = [vocabulary.add(pair.summary.words) for pair in pairs]
        seeds = list(np.arange(len(vocabulary)).reshape(-1, 1)) if seeded else []
        sides = (documents, summaries) if source == "document" else (summaries, documents)
        (one, one_start), (two, two_start) = (_joined([*side, *seeds]) for side in sides)
        return cls(one, one_start, two, two_start, len(pairs), len(vocabulary))

    def __len__(self) -> int:
        return len(self.source_start) - 1

    def words_of(self, n: int) -> tuple[Ids, Ids]:
        """Return the source and the target words of pair n."""
        return (
            self.source[self.source_start[n] : self.source_start[n + 1]],
            self.target[self.target_start[n] : self.target_start[n + 1]],
        )


def _joined(rows: list[Ids]) -> tuple[Ids, Ids]:
    starts = np.zeros(len(rows) + 1, np.int64)
    np.cumsum([len(row) for row in rows], out=starts[1:])
    return (np.concatenate(rows) if rows else np.empty(0, np.int64)), starts
