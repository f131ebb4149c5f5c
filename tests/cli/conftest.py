import pytest

from sumtrace import kernels


@pytest.fixture(autouse=True)
def no_word_of_compiling(monkeypatch):
    """What a command says must not depend on whether an earlier test has compiled its kernels (test_kernels.py does)."""
    monkeypatch.setattr(kernels, "tell_of_compiling", lambda tell: None)
