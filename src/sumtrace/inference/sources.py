"""Sources: the document sentence that each summary word draws on, and the place in it where the evidence is densest.

Links say which words became a word; a source says which passage, for every word, linked or not:

    mass[t, z]    = mean over t' in t's sentence, by exp(-|t - t'| / reach), of the belief in links from t' into z
    sentence(t)   = arg max over z of mass[t, z] + share * evidence[t, z]
    at(t)         = arg max over j in that sentence of the belief around (t, j), by exp(-|t - t'| / reach - |j - j'| / near)
    doc(t)        = the tokens around at(t) where the belief is at least half as dense
    prob(t)       = softmax over z of sharpness * (mass + share * evidence), at that sentence

A word draws on nothing where neither the likeliest links of the content words around it nor the evidence reach their floor.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sumtrace.alignment import Passage
from sumtrace.kernels import kernel
from sumtrace.rewrites.landing import Bounds, Floats, best_inside, smoothed

REACH, NEAR, SHARE, SHARPNESS = 8.0, 4.0, 0.5, 32.0
"""Of the kernels over summary and document words, of the evidence and of the softmax; chosen on development gold."""
LEAST_BELIEF, LEAST_EVIDENCE, IGNORED = 0.12, 0.2, 0.05
"""The floors, and what a word on the ignore-list counts below a content word: a full stop alone draws on nothing.

Chosen by setting summaries beside their own documents and beside those of other pairs.
"""


class Sources(NamedTuple):
    """For each summary word its document sentence, the densest token in it, and the span around that.

    ``weight`` is what speaks for each document sentence, one in all ``[T, Z]``; ``is_drawn`` whether enough does.
    """

    sentence: npt.NDArray[np.int64]
    at: npt.NDArray[np.int64]
    start: npt.NDArray[np.int64]
    end: npt.NDArray[np.int64]
    weight: Floats
    is_drawn: npt.NDArray[np.bool_]

    def passages(self) -> tuple[Passage | None, ...]:
        """Return what each summary word draws on, None where that is nothing."""
        probs = self.weight[np.arange(len(self.at)), self.sentence]
        rows = zip(
            *(part.tolist() for part in (self.sentence, self.start, self.end, self.at, probs, self.is_drawn)),
            strict=True,
        )
        return tuple(
            Passage(sent, (start, end), at, round(prob, 4)) if is_drawn else None
            for sent, start, end, at, prob, is_drawn in rows
        )


def found_sources(
    belief: Floats,
    evidence: Floats | None,
    summary_bounds: Bounds,
    document_bounds: Bounds,
    ignored: npt.NDArray[np.bool_],
) -> Sources:
    """Return the source of every summary word from the beliefs in links ``[T, m]`` and the evidence, if any ``[T, Z]``.

    ``ignored`` marks the summary words on the ignore-list ``[T]``.
    """
    spread = smoothed(belief, summary_bounds, REACH)
    spread /= smoothed(np.ones((len(belief), 1)), summary_bounds, REACH)
    score = np.add.reduceat(spread, document_bounds[:-1], axis=1)
    if evidence is not None:
        score += SHARE * evidence
    chosen = score.argmax(axis=1)
    at, start, end = densest(spread, chosen, document_bounds, math.exp(-1.0 / NEAR))
    weight = np.exp(SHARPNESS * (score - score.max(axis=1, keepdims=True)))
    content = np.where(ignored, IGNORED, 1.0)[:, None]
    likeliest = smoothed(content * best_inside(belief, document_bounds), summary_bounds, REACH)
    likeliest /= smoothed(content, summary_bounds, REACH)
    words = np.arange(len(chosen))
    is_drawn = likeliest[words, chosen] >= LEAST_BELIEF
    if evidence is not None:
        is_drawn |= evidence[words, chosen] >= LEAST_EVIDENCE
    return Sources(chosen, at, start, end, weight / weight.sum(axis=1, keepdims=True), is_drawn)


@kernel
def densest(spread, chosen, bounds, ratio):
    """Return where each word's beliefs lie densest inside its chosen sentence, and the span half as dense around it."""
    at, start, stop = np.empty(len(chosen), np.int64), np.empty(len(chosen), np.int64), np.empty(len(chosen), np.int64)
    for t in range(len(chosen)):
        first, end = bounds[chosen[t]], bounds[chosen[t] + 1]
        dense = np.zeros(end - first)
        coming = 0.0
        for j in range(end - 1, first - 1, -1):
            dense[j - first] = coming
            coming = ratio * (coming + spread[t, j])
        before, best = 0.0, -1.0
        for j in range(first, end):
            dense[j - first] += spread[t, j] + before
            before = ratio * (before + spread[t, j])
            if dense[j - first] > best:
                best, at[t] = dense[j - first], j
        start[t], stop[t] = at[t], at[t] + 1
        while start[t] > first and dense[start[t] - 1 - first] >= 0.5 * best:
            start[t] -= 1
        while stop[t] < end and dense[stop[t] - first] >= 0.5 * best:
            stop[t] += 1
    return at, start, stop
