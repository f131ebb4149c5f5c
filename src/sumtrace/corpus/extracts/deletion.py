"""Greedy deletion: the sentences of a document that are left when the least useful ones are taken away one by one.

After Marcu (1999): from the whole document, delete the sentence whose removal leaves the highest cosine similarity with a
given text, until k sentences are left. A remaining text is the vector of ``weight[w] * damped[count of w]``; all numbers
are whole, so that every sum is exact, and updating what changes gives what starting afresh would give.
"""

from __future__ import annotations

import math

import numpy as np

from sumtrace.array_types import Booleans, Longs
from sumtrace.corpus.extracts.sentence_words import SentenceWords
from sumtrace.kernels import kernel


def left_after_deletion(index: SentenceWords, weight: Longs, damped: Longs, query: Longs, k: int) -> list[int]:
    """Return the k sentences left, in order; ``query[w]`` is the given text's entry for w, ``weight[w]`` included.

    Of sentences whose removal leaves the same similarity, the last goes first.
    """
    sentences = len(index.starts) - 1
    if sentences <= k:
        return list(range(sentences))
    kept = _delete(index, weight * weight, weight * query, damped, k)
    return [int(s) for s in np.flatnonzero(kept)]


@kernel
def _delete(index: SentenceWords, square: Longs, match: Longs, damped: Longs, k: int) -> Booleans:
    # norm = sum over w: square[w] * damped[total[w]]^2        dot = sum over w: match[w] * damped[total[w]]
    # total[w]: how often w occurs in what is left
    # less_norm[s], less_dot[s]: how the two change when s goes; another sentence's going changes them only through the
    # words that both have.
    places, place_starts, place_counts = index.places, index.place_starts, index.place_counts
    size = len(index.starts) - 1
    kept = np.ones(size, np.bool_)
    less_norm = np.zeros(size, np.int64)
    less_dot = np.zeros(size, np.int64)
    total = np.zeros(len(place_starts) - 1, np.int64)
    norm = 0
    dot = 0
    for w in range(len(total)):
        for place in range(place_starts[w], place_starts[w + 1]):
            total[w] += place_counts[place]
        full = damped[total[w]]
        norm += square[w] * full * full
        dot += match[w] * full
        for p in range(place_starts[w], place_starts[w + 1]):
            rest = damped[total[w] - place_counts[p]]
            less_norm[places[p]] += square[w] * (rest * rest - full * full)
            less_dot[places[p]] += match[w] * (rest - full)
    for _ in range(size - k):
        worst = -1
        highest = -1.0
        for s in range(size):
            if kept[s]:
                left = norm + less_norm[s]
                similarity = (dot + less_dot[s]) / math.sqrt(left) if left > 0 else 0.0
                if similarity >= highest:
                    worst = s
                    highest = similarity
        kept[worst] = False
        norm += less_norm[worst]
        dot += less_dot[worst]
        for cell in range(index.starts[worst], index.starts[worst + 1]):
            w = index.words[cell]
            before = total[w]
            after = before - index.counts[cell]
            total[w] = after
            full_norm = damped[after] * damped[after] - damped[before] * damped[before]
            full_dot = damped[after] - damped[before]
            for p in range(place_starts[w], place_starts[w + 1]):
                s = places[p]
                if kept[s]:
                    n = place_counts[p]
                    new = damped[after - n]
                    old = damped[before - n]
                    less_norm[s] += square[w] * (new * new - old * old - full_norm)
                    less_dot[s] += match[w] * (new - old - full_dot)
    return kept
