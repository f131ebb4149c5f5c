"""``sumtrace parse``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sumtrace import InputError, OutputError
from sumtrace.cli import app
from sumtrace.text import Text
from sumtrace.text.parsing import PARSERS, MissingParserError
from sumtrace.text.tree_matching import match
from sumtrace.text.trees import read_trees

TEXT = "The long-term plan failed. Nobody was surprised (or sorry).\n"
PLAN = "(ROOT (S (NP (DT The) (JJ long-term) (NN plan)) (VP (VBD failed)) (. .)))"
runner = CliRunner()


@pytest.fixture
def text(tmp_path: Path) -> Path:
    file = tmp_path / "text.txt"
    file.write_text(TEXT)
    return file


def test_a_text_gives_a_tree_a_line(text: Path) -> None:
    result = runner.invoke(app, ["parse", str(text), "--quiet"])
    assert result.exit_code == 0
    first, second = result.stdout.splitlines()
    assert first == PLAN
    assert second.startswith("(ROOT (S (NP ")
    assert result.stderr == ""


def test_standard_input_is_read(text: Path) -> None:
    result = runner.invoke(app, ["parse", "-"], input=TEXT)
    assert result.stdout.splitlines()[0] == PLAN
    assert "2 sentences, 13 tokens" in result.stderr


def test_the_trees_of_a_corpus_match_its_documents_in_order(tmp_path: Path) -> None:
    pairs = [{"id": str(n), "document": TEXT * n + f"Number {n} left.", "summary": "It failed."} for n in (1, 2, 3)]
    (tmp_path / "pairs.jsonl").write_text("".join(json.dumps(pair) + "\n" for pair in pairs))
    trees = tmp_path / "trees.ptb.gz"
    result = runner.invoke(app, ["parse", str(tmp_path / "pairs.jsonl"), "-o", str(trees), "--json", "--threads", "2"])
    assert result.exit_code == 0
    assert json.loads(result.stdout)["sentences"] == 3 + 5 + 7
    supply = read_trees(trees)
    for pair in pairs:
        document = Text.from_string(str(pair["document"]))
        assert len(match(supply, document)) == len(document.sentences)
    assert next(supply, None) is None


def test_trees_are_drawn_and_written_at_once(text: Path, tmp_path: Path) -> None:
    result = runner.invoke(
        app, ["parse", str(text), "--show", "--svg", str(tmp_path / "t.svg"), "-o", str(tmp_path / "t.ptb"), "-q"]
    )
    assert result.exit_code == 0
    assert "long-term" in result.stdout
    assert "┌" in result.stdout
    assert (tmp_path / "t.svg").read_text().startswith("<svg")
    assert (tmp_path / "t.ptb").read_text().splitlines()[0] == PLAN


def test_bad_entries_are_left_out_when_asked(tmp_path: Path) -> None:
    good = json.dumps({"id": "a", "document": "It rained.", "summary": "Rain."})
    (tmp_path / "pairs.jsonl").write_text(f"{good}\n{{\n")
    arguments = ["parse", str(tmp_path / "pairs.jsonl"), "-o", str(tmp_path / "t.ptb")]
    assert isinstance(runner.invoke(app, arguments).exception, InputError)
    assert not (tmp_path / "t.ptb").exists()
    result = runner.invoke(app, [*arguments, "--skip-bad"])
    assert result.exit_code == 0
    assert "1 bad entry was skipped" in result.stderr
    assert len((tmp_path / "t.ptb").read_text().splitlines()) == 1


def test_mistakes_are_told_plainly(text: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "benepar", None)
    for arguments, error in [
        ([str(text), "--parser", "benepar"], MissingParserError),
        ([str(text), "--json"], InputError),
        (["missing.txt"], InputError),
        ([str(text), "-o", "no/such/folder.ptb"], OutputError),
    ]:
        assert isinstance(runner.invoke(app, ["parse", *arguments]).exception, error)
    refused = runner.invoke(app, ["parse", str(text), "--parser", "nope"])
    assert refused.exit_code == 2
    assert all(name in refused.stderr for name in ("--parser", "'nope'", *PARSERS))
