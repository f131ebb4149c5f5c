"""Inference on tiny pairs equals the sum over, and the best of, all ways to write the summary, told one by one."""

import math
from collections import Counter

import numpy as np
import pytest

from sumtrace.inference.paths import best_stories
from sumtrace.inference.posteriors import posteriors
from twins.random_jumps import JUMPS
from twins.story import check_explanations, expectations
from twins.toys import NAMES
from twins.worlds import worlds

SUMS = ("token_level", "null_words", "phrase_words", "phrases", "stops", "lengths_taken", "lengths_offered", "jump")


@pytest.fixture(params=JUMPS)
def jump(request):
    return request.param


class TestAllPathsTogether:
    def test_likelihood_posteriors_and_counts(self, jump):
        for world in worlds(jump):
            found = [expectations(world.teller(p)) for p in range(len(world.toys))]
            check_posteriors(world, found)
            check_counts(world, found)


def check_posteriors(world, found):
    for p, truth in enumerate(found):
        beliefs = posteriors(*world.problem(p))
        assert beliefs.log_likelihood == pytest.approx(math.log(truth.total), rel=1e-11, abs=1e-11)
        np.testing.assert_allclose(beliefs.link, truth.link, rtol=1e-9, atol=1e-13)
        np.testing.assert_allclose(beliefs.null, truth.null, rtol=1e-9, atol=1e-13)
        check_explanations(beliefs.by, world.teller(p))
        covered = beliefs.link.sum(axis=1) + beliefs.null
        np.testing.assert_allclose(covered, 1.0, rtol=1e-9)


def check_counts(world, found):
    counts = world.counted()
    lexical = Counter()
    for row, column, count in zip(*(numbers.tolist() for numbers in counts.lexical), strict=True):
        lexical[world.spelt(row), world.spelt(column)] += count
    expected = sum((truth.lexical for truth in found), Counter())
    for key in lexical.keys() | expected.keys():
        assert lexical[key] == pytest.approx(expected[key], rel=1e-9, abs=1e-13), key
    weights = sum((truth.weights for truth in found), Counter())
    np.testing.assert_allclose(counts.weights, [weights[name] for name in NAMES], rtol=1e-9, atol=1e-13)
    for name in SUMS:
        theirs = sum(getattr(truth, name) for truth in found)
        np.testing.assert_allclose(getattr(counts, name), theirs, rtol=1e-7, atol=1e-13, err_msg=name)
    np.testing.assert_allclose(
        counts.log_likelihood, [math.log(truth.total) for truth in found], rtol=1e-11, atol=1e-11
    )


class TestBestStories:
    def test_the_best_and_the_k_best(self, jump):
        for number, world in enumerate(worlds(jump)):
            ways = world.teller(0).all_ways()
            for k in (1, 7) if number % 4 else (1, 7, len(ways) + 3):
                check_stories(world, best_stories(world.problem(), k), ways[:k], {way.steps: way.score for way in ways})


def check_stories(world, stories, best, scores):
    found = [story.log_score for story in stories]
    np.testing.assert_allclose(found, [math.log(way.score) for way in best], rtol=1e-11, atol=1e-11)
    steps = [tuple((step.summary, step.document, step.start) for step in story.steps) for story in stories]
    assert len(set(steps)) == len(steps)
    for story, taken in zip(stories, steps, strict=True):
        assert story.log_score == pytest.approx(math.log(scores[taken]), rel=1e-11, abs=1e-11)
        if "+" not in world.settings.jump:
            told = sum(step.log_score for step in story.steps) + math.log(story.stop)
            told += math.log(1 - world.parameters.null) if world.settings.stop else 0.0
            assert told == pytest.approx(story.log_score, rel=1e-11, abs=1e-11)
