"""How far a document supports each word of a summary, without any labels.

Evidence for a summary word t against document words j (content words alone are counted):

    m(t) = 1 - max over j of cos(context of t, context of j)       meaning: the encoder's last layer
    p(t) = the same, j inside the sentences that the words around t point to
    a(t) = 1 where no document word has the stem of t              strings
    r(t) = 1 / (1 + length of the longest copied run with t)

People find whole clauses unsupported rather than words, so evidence is smoothed: k = kernel mean inside the sentence
(exp(-distance/4)), s = mean of the sentence, n = mean over the sentence and those beside it.

    suspicion = .25 m + .4 p + .7 k(m) + s(m) + n(m) + .25 s(p) + .1 a + .3 (k(a) + s(a) + n(a)) + .3 s(r)
                + .3 [absent number] + .1 [absent name]

Text that talks about itself is left out of the means and fades (``talk``). One logistic map turns suspicion into the
probability that a person would call the word unsupported. Findings and the judge add a little to suspicion; what they say by
themselves is another question, and another number (``checker``). The weights and the map's two constants were chosen by hand
on the development sets, one setting for all of them (``benchmarks/check.py`` prints figures, floors, ablation and
calibration); no model is fitted to labels.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from sumtrace.array_types import Booleans, Floats, Singles
from sumtrace.checking.copying import copied_runs
from sumtrace.checking.facts import Finding
from sumtrace.checking.talk import fading, item_numbers, talks, whole_sentences
from sumtrace.rewrites.products import products
from sumtrace.text import Span, Text, is_ignored, stem

REACH = 4.0
"""Distance over which the kernel falls to 1/e, in words."""
PLACE_REACH, PLACE_SHARPNESS = 8.0, 0.03
"""How far the words around a word say where in the document it belongs, and how firmly."""
_BLOCK = 4096
DIFFERENCE = 1.5
"""What a finding of full strength adds to the suspicion of its words."""
RIGHT = 0.8
"""How sure a finding of full strength makes it that its claim is not supported."""
STEEPNESS, MIDDLE = 2.3, 2.7
"""The logistic map: probability = 1 / (1 + exp(-STEEPNESS (suspicion - MIDDLE)))."""


WEIGHTS = {
    "own": 0.25,
    "placed": 0.4,
    "near": 0.7,
    "sentence": 1.0,
    "around": 1.0,
    "placed sentence": 0.25,
    "own absent": 0.1,
    "absent": 0.3,
    "run": 0.3,
    "number": 0.3,
    "name": 0.1,
}
"""What each term of the formula counts for."""


@dataclass(frozen=True, slots=True)
class Support:
    """What is known of every summary token: the terms of the formula and what talk leaves of them, each ``[T]``.

    ``best`` is a token's greatest cosine inside each document sentence ``[T, Z]``.
    """

    terms: Mapping[str, Floats]
    kept: Floats
    best: Singles

    def suspicion(self, weights: Mapping[str, float] = WEIGHTS) -> Floats:
        """Return the formula's value for every token; other weights serve ablations."""
        total = sum((weight * self.terms[term] for term, weight in weights.items()), np.zeros(len(self.kept)))
        return total * self.kept


def support(document: Text, summary: Text, doc_context: Singles, sum_context: Singles) -> Support:
    """Return the support of every summary token; contexts are unit vectors ``[m, d]`` and ``[T, d]``."""
    words = summary.words
    best = best_by_sentence(document, doc_context, sum_context)
    sentences = whole_sentences(summary)
    content = np.array([not is_ignored(word) for word in words], bool)
    content[item_numbers(summary, sentences)] = False
    counted = content & ~np.array(talks(words), bool)
    stems = {stem(word) for word in document.words}
    absent = np.array([stem(word) not in stems for word in words], bool)
    missing = 1.0 - best.max(axis=1, initial=0.0).astype(float)
    placed = missing_in_place(best, counted, sentences)
    near, sentence, around = smoothed(missing, counted, sentences)
    placed_near, placed_sentence, _ = smoothed(placed, counted, sentences)
    terms = {
        "own": np.where(counted, missing, near),
        "placed": np.where(counted, placed, placed_near),
        "near": near,
        "sentence": sentence,
        "around": around,
        "placed sentence": placed_sentence,
        "own absent": (absent & content).astype(float),
        "absent": np.sum(smoothed(absent.astype(float), counted, sentences), axis=0),
        "run": smoothed(1.0 / (1.0 + copied_runs(document.words, words)), counted, sentences)[1],
        "number": (absent & content & np.array([any(map(str.isdigit, word)) for word in words], bool)).astype(float),
        "name": (absent & np.array([word[:1].isupper() for word in words], bool)).astype(float),
    }
    kept = np.ones(len(words))
    for start, end in sentences:
        kept[start:end] = fading(words[start:end])
    return Support(terms, kept, best)


