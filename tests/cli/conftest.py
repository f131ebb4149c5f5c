import sys
import warnings

import pytest

from sumtrace import kernels
from sumtrace.cli import main
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


@pytest.fixture
def ended(monkeypatch, capsys):
    """What a command line that fails ends with: its exit code, and what it wrote to both streams."""

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["sumtrace", *map(str, arguments)])
        monkeypatch.setattr(warnings, "showwarning", warnings.showwarning)  # main has its own
        with pytest.raises(SystemExit) as end:
            main()
        return end.value.code, *capsys.readouterr()

    return run
