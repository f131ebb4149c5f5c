"""Sources against their equations, spelt out word by word."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from sumtrace.inference.sources import (
    IGNORED,
    LEAST_BELIEF,
    LEAST_EVIDENCE,
    LEAST_SHARE,
    NEAR,
    REACH,
    SHARE,
    SHARPNESS,
    found_sources,
)


def spelt_out(belief, evidence, summary, document, ignored):
    """The passages as (sentence, at, probability) lists, None where a word draws on nothing."""
    found = []
    for t in range(len(belief)):
        first, end = next((a, b) for a, b in itertools.pairwise(summary) if a <= t < b)
        kernel = {other: math.exp(-abs(t - other) / REACH) for other in range(first, end)}
        spread = sum(weight * belief[other] for other, weight in kernel.items()) / sum(kernel.values())
        content = {other: weight * (IGNORED if ignored[other] else 1.0) for other, weight in kernel.items()}
        sentences = list(itertools.pairwise(document))
        score = [spread[a:b].sum() + SHARE * evidence[t, z] for z, (a, b) in enumerate(sentences)]
        prob = np.exp(SHARPNESS * (np.array(score) - max(score)))
        prob /= prob.sum()
        order = sorted(range(len(score)), key=lambda z: (-prob[z], z))
        a, b = sentences[order[0]]
        likeliest = sum(weight * belief[other, a:b].max() for other, weight in content.items()) / sum(content.values())
        if likeliest < LEAST_BELIEF and evidence[t, order[0]] < LEAST_EVIDENCE:
            found.append(None)
            continue
        own = []
        for z in order:
            if z == order[0] or prob[z] >= LEAST_SHARE:
                a, b = sentences[z]
                dense = [sum(math.exp(-abs(j - i) / NEAR) * spread[i] for i in range(a, b)) for j in range(a, b)]
                own.append((z, a + int(np.argmax(dense)), prob[z]))
        found.append(own)
    return found


@pytest.mark.parametrize("seed", range(5))
def test_sources_are_what_the_equations_say(seed):
    random = np.random.default_rng(seed)
    summary, document = np.array([0, 4, 9]), np.array([0, 3, 4, 10, 15])
    belief = random.random((9, 15)) ** 12
    evidence = 0.3 * random.random((9, 4)) ** 2
    ignored = random.random(9) < 0.3
    passages = found_sources(belief, evidence, summary, document, ignored).passages()
    wanted = spelt_out(belief, evidence, summary, document, ignored)
    for passage, own in zip(passages, wanted, strict=True):
        assert (passage is None) == (own is None)
        for place, (sent, at, prob) in zip((passage, *passage.also), own, strict=True) if passage else ():
            assert (place.sent, place.at, place.prob) == (sent, at, pytest.approx(prob, abs=1e-4))
            assert document[sent] <= place.doc[0] <= at < place.doc[1] <= document[sent + 1]


def test_words_draw_on_every_sentence_that_is_about_as_likely():
    belief = np.zeros((1, 6))
    belief[0, 1] = belief[0, 4] = 0.9
    bounds, document, ignored = np.array([0, 1]), np.array([0, 3, 6]), np.zeros(1, bool)
    (both,) = found_sources(belief, None, bounds, document, ignored).passages()
    assert [(own.sent, own.at, own.prob) for own in (both, *both.also)] == [(0, 1, 0.5), (1, 4, 0.5)]
    belief[0, 4] = 0.3
    (one,) = found_sources(belief, None, bounds, document, ignored).passages()
    assert (one.sent, one.also) == (0, ())
