"""Jing's hidden Markov model (2002): each summary word comes from one of the places of its stem in the document.

The likeliest path prefers, from one linked word to the next (words that the document lacks are passed over),

    1   the next word of the document
    .9  a later word of the same sentence        .8  an earlier one
    .7  a later sentence, at most C away         .6  an earlier one
    .5  anywhere else

Nothing is learnt. C is 3 unless told otherwise: the article names no value, and results hardly depend on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from sumtrace.alignment.alignment import Alignment, Link
from sumtrace.array_types import Floats, Longs
from sumtrace.baselines.word_ids import Ids, stem_ids
from sumtrace.corpus.pair import Pair
from sumtrace.kernels import kernel

WEIGHTS = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5)
NEAR = 3


def jing(pairs: Iterable[Pair], *, near: int = NEAR, cutoff: int = 1) -> Iterator[Alignment]:
    """Align pairs; ``near`` is C, and runs of fewer than ``cutoff`` words in a row are dropped again."""
    log_weights = np.log(np.array(WEIGHTS))
    for pair in pairs:
        document, summary = stem_ids(pair)
        sentence = np.zeros(len(document), np.int64)
        for number, (start, end) in enumerate(pair.document.sentences):
            sentence[start:end] = number
        path = _best_path(document, summary, sentence, near, log_weights)
        links = tuple(Link.word(int(i), j) for j, i in enumerate(_cut(path, cutoff)) if i >= 0)
        yield Alignment(pair.id, links, pair, model=f"jing {near}")


def _cut(path: Ids, cutoff: int) -> Ids:
    """Return the path without its short runs; -1 stands for no link."""
    kept = path.copy()
    start = 0
    for j in range(1, len(path) + 1):
        if j == len(path) or path[j] < 0 or path[j] != path[j - 1] + 1:
            if j - start < cutoff:
                kept[start:j] = -1
            start = j
    return kept


@kernel
def _best_path(
    document: Longs,
    summary: Longs,
    sentence: Longs,
    near: int,
    log_weights: Floats,
) -> Longs:
    # best[i] = max over places k of the previous linked word: best[k] + log weight(k -> i); ties go to the earlier k
    m, t = len(document), len(summary)
    path = np.full(t, -1, np.int64)
    previous = np.empty(0, np.int64)
    score = np.empty(0, np.float64)
    linked = np.empty(t, np.int64)
    offsets = np.zeros(t + 1, np.int64)
    places = np.empty(max(m, 16), np.int64)
    origins = np.empty(max(m, 16), np.int64)
    n = 0
    for j in range(t):
        start = offsets[n]
        if start + m > len(places):
            places = np.concatenate((places, np.empty(len(places) + m, np.int64)))
            origins = np.concatenate((origins, np.empty(len(origins) + m, np.int64)))
        end = start
        for i in range(m):
            if document[i] == summary[j]:
                places[end] = i
                end += 1
        if end == start:
            continue
        now = np.zeros(end - start)
        for number in range(start, end):
            i = places[number]
            best, origin = -np.inf if len(previous) else 0.0, -1
            for q in range(len(previous)):
                k = previous[q]
                gap = sentence[i] - sentence[k]
                if i == k + 1:
                    kind = 0
                elif gap == 0:
                    kind = 1 if i > k else 2
                elif abs(gap) <= near:
                    kind = 3 if gap > 0 else 4
                else:
                    kind = 5
                value = score[q] + log_weights[kind]
                if value > best:
                    best, origin = value, q
            now[number - start], origins[number] = best, origin
        previous, score = places[start:end].copy(), now
        linked[n] = j
        n += 1
        offsets[n] = end
    if n:
        q = int(np.argmax(score))
        for number in range(n - 1, -1, -1):
            path[linked[number]] = places[offsets[number] + q]
            q = origins[offsets[number] + q]
    return path
