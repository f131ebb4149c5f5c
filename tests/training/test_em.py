"""EM: the log posterior never falls, the prior is what it says, and threads never change a bit."""

import pickle
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from sumtrace.encoding import block as blocks
from sumtrace.model.parameters import start
from sumtrace.rewrites.registry import start_components
from sumtrace.settings import ARTICLE, Settings
from sumtrace.text import fold
from sumtrace.training.adding import SUMS, of_block
from sumtrace.training.corpus import corpus_of
from sumtrace.training.e_step import e_step, stretches
from sumtrace.training.executors import Threads
from sumtrace.training.m_step import log_prior, m_step
from sumtrace.training.problem import problem_of
from twins.random_jumps import JUMPS, jump_settings, random_bounds
from twins.toys import WORDS, Toy, plain, random_toy, random_world, related, tokens_of, toy

texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=9).map(tuple)


def with_borders(document, summary, seed):
    return Toy(document, summary, random_bounds(len(document), np.random.default_rng(seed)))


corpora = st.lists(st.builds(with_borders, texts, texts, st.integers(0, 99)), min_size=1, max_size=4)

EXACT = Settings(beam=1.0, least_count=0.0)


def begun(toys, settings):
    """A corpus and its untrained parameters."""
    components = start_components(settings)
    problem = problem_of(corpus_of(tokens_of(toys), settings), settings, components)
    return problem, start(settings, problem.mixture.type_count, components)


def expected(problem, parameters, threads=1):
    return e_step(problem.blocks, problem.counting(parameters), Threads(threads))


def log_posteriors(toys, settings, iterations):
    """The log posterior before each iteration."""
    problem, parameters = begun(toys, settings)
    history = []
    for _ in range(iterations):
        expectation = expected(problem, parameters)
        history.append(expectation.log_likelihood + log_prior(problem.mixture, settings, parameters))
        parameters = m_step(problem.mixture, settings, parameters, expectation.counts)
    return np.array(history)


def assert_never_falls(history):
    assert np.isfinite(history).all()
    assert (np.diff(history) >= -1e-9 * np.abs(history[1:])).all(), history


class TestLogPosterior:
    @pytest.mark.parametrize("jump", JUMPS)
    @examples(max_examples=12, deadline=None)
    @given(corpora, st.sampled_from(["none", "uniform", "learnt"]), st.booleans(), st.booleans())
    def test_never_falls(self, jump, toys, lengths, by_word, stop):
        settings = replace(EXACT, lengths=lengths, null_by_word=by_word, stop=stop, **jump_settings(jump))
        assert_never_falls(log_posteriors(toys, settings, 4))

    @examples(max_examples=40, deadline=None)
    @given(
        corpora,
        st.sampled_from([0.01, 0.5, 2.0]),
        st.sampled_from([(0.0, 0.0), (4.0, 3.0), (0.0, 3.0), (4.0, 0.0)]),
        st.sampled_from([0.0, 0.5, 3.0]),
        st.sampled_from([(), ("identity",), ("stem", "wordnet"), ("identity", "stem", "wordnet")]),
        st.sampled_from([(1, 1), (3, 3), (2, 3), (3, 1)]),
    )
    def test_never_falls_under_any_prior(self, toys, fake_word, fakes, pseudo, components, phrases):
        settings = replace(
            EXACT,
            fake_word=fake_word,
            fake_identical=fakes[0],
            fake_stem=fakes[1],
            jump_count=pseudo,
            weight_count=pseudo,
            null_count=pseudo,
            components=components,
            max_document_phrase=phrases[0],
            max_summary_phrase=phrases[1],
            wordnet_other_stems=bool(fakes[0]),
        )
        assert_never_falls(log_posteriors(toys, settings, 4))

    @pytest.mark.parametrize("jump", JUMPS)
    def test_rises_for_long_on_a_larger_corpus(self, jump):
        random = np.random.default_rng(3)
        toys = [random_toy(int(m), int(t_end), random) for m, t_end in random.integers(5, 40, size=(12, 2))]
        history = log_posteriors(toys, replace(EXACT, lengths="learnt", **jump_settings(jump)), 15)
        assert_never_falls(history)
        assert history[-1] > history[0] + 10

    @pytest.mark.parametrize("jump", JUMPS)
    def test_no_prior_at_all_never_falls_nor_breaks(self, jump):
        """The reading that collapses: it must collapse in good order."""
        settings = replace(
            EXACT,
            fake_word=0.0,
            fake_identical=0.0,
            fake_stem=0.0,
            jump_count=0.0,
            weight_count=0.0,
            null_count=0.0,
            **jump_settings(jump),
        )
        random = np.random.default_rng(4)
        toys = [random_toy(int(m), int(t_end), random) for m, t_end in random.integers(1, 9, size=(6, 2))]
        history = log_posteriors(toys, settings, 12)
        assert_never_falls(history)

    def test_the_article_s_reading_never_falls(self):
        random = np.random.default_rng(5)
        toys = [random_toy(9, 6, random) for _ in range(5)]
        assert_never_falls(log_posteriors(toys, replace(ARTICLE, least_count=0.0), 8))