def probability(suspicion: Floats) -> Floats:
    """Return the probability that a word with this suspicion is unsupported."""
    return 1.0 / (1.0 + np.exp(-STEEPNESS * (suspicion - MIDDLE)))


def either(*probabilities: Floats | float) -> Floats:
    """Return the probability that at least one is the case, as if none had to do with another."""
    none: Floats = np.prod([1.0 - np.asarray(one) for one in probabilities], axis=0)
    return 1.0 - none


def finding_strength(length: int, findings: Sequence[Finding]) -> Floats:
    """Return the strength of the finding on each of ``length`` summary tokens, 0 where there is none."""
    strength = np.zeros(length)
    for finding in findings:
        span = slice(*finding.summary)
        strength[span] = np.maximum(strength[span], finding.strength)
    return strength


def best_by_sentence(document: Text, doc_context: Singles, sum_context: Singles) -> Singles:
    """Return each summary token's greatest cosine to a token of each document sentence ``[T, Z]``."""
    best = np.zeros((len(sum_context), len(document.sentences)), np.float32)
    first = 0
    while first < len(document.sentences):
        last = first + 1  # blocks of sentences, so that a book needs no matrix of all its words
        start = document.sentences[first][0]
        while last < len(document.sentences) and document.sentences[last][1] - start <= _BLOCK:
            last += 1
        cosines = products(sum_context, doc_context[start : document.sentences[last - 1][1]])
        bounds = [begun - start for begun, _ in document.sentences[first:last]]
        best[:, first:last] = np.maximum.reduceat(cosines, bounds, axis=1)
        first = last
    return best


def missing_in_place(best: Singles, counted: Booleans, sentences: Sequence[Span]) -> Floats:
    """Return 1 - each token's cosine inside the document sentences that fit the counted words around it best."""
    missing = np.ones(len(best))
    if not best.shape[1]:
        return missing
    for start, end in sentences:
        places = start + np.flatnonzero(counted[start:end])
        distance = np.abs(np.arange(start, end)[:, None] - places[None, :])
        kernel = np.where(distance == 0, 0.0, np.exp(-distance / PLACE_REACH))
        around = kernel.sum(axis=1, keepdims=True)
        fit = kernel @ best[places] / np.maximum(around, 1e-9)
        shares = np.exp((fit - fit.max(axis=1, keepdims=True)) / PLACE_SHARPNESS)
        shares /= shares.sum(axis=1, keepdims=True)
        alone = around[:, 0] == 0
        cosine = np.where(alone, best[start:end].max(axis=1), (shares * best[start:end]).sum(axis=1))
        missing[start:end] = 1.0 - cosine
    return missing


def smoothed(values: Floats, counted: Booleans, sentences: Sequence[Span]) -> tuple[Floats, Floats, Floats]:
    """Return kernel mean, mean of the sentence, and mean over it and its neighbours, over counted words alone."""
    near, sentence, around = np.zeros((3, len(values)))
    sums = [float(values[a:b][counted[a:b]].sum()) for a, b in sentences]
    counts = [int(counted[a:b].sum()) for a, b in sentences]
    for number, (start, end) in enumerate(sentences):
        places = start + np.flatnonzero(counted[start:end])
        if len(places):
            kernel = np.exp(-np.abs(np.arange(start, end)[:, None] - places[None, :]) / REACH)
            near[start:end] = kernel @ values[places] / kernel.sum(axis=1)
            sentence[start:end] = sums[number] / counts[number]
        beside = slice(max(0, number - 1), number + 2)
        around[start:end] = sum(sums[beside]) / max(1, sum(counts[beside]))
    return near, sentence, around
