"""A pair read in context: scores given once and for all, and the pair read the other way round, both told one by one."""

import math
from dataclasses import dataclass

import numpy as np
import pytest

from sumtrace.inference.mirror import mirrored
from sumtrace.inference.paths import best_stories
from sumtrace.inference.posteriors import posteriors
from sumtrace.inference.problem import Problem
from sumtrace.rewrites.by_token import given_scores
from twins.random_jumps import random_jump
from twins.story import Teller, check_explanations, expectations
from twins.worlds import worlds


@dataclass
class BackwardTeller(Teller):
    """The document told from the summary: every score is a ratio to null's, as the other teller has it."""

    other: Teller | None = None

    def rewrite(self, s, d):
        """Null's ratio to itself."""
        return 1.0 if d is None else math.nan

    def written(self, t, u, j, k):
        """The other's score of the same two phrases, by what null makes of its summary's words."""
        written, _ = self.other.written(j, k, t, u)
        nulls = math.prod(self.other.rewrite(self.other.summary[i : i + 1], None) for i in range(j, k))
        return written / nulls, 0.0  # no part of it is credited to types

    def may_come_from(self, t, j):
        """Reach is the same both ways."""
        return self.other.may_come_from(j, t)


def scored_worlds():
    return [world for world in worlds("relative") if world.scores]


def with_given_scores(world, p):
    """The problem of pair p with its scores given."""
    pair, model = world.problem(p)
    return Problem(pair, model._replace(rewrites=given_scores(pair, model.rewrites.types)))


def check_beliefs(problem, truth):
    beliefs = posteriors(*problem)
    assert beliefs.log_likelihood == pytest.approx(math.log(truth.total), rel=1e-11, abs=1e-11)
    np.testing.assert_allclose(beliefs.link, truth.link, rtol=1e-9, atol=1e-13)
    np.testing.assert_allclose(beliefs.null, truth.null, rtol=1e-9, atol=1e-13)
    return beliefs


def test_given_scores_are_those_of_the_tokens():
    for world in scored_worlds():
        for p in range(len(world.toys)):
            teller = world.teller(p)
            beliefs = check_beliefs(with_given_scores(world, p), expectations(teller))
            check_explanations(beliefs.by, teller)


def test_the_best_stories_by_given_scores():
    for world in scored_worlds():
        ways = world.teller(0).all_ways()[:5]
        found = [story.log_score for story in best_stories(with_given_scores(world, 0), 5)]
        np.testing.assert_allclose(found, [math.log(way.score) for way in ways], rtol=1e-11, atol=1e-11)


def test_a_pair_read_the_other_way_round():
    random = np.random.default_rng(11)
    for world in scored_worlds():
        for p, toy in enumerate(world.toys):
            jump, null = random_jump("relative", random), float(random.uniform(0.1, 0.6))
            back = mirrored(with_given_scores(world, p), jump.parameters(len(toy.summary)), null)
            one = world.teller(p)
            told = {name: getattr(one, name) for name in ("settings", "rewrites", "lengths")}
            bounds = np.array([0, len(toy.summary)], np.int32)
            teller = BackwardTeller(toy.summary, toy.document, bounds, **told, jump=jump, null=null, other=one)
            check_beliefs(back, expectations(teller))
