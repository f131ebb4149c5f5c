"""Summaries drawn from a model come as often as the model says, and a deficient model refuses to write."""

from collections import Counter
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from sumtrace.errors import ModelError
from sumtrace.inference.posteriors import posteriors
from sumtrace.inference.sampling import check_proper, sampled, why_deficient
from sumtrace.rewrites.lexical import empty_table
from sumtrace.settings import Settings
from twins.random_jumps import PROPER
from twins.toys import Toy, random_world

VOCABULARY = ("car", "dog", "the")
DOCUMENT = ("dog", "car", "the")
PROPER_SETTINGS = Settings(null_by_word=False, max_document_phrase=2, max_summary_phrase=2)
DRAWS = 2500


def world_of(summaries, settings):
    """An untrained table, all else random: the same model whatever summaries are asked about."""
    toys = [Toy(DOCUMENT, summary, np.array([0, 2, 3], np.int32)) for summary in summaries]
    world = random_world(toys, settings, np.random.default_rng(1))
    table = empty_table(world.type_count + 1)
    # the last draws of the random world depend on its size: take them anew
    jump = random_world([Toy(DOCUMENT, VOCABULARY, toys[0].bounds)], settings, np.random.default_rng(2)).parameters.jump
    return replace(world, parameters=replace(world.parameters, table=table, null=0.3, jump=jump))


@pytest.mark.parametrize("jump", ["relative", "sentence"])
def test_summaries_come_as_often_as_the_model_says(jump):
    settings = replace(PROPER_SETTINGS, jump=jump)
    source = world_of([VOCABULARY], settings)
    chance, problem = np.random.default_rng(3), source.problem()
    drawn = [sampled(DOCUMENT, VOCABULARY, problem, chance, 10_000) for _ in range(DRAWS)]
    assert all(summary.complete for summary in drawn)
    frequency = Counter(tuple(summary.words) for summary in drawn)
    asked = [words for n in (1, 2) for words in product(VOCABULARY, repeat=n)]
    world = world_of(asked, settings)
    for p, words in enumerate(asked):
        truth = np.exp(posteriors(*world.problem(p)).log_likelihood)
        error = np.sqrt(truth * (1 - truth) / DRAWS)
        assert abs(frequency[words] / DRAWS - truth) < 4.5 * error, words


def test_steps_tell_where_each_word_came_from():
    world = world_of([VOCABULARY], PROPER_SETTINGS)
    chance, problem = np.random.default_rng(4), world.problem()
    for _ in range(50):
        summary = sampled(DOCUMENT, VOCABULARY, problem, chance, 10_000)
        place = 0
        for (begin, end), source in summary.steps:
            assert begin == place
            if source is None:
                assert end == begin + 1
            elif end - begin > 1:
                assert tuple(summary.words[begin:end]) == DOCUMENT[slice(*source)]
            place = end
        assert place == len(summary.words)


def test_a_summary_that_does_not_end_in_time_is_marked_incomplete():
    world = world_of([VOCABULARY], PROPER_SETTINGS)
    world = replace(world, parameters=replace(world.parameters, null=0.999))
    summary = sampled(DOCUMENT, VOCABULARY, world.problem(), np.random.default_rng(5), 5)
    assert not summary.complete
    assert len(summary.words) >= 5


@pytest.mark.parametrize(
    ("change", "is_proper", "reason"),
    [
        ({"stop": False}, True, "stop"),
        ({}, False, "outside the document"),
        ({"lengths": "none"}, True, "lengths"),
        ({"null_by_word": True}, True, "null_by_word"),
        ({"max_document_phrase": 3}, True, "longer than any summary phrase"),
    ],
)
def test_a_deficient_model_says_why(change, is_proper, reason):
    with pytest.raises(ModelError, match=reason):
        check_proper(replace(PROPER_SETTINGS, **change), is_proper)


def test_words_that_pay_one_by_one_are_proper_where_phrases_cannot_be_longer():
    words = replace(PROPER_SETTINGS, null_by_word=True, max_document_phrase=1)
    assert why_deficient(words, True) is None


@pytest.mark.parametrize("jump", PROPER)
def test_proper_settings_are_not_refused(jump):
    settings = replace(PROPER_SETTINGS, jump=jump)
    assert why_deficient(settings, True) is None
