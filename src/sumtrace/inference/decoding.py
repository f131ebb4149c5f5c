"""From beliefs to links: which word links an alignment shows.

- ``threshold``: every word link whose probability reaches the threshold;
- ``posterior``: for each summary word the likeliest of its links and null (max-marginal);
- ``viterbi``: the phrase links of the single best path, as in the article.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sumtrace.alignment import Link
from sumtrace.inference.paths import Story
from sumtrace.inference.posteriors import Posteriors

SHOWN = 0.01
"""Posteriors below this are not kept with an alignment."""


def links_over(beliefs: Posteriors, threshold: float, names: Sequence[str]) -> list[Link]:
    """Return the word links whose probability reaches the threshold, in order of the summary."""
    return _word_links(beliefs, np.argwhere(beliefs.link >= threshold), names)


def likeliest_links(beliefs: Posteriors, names: Sequence[str]) -> list[Link]:
    """Return for each summary word its likeliest link, unless null is likelier still."""
    best = beliefs.link.argmax(axis=1)
    chosen = [(t, j) for t, j in enumerate(best.tolist()) if beliefs.link[t, j] > beliefs.null[t]]
    return _word_links(beliefs, np.array(chosen, int).reshape(-1, 2), names)


def story_links(story: Story, beliefs: Posteriors, names: Sequence[str]) -> list[Link]:
    """Return the phrase links of a story; a link is as probable as the least probable word pair it certainly contains."""
    links = []
    for step in story.steps:
        if step.document is None:
            continue
        (t, u), (j, k) = step.summary, step.document
        if u - t == k - j:
            prob = min(float(beliefs.link[t + i, j + i]) for i in range(u - t))
        else:
            prob = float(beliefs.link[t:u, j:k].min())
        links.append(Link((step.document,), (step.summary,), "S", prob, names[beliefs.by[t, j]]))
    return links


def shown_posteriors(beliefs: Posteriors) -> tuple[tuple[int, int, float], ...]:
    """Return (document token, summary token, probability) of the word pairs worth showing."""
    places = np.argwhere(beliefs.link >= SHOWN)
    return tuple((int(j), int(t), round(float(beliefs.link[t, j]), 4)) for t, j in places)


def _word_links(beliefs: Posteriors, places: np.ndarray, names: Sequence[str]) -> list[Link]:
    return [Link.word(j, t, "S", float(beliefs.link[t, j]), names[beliefs.by[t, j]]) for t, j in places.tolist()]
