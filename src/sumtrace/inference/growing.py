"""From single words to phrases: links cleared of rival occurrences, then grown over free neighbours.

Links are an array of (summary word, document word) ``[n, 2]``, sorted. A word is free as long as it has no link.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from sumtrace.array_types import Booleans, Floats, Longs, Singles

Places = Longs
"""Word pairs (summary word, document word) ``[n, 2]``."""

CONTEXT_BONUS = 0.2
"""How much the cosine of two words adds to the belief in their link when occurrences of one word are compared."""

LEAST_COSINE = 0.25
"""How near in meaning a neighbour must be to the word it joins."""


def one_occurrence(links: Places, belief: Floats, cosine: Singles, document_words: npt.NDArray[np.integer]) -> Places:
    """Of several links between a summary word and occurrences of one document word, keep the best.

    ``document_words`` numbers the document's folded words ``[m]``.
    """
    t, j = links[:, 0], links[:, 1]
    rank = belief[t, j] * (1.0 + CONTEXT_BONUS * cosine[t, j])
    order = np.lexsort((j, -rank, document_words[j], t))
    group = np.stack([t[order], document_words[j[order]]], axis=1)
    first = np.ones(len(links), bool)
    first[1:] = (group[1:] != group[:-1]).any(axis=1)
    return links[np.sort(order[first])]


def grown(links: Places, identical: Booleans, cosine: Singles, summary: Singles, document: Singles) -> Places:
    """Let free neighbours join the links of words that are not identical, on one side of a link or the other.

    A neighbour joins if its own cosine with the word across is at least ``LEAST_COSINE`` and the cosine of the phrase's
    pooled vector does not fall. ``summary`` and ``document`` are the unit vectors ``[T, d]``, ``[m, d]``.
    """
    free_rows, free_columns = _free(links, cosine.shape)
    joined: list[tuple[int, int]] = []
    for t, j in links[~identical[tuple(links.T)]].tolist():
        columns = _joining(j, free_columns, cosine[t], document, summary[t])
        joined += [(t, column) for column in columns]
        if not columns:
            joined += [(row, j) for row in _joining(t, free_rows, cosine[:, j], summary, document[j])]
    return with_links(links, joined)


def with_links(links: Places, more: Sequence[tuple[int, int]]) -> Places:
    """Return the links and some more, in order."""
    return sorted_links(np.concatenate([links, np.array(more, np.int64)])) if more else links


def sorted_links(links: Places) -> Places:
    """Return the links in order, each once."""
    links = links[np.lexsort((links[:, 1], links[:, 0]))]
    is_new = np.ones(len(links), bool)
    is_new[1:] = (links[1:] != links[:-1]).any(axis=1)
    return links[is_new]


def _free(links: Places, shape: tuple[int, ...]) -> tuple[Booleans, Booleans]:
    rows, columns = np.ones(shape[0], bool), np.ones(shape[1], bool)
    rows[links[:, 0]] = False
    columns[links[:, 1]] = False
    return rows, columns


def _joining(place: int, free: Booleans, cosine: Singles, vectors: Singles, across: Singles) -> list[int]:
    """Return the free neighbours that join the word at ``place``, and mark them as taken."""
    pooled = vectors[place]
    reached = float(cosine[place])
    joined = []
    for step in (-1, 1):
        neighbour = place + step
        while 0 <= neighbour < len(free) and free[neighbour] and cosine[neighbour] >= LEAST_COSINE:
            wider = pooled + vectors[neighbour]
            near = float(wider @ across / np.linalg.norm(wider))
            if near < reached:
                break
            pooled, reached = wider, near
            free[neighbour] = False
            joined.append(neighbour)
            neighbour += step
    return joined
