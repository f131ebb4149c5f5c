"""Landing weights: which sentences a summary word's neighbourhood points to."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from sumtrace.rewrites.landing import evidence, landing_weights, smoothed, stems_shared
from sumtrace.settings import Landing

SETTINGS = Landing()
SUMMARY = "the mayor sold ferries".split()
DOCUMENT = "the storm came . the mayor spoke . the board sells two ferries . the town slept .".split()
BOUNDS = np.array([0, 4, 8, 14, 18])


def found(summary=SUMMARY, cosine=None, settings=SETTINGS):
    """The evidence from stems and cosines alone: all windows are alike."""
    alike = np.ones((len(summary), 2), np.float32), np.ones((len(DOCUMENT), 2), np.float32)
    cosine = np.zeros((len(summary), len(DOCUMENT)), np.float32) if cosine is None else cosine
    return evidence(summary, DOCUMENT, np.array([0, len(summary)]), BOUNDS, cosine, *alike, settings)


def test_smoothing_is_the_sum_over_the_sentence():
    values = np.random.default_rng(0).random((7, 3))
    bounds, reach = np.array([0, 3, 7]), 2.5
    for i, row in enumerate(smoothed(values, bounds, reach)):
        first, end = (0, 3) if i < 3 else (3, 7)
        wanted = sum(math.exp(-abs(i - k) / reach) * values[k] for k in range(first, end))
        np.testing.assert_allclose(row, wanted)


def test_rare_stems_weigh_more_than_common_ones_and_words_on_the_ignore_list_least():
    shared, weight = stems_shared(SUMMARY, DOCUMENT, BOUNDS, SETTINGS)
    assert shared.tolist() == [[1, 1, 1, 1], [0, 1, 0, 0], [0, 0, 0, 0], [0, 0, 1, 0]]
    assert weight[0] == SETTINGS.ignored_weight
    assert weight[2] > weight[1] == weight[3] > SETTINGS.least_weight


def test_words_land_in_the_sentence_that_accounts_for_their_neighbourhood():
    near = found("two ferries mayor spoke".split(), settings=replace(SETTINGS, reach=0.5))
    assert near.argmax(axis=1).tolist() == [2, 2, 1, 1]


def test_what_is_near_in_meaning_counts_nearly_as_a_stem_does():
    cosine = np.zeros((1, len(DOCUMENT)), np.float32)
    cosine[0, 10] = SETTINGS.least + SETTINGS.span
    values = [found(["sold"])[0, 2], found(["sold"], cosine)[0, 2], found(["sells"])[0, 2]]
    assert values == pytest.approx([SETTINGS.share, SETTINGS.share + SETTINGS.most_alike, SETTINGS.share + 1.0])


def test_weights_are_one_on_average_and_leave_one_sentence_alone():
    weights = landing_weights(found(), SETTINGS)
    np.testing.assert_allclose(weights.mean(axis=1), 1.0, atol=SETTINGS.floor)
    assert weights.min() >= SETTINGS.floor
    assert landing_weights(np.array([[0.3], [0.7]]), SETTINGS) == pytest.approx(1.0)
