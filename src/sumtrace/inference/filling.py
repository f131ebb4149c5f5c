"""Content words without a link, in documents of several sentences: linked by meaning where the words around them are.

What is said in other words often has no link, because none of many similar words in a long document is believed in. The
words around it are linked, though, and say where to look. For a content word t without a link and the content words j of
the document that have none either (an adjective of the summary's own does not belong to the noun that was copied),

    near[t, j] = sum over links (t', j') of content words, t' in t's sentence and j' in j's,
                 of exp(-|t - t'| / REACH - |(j - j') - (t - t')| / NEAR)
    rank[t, j] = PULL * (score[t, sentence(j)] + cosine[t, j]) + WEIGHT * near[t, j]
    prob[t, j] = softmax over all j and nowhere of rank[t, j], where rank[t, nowhere] = PULL * NOWHERE

The likeliest word is linked if its probability is at least ``LEAST_PROB`` and it is no farther in meaning than a word that
joins a phrase (growing.py).
Links are an array of (summary word, document word) ``[n, 2]``, sorted.
"""

from __future__ import annotations

import math

import numpy as np

from sumtrace.array_types import Booleans, Floats, Longs, Singles
from sumtrace.inference.growing import LEAST_COSINE, Places
from sumtrace.inference.mentions import PULL
from sumtrace.inference.sources import NEAR

REACH, WEIGHT = 3.0, 2.0
"""Of the kernel over summary words, and of the links around; chosen on development gold."""
NOWHERE, LEAST_PROB = 1.2, 0.3
"""What a place must outdo to be likelier than none, and the probability from which a word is linked; chosen likewise.

Without the first, two texts that have nothing to do with each other would get links, the more the shorter they are.
"""
FARTHEST = 12
"""Words beyond which a link is no longer around: it would count for less than a fiftieth."""


def filled(
    links: Places,
    score: Floats,
    cosine: Singles,
    content: tuple[Booleans, Booleans],
    summary_bounds: Longs,
    document_bounds: Longs,
) -> tuple[Places, Floats]:
    """Return new links for content words without one, and their probabilities.

    ``score`` is what the words around say of each document sentence ``[T, Z]`` (sources.py); ``content`` marks the
    content words of the summary ``[T]`` and of the document ``[m]``.
    """
    said, written = content
    free, free_columns = said.copy(), written.copy()
    free[links[:, 0]] = False
    free_columns[links[:, 1]] = False
    columns = np.flatnonzero(free_columns)
    around = links[said[links[:, 0]]]
    sentence = np.repeat(np.arange(score.shape[1]), np.diff(document_bounds))
    found, probs = [], []
    for t in np.flatnonzero(free).tolist() if len(columns) else ():
        near = _near(t, around, sentence, summary_bounds, document_bounds)
        rank = PULL * (score[t, sentence[columns]] + cosine[t, columns]) + WEIGHT * near[columns]
        best = int(rank.argmax())
        most = max(float(rank[best]), PULL * NOWHERE)
        every = math.exp(PULL * NOWHERE - most) + float(np.exp(rank - most).sum())
        prob = math.exp(float(rank[best]) - most) / every
        if prob >= LEAST_PROB and cosine[t, columns[best]] >= LEAST_COSINE:
            found.append((t, int(columns[best])))
            probs.append(prob)
    return np.array(found, np.int64).reshape(-1, 2), np.array(probs)


def _near(t: int, around: Places, sentence: Longs, summary_bounds: Longs, document_bounds: Longs) -> Floats:
    """Return how near each document word is to where the words around ``t`` are linked ``[m]``."""
    near = np.zeros(len(sentence))
    own = int(np.searchsorted(summary_bounds, t, side="right"))
    first = max(t - FARTHEST, int(summary_bounds[own - 1]))
    last = min(t + FARTHEST + 1, int(summary_bounds[own]))
    for other, j in around[slice(*np.searchsorted(around[:, 0], [first, last]))].tolist():
        start, end = document_bounds[sentence[j]], document_bounds[sentence[j] + 1]
        away = np.abs(np.arange(start, end) - j - (t - other))
        near[start:end] += np.exp(-abs(t - other) / REACH - away / NEAR)
    return near
