import json

import pytest
from typer.testing import CliRunner

from making import pair_of, words
from sumtrace.alignment.formats import write_alignments
from sumtrace.cli import app

PAIR = pair_of("The dog sat on the mat .", "a dog lay there .")
runner = CliRunner()


@pytest.fixture
def files(tmp_path):
    made = {"gold": [words(PAIR, [(1, 1), (2, 2)], [(6, 4)])], "system": [words(PAIR, [(1, 1), (5, 3)])]}
    for name, alignments in made.items():
        write_alignments(alignments, tmp_path / f"{name}.jsonl", format="native")
    return [str(tmp_path / f"{name}.jsonl") for name in made]


def test_oracle_kinds_and_a_table_of_mistakes(files):
    result = runner.invoke(app, ["errors", *files, "--context"])
    assert result.exit_code == 0
    assert "all words            system   50.0        100.0   50.0         66.7" in result.stdout
    assert "Mistakes of system: 2 of 2, seed 0" in result.stdout
    row = next(line for line in result.stdout.splitlines() if line.startswith("lay"))
    assert row.split()[:3] == ["lay", "sat", "(none)"]
    assert "a dog [lay] there ." in row


def test_json_counts_and_samples(files):
    report = json.loads(runner.invoke(app, ["errors", *files, "--json", "--sample", "1"]).stdout)
    assert report["system"]["errors"]["wrong"] == 1
    assert report["system"]["mistake_count"] == 2
    assert len(report["system"]["mistakes"]) == 1
