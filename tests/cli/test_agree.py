import json

import pytest
from typer.testing import CliRunner

from making import pair_of, words
from sumtrace import InputError
from sumtrace.alignment.formats import write_alignments
from sumtrace.cli import app

PAIRS = [pair_of("the dog sat", "a dog sat", name) for name in ("p", "q")]
runner = CliRunner()


@pytest.fixture
def files(tmp_path):
    made = {
        "anna": [words(p, [(1, 1), (2, 2)], annotator="Anna") for p in PAIRS],
        "ben": [words(p, [(1, 1)], [(2, 2)], annotator="Ben") for p in PAIRS],
    }
    made["both"] = made["anna"] + made["ben"]
    for name, alignments in made.items():
        write_alignments(alignments, tmp_path / f"{name}.jsonl", format="native")
    return lambda *names: [str(tmp_path / f"{name}.jsonl") for name in names]


def test_kappa_with_its_band_and_the_number_of_decisions(files):
    result = runner.invoke(app, ["agree", *files("anna", "ben")])
    assert result.exit_code == 0
    assert "Agreement on 2 pairs" in result.stdout
    line = next(line for line in result.stdout.splitlines() if line.startswith("possible  all words"))
    assert line.split() == "possible all words anna, ben Cohen 1.000 good 100.00 18".split()
    assert "Disagreements, 2 of 2" in result.stdout


def test_one_file_may_hold_several_annotators(files):
    report = json.loads(runner.invoke(app, ["agree", *files("both"), "--json", "--skip", "q"]).stdout)
    assert report["pairs"] == 1
    assert report["kappas"][0]["annotators"] == ["Anna", "Ben"]
    assert report["disagreements"][0]["labels"] == {"Anna": "S", "Ben": "P"}


def test_one_annotator_only_is_an_input_error(files):
    result = runner.invoke(app, ["agree", *files("anna")])
    assert isinstance(result.exception, InputError)
    assert "at least two annotators" in str(result.exception)
