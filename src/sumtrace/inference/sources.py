"""Sources: the document sentence that each summary word draws on, and the place in it where the evidence is densest.

Links say which words became a word; a source says which passage, for every word, linked or not:

    mass[t, z]    = mean over t' in t's sentence, by exp(-|t - t'| / reach), of the belief in links from t' into z
    sentence(t)   = arg max over z of mass[t, z] + share * evidence[t, z]
    at(t)         = arg max over j in that sentence of the belief around (t, j), by exp(-|t - t'| / reach - |j - j'| / near)
    doc(t)        = the tokens around at(t) where the belief is at least half as dense
    prob(t)       = softmax over z of sharpness * (mass + share * evidence), at that sentence

Where the probability is spread, the other sentences that have a good part of it are found in the same way.
A word draws on nothing where neither the likeliest links of the content words around it nor the evidence reach their floor.
"""

from __future__ import annotations

import itertools
import math
import operator
from typing import NamedTuple

import numpy as np

from sumtrace.alignment import Passage
from sumtrace.array_types import Booleans, Floats, Longs
from sumtrace.kernels import kernel
from sumtrace.rewrites.landing import best_inside, smoothed

REACH, NEAR, SHARE, SHARPNESS = 8.0, 4.0, 0.5, 32.0
"""Of the kernels over summary and document words, of the evidence and of the softmax; chosen on development gold."""
LEAST_SHARE = 0.1
"""The probability from which another sentence is a source too."""
LEAST_BELIEF, LEAST_EVIDENCE, IGNORED = 0.12, 0.2, 0.05
"""The floors, and what a word on the ignore-list counts below a content word: a full stop alone draws on nothing.

Chosen by setting summaries beside their own documents and beside those of other pairs.
"""


class Sources(NamedTuple):
    """The places that summary words draw on, word by word, likeliest first; ``is_drawn`` whether a word does at all ``[T]``.

    Of each place ``[n]``: the summary word, the document sentence, the densest token in it, the span around that, and the
    probability of the sentence.
    """

    word: Longs
    sentence: Longs
    at: Longs
    start: Longs
    end: Longs
    prob: Floats
    is_drawn: Booleans

    def passages(self) -> tuple[Passage | None, ...]:
        """Return what each summary word draws on, None where that is nothing."""
        columns = (self.word, self.sentence, self.start, self.end, self.at, self.prob)
        places = zip(*(column.tolist() for column in columns), strict=True)
        found: list[Passage | None] = [None] * len(self.is_drawn)
        for word, own in itertools.groupby(places, key=operator.itemgetter(0)):
            (_, sent, start, end, at, prob), *others = own
            if self.is_drawn[word]:
                also = tuple(Passage(z, (i, k), j, round(p, 4)) for _, z, i, k, j, p in others)
                found[word] = Passage(sent, (start, end), at, round(prob, 4), also=also)
        return tuple(found)


def found_sources(
    belief: Floats,
    evidence: Floats | None,
    summary_bounds: Longs,
    document_bounds: Longs,
    ignored: Booleans,
) -> Sources:
    """Return the source of every summary word from the beliefs in links ``[T, m]`` and the evidence, if any ``[T, Z]``.

    ``ignored`` marks the summary words on the ignore-list ``[T]``.
    """
    spread, score = sentence_scores(belief, evidence, summary_bounds, document_bounds)
    chosen = score.argmax(axis=1)
    prob = np.exp(SHARPNESS * (score - score.max(axis=1, keepdims=True)))
    prob /= prob.sum(axis=1, keepdims=True)
    content = np.where(ignored, IGNORED, 1.0)[:, None]
    likeliest = smoothed(content * best_inside(belief, document_bounds), summary_bounds, REACH)
    likeliest /= smoothed(content, summary_bounds, REACH)
    words = np.arange(len(chosen))
    is_drawn = likeliest[words, chosen] >= LEAST_BELIEF
    if evidence is not None:
        is_drawn |= evidence[words, chosen] >= LEAST_EVIDENCE
    is_source = prob >= LEAST_SHARE
    is_source[words, chosen] = True
    word, sentence = np.nonzero(is_source)
    order = np.lexsort((sentence, -prob[word, sentence], word))
    word, sentence = word[order], sentence[order]
    at, start, end = densest(spread, word, sentence, document_bounds, math.exp(-1.0 / NEAR))
    return Sources(word, sentence, at, start, end, prob[word, sentence], is_drawn)


def sentence_scores(
    belief: Floats, evidence: Floats | None, summary_bounds: Longs, document_bounds: Longs
) -> tuple[Floats, Floats]:
    """Return the beliefs spread over the words around ``[T, m]``, and what they and the evidence say of sentences ``[T, Z]``."""
    spread = smoothed(belief, summary_bounds, REACH)
    spread /= smoothed(np.ones((len(belief), 1)), summary_bounds, REACH)
    score = np.add.reduceat(spread, document_bounds[:-1], axis=1)
    if evidence is not None:
        score += SHARE * evidence
    return spread, score


@kernel
def densest(spread: Floats, word: Longs, sentence: Longs, bounds: Longs, ratio: float) -> tuple[Longs, Longs, Longs]:
    """Return where the beliefs of each word lie densest inside a sentence, and the span half as dense around it."""
    n = len(word)
    at, start, stop = np.empty(n, np.int64), np.empty(n, np.int64), np.empty(n, np.int64)
    for k in range(n):
        t = word[k]
        first, end = bounds[sentence[k]], bounds[sentence[k] + 1]
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
                best, at[k] = dense[j - first], j
        start[k], stop[k] = at[k], at[k] + 1
        while start[k] > first and dense[start[k] - 1 - first] >= 0.5 * best:
            start[k] -= 1
        while stop[k] < end and dense[stop[k] - first] >= 0.5 * best:
            stop[k] += 1
    return at, start, stop
