"""Warnings: ours in one line, those of libraries as Python shows them."""

from sumtrace.cli import tell_warning
from sumtrace.errors import SumtraceWarning


def test_our_own_warnings_take_one_line(capsys):
    tell_warning(SumtraceWarning("no room; going on without"), SumtraceWarning, "cache.py", 7)
    tell_warning(SumtraceWarning("no room; going on without"), SumtraceWarning, "cache.py", 7)
    assert capsys.readouterr().err == "sumtrace: no room; going on without\n"


def test_other_warnings_are_shown_as_python_does(monkeypatch):
    shown = []
    monkeypatch.setattr("sumtrace.cli._show", lambda *arguments: shown.append(arguments))
    tell_warning("old", UserWarning, "library.py", 7)
    assert shown == [("old", UserWarning, "library.py", 7)]
