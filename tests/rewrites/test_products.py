"""Products of vectors: those of numpy, with BLAS left as it was found."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from threadpoolctl import ThreadpoolController

from sumtrace.rewrites import products as module
from sumtrace.rewrites.products import products


def threads_of_blas() -> list[int]:
    return [library["num_threads"] for library in ThreadpoolController().select(user_api="blas").info()]


@pytest.mark.parametrize("words", [3, 900])
def test_are_the_inner_products_of_all_rows(words):
    random = np.random.default_rng(words)
    rows, columns = (random.normal(size=(n, 384)).astype(np.float32) for n in (40, words))
    found = products(rows, columns)
    assert found.dtype == np.float32
    np.testing.assert_array_equal(found, rows @ columns.T)


def test_blas_has_one_thread_meanwhile_and_its_own_number_again_afterwards(monkeypatch):
    monkeypatch.setattr(module, "_SMALL", 0)
    before = threads_of_blas()
    with module._ALONE:
        assert set(threads_of_blas()) == {1}
        products(np.ones((2, 4), np.float32), np.ones((3, 4), np.float32))
        assert set(threads_of_blas()) == {1}  # the first to come in has not left yet
    assert threads_of_blas() == before
    vectors = np.ones((50, 384), np.float32)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: products(vectors, vectors), range(200)))
    assert threads_of_blas() == before
