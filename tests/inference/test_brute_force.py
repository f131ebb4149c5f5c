"""Inference on tiny pairs equals the sum over, and the best of, all ways to write the summary, told one by one."""

import math
from collections import Counter
from itertools import product

import numpy as np
import pytest

from sumtrace.inference.paths import best_stories
from sumtrace.inference.posteriors import posteriors
from twins.random_jumps import JUMPS, jump_settings
from twins.story import expectations
from twins.toys import NAMES, confined, plain, random_toy, random_world, with_token_scores

SUMS = ("token_level", "null_words", "phrase_words", "phrases", "stops", "lengths_taken", "lengths_offered", "jump")
SHAPES = list(product(range(1, 5), range(1, 5)))
READINGS = list(product(("none", "uniform", "learnt"), (True, False), (True, False)))
PHRASES = [(1, 1), (2, 2), (3, 3), (2, 3), (3, 1)]
BY_TYPE_ALONE = ("sentence", "relative+laplace")
"""Jumps without scores token by token. Scores know of no jump, and sentence jumps and mixtures meet them in
relative+sentence; each further meeting is compiled for half a minute."""
COMPONENTS = [(), ("identity",), ("identity", "stem"), ("identity", "stem", "wordnet")]


def worlds(jump):
    """A world for every reading of the model, and among them every shape of pair twice and more."""
    random = np.random.default_rng(7)
    for number, (reading, phrases) in enumerate(product(READINGS, PHRASES)):
        lengths, by_word, stop = reading
        settings = plain(
            **jump_settings(jump),
            components=COMPONENTS[-1 - number % 7 % len(COMPONENTS)],
            max_document_phrase=phrases[0],
            max_summary_phrase=phrases[1],
            lengths=lengths,
            null_by_word=by_word,
            stop=stop,
            wordnet_other_stems=number % 2 == 0,
        )
        few = ["car", "Car", "cars", "automobile", "zzyzx"]
        shape = SHAPES[number % len(SHAPES)]
        toys = [random_toy(*shape, random, few), random_toy(3, 2, random, few)]
        if number % 3 == 0:
            toys = [confined(one, random) for one in toys]
        world = random_world(toys, settings, random)
        yield world
        if number % 2 and jump not in BY_TYPE_ALONE:
            yield with_token_scores(world, random)


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
        covered = beliefs.link.sum(axis=1) + beliefs.null
        np.testing.assert_allclose(covered, 1.0, rtol=1e-9)


def check_counts(world, found):
    counts = world.counted()
    lexical = Counter()
    for row, column, count in zip(counts.row.tolist(), counts.column.tolist(), counts.amount, strict=True):
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
