"""Every operation of every jump model equals the product with the matrix written out cell by cell."""

import numpy as np
import pytest

from twins.jumps import dense, statistics
from twins.operating import operate
from twins.random_jumps import JUMPS, random_bounds, random_jump

# every short document, the borders of the distance bands (16, 32, 64, ...) and of long sentences (64), and some more
SIZES = (1, 2, 3, 4, 5, 8, 15, 16, 17, 31, 33, 63, 64, 65, 100, 128, 129, 150)


@pytest.fixture(params=JUMPS)
def name(request):
    return request.param


def cases(name):
    for m in SIZES:
        random = np.random.default_rng(m)
        model, bounds = random_jump(name, random), random_bounds(m, random)
        x = random.random((3, m + 1)) * (random.random((3, m + 1)) < 0.7)
        y = random.random((3, m + 1)) * (random.random((3, m + 1)) < 0.7)
        yield model, m, bounds, x, y


def run(model, m, bounds, x, y):
    return operate(model.parameters(m), m, bounds, x, y, model.size)


def test_columns_are_the_model_and_rows_sum_to_one(name):
    for model, m, bounds, x, y in cases(name):
        matrix, best, *_ = run(model, m, bounds, x, y)
        np.testing.assert_allclose(matrix, dense(model, m, bounds), rtol=1e-7)
        np.testing.assert_allclose(best, dense(model, m, bounds, best=True), rtol=1e-7)
        if model.is_proper:
            np.testing.assert_allclose(matrix.sum(axis=1), 1.0, rtol=1e-12)
        else:
            assert (matrix.sum(axis=1) < 1.0).all()


def test_pushes_and_pulls_are_products_with_the_matrix(name):
    for model, m, bounds, x, y in cases(name):
        matrix, best, pushed, highest, pulled, again, _ = run(model, m, bounds, x, y)
        np.testing.assert_allclose(pushed, x @ matrix, rtol=1e-12)
        np.testing.assert_allclose(highest, (x[:, :, None] * best).max(axis=1), rtol=1e-12)
        np.testing.assert_allclose(pulled, y @ matrix.T, rtol=1e-12)
        np.testing.assert_array_equal(again, pulled)


def test_statistics_are_sums_over_the_matrix(name):
    for model, m, bounds, x, y in cases(name):
        matrix, *_, collected = run(model, m, bounds, x, y)
        counts = sum(x[i][:, None] * matrix * y[i] for i in range(len(x)))
        np.testing.assert_allclose(collected, statistics(model, m, bounds, counts), rtol=1e-6, atol=1e-14)


def test_parameters_for_longer_documents_serve_shorter_ones(name):
    for model, m, bounds, x, y in cases(name):
        short = run(model, m, bounds, x, y)
        long = operate(model.parameters(4 * m + 7), m, bounds, x, y, model.size)
        for one, other in zip(short, long, strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-14)


def test_nothing_cancels(name):
    """What a hundred orders of magnitude lie between stays exact: no result is a difference of larger ones."""
    for m in (7, 40, 150):
        random = np.random.default_rng(m)
        model, bounds = random_jump(name, random), random_bounds(m, random)
        for small in range(0, m + 1, 3):
            x = np.zeros((2, m + 1))
            x[0, small] = 1e-250
            x[1] = 10.0 ** random.uniform(-250, 0, m + 1)
            matrix, best, pushed, highest, pulled, _, _ = run(model, m, bounds, x, x)
            np.testing.assert_allclose(pushed, x @ matrix, rtol=1e-12)
            np.testing.assert_allclose(highest, (x[:, :, None] * best).max(axis=1), rtol=1e-12)
            np.testing.assert_allclose(pulled, x @ matrix.T, rtol=1e-12)
            assert (pushed[0] > 0).all()
            assert (pulled[0] > 0).all()
