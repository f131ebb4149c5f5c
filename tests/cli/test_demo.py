"""``sumtrace demo``: the first thing a newcomer runs."""

import re

from typer.testing import CliRunner

from sumtrace import InputError, OutputError, datasets
from sumtrace.cli import app

runner = CliRunner()


def run(*arguments):
    return runner.invoke(app, ["demo", *map(str, arguments)])


def words(text):
    return " ".join(text.split())


def test_shows_a_document_and_what_its_summary_gets_wrong():
    result = run()
    assert (result.exit_code, result.stderr) == (0, "")
    shown = words(result.stdout)
    assert shown.startswith("The document The Corran Isle ferry will return to service on Monday 14 April")
    assert "Of 5 claims, 2 differ from the document and 1 was not found in the document." in shown
    assert "differs: the summary says “£4.7 million”, the source “£4.2 million”" in shown
    assert "not found: no sentence in the source seems to say this" in shown


def test_shows_another_example():
    pair = datasets.examples()[5]
    assert re.match(r"(All|Of) \d claims", words(run("--pair", pair.id, "-q").stdout))


def test_writes_a_page(tmp_path):
    result = run("--page", tmp_path / "demo.html")
    assert result.exit_code == 0
    assert result.stderr == f"Page written to {tmp_path / 'demo.html'}\n"
    page = (tmp_path / "demo.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert run("--page", tmp_path / "again.html", "-q").stderr == ""
    assert (tmp_path / "again.html").read_text(encoding="utf-8") == page


def test_mistakes(tmp_path):
    result = run("--pair", "nonsense")
    assert isinstance(result.exception, InputError)
    assert "no example 'nonsense'. Choose one of ferry-refit, " in str(result.exception)
    assert isinstance(run("--page", tmp_path / "none" / "demo.html").exception, OutputError)
    assert list(tmp_path.iterdir()) == []


def test_help_shows_examples():
    assert "sumtrace demo --page demo.html" in run("-h").stdout
