"""``sumtrace tune`` from the shell's side."""

import json

import pytest
from typer.testing import CliRunner

import sumtrace
from sumtrace import InputError, OutputError, datasets
from sumtrace.alignment.formats import write_alignments
from sumtrace.cli import app

runner = CliRunner()


def run(*arguments):
    return runner.invoke(app, ["tune", *map(str, arguments)])


@pytest.fixture(scope="module")
def gold(tmp_path_factory):
    path = tmp_path_factory.mktemp("gold") / "gold.jsonl"
    write_alignments(datasets.gold()[:10], path)
    return path


@pytest.fixture(scope="module")
def tuned(gold, tmp_path_factory):
    folder = tmp_path_factory.mktemp("models") / "tuned"
    return folder, run("--gold", gold, "-o", folder, "--trials", 1, "--format", "markdown")


def test_a_table_says_what_became_better_and_what_changed(tuned):
    folder, result = tuned
    assert result.exit_code == 0, result.exception
    assert "**SoftF, all words**" in result.stdout
    assert "**What changed**" in result.stdout
    assert result.stderr.endswith(f"Model saved in {folder}\n")
    assert sumtrace.load(folder).model.name == "tuned"


def test_json_has_the_same_in_numbers(tuned, gold, tmp_path):
    result = run(tuned[0], "--gold", gold, "-o", tmp_path / "again", "--trials", 1, "--json", "--quiet")
    report = json.loads(result.stdout)
    assert [way["name"] for way in report["ways"]] == ["as it is", "threshold", "threshold and constants"]
    assert report["signature"].endswith("folds:5x10|trials:1|seed:0")
    assert result.stderr == ""


def test_the_start_and_other_files_are_not_written_over(tuned, gold, tmp_path):
    folder, _ = tuned
    assert isinstance(run(folder, "--gold", gold, "-o", folder).exception, OutputError)
    (tmp_path / "notes.txt").write_text("mine")
    assert isinstance(run("--gold", gold, "-o", tmp_path).exception, OutputError)


def test_where_tuning_fails_no_folder_is_left(gold, tmp_path):
    assert isinstance(run("--gold", gold, "-o", tmp_path / "new", "--score", "bleu").exception, InputError)
    assert not (tmp_path / "new").exists()
