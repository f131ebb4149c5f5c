"""Cut & Paste: the summary as a paste-up of the document's own phrases.

The longest block of summary words that stands in the document with the same stems is linked word by word, then the
longest among the words left over, and so on until blocks are shorter than the cut-off. A document phrase may be pasted
more than once; of equal blocks the earliest in the summary, then in the document, comes first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from sumtrace.alignment.alignment import Alignment, Link
from sumtrace.array_types import Longs
from sumtrace.baselines.word_ids import stem_ids
from sumtrace.corpus.pair import Pair
from sumtrace.kernels import kernel

CUTOFF = 2


def cut_and_paste(pairs: Iterable[Pair], *, cutoff: int = CUTOFF) -> Iterator[Alignment]:
    """Align pairs by blocks of at least ``cutoff`` words; nothing is learnt."""
    for pair in pairs:
        document, summary = stem_ids(pair)
        lengths, starts = _longest(document, summary)
        links = tuple(Link.word(i, j) for i, j in sorted(_paste(lengths, starts, cutoff)))
        yield Alignment(pair.id, links, pair, model=f"cut-and-paste {cutoff}")


def _paste(lengths: Longs, starts: Longs, cutoff: int) -> Iterator[tuple[int, int]]:
    room = lengths.copy()
    while len(room) and (length := int(room.max())) >= max(cutoff, 1):
        j = int(room.argmax())
        for step in range(length):
            yield int(starts[j]) + step, j + step
        room[j : j + length] = 0
        for before in range(j):
            room[before] = min(room[before], j - before)


@kernel
def _longest(document: Longs, summary: Longs) -> tuple[Longs, Longs]:
    # run[j, i] = 1 + run[j + 1, i + 1] where s_j and d_i have the same stem, else 0; keep max over i and where
    m, t = len(document), len(summary)
    lengths, starts = np.zeros(t, np.int64), np.zeros(t, np.int64)
    run = np.zeros(m + 1, np.int64)
    for j in range(t - 1, -1, -1):
        for i in range(m):  # run[i + 1] still belongs to the row below
            run[i] = run[i + 1] + 1 if document[i] == summary[j] else 0
        for i in range(m):
            if run[i] > lengths[j]:
                lengths[j], starts[j] = run[i], i
    return lengths, starts
