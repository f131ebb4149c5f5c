"""Longer pairs: the recursions agree with their log-space twin, and thousands of words neither underflow nor break."""

from bisect import insort
from dataclasses import replace

import numpy as np
import pytest

from sumtrace.inference import paths
from sumtrace.inference.paths import best_stories
from sumtrace.inference.posteriors import posteriors
from sumtrace.rewrites.lexical import Triples, by_rows, summed
from twins.jumps import dense
from twins.random_jumps import JUMPS, PROPER, jump_settings
from twins.recursion import log_forward
from twins.toys import number_of, plain, random_toy, random_world, toy


@pytest.fixture(params=JUMPS)
def jump(request):
    return request.param


def believed(world, p=0):
    return posteriors(*world.problem(p))


class TestAgainstTheTwin:
    def test_likelihood_and_best_path(self, jump):
        random = np.random.default_rng(21)
        settings = plain(lengths="learnt", **jump_settings(jump))
        world = random_world([random_toy(30, 25, random)], settings, random)
        teller = world.teller(0)
        assert believed(world).log_likelihood == pytest.approx(log_forward(teller), rel=1e-10)
        (story,) = best_stories(world.problem(), 1)
        assert story.log_score == pytest.approx(log_forward(teller, np.maximum, teller.best), rel=1e-10)

    @pytest.mark.parametrize("beam", [0.1, 0.5, 0.9])
    def test_beam_keeps_the_best_share_of_places(self, beam):
        random = np.random.default_rng(22)
        toys = [random_toy(int(m), 8, random) for m in random.integers(3, 16, size=6)]
        world = random_world(toys, plain(), random)
        expected = [log_forward(world.teller(p), beam=beam) for p in range(len(toys))]
        found = world.counted(beam)
        np.testing.assert_allclose(found.log_likelihood, expected, rtol=1e-10)
        full = world.counted()
        assert (found.log_likelihood <= full.log_likelihood + 1e-12).all()
        # what is left is still a distribution over paths: every word is written once
        assert found.null_words + found.phrase_words == pytest.approx(48)


class TestThousandsOfWords:
    @pytest.mark.parametrize("name", PROPER[:4])
    def test_nothing_underflows(self, name):
        random = np.random.default_rng(23)
        words = [f"{a}{b}o{c}" for a in "bdfgklmnprst" for b in "aeiou" for c in "xyz"]
        settings = plain(jump=name, components=("identity", "stem"))
        world = random_world([random_toy(3000, 2000, random, words)], settings, random)
        beliefs = believed(world)
        assert np.isfinite(beliefs.log_likelihood)
        assert beliefs.log_likelihood < -2000
        for part in (beliefs.link, beliefs.null):
            assert np.isfinite(part).all()
            assert (part >= 0).all()
            assert (part <= 1).all()
        np.testing.assert_allclose(beliefs.link.sum(axis=1) + beliefs.null, 1.0, rtol=1e-6)

    def test_a_copied_text_is_found_again_however_long(self):
        random = np.random.default_rng(24)
        words = [f"{a}{b}o{c}" for a in "bdfgklmnprst" for b in "aeiou" for c in "xyz"]
        document = random_toy(3000, 1, random, words).document
        world = random_world([toy(" ".join(document), " ".join(document[500:2500]))], plain(), random)
        beliefs = believed(world)
        right = beliefs.link[np.arange(2000), np.arange(500, 2500)]
        assert np.median(right) > 0.5


class TestManyEqualPaths:
    def test_the_search_goes_down_one_of_them(self, monkeypatch):
        one = toy("a b c . " * 40, "a c . " * 30)
        world = random_world([one], plain(jump="relative", components=("identity",)), np.random.default_rng(2))
        pushed = []
        monkeypatch.setattr(paths.heapq, "heappush", lambda queue, entry: pushed.append(insort(queue, entry)))
        monkeypatch.setattr(paths.heapq, "heappop", lambda queue: queue.pop(0))
        assert best_stories(world.problem(), 1)
        assert len(pushed) < 20 * len(one.summary)


class TestSmallestPairs:
    @pytest.mark.parametrize(
        ("document", "summary"),
        [("car", "car"), ("car", "zzyzx"), ("car", "car dog car the run cars"), ("car car", "car car car")],
    )
    def test_phrases_longer_than_the_document_are_no_trouble(self, jump, document, summary):
        settings = plain(max_document_phrase=5, max_summary_phrase=4, lengths="uniform", **jump_settings(jump))
        world = random_world([toy(document, summary)], settings, np.random.default_rng(25))
        beliefs = believed(world)
        assert beliefs.log_likelihood == pytest.approx(log_forward(world.teller(0)), rel=1e-10)
        np.testing.assert_allclose(beliefs.link.sum(axis=1) + beliefs.null, 1.0, rtol=1e-9)

    def test_a_pair_that_cannot_be_written_says_so(self):
        """Without any prior a strange word has no source: no path, and null for an answer."""
        settings = plain(fake_word=0.0, fake_identical=0.0, fake_stem=0.0, components=("identity",))
        random = np.random.default_rng(26)
        world = random_world([toy("car dog", "dog car"), toy("car dog", "run")], settings, random)
        counts = {key: count for key, count in world.counts().items() if key[1] != ("run",)}
        row = np.array([number_of(world, d) for d, _ in counts] + [world.type_count], np.int32)
        column = np.array([number_of(world, s) for _, s in counts] + [number_of(world, ("car",))], np.int32)
        size = world.type_count + 1
        counted = Triples(row, column, np.append(np.array(list(counts.values()), float), 1.0))
        table = by_rows(summed(counted, size, size), size)
        world = replace(world, parameters=replace(world.parameters, table=table))
        beliefs = believed(world, 1)
        assert beliefs.log_likelihood == -np.inf
        assert beliefs.null.tolist() == [1.0]
        assert best_stories(world.problem(1), 5) == []
        found = world.counted()
        assert np.isfinite(found.log_likelihood).tolist() == [True, False]
        assert np.isfinite(found.weights).all()


def test_stop_jump_is_part_of_the_matrix():
    """With one word that can only be null, the likelihood is P(null) * row * (1 - P(null)) * jump(m | 0)."""
    world = random_world([toy("car dog run", "zzyzx")], plain(), np.random.default_rng(27))
    parameters = world.parameters
    beliefs = believed(world)
    stop = dense(parameters.jump, 3, world.toys[0].bounds)[0, 3]
    nothing = parameters.null * world.rewrites().null("zzyzx") * (1 - parameters.null) * stop
    assert beliefs.null[0] == pytest.approx(nothing / np.exp(beliefs.log_likelihood), rel=1e-10)
