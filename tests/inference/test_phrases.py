"""Links completed over WordNet phrases and names."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sumtrace.inference.phrases import completed

WORDS = "they set up a new firm in New York with George Bush last year".split()


def links_of(summary, document, links, near=(), identical=()):
    """Complete links of word pairs; ``near`` pairs have a high cosine, all others none."""
    shape = len(summary), len(document)
    cosine, same = np.zeros(shape, np.float32), np.zeros(shape, bool)
    for pair in near:
        cosine[pair] = 0.6
    for pair in identical:
        same[pair] = True
    result = completed(np.array(links).reshape(-1, 2), same, cosine, summary, document)
    return [tuple(link) for link in result.tolist()]


def test_a_word_takes_the_rest_of_a_phrase_that_shares_a_sense_with_it():
    summary, document = "he established it".split(), "he set up it".split()
    assert links_of(summary, document, [(1, 1)]) == [(1, 1), (1, 2)]
    assert links_of(document, summary, [(1, 1)]) == [(1, 1), (2, 1)]


def test_a_phrase_of_another_sense_joins_only_if_it_is_near():
    summary, document = "he argued".split(), "he set up".split()
    assert links_of(summary, document, [(1, 1)]) == [(1, 1)]
    assert links_of(summary, document, [(1, 1)], near=[(1, 2)]) == [(1, 1), (1, 2)]


def test_nearness_does_not_bring_back_what_a_copy_left_out():
    summary, document = "he looked".split(), "he looked up".split()
    assert links_of(summary, document, [(1, 1)], near=[(1, 2)], identical=[(1, 1)]) == [(1, 1)]


def test_words_that_are_linked_elsewhere_stay_where_they_are():
    summary, document = "established above".split(), "set up".split()
    assert links_of(summary, document, [(0, 0), (1, 1)]) == [(0, 0), (1, 1)]


def test_a_copied_name_takes_its_other_names():
    summary, document = "when Vosker spoke".split(), "when Ada Vosker spoke".split()
    copied = {"identical": [(1, 2)], "links": [(1, 2)]}
    assert links_of(summary, document, near=[(1, 1)], **copied) == [(1, 1), (1, 2)]
    assert links_of(summary, document, **copied) == [(1, 2)]


def test_lower_case_neighbours_of_a_name_do_not_join():
    summary, document = "when Vosker spoke".split(), "when old Vosker spoke".split()
    assert links_of(summary, document, [(1, 2)], near=[(1, 1)], identical=[(1, 2)]) == [(1, 2)]


@given(st.integers(0, 10**6))
def test_completing_removes_no_link(seed):
    chance = np.random.default_rng(seed)
    shape = len(WORDS), len(WORDS)
    links = np.argwhere(chance.random(shape) < 0.05)
    cosine = chance.uniform(-0.2, 1.0, shape).astype(np.float32)
    result = completed(links, chance.random(shape) < 0.3, cosine, WORDS, WORDS)
    assert {tuple(link) for link in links.tolist()} <= {tuple(link) for link in result.tolist()}
