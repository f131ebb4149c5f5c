"""Jump models as a whole: re-estimation never makes the expected jumps less likely, and saving loses nothing."""

import math
import pickle
from itertools import pairwise

import numpy as np
import pytest

from sumtrace.errors import InputError
from sumtrace.jumps.registry import jump_from_arrays, start_jump
from sumtrace.jumps.shapes import BANDS, Gaussian, Laplace
from twins.jumps import dense, expected_log_likelihood, parts_of, statistics
from twins.random_jumps import JUMPS, OPEN, PROPER, random_bounds, random_jump


@pytest.fixture(params=JUMPS)
def name(request):
    return request.param


def random_counts(model, m, bounds, random):
    """Expected jumps in a document: some pairs of places, more often those the model likes."""
    chosen = random.random((m + 1, m + 1)) < 0.4
    return 5 * random.gamma(0.5, size=(m + 1, m + 1)) * chosen * dense(model, m, bounds)


class TestReestimation:
    @pytest.mark.parametrize("pseudo_count", [0.3, 1.0])
    def test_expected_log_posterior_never_falls(self, name, pseudo_count):
        for seed in range(12):
            random = np.random.default_rng(seed)
            model = random_jump(name, random, pseudo_count)
            documents = [(m, random_bounds(m, random)) for m in random.integers(1, 30, size=3).tolist()]
            counts = [random_counts(model, m, bounds, random) for m, bounds in documents]
            parts = [parts_of(model, *document, count) for document, count in zip(documents, counts, strict=True)]

            def objective(jump, documents=documents, parts=parts):
                likelihood = sum(
                    expected_log_likelihood(jump, *document, part)
                    for document, part in zip(documents, parts, strict=True)
                )
                return likelihood + jump.log_prior()

            collected = sum(statistics(model, *pair, count) for pair, count in zip(documents, counts, strict=True))
            before, after = objective(model), objective(model.reestimated(collected))
            assert after >= before - 1e-9 * abs(before)

    @pytest.mark.parametrize("name", PROPER)
    def test_many_steps_lead_to_the_jumps_that_were_made(self, name):
        """Counts from a matrix give that matrix back, or one that explains them as well."""
        random = np.random.default_rng(5)
        truth, model = random_jump(name, random, 0.0), start_jump(name, 0.0)
        m, bounds = 12, np.array([0, 5, 12], np.int32)
        leaving = random.uniform(5e3, 1e4, size=(m + 1, 1))
        counts = leaving * dense(truth, m, bounds)
        likeliest = np.sum(counts * np.log(dense(truth, m, bounds)))
        for _ in range(150 if name in ("relative", "sentence") else 30):
            model = model.reestimated(statistics(model, m, bounds, counts))
        reached = np.sum(counts * np.log(dense(model, m, bounds)))
        assert reached >= likeliest - 0.01 * counts.sum()

    def test_an_open_ended_table_is_made_of_plain_frequencies(self):
        random = np.random.default_rng(5)
        model = random_jump(OPEN, random, 0.5)
        taken = random.gamma(0.5, size=len(model.weight))
        again = model.reestimated(np.concatenate([taken, random.random(len(taken))]))
        share = again.weight * again.bands.width
        np.testing.assert_allclose(share, (taken + 0.5) / (taken + 0.5).sum(), rtol=1e-12)

    def test_no_jumps_leave_a_plain_model_usable(self, name):
        model = random_jump(name, np.random.default_rng(1))
        again = model.reestimated(np.zeros(model.size))
        matrix = dense(again, 6, np.array([0, 3, 6]))
        assert np.isfinite(matrix).all()
        assert (matrix > 0).all()
        if again.is_proper:
            np.testing.assert_allclose(matrix.sum(axis=1), 1.0, rtol=1e-12)