class TestPrior:
    @pytest.mark.parametrize("phrases", [1, 3])
    @pytest.mark.parametrize("fakes", [(0.5, 4.0, 3.0), (2.0, 0.0, 1.0)])
    def test_of_the_table_is_the_sum_over_whole_rows(self, phrases, fakes):
        """Between two tables of one corpus the prior differs by as much as when every row is written out."""
        random = np.random.default_rng(6)
        toys = [random_toy(6, 5, random), random_toy(3, 7, random)]
        settings = plain(
            max_document_phrase=phrases,
            max_summary_phrase=phrases,
            fake_word=fakes[0],
            fake_identical=fakes[1],
            fake_stem=fakes[2],
        )
        documents = [one.document for one in toys]
        one = random_world(toys, settings, random)
        other = replace(
            one, parameters=replace(one.parameters, table=random_world(toys, settings, random).parameters.table)
        )
        mine, theirs = (log_prior(one.mixture, settings, world.parameters) for world in (one, other))
        truth = one.rewrites().log_prior(documents) - other.rewrites().log_prior(documents)
        assert mine - theirs == pytest.approx(truth, rel=1e-9)

    def test_fake_mass_runs_over_the_whole_vocabulary(self):
        toys = [toy("car dog", "cars run"), toy("the zzyzx", "dog of automobile")]
        encoded, mixture, *_ = related(toys, Settings(fake_word=2.0))
        row = {word: mixture.prior.mass[number] for number, word in enumerate(encoded.types.words)}
        assert row["car"] == 2 * 5 + 3  # cars has its stem
        assert row["dog"] == 2 * 5 + 4 + 3
        assert row["zzyzx"] == 2 * 5
        assert mixture.prior.mass[-1] == 2 * 5

    def test_fake_mass_over_co_occurring_words_is_smaller(self):
        toys = [toy("car dog", "cars run"), toy("the zzyzx", "dog of automobile")]
        encoded, mixture, *_ = related(toys, Settings(fake_word=2.0, fake_mass="co-occurring"))
        row = {word: mixture.prior.mass[number] for number, word in enumerate(encoded.types.words)}
        assert row["car"] == 2 * 2 + 3
        assert row["zzyzx"] == 2 * 3
        assert mixture.prior.mass[-1] == 2 * 5


class TestMStep:
    def test_is_the_formula(self):
        """Weights, P(null) and table are the expected counts and the pseudo-counts, divided out."""
        random = np.random.default_rng(8)
        toys = [random_toy(6, 5, random), random_toy(4, 7, random)]
        settings = replace(EXACT, weight_count=0.5, null_count=2.0, null_by_word=False, stop=True)
        world = random_world(toys, settings, random)
        counts = of_block(world.counted(), world.mixture.type_count + 1).counts
        new = m_step(world.mixture, settings, world.parameters, counts)
        np.testing.assert_allclose(new.weights, (counts.weights + 0.5) / (counts.weights + 0.5).sum(), rtol=1e-12)
        assert counts.null_words + counts.phrase_words == pytest.approx(12)
        assert counts.stops == 2
        events = counts.null_words + counts.phrases + counts.stops
        assert new.null == pytest.approx((counts.null_words + 2) / (events + 4))
        # every summary word was written by one row or another, or by a component
        table = replace(world, parameters=new).counts()
        assert sum(count for (row, _), count in table.items() if row is None) == pytest.approx(counts.null_words)
        assert {s[0] for row, s in table if row is None} <= {fold(word) for one in toys for word in one.summary}

    def test_small_counts_are_dropped_from_the_table_alone(self):
        random = np.random.default_rng(8)
        world = random_world([random_toy(9, 8, random)], EXACT, random)
        full, cut = world.counted(), world.counted(least=0.05)
        for name in SUMS:
            np.testing.assert_array_equal(getattr(full, name), getattr(cut, name))
        assert min(cut.lexical.amount) > 0.05 >= min(full.lexical.amount)


