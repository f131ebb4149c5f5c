"""``sumtrace demo``: the first thing a newcomer runs."""

import re

import pytest
from typer.testing import CliRunner

from sumtrace import InputError, OutputError, datasets
from sumtrace.cli import app

runner = CliRunner()


def run(*arguments):
    return runner.invoke(app, ["demo", *map(str, arguments)])


def words(text):
    return " ".join(text.split())


@pytest.mark.parametrize("number", [0, 5])
def test_shows_an_example_aligned(number):
    pair = datasets.examples()[number]
    result = run(*(["--pair", pair.id] if number else []))
    assert (result.exit_code, result.stderr) == (0, "")
    shown = words(result.stdout)
    assert shown.startswith(words(pair.summary.string) + " summary from the document prob. by ─")
    counted = re.search(r"no source found for (\d+) of (\d+) content words", shown)
    assert 0 <= int(counted[1]) < int(counted[2])


def test_writes_a_page(tmp_path):
    result = run("--page", tmp_path / "demo.html")
    assert result.exit_code == 0
    assert result.stderr == f"The page is in {tmp_path / 'demo.html'}\n"
    page = (tmp_path / "demo.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert run("--page", tmp_path / "again.html", "-q").stderr == ""
    assert (tmp_path / "again.html").read_text(encoding="utf-8") == page


def test_mistakes(tmp_path):
    result = run("--pair", "nonsense")
    assert isinstance(result.exception, InputError)
    assert "no example 'nonsense'. Choose one of news-bridge, " in str(result.exception)
    assert isinstance(run("--page", tmp_path / "none" / "demo.html").exception, OutputError)
    assert list(tmp_path.iterdir()) == []


def test_help_shows_examples():
    assert "sumtrace demo --page demo.html" in run("-h").stdout