class TestShapes:
    def test_gaussian_weights_follow_the_density(self):
        weight = Gaussian(mean=2.0, deviation=40.0).weights() - Gaussian.FLOOR
        density = np.exp(-0.5 * ((BANDS.centre - 2.0) / 40.0) ** 2)
        near = (BANDS.width <= 8) & (np.abs(BANDS.centre) < 128)
        np.testing.assert_allclose(weight[near], density[near], rtol=0.05)

    def test_laplace_falls_by_its_own_rate_on_each_side(self):
        model = Laplace(ahead=3.0, back=1.5, backward=0.2)
        weight = {int(low): w - model.FLOOR for low, w in zip(BANDS.low, model.weights(), strict=True) if abs(low) < 20}
        for a, b in pairwise(range(20)):
            assert weight[b] / weight[a] == pytest.approx(math.exp(-1 / 3.0), rel=1e-3)
        assert weight[-1] == pytest.approx(0.2 * math.exp(-1 / 1.5))
        for a, b in pairwise(range(-6, 0)):
            assert weight[a] / weight[b] == pytest.approx(math.exp(-1 / 1.5), rel=1e-3)

    def test_a_far_jump_is_unlikely_but_possible(self):
        for model in (Gaussian(0.0, 1 / 3), Laplace(0.2, 0.2, 0.1)):
            assert (model.weights() > 0).all()


class TestBandTables:
    @pytest.fixture(params=["relative", "gaussian", "laplace", OPEN])
    def model(self, request):
        return random_jump(request.param, np.random.default_rng(8))

    def test_are_made_once_for_documents_of_about_the_same_length(self, model):
        assert model.parameters(65) is model.parameters(127)
        for length in (0, 1, 127, 128, 5000):
            assert len(model.parameters(length).ahead) == len(model.parameters(length).behind) > length

    def test_hold_the_same_bits_for_every_length(self, model):
        exact = model.parameters(100)
        for name in ("ahead", "behind"):
            np.testing.assert_array_equal(getattr(model.parameters(5000), name)[:101], getattr(exact, name)[:101])

    def test_go_with_a_model_to_other_processes(self, model):
        fresh = len(pickle.dumps(model))
        model.parameters(100_000)
        assert len(pickle.dumps(model)) < fresh + 10_000  # without arrays as long as documents
        np.testing.assert_array_equal(pickle.loads(pickle.dumps(model)).parameters(9).near, model.parameters(9).near)


class TestKeeping:
    def test_arrays_give_back_the_same_jumps(self, name):
        model = random_jump(name, np.random.default_rng(2), 0.7)
        again = jump_from_arrays(model.name, {key: array.copy() for key, array in model.to_arrays().items()})
        assert type(again) is type(model)
        assert again.name == model.name
        bounds = np.array([0, 4, 9], np.int32)
        np.testing.assert_array_equal(dense(again, 9, bounds), dense(model, 9, bounds))
        assert again.log_prior() == model.log_prior()
        counts = random_counts(model, 9, bounds, np.random.default_rng(3))
        collected = statistics(model, 9, bounds, counts)
        for one, other in zip(
            model.reestimated(collected).to_arrays().items(),
            again.reestimated(collected).to_arrays().items(),
            strict=True,
        ):
            assert one[0] == other[0]
            np.testing.assert_array_equal(one[1], other[1])

    def test_histograms_add_up(self, name):
        bars = random_jump(name, np.random.default_rng(4)).histogram()
        assert bars
        assert all(bar.first <= bar.last for bar in bars)
        assert all(a.last < b.first for a, b in pairwise(bars))
        assert sum(bar.probability for bar in bars) <= 1 + 1e-9

    def test_an_unknown_name_is_an_error_that_names_the_known_ones(self):
        for name in ("sideways", "relative+sideways"):
            with pytest.raises(InputError, match="sideways") as caught:
                start_jump(name)
            assert "relative" in str(caught.value) + str(caught.value.hint)

    def test_proper_models_say_so(self):
        random = np.random.default_rng(6)
        assert all(random_jump(name, random).is_proper for name in PROPER)
        assert not random_jump(OPEN, random).is_proper
