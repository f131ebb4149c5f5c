"""``sumtrace annotate`` as a command: mistakes in one line, a link and a file for each annotator."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from sumtrace.cli import app
from sumtrace.errors import SumtraceError


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    path = tmp_path / "pairs.jsonl"
    path.write_text(json.dumps({"id": "a", "document": "The mill closed.", "summary": "A mill shut."}) + "\n")
    return path


def problem(*arguments: Any) -> str:
    result = CliRunner().invoke(app, ["annotate", *map(str, arguments), "--no-browser", "--port", "0"])
    assert isinstance(result.exception, SumtraceError), result.output
    return str(result.exception)


def test_mistakes_are_named_before_anything_is_written(pairs: Path, tmp_path: Path) -> None:
    gold = tmp_path / "gold.jsonl"
    assert "only one file of pairs" in problem(pairs, pairs, "-o", gold)
    assert "two or three annotators' files, not 1" in problem(pairs, pairs, "-o", gold, "--adjudicate")
    assert "replace an annotator's file" in problem(pairs, gold, pairs, "-o", gold, "--adjudicate")
    assert "--adjudicate and --rate cannot be combined" in problem(pairs, "-o", gold, "--adjudicate", "--rate")
    assert "cannot be combined with --adjudicate or --rate" in problem(pairs, "-o", gold, "--rate", "--suggest")
    assert "cannot be combined with --annotator" in problem(
        pairs, "-o", gold, "--annotator", "a", "--annotators", "b,c"
    )
    assert "use only letters" in problem(pairs, "-o", gold, "--annotators", "ana,../ben")
    assert "same name" in problem(pairs, "-o", gold, "--annotators", "ana,ana")
    assert "the output is JSON Lines" in problem(pairs, "-o", tmp_path / "gold.txt")
    assert "no such file" in problem(tmp_path / "none.jsonl", "-o", gold)
    assert "no such file" in problem(pairs, "-o", gold, "--start-from", tmp_path / "none.jsonl")
    assert "cannot write" in problem(pairs, "-o", tmp_path / "nowhere" / "gold.jsonl")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["pairs.jsonl"]


def test_bad_entries_are_left_out_where_that_is_asked_for(
    pairs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs.write_text(pairs.read_text() + '{"id": "b", "document": 7}\n')
    assert "line 2" in problem(pairs, "-o", tmp_path / "gold.jsonl")
    shown: list[str] = []

    def serve(room: Any, listening: Any, host: str) -> None:
        shown.extend(pair.id for pair in room.desks[0].pairs)
        room.close()
        listening.close()

    monkeypatch.setattr("sumtrace.annotate.server.serve", serve)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    options = ["-o", str(tmp_path / "gold.jsonl"), "--skip-bad", "--no-browser", "--port", "0"]
    result = CliRunner().invoke(app, ["annotate", str(pairs), *options], catch_exceptions=False)
    assert shown == ["a"]
    assert "line 2" in result.stderr


def test_several_annotators_get_a_link_and_a_file_each(pairs: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from sumtrace.cli import main; main()", "annotate", str(pairs)]
    options = ["-o", str(tmp_path / "gold.jsonl"), "--annotators", "ana,ben", "--no-browser", "--port", "0"]
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path / "state")}
    server = subprocess.Popen([*command, *options], stdout=subprocess.PIPE, text=True, env=environment)
    assert server.stdout is not None
    links = [server.stdout.readline().strip() for _ in range(2)]
    server.send_signal(signal.SIGTERM)
    assert server.wait(20) in (0, -signal.SIGTERM)
    assert len({link.partition("#token=")[2] for link in links}) == 2
    assert all(link.startswith("http://127.0.0.1:") for link in links)
    assert {path.name for path in tmp_path.glob("gold*")} == {
        "gold.ana.jsonl",
        "gold.ana.jsonl.journal",
        "gold.ben.jsonl",
        "gold.ben.jsonl.journal",
    }


def test_the_server_starts_without_the_aligner_even_where_it_will_suggest(pairs: Path, tmp_path: Path) -> None:
    spy = (
        "import sys; from sumtrace.annotate import server; from sumtrace.cli import main; "
        "server.serve = lambda *_: print([name for name in ('numba', 'sumtrace.aligner') if name in sys.modules]); main()"
    )
    options = ["-o", str(tmp_path / "gold.jsonl"), "--suggest", "--no-browser", "--port", "0", "--quiet"]
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path / "state")}
    command = [sys.executable, "-c", spy, "annotate", str(pairs), *options]
    told = subprocess.run(command, capture_output=True, text=True, env=environment, check=True).stdout
    assert told.splitlines()[-1] == "[]"
