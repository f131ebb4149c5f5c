import pytest

from sumtrace import kernels
from sumtrace.training import compiled


@pytest.fixture(autouse=True)
def no_word_of_compiling(monkeypatch):
    """What a command says must not depend on whether an earlier test has compiled its kernels (test_kernels.py does)."""
    monkeypatch.setattr(kernels, "tell_of_compiling", lambda tell: None)


@pytest.fixture(autouse=True)
def no_corpora_kept(monkeypatch, tmp_path_factory):
    """What tests compile goes with them, and none finds what another has compiled."""
    folder = tmp_path_factory.mktemp("corpora")
    monkeypatch.setattr(compiled, "corpora_folder", lambda: folder)
