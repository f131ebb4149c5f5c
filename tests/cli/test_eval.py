import json

import pytest
from typer.testing import CliRunner

from making import pair_of, words
from sumtrace import InputError, __version__
from sumtrace.alignment.formats import write_alignments
from sumtrace.cli import app

PAIRS = [pair_of("The dog sat .", "a dog sat .", name) for name in ("p", "q")]
runner = CliRunner()


@pytest.fixture
def files(tmp_path):
    made = {
        "gold": [words(p, [(1, 1), (2, 2)], [(0, 0)]) for p in PAIRS],
        "second": [words(p, [(1, 1)]) for p in PAIRS],
        "good": [words(p, [(1, 1), (2, 2)]) for p in PAIRS],
        "poor": [words(p, [(1, 1), (3, 2)]) for p in PAIRS],
        "short": [words(PAIRS[0], [])],
        "spans": [words(p, [], [(1, 1), (2, 1)]) for p in PAIRS],
    }
    for name, alignments in made.items():
        write_alignments(alignments, tmp_path / f"{name}.jsonl", format="native")
    return lambda *names: [str(tmp_path / f"{name}.jsonl") for name in names]


def run(*arguments):
    return runner.invoke(app, ["eval", *arguments])


def test_several_systems_make_one_table_with_tests_and_signature(files):
    result = run(*files("gold", "good", "poor"), "--samples", "50")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "Word links"
    assert next(line.split() for line in lines if line.startswith("all words            micro  good")) == (
        "all words micro good 100.0 100.0 100.0 100.0 100.0 0.0 [100.0, 100.0]".split()
    )
    assert "all.micro.soft_f: difference from good" in lines
    assert f"pairs:2|case:no|phrases:soft|ignore-list:58|v:{__version__}" in lines


def test_json_has_every_score_and_no_nan(files):
    result = run(*files("gold", "poor"), "--json", "--samples", "20")
    report = json.loads(result.stdout)
    (system,) = report["systems"]
    assert system["name"] == "poor"
    assert system["scores"]["all"]["micro"]["precision"] == 0.5
    assert system["scores"]["unsupported"] is None
    assert system["scores"]["phrases"]["precision"] is None
    assert system["intervals"]["all.micro.recall"] == [0.5, 0.5]


def test_several_golds_are_merged(files):
    gold, second, good = files("gold", "second", "good")
    merged = run(gold, good, "--gold", second, "--merge", "intersection", "--json", "--no-intervals")
    assert json.loads(merged.stdout)["systems"][0]["scores"]["all"]["micro"]["recall"] == 1.0
    alone = run(second, good, "--json", "--no-intervals")
    assert json.loads(alone.stdout)["systems"][0]["scores"]["all"]["micro"]["precision"] == 0.5


def test_markdown_goes_to_a_file(files, tmp_path):
    target = tmp_path / "scores.md"
    result = run(*files("gold", "good"), "--format", "markdown", "--output", str(target), "--samples", "20")
    assert result.exit_code == 0
    assert result.stdout == ""
    assert target.read_text().startswith("**Word links**\n\n| words ")


def test_span_gold_gets_span_scores(files):
    result = run(*files("spans", "good"), "--samples", "20")
    assert result.stdout.startswith("Span gold")
    assert "Word links" not in result.stdout


def test_mismatched_files_are_an_input_error(files):
    result = run(*files("gold", "short"))
    assert isinstance(result.exception, InputError)
    assert "1 of 2 gold pairs have no prediction, starting with 'q'" in str(result.exception)


def test_unknown_reference_is_a_usage_error(files):
    result = run(*files("gold", "good"), "--against", "best")
    assert result.exit_code == 2
    assert "no system 'best'" in result.stderr


def test_an_unknown_score_is_an_error_even_with_nothing_to_compare(files):
    result = run(*files("gold", "good"), "--score", "all.micro.bleu")
    assert isinstance(result.exception, InputError)
    assert "all.micro.bleu" in str(result.exception)