class TestThreads:
    @pytest.mark.parametrize("jump", ["relative", "sentence"])
    def test_never_change_a_bit(self, jump, monkeypatch):
        monkeypatch.setattr(blocks, "WORD_PAIRS", 60)
        random = np.random.default_rng(9)
        toys = [random_toy(int(m), int(t_end), random) for m, t_end in random.integers(1, 15, size=(40, 2))]
        settings = replace(EXACT, jump=jump, lengths="learnt", least_count=1e-4)
        runs = [trained(toys, settings, threads) for threads in (1, 2, 8)]
        for run in runs[1:]:
            for one, other in zip(runs[0], run, strict=True):
                assert one.tobytes() == other.tobytes()

    def test_blocks_and_counts_can_be_sent_elsewhere(self):
        random = np.random.default_rng(10)
        problem, parameters = begun([random_toy(6, 4, random) for _ in range(5)], EXACT)

        class Elsewhere:
            """An executor that shares nothing with its caller."""

            def map(self, function, blocks, stretches, shared):
                for stretch in stretches:
                    sent = pickle.loads(pickle.dumps(([blocks[number] for number in stretch], shared)))
                    yield pickle.loads(pickle.dumps(function(*sent)))

        here = expected(problem, parameters)
        there = e_step(problem.blocks, problem.counting(parameters), Elsewhere())
        assert pickle.dumps(here.log_likelihood) == pickle.dumps(there.log_likelihood)
        for one, other in zip(here.counts, there.counts, strict=True):
            np.testing.assert_array_equal(one, other)


class TestStretches:
    @pytest.mark.parametrize("blocks", [0, 1, 15, 16, 31, 32, 100, 128, 1000, 1001])
    def test_hold_every_block_once_in_order(self, blocks):
        found = stretches(blocks)
        assert [number for stretch in found for number in stretch] == list(range(blocks))
        assert len(found) >= min(blocks, 16)
        assert max(map(len, found), default=1) <= 8

    def test_give_the_counts_of_their_pairs(self, monkeypatch):
        """However the blocks are cut and stretched, the sums are those of one block, but for rounding."""
        random = np.random.default_rng(3)
        toys = [random_toy(int(m), int(t_end), random) for m, t_end in random.integers(1, 9, size=(70, 2))]
        whole = expected(*begun(toys, EXACT))
        monkeypatch.setattr(blocks, "WORD_PAIRS", 1)
        problem, parameters = begun(toys, EXACT)
        assert max(map(len, stretches(len(problem.blocks)))) == 4
        parts = expected(problem, parameters)
        assert parts.pairs == whole.pairs == 70
        assert parts.log_likelihood == pytest.approx(whole.log_likelihood)
        for name in (*SUMS, "lexical"):
            np.testing.assert_allclose(getattr(parts.counts, name), getattr(whole.counts, name), rtol=1e-9, atol=1e-12)


def trained(toys, settings, threads):
    """All numbers of a model after three iterations."""
    problem, parameters = begun(toys, settings)
    likelihood = []
    for _ in range(3):
        expectation = expected(problem, parameters, threads)
        likelihood.append(expectation.log_likelihood)
        parameters = m_step(problem.mixture, settings, parameters, expectation.counts)
    return [
        np.array(likelihood),
        *parameters.table,
        parameters.weights,
        np.array([parameters.null, *(component.eta for component in parameters.components[2:])]),
        parameters.lengths,
        *parameters.jump.to_arrays().values(),
    ]


class TestOddCorpora:
    @pytest.mark.parametrize(
        "toys",
        [
            [toy("car", "car")],
            [toy("car car car", "car car")],
            [toy("the", "zzyzx dog run of cars")],
            [toy("car dog the run", "car dog the run")] * 5,
            [toy("dog run", "car")],
        ],
        ids=["one word", "a vocabulary of one word", "longer than its document", "identical pairs", "nothing shared"],
    )
    @pytest.mark.parametrize("jump", JUMPS)
    def test_are_trained_on_like_any_other(self, toys, jump):
        history = log_posteriors(toys, replace(EXACT, max_document_phrase=5, **jump_settings(jump)), 6)
        assert_never_falls(history)
