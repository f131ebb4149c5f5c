import json
import random
import signal
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from sumtrace import InputError, MissingExtraError, OutputError
from sumtrace.alignment.formats import read_alignments
from sumtrace.cli import app

TEXTS = [("a", "The dog sat on the mat .", "A dog sat ."), ("b", "Birds sing .", "The birds sing loudly .")]
runner = CliRunner()


@pytest.fixture
def pairs(tmp_path):
    path = tmp_path / "pairs.jsonl"
    records = [{"id": name, "document": document, "summary": summary} for name, document, summary in TEXTS]
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def run(*arguments):
    return runner.invoke(app, ["baseline", *map(str, arguments)])


@pytest.mark.parametrize(
    "system", ["nearest", "most-similar-sentence", "cut-and-paste", "jing", "model1", "hmm", "model4"]
)
def test_every_system_writes_an_alignment_a_pair(system, pairs, tmp_path):
    target = tmp_path / "out.jsonl"
    result = run(system, pairs, "-o", target, "--quiet")
    assert result.exit_code == 0, result.output
    made = list(read_alignments(target))
    assert [alignment.id for alignment in made] == ["a", "b"]
    assert made[0].model.startswith(system)
    summary = made[1].texts.summary.words
    assert ("Birds", "birds") in {
        (made[1].texts.document.words[link.doc[0][0]], summary[link.sum[0][0]]) for link in made[1].links
    }


def test_training_pairs_are_learnt_from_but_not_aligned(pairs, tmp_path):
    more = tmp_path / "more.jsonl"
    more.write_text(json.dumps({"id": "c", "document": "Dogs bark .", "summary": "Dogs bark ."}) + "\n")
    target = tmp_path / "out.jsonl"
    assert run("hmm", pairs, "--train", more, "--symmetrize", "intersect", "-o", target).exit_code == 0
    assert [alignment.id for alignment in read_alignments(target)] == ["a", "b"]


def test_a_source_makes_no_sense_for_both_directions(pairs):
    result = run("hmm", pairs, "--source", "summary", "--symmetrize", "union")
    assert result.exit_code == 2
    assert "runs both directions" in result.stderr


def test_no_pairs_are_an_input_error(tmp_path):
    empty = tmp_path / "empty.jsonl"
    empty.write_text("")
    result = run("model1", empty)
    assert isinstance(result.exception, InputError)


@pytest.mark.parametrize("system", ["hmm", "eflomal"])
def test_standard_input_and_a_file_give_the_same(system, pairs):
    if system == "eflomal":
        pytest.importorskip("eflomal")
    piped = runner.invoke(app, ["baseline", system, "-"], input=pairs.read_text())
    assert (piped.exit_code, len(piped.stdout.splitlines())) == (0, 2)
    assert piped.stdout == run(system, pairs).stdout


def test_a_bad_entry_is_told_of_once(pairs):
    pairs.write_text(pairs.read_text() + "nonsense\n")
    result = run("hmm", pairs, "--skip-bad")
    assert (result.exit_code, len(result.stdout.splitlines())) == (0, 2)
    assert result.stderr.count("skipped: ") == 1
    assert "1 bad entry was skipped" in result.stderr
    assert "aligned 2 pairs, 2 of them with links" in result.stderr


def test_a_missing_eflomal_says_how_to_get_it(pairs, monkeypatch):
    monkeypatch.setitem(sys.modules, "eflomal", None)
    result = run("eflomal", pairs)
    assert isinstance(result.exception, MissingExtraError)
    assert "sumtrace[eflomal]" in str(result.exception)


def test_ctrl_c_ends_a_long_training_at_once(tmp_path):
    pairs, target = tmp_path / "pairs.jsonl", tmp_path / "out.jsonl"
    chance = random.Random(3)
    texts = ([" ".join(f"w{chance.randrange(3000)}" for _ in range(n)) for n in (300, 60)] for _ in range(600))
    pairs.write_text("".join(json.dumps({"document": d, "summary": s}) + "\n" for d, s in texts))
    command = [
        sys.executable,
        "-m",
        "sumtrace",
        "baseline",
        "model4",
        str(pairs),
        "-o",
        str(target),
        "--iterations",
        "99",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(6)
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130
        assert b"Traceback" not in process.stderr.read()
    assert not target.exists()


def test_the_pairs_are_never_written_over(pairs):
    before = pairs.read_bytes()
    result = run("nearest", pairs, "-o", pairs)
    assert isinstance(result.exception, OutputError)
    assert "is also an input of this command" in str(result.exception)
    assert pairs.read_bytes() == before
