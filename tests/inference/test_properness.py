"""Proper models are distributions: over all summaries, by their length, and over the rewrites of every phrase."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from sumtrace.jumps.mixture import JumpMixture
from sumtrace.jumps.registry import start_jump
from sumtrace.jumps.shapes import Gaussian, Laplace
from twins.jumps import dense
from twins.random_jumps import PROPER
from twins.toys import Toy, plain, random_world

SETTINGS = plain(null_by_word=False, max_document_phrase=2, max_summary_phrase=3)
ALPHABET = ("car", "cars", "automobile")
DOCUMENT = ("cars", "automobile", "car")
BOUNDS = (0, 1, 3)
LONGEST = 5


def all_summaries(longest):
    return [summary for n in range(1, longest + 1) for summary in product(ALPHABET, repeat=n)]


def world_of(settings, random, document=DOCUMENT, bounds=BOUNDS):
    """One document with every summary up to a length, one model for all; their alphabet is the whole vocabulary."""
    toys = [Toy(document, summary, np.array(bounds, np.int32)) for summary in all_summaries(LONGEST)]
    return random_world(toys, settings, random)


def probability_by_length(world, longest=LONGEST):
    """The probability of all summaries of each length, by the program."""
    total = np.zeros(longest + 1)
    for one, log_likelihood in zip(world.toys, world.counted().log_likelihood, strict=True):
        total[len(one.summary)] += np.exp(log_likelihood)
    return total[1:]


def mass_by_length(world, longest):
    """The same by the story alone: every rewrite sums to one and keeps a phrase's length, so words do not matter."""
    document, bounds = world.toys[0].document, world.toys[0].bounds
    m, null, lengths = len(document), world.parameters.null, world.parameters.lengths
    matrix = dense(world.parameters.jump, m, bounds)
    alpha = np.zeros((longest + len(lengths) + 1, m + 1))
    alpha[0, 0] = 1.0
    mass = np.zeros(longest + 1)
    for t in range(longest + 1):
        jumped = (1 - null) * alpha[t] @ matrix
        mass[t] = jumped[m]
        alpha[t + 1] += null * alpha[t]
        for j in range(m):
            feasible = lengths[: m - j]
            for n, share in enumerate(feasible / feasible.sum(), 1):
                alpha[t + n, j + n] += jumped[j] * share
    return mass


@pytest.mark.parametrize("jump", PROPER)
@pytest.mark.parametrize("lengths", ["uniform", "learnt"])
def test_summaries_of_each_length_have_their_share_and_all_lengths_sum_to_one(jump, lengths):
    world = world_of(replace(SETTINGS, jump=jump, lengths=lengths), np.random.default_rng(3))
    mass = mass_by_length(world, 5000)
    np.testing.assert_allclose(probability_by_length(world), mass[1 : LONGEST + 1], rtol=1e-9)
    assert mass.sum() == pytest.approx(1.0, abs=1e-6)


def soon_done(name):
    """A jump model that soon jumps to the end."""
    if "+" in name:
        return JumpMixture(*(soon_done(part) for part in name.split("+")), 0.7)
    if name == "gaussian":
        return Gaussian(mean=9.0, deviation=1.5)
    if name == "laplace":
        return Laplace(ahead=1e4, back=0.2, backward=1e-3)
    model = start_jump(name)
    if name == "relative":
        return replace(model, weight=20.0 ** np.minimum(model.bands.low, 4).astype(float))
    return replace(model, classes=np.array([[0.01, 0.96, 0.01, 0.01, 0.01], [0.01, 0.07, 0.01, 0.9, 0.01]]))


@pytest.mark.parametrize("jump", PROPER)
def test_a_model_that_soon_stops_spends_nearly_all_on_short_summaries(jump):
    world = world_of(replace(SETTINGS, jump=jump), np.random.default_rng(4), ("cars", "car"), (0, 2))
    world = replace(world, parameters=replace(world.parameters, jump=soon_done(jump), null=0.02))
    empty = mass_by_length(world, 0)[0]
    sums = empty + np.cumsum(probability_by_length(world))
    assert (np.diff(sums) > 0).all()
    assert sums[-1] <= 1 + 1e-12
    assert sums[-1] > 0.99


@pytest.mark.parametrize("change", [{"lengths": "none"}, {"null_by_word": True}])
def test_deficient_readings_do_not_sum_to_one(change):
    """No length model, or null paid by the word: the check above would notice."""
    world = world_of(replace(SETTINGS, jump="relative", **change), np.random.default_rng(4))
    proper = replace(world, parameters=replace(world.parameters, lengths=np.full(2, 0.5)))
    assert not np.allclose(probability_by_length(world), mass_by_length(proper, LONGEST)[1:], rtol=0.01)
