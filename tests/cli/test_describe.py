import json
import xml.etree.ElementTree as ElementTree

import pytest
from typer.testing import CliRunner

from making import pair_of, phrase, words
from sumtrace import Alignment, InputError
from sumtrace.alignment.formats import write_alignments
from sumtrace.cli import app

PAIR = pair_of("The old dogs sat .", "an old dog sat .")
runner = CliRunner()


@pytest.fixture
def files(tmp_path):
    made = {
        "gold": [Alignment("p", (phrase((1, 3), (1, 3)), phrase((3, 4), (3, 4))), PAIR)],
        "predicted": [words(PAIR, [(1, 1), (3, 3), (4, 4)])],
    }
    for name, alignments in made.items():
        write_alignments(alignments, tmp_path / f"{name}.jsonl", format="native")
    return [str(tmp_path / f"{name}.jsonl") for name in made]


def test_gold_and_predictions_stand_beside_each_other(files):
    result = runner.invoke(app, ["describe", *files])
    assert result.exit_code == 0
    lines = {line[:36].strip(): line[36:].split() for line in result.stdout.splitlines()}
    assert lines["unaligned, % of words"] == ["40.0", "40.0"]
    assert lines["phrases linked"] == ["1", "0"]
    assert "Lengths of linked phrases, % of links" in result.stdout


def test_json_and_the_picture_of_jumps(files, tmp_path):
    picture = tmp_path / "jumps.svg"
    result = runner.invoke(app, ["describe", *files, "--json", "--picture", str(picture)])
    report = json.loads(result.stdout)
    assert report["gold"]["jumps"] == {"1": 1}
    assert report["predicted"]["phrases"]["identical"] is None
    tree = ElementTree.parse(picture)
    bars = [node for node in tree.iter("{http://www.w3.org/2000/svg}title") if ": 100" in (node.text or "")]
    assert [bar.text for bar in bars] == ["gold, +1: 100", "predicted, +1: 100"]


def test_an_empty_file_is_an_input_error(tmp_path):
    empty = tmp_path / "empty.jsonl"
    empty.write_text("")
    assert isinstance(runner.invoke(app, ["describe", str(empty)]).exception, InputError)
