"""Links in documents of several sentences, where a thing is mentioned again and again.

The belief in a link is spread over the mentions of a word, so none may reach the threshold, or one that is alone in its
sentence may win by a little. Links are an array of (summary word, document word) ``[n, 2]``, sorted.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sumtrace.array_types import Booleans, Floats
from sumtrace.inference.growing import Places, sorted_links

LEAST_LIKELIEST = 0.25
"""The least belief for which a content word without a link takes its likeliest place; chosen on development gold."""
PULL, FAINT = 8.0, 0.01
"""How strongly a sentence's score attracts links, and what is added to the belief in each mention; chosen likewise."""


def with_likeliest(links: Places, belief: Floats, content: Booleans) -> Places:
    """Give each content word without a link its likeliest place, if there is some belief in it."""
    free = content.copy()
    free[links[:, 0]] = False
    best = belief.argmax(axis=1)
    rows = np.flatnonzero(free & (belief.max(axis=1) >= LEAST_LIKELIEST))
    return sorted_links(np.concatenate([links, np.stack([rows, best[rows]], axis=1)]))


def at_best_mentions(
    links: Places,
    belief: Floats,
    score: Floats,
    content: Booleans,
    stems: tuple[npt.NDArray[np.integer], npt.NDArray[np.integer]],
    sentence: npt.NDArray[np.integer],
) -> Places:
    """Move the link of a content word and one of its stem to the mention that its sentence speaks for.

    ``score`` is what speaks for each document sentence ``[T, Z]``: the words around t (sources.py), and how alike the two
    sentences are in wording (wording.py). ``stems`` numbers those of the summary ``[T]`` and of the document ``[m]``,
    ``sentence`` is that of each document word. Of all mentions j of the stem,

        rank(j) = (belief[t, j] + FAINT) * exp(PULL * score[t, sentence(j)])
    """
    said, written = stems
    moved = links.copy()
    for number, (t, j) in enumerate(links.tolist()):
        if content[t] and said[t] == written[j]:
            mentions = np.flatnonzero((written == said[t]) & (belief[t] > 0.0))
            spoken = score[t, sentence[mentions]]
            rank = (belief[t, mentions] + FAINT) * np.exp(PULL * (spoken - spoken.max()))
            moved[number, 1] = mentions[rank.argmax()]
    return sorted_links(moved)
