"""Links cleared of rival occurrences and grown over free neighbours."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumtrace.inference.growing import grown, one_occurrence, sorted_links


def unit(rows):
    array = np.array(rows, np.float32)
    return array / np.linalg.norm(array, axis=1, keepdims=True)


def some_pair(seed, rows=5, columns=7):
    chance = np.random.default_rng(seed)
    summary, document = unit(chance.normal(size=(rows, 4))), unit(chance.normal(size=(columns, 4)))
    places = np.argwhere(chance.random((rows, columns)) < 0.15)
    return places, chance.random((rows, columns)) < 0.2, summary @ document.T, summary, document


def test_of_several_occurrences_of_one_word_the_best_is_kept():
    belief = np.array([[0.5, 0.9, 0.6, 0.8]])
    links = np.array([[0, 0], [0, 1], [0, 2], [0, 3]])
    kept = one_occurrence(links, belief, np.zeros((1, 4), np.float32), np.array([7, 3, 7, 3]))
    assert kept.tolist() == [[0, 1], [0, 2]]


def test_links_of_different_summary_words_to_one_document_word_stay():
    links = np.array([[0, 0], [1, 0]])
    assert (
        one_occurrence(links, np.ones((2, 1)), np.zeros((2, 1), np.float32), np.array([4])).tolist() == links.tolist()
    )


@pytest.fixture
def phrase():
    """A summary word that means what the first two document words mean together."""
    summary, document = unit([[1, 1, 0]]), unit([[1, 0, 0], [0, 1, 0], [0, 0, 1]])
    return summary @ document.T, summary, document


def test_a_neighbour_that_completes_the_meaning_joins(phrase):
    cosine, summary, document = phrase
    links = np.array([[0, 0]])
    assert grown(links, np.zeros((1, 3), bool), cosine, summary, document).tolist() == [[0, 0], [0, 1]]
    other_way = grown(links, np.zeros((3, 1), bool), cosine.T, document, summary)
    assert other_way.tolist() == [[0, 0], [1, 0]]


def test_copies_do_not_grow(phrase):
    assert grown(np.array([[0, 0]]), np.ones((1, 3), bool), *phrase).tolist() == [[0, 0]]


def test_a_word_that_has_a_link_does_not_join_another():
    summary, document = unit([[1, 1, 0], [0, 1, 0]]), unit([[1, 0, 0], [0, 1, 0]])
    links = np.array([[0, 0], [1, 1]])
    assert grown(links, np.zeros((2, 2), bool), summary @ document.T, summary, document).tolist() == links.tolist()


@given(st.integers(0, 10**6))
def test_growing_removes_no_link_and_links_no_word_that_was_taken(seed):
    links, identical, cosine, summary, document = some_pair(seed)
    result = {tuple(link) for link in grown(links, identical, cosine, summary, document).tolist()}
    before = {tuple(link) for link in links.tolist()}
    assert before <= result
    rows, columns = {t for t, _ in before}, {j for _, j in before}
    assert all((t in rows) != (j in columns) for t, j in result - before)


def test_sorted_links_are_in_order_and_each_there_once():
    assert sorted_links(np.array([[2, 1], [0, 3], [2, 1]])).tolist() == [[0, 3], [2, 1]]
    assert sorted_links(np.zeros((0, 2), np.int64)).shape == (0, 2)
