"""From beliefs to links: which word links an alignment shows.

- ``threshold``: every word link whose probability reaches the threshold; in context, grown into phrases (growing.py);
- ``posterior``: for each summary word the likeliest of its links and null (max-marginal);
- ``viterbi``: the phrase links of the single best path, as in the article.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sumtrace.alignment import Link
from sumtrace.array_types import Floats, Singles
from sumtrace.inference.growing import Places
from sumtrace.inference.paths import Story
from sumtrace.inference.posteriors import Posteriors

MEANING = "meaning"
"""What explains the links of words that are near in meaning."""
SHOWN = 0.01
"""Posteriors below this are not kept with an alignment."""


@dataclass(frozen=True, slots=True)
class Explained:
    """Posteriors with what a link says of itself: the names of the components, and the cosines of words, if known."""

    beliefs: Posteriors
    names: Sequence[str]
    cosine: Singles | None = None

    def word_links(self, places: Places, begun: Places | None = None) -> list[Link]:
        """Return the links of (summary word, document word) places ``[n, 2]``.

        Those that are not among ``begun`` have grown from one of them that shares a word, and are as likely as it is.
        """
        linked = self.beliefs.link
        if begun is not None:
            kept = np.zeros(linked.shape)
            kept[tuple(begun.T)] = linked[tuple(begun.T)]
            rows, columns = kept.max(axis=1), kept.max(axis=0)
            linked = np.where(kept > 0, kept, np.maximum(rows[:, None], columns[None, :]))
        return self.links_with(places, linked[tuple(places.T)])

    def links_with(self, places: Places, probs: Floats) -> list[Link]:
        """Return the links of places ``[n, 2]`` with probabilities of their own ``[n]``."""
        return [self._link(t, j, prob) for (t, j), prob in zip(places.tolist(), probs.tolist(), strict=True)]

    def _link(self, t: int, j: int, prob: float) -> Link:
        by = self.name_of(t, j)
        cosine = None if self.cosine is None or by != MEANING else round(float(self.cosine[t, j]), 3)
        return Link(((j, j + 1),), ((t, t + 1),), "S", prob, by, cosine=cosine)

    def name_of(self, t: int, j: int) -> str:
        """Return the component that explains a word pair."""
        return self.names[int(self.beliefs.by[t, j])]


def places_over(beliefs: Posteriors, threshold: float) -> Places:
    """Return the word pairs whose probability reaches the threshold, in order of the summary ``[n, 2]``."""
    return np.argwhere(beliefs.link >= threshold)


def likeliest_places(beliefs: Posteriors) -> Places:
    """Return for each summary word its likeliest document word, unless null is likelier still ``[n, 2]``."""
    best = beliefs.link.argmax(axis=1)
    chosen = [(t, j) for t, j in enumerate(best.tolist()) if beliefs.link[t, j] > beliefs.null[t]]
    return np.array(chosen, np.int64).reshape(-1, 2)


def story_links(story: Story, explained: Explained) -> list[Link]:
    """Return the phrase links of a story; a link is as probable as the least probable word pair it certainly contains."""
    links = []
    for step in story.steps:
        if step.document is None:
            continue
        (t, u), (j, k) = step.summary, step.document
        linked = explained.beliefs.link
        if u - t == k - j:
            prob = min(float(linked[t + i, j + i]) for i in range(u - t))
        else:
            prob = float(linked[t:u, j:k].min())
        links.append(Link((step.document,), (step.summary,), "S", prob, explained.name_of(t, j)))
    return links


def shown_posteriors(beliefs: Posteriors) -> tuple[tuple[int, int, float], ...]:
    """Return (document token, summary token, probability) of the word pairs worth showing."""
    t, j = np.nonzero(beliefs.link >= SHOWN)
    shown = zip(j.tolist(), t.tolist(), beliefs.link[t, j].tolist(), strict=True)
    return tuple((document, summary, round(prob, 4)) for document, summary, prob in shown)
