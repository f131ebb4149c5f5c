"""Content words without a link are linked by meaning where the words around them are."""

import math

import numpy as np
import pytest

from sumtrace.inference.filling import FARTHEST, LEAST_PROB, NOWHERE, REACH, WEIGHT, filled
from sumtrace.inference.growing import LEAST_COSINE
from sumtrace.inference.mentions import PULL
from sumtrace.inference.sources import NEAR

BOUNDS = np.array([0, 3, 6])


def but(place, places=6):
    """All words of the document but one, which another word's link would take."""
    return [j != place for j in range(places)]


def fill(links, score, cosine, content=None, written=None, summary_bounds=None, bounds=BOUNDS):
    cosine = np.array(cosine, np.float32)
    words, places = cosine.shape
    marks = (
        np.ones(words, bool) if content is None else np.array(content),
        np.ones(places, bool) if written is None else np.array(written),
    )
    own = np.array([0, words]) if summary_bounds is None else np.array(summary_bounds)
    score = np.array(score, float)
    return filled(np.array(links, np.int64).reshape(-1, 2), score, cosine, marks, own, np.array(bounds))


def test_the_probability_by_hand():
    cosine = np.zeros((2, 6))
    cosine[1] = [0.1, 0.2, 0.3, 0.1, 0.5, 0.0]
    score = [[0.0, 0.0], [0.6, 0.9]]
    links, probs = fill([[0, 3]], score, cosine)
    near = [0, 0, 0, *(math.exp(-1 / REACH - abs(j - 3 - 1) / NEAR) for j in (3, 4, 5))]
    rank = [PULL * (score[1][j // 3] + cosine[1, j]) + WEIGHT * near[j] for j in range(6)]
    del rank[3]  # which is taken
    assert links.tolist() == [[1, 4]]
    assert probs == pytest.approx([math.exp(rank[3]) / sum(map(math.exp, [*rank, PULL * NOWHERE]))])


def test_links_around_say_which_of_two_equal_words_it_is():
    cosine = np.zeros((3, 9))
    cosine[1, [1, 7]] = 0.6
    score = np.full((3, 1), 1.0)
    one, _ = fill([[0, 0], [2, 2]], score, cosine, bounds=[0, 9])
    other, _ = fill([[0, 6], [2, 8]], score, cosine, bounds=[0, 9])
    assert (one.tolist(), other.tolist()) == ([[1, 1]], [[1, 7]])


def test_sentences_beside_do_not_count():
    cosine = np.zeros((2, 6))
    cosine[1, [2, 3]] = 0.6
    beside, probs = fill([[0, 1]], np.full((2, 2), 1.0), cosine, summary_bounds=[0, 1, 2])
    alone, even = fill([], np.full((2, 2), 1.0), cosine, content=[False, True], written=but(1))
    assert beside.tolist() == alone.tolist()
    assert probs == pytest.approx(even)


def test_linked_words_and_words_on_the_ignore_list_are_left_alone():
    cosine = np.full((2, 6), 0.0)
    cosine[:, 4] = 0.9
    score = np.full((2, 2), 1.0)
    assert fill([[0, 0]], score, cosine, content=[True, False])[0].tolist() == []
    assert fill([], score, cosine, content=[True, True])[0].tolist() == [[0, 4], [1, 4]]
    assert fill([], score, cosine, written=[True] * 4 + [False, True])[0].tolist() == []
    assert fill([], score, cosine, written=[False] * 6)[0].tolist() == []


def test_words_of_the_document_that_are_linked_are_taken():
    cosine = np.zeros((2, 6))
    cosine[1, 3:5] = 0.9, 0.5
    score = np.full((2, 2), 0.9)
    assert fill([], score, cosine, content=[False, True])[0].tolist() == [[1, 3]]
    assert fill([[0, 3]], score, cosine)[0].tolist() == [[1, 4]]


def test_a_link_of_a_word_on_the_ignore_list_says_nothing():
    cosine = np.zeros((2, 6))
    cosine[1, 4] = 0.6
    score = np.full((2, 2), 1.0)
    with_one = fill([[0, 3]], score, cosine, content=[False, True])[1]
    assert with_one == pytest.approx(fill([], score, cosine, content=[False, True], written=but(3))[1])


def test_a_word_that_is_far_in_meaning_or_one_of_many_is_not_linked():
    far = np.full((1, 6), -0.5)
    far[0, 4] = LEAST_COSINE - 0.01
    assert fill([], np.full((1, 2), 1.0), far)[0].tolist() == []
    far[0, 4] = LEAST_COSINE + 0.01
    assert fill([], np.full((1, 2), 1.0), far)[0].tolist() == [[0, 4]]
    many = np.full((1, 6), 0.6)
    assert LEAST_PROB > 1 / 6
    assert fill([], np.full((1, 2), 1.0), many)[0].tolist() == []


def test_a_place_that_nothing_speaks_for_is_not_taken_for_want_of_others():
    alone = np.full((1, 1), 0.6)
    least = NOWHERE - 0.6 + math.log(LEAST_PROB / (1 - LEAST_PROB)) / PULL
    assert fill([], [[least - 0.01]], alone, bounds=[0, 1])[0].tolist() == []
    assert fill([], [[least + 0.01]], alone, bounds=[0, 1])[0].tolist() == [[0, 0]]


def test_links_too_far_away_are_not_around():
    words = FARTHEST + 2
    cosine = np.zeros((words, 6))
    cosine[-1, 4] = 0.6
    score = np.full((words, 2), 1.0)

    def prob(*linked):
        content = [t in (*linked, words - 1) for t in range(words)]
        return fill([[t, 5] for t in linked], score, cosine, content=content, written=but(5))[1]

    assert prob(0) == pytest.approx(prob())
    assert prob(1) > prob()
