"""Scores by meaning: masks, best matches of both sides, and copies told apart by their contexts."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumtrace.rewrites.contextual import (
    cell_factors,
    comparable,
    cosines,
    identical_words,
    identity_gain,
    token_scores,
)
from sumtrace.settings import Contextual

SETTINGS = Contextual()
WORDS = st.lists(st.sampled_from(["plan", "Plan", "1998", "'98", "98", "8", ",", "--", "3.5", "35", "A4"]), max_size=8)


def scores(cosine, ratio=None, identical=None, ignored=None, settings=SETTINGS):
    cosine = np.array(cosine, np.float32)
    factor, added = token_scores(
        np.zeros(cosine.shape, bool) if identical is None else np.array(identical, bool),
        cosine,
        np.zeros(len(cosine), bool) if ignored is None else np.array(ignored, bool),
        settings,
    )
    return factor * (np.ones(cosine.shape) if ratio is None else np.array(ratio, float)) + added


def test_a_word_does_not_mean_a_punctuation_mark():
    assert comparable(["plan", ","], ["idea", ";"]).tolist() == [[True, False], [False, True]]


def test_signs_that_are_read_as_words_are_words():
    signs, words = ["%", "$", "&", "€"], ["percent", "dollars", "and", "euros"]
    assert comparable(signs, words).all()
    assert not comparable(signs, [",", "--"]).any()


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("1998", "1998", True),
        ("1998", "'98", True),
        ("1998", "8", False),
        ("1998", "1999", False),
        ("3.5", "35", True),
        ("1998", "year", True),
    ],
)
def test_numbers_are_comparable_by_their_last_digits(one, other, expected):
    assert comparable([one], [other])[0, 0] == expected
    assert comparable([other], [one])[0, 0] == expected


@given(WORDS, WORDS)
def test_comparing_has_no_direction_and_identical_words_are_always_comparable(summary, document):
    allowed = comparable(summary, document)
    assert np.array_equal(allowed, comparable(document, summary).T)
    assert allowed[identical_words(summary, document)].all()


def test_what_is_not_comparable_has_a_cosine_of_minus_one():
    vectors = np.eye(2, dtype=np.float32)
    assert cosines(vectors, vectors, np.array([[True, True], [False, False]])).tolist() == [[1, 0], [-1, -1]]


def test_a_better_match_scores_more_and_a_rival_on_either_side_takes_from_it():
    alone = scores([[0.5]])[0, 0]
    assert scores([[0.6]])[0, 0] > alone
    assert scores([[0.5, 0.5]])[0, 0] == pytest.approx(scores([[0.5], [0.5]])[0, 0])
    assert scores([[0.5, 0.5]])[0, 0] < alone


def test_the_ratio_is_what_is_left_without_meaning():
    score = scores([[-0.9]], ratio=[[7.0]])
    assert score[0, 0] == pytest.approx((1 - SETTINGS.share) * 7.0)


def test_words_that_cannot_mean_the_same_have_no_score_at_all():
    assert scores([[-1.0]], ratio=[[7.0]])[0, 0] < 1e-9
    assert scores([[-1.0]], ratio=[[7.0]], identical=[[True]])[0, 0] > 0.0


def test_words_on_the_ignore_list_pay_the_penalty():
    nothing = [[0.0]]
    content = scores([[0.3]], nothing)[0, 0]
    assert scores([[0.3]], nothing, ignored=[True])[0, 0] == pytest.approx(content * np.exp(-SETTINGS.penalty))


def test_the_formula_written_out():
    c = np.random.default_rng(3).uniform(-0.3, 0.9, (4, 6)).astype(np.float32)
    k = SETTINGS
    soft = np.exp(c / k.temperature)
    g = np.exp(np.minimum(k.ceiling, (c - k.middle) / k.temperature))
    g = g * np.sqrt(soft / soft.sum(axis=0)) * np.sqrt(soft / soft.sum(axis=1, keepdims=True))
    assert scores(c) == pytest.approx((1 - k.share) + k.share * g, rel=1e-4)


def test_copies_are_told_apart_by_their_contexts():
    score = scores([[0.9, 0.3]], [[50.0, 50.0]], identical=[[True, True]])
    assert score[0, 0] / score[0, 1] == pytest.approx(
        np.exp(identity_gain(np.float32(0.9), SETTINGS) - identity_gain(np.float32(0.3), SETTINGS)), rel=1e-6
    )


def test_a_copied_phrase_takes_the_gains_of_its_words_together():
    cosine = np.random.default_rng(5).uniform(0.2, 0.9, (5, 7)).astype(np.float32)
    factor = cell_factors(cosine, (np.array([0, 1]), np.array([4, 2])), np.array([2, 3]), SETTINGS)
    gain = identity_gain(cosine, SETTINGS)
    assert factor[0] == pytest.approx(0.5 * np.exp(gain[0, 4] + gain[1, 5]))
    assert factor[1] == pytest.approx(0.5 * np.exp(gain[1, 2] + gain[2, 3] + gain[3, 4]))


def test_no_share_and_no_slope_leave_the_ratios_as_they_are():
    ratio = np.random.default_rng(7).uniform(0, 9, (3, 3))
    off = replace(SETTINGS, share=0.0, slope=0.0)
    assert scores(np.full((3, 3), 0.7), ratio, identical=np.eye(3, dtype=bool), settings=off) == pytest.approx(ratio)
