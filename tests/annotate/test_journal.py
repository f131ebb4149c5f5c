"""The journal: what was confirmed is there, what was not is cut off, and one process at a time holds it."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sumtrace.annotate.desk import Desk
from sumtrace.annotate.forms import AlignmentForm
from sumtrace.annotate.journal import Journal
from sumtrace.corpus.pair import Pair
from sumtrace.errors import InputError, OutputError
from sumtrace.text import Text

RECORDS = st.lists(st.dictionaries(st.text(max_size=5), st.text() | st.integers() | st.none(), max_size=3), max_size=6)


def reopened(path: Path) -> list[dict[str, object]]:
    journal = Journal(path)
    journal.close()
    return journal.records


def test_records_are_found_again_in_order(tmp_path: Path) -> None:
    path = tmp_path / "gold.jsonl.journal"
    journal = Journal(path)
    journal.append({"n": 1}, {"n": 2})
    journal.append({"n": 3})
    journal.close()
    assert reopened(path) == [{"n": 1}, {"n": 2}, {"n": 3}]


@settings(max_examples=40, deadline=None)
@given(records=RECORDS, data=st.data())
def test_a_journal_cut_anywhere_keeps_every_whole_line(
    tmp_path_factory: pytest.TempPathFactory, records: list[dict[str, object]], data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("cut") / "journal"
    journal = Journal(path)
    for record in records:
        journal.append(record)
    journal.close()
    whole = path.read_bytes()
    cut = data.draw(st.integers(0, len(whole)))
    path.write_bytes(whole[:cut])
    kept = reopened(path)
    assert kept == records[: max(0, whole[:cut].count(b"\n") - 1)]
    again = Journal(path)
    again.append({"after": True})
    again.close()
    assert reopened(path) == [*kept, {"after": True}]


def test_a_garbled_last_line_is_dropped_but_one_in_the_middle_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    journal = Journal(path)
    journal.append({"n": 1})
    journal.close()
    path.write_bytes(path.read_bytes() + b'\x00\x00\x00{"n"\n')
    assert reopened(path) == [{"n": 1}]
    path.write_bytes(path.read_bytes() + b'garbage\n{"n":2}\n')
    with pytest.raises(InputError, match="line 3: the journal is damaged"):
        Journal(path)


def test_a_second_holder_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    journal = Journal(path)
    with pytest.raises(InputError, match="another annotation server"):
        Journal(path)
    journal.close()
    Journal(path).close()


def test_a_foreign_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    path.write_text('{"hello": 1}\n')
    with pytest.raises(InputError, match="not a journal"):
        Journal(path)
    assert path.read_text() == '{"hello": 1}\n'


def test_a_record_that_could_not_be_synced_is_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "journal"
    journal = Journal(path)
    journal.append({"n": 1})
    sync = os.fsync
    calls = []

    def full(descriptor: int) -> None:
        calls.append(descriptor)
        if len(calls) == 1:
            raise OSError(28, "No space left on device")
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OutputError, match="No space left on device"):
        journal.append({"n": 2})
    journal.append({"n": 3})
    journal.close()
    assert reopened(path) == [{"n": 1}, {"n": 3}]
    assert all(json.loads(line) for line in path.read_text().splitlines())


@pytest.mark.parametrize(
    "record",
    [
        {"pair": 7, "words": "x"},
        {"pair": "a", "set": ["link/x"], "edit": "e"},
        {"pair": "a", "set": {"link/x": {"doc": 1}}, "edit": "e"},
        {"pair": "a", "set": {"null/99": ""}, "edit": "e"},
        {"pair": "a", "set": {"done": "yes"}, "edit": 5},
        {"pair": "a", "seconds": "long"},
        {"pair": "a", "seconds": float("nan")},
        {"pair": "a", "undo": 1, "edit": []},
        {"output": {}},
    ],
    ids=str,
)
def test_a_record_that_no_page_could_have_made_names_its_line(tmp_path: Path, record: dict[str, Any]) -> None:
    texts = Text.from_string("The old mill closed ."), Text.from_string("A mill shut .")
    path = tmp_path / "gold.jsonl.journal"
    path.write_text(json.dumps({"format": "sumtrace-journal", "version": 1}) + "\n" + json.dumps(record) + "\n")
    with pytest.raises(InputError, match=r"gold\.jsonl\.journal, line 2"):
        Desk([Pair("a", *texts)], tmp_path / "gold.jsonl", AlignmentForm())
