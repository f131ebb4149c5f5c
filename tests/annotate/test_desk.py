"""A desk: edits are kept, the output file follows, a new start finds everything."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from sumtrace.alignment import Alignment, Link
from sumtrace.alignment.formats.exchange import read_alignments, write_alignments
from sumtrace.annotate.desk import ConflictError, Desk, Edit
from sumtrace.annotate.forms import AlignmentForm, RatingForm
from sumtrace.annotate.marks import from_alignment, marks_from, to_alignment
from sumtrace.corpus.pair import Pair
from sumtrace.errors import InputError, OutputError
from sumtrace.text import Text


def pair(name: str = "a", document: str = "The old mill closed in May .", summary: str = "A mill shut .") -> Pair:
    return Pair(name, Text.from_string(document), Text.from_string(summary))


PAIRS = [pair("a"), pair("b", "Rain fell . It fell all day .", "It rained all day .")]


def link(doc: list[list[int]], summary: list[list[int]], label: str = "S", **more: str) -> dict[str, Any]:
    return {"doc": doc, "sum": summary, "label": label, **more}


def make(desk: Desk, changes: dict[str, Any], number: int = 0, name: str | None = None) -> dict[str, Any]:
    edit = Edit(name or str(random.random()), desk.revision(number), "set", changes)
    return desk.edit(number, edit)


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    return tmp_path / "gold.jsonl"


def opened(gold: Path, **options: Any) -> Desk:
    return Desk(PAIRS, gold, AlignmentForm(), annotator="ana", **options)


def test_what_is_marked_becomes_an_alignment_in_the_output_file(gold: Path) -> None:
    desk = opened(gold)
    make(desk, {"link/x": link([[2, 4]], [[1, 3]], comment="one idea"), "null/0": "", "comment": "short"})
    desk.close()
    (alignment,) = read_alignments(gold)
    assert alignment.links == (Link(((2, 4),), ((1, 3),), "S", comment="one idea"),)
    assert (alignment.null, alignment.covered, alignment.annotator, alignment.comment) == (
        (0,),
        (0, 1, 2),
        "ana",
        "short",
    )


def test_a_pair_with_every_word_judged_is_covered_whole(gold: Path) -> None:
    desk = opened(gold)
    make(desk, {"link/x": link([[2, 3], [6, 7]], [[1, 2], [3, 4]]), "null/0": "", "null/2": "unsupported: closed"})
    make(desk, {"done": True})
    desk.close()
    (alignment,) = read_alignments(gold)
    assert alignment.covered is None
    assert json.loads(gold.read_text())["work"] == {"done": True, "notes": {"2": "unsupported: closed"}}


def test_a_new_start_finds_marks_history_and_time(gold: Path) -> None:
    desk = opened(gold)
    make(desk, {"null/0": ""})
    make(desk, {"null/1": ""})
    desk.edit(0, Edit("u", 2, "undo", {}))
    desk.spend(0, 12.5)
    desk.close()
    again = opened(gold)
    sheet = again.sheet(0)
    assert (sheet["marks"], sheet["undo"], sheet["redo"], sheet["seconds"]) == ({"null/0": ""}, 1, 1, 12.5)
    again.edit(0, Edit("r", sheet["revision"], "redo", {}))
    assert again.marks(0) == {"null/0": "", "null/1": ""}
    again.edit(0, Edit("u2", 4, "undo", {}))
    again.edit(0, Edit("u3", 5, "undo", {}))
    assert again.marks(0) == {}
    again.close()


def test_the_journal_alone_rebuilds_the_output_file(gold: Path) -> None:
    desk = opened(gold)
    make(desk, {"link/x": link([[0, 1]], [[0, 1]])}, number=1)
    desk.close()
    written = gold.read_bytes()
    gold.unlink()
    opened(gold).close()
    assert gold.read_bytes() == written


def test_an_edit_on_marks_that_changed_meanwhile_is_a_conflict_and_changes_nothing(gold: Path) -> None:
    desk = opened(gold)
    make(desk, {"null/0": ""})
    with pytest.raises(ConflictError, match="changed in the meantime"):
        desk.edit(0, Edit("late", 0, "set", {"null/1": ""}))
    assert desk.marks(0) == {"null/0": ""}
    desk.close()


def test_an_edit_sent_twice_is_made_once(gold: Path) -> None:
    desk = opened(gold)
    first = make(desk, {"null/0": ""}, name="same")
    again = desk.edit(0, Edit("same", 0, "set", {"null/0": ""}))
    assert first == again
    desk.close()
    desk = opened(gold)
    assert desk.edit(0, Edit("same", 0, "set", {"null/0": ""}))["revision"] == 1
    desk.close()


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"link/x": link([[0, 99]], [[0, 1]])}, "outside the 7 words"),
        ({"link/x": link([[2, 3], [1, 2]], [[0, 1]])}, "out of order"),
        ({"link/x": link([[2, 2]], [[0, 1]])}, "is empty"),
        ({"link/x": link([[0, 1]], [])}, "list of spans"),
        ({"link/x": link([[0, 1.5]], [[0, 1]])}, "span is"),  # type: ignore[list-item]
        ({"link/x": link([[0, 1]], [[0, 1]], "X")}, "label is S or P"),
        ({"link/x": link([[0, 1]], [[0, 1]], evil="x")}, "a link has"),
        ({"link/../x": link([[0, 1]], [[0, 1]])}, "unknown mark"),
        ({"null/4": ""}, "no summary word 4"),
        ({"null/-1": ""}, "unknown mark"),
        ({"comment": "x" * 10_001}, "at most 10000"),
        ({"comment": "\ud800"}, "half a character"),
        ({"done": 1}, "must be true or removed"),
        ({"rating": 2}, "unknown mark"),
        ({}, "an edit sets"),
    ],
)
def test_what_no_page_of_ours_sends_is_refused(gold: Path, changes: dict[str, Any], problem: str) -> None:
    desk = opened(gold)
    with pytest.raises(InputError, match=problem):
        make(desk, changes)
    assert desk.sheet(0)["revision"] == 0
    desk.close()


def test_a_word_cannot_be_linked_and_without_a_source(gold: Path) -> None:
    desk = opened(gold)
    make(desk, {"null/1": ""})
    with pytest.raises(ConflictError, match="both linked and marked"):
        make(desk, {"link/x": link([[2, 3]], [[1, 2]])})
    make(desk, {"link/x": link([[2, 3]], [[1, 2]]), "null/1": None})
    desk.close()


def test_gold_of_another_tool_is_opened_and_continued(gold: Path, tmp_path: Path) -> None:
    half = tmp_path / "half.jsonl"
    write_alignments([Alignment("a", (Link.word(2, 1, "P"),), PAIRS[0], null=(0,))], half)
    desk = opened(gold, start=marks_from(half, PAIRS))
    (name,) = (name for name in desk.marks(0) if name.startswith("link/"))
    make(desk, {name: link([[2, 3]], [[1, 2]], "S")})
    desk.close()
    again = opened(gold, start=marks_from(half, PAIRS))
    (kept,) = to_alignment(again.marks(0), PAIRS[0]).links
    assert kept.label == "S"
    again.close()


def test_an_output_file_without_a_journal_is_gone_on_with(gold: Path) -> None:
    desk = opened(gold)
    make(desk, {"null/0": "unsupported: no", "link/x": link([[2, 3]], [[1, 2]])})
    make(desk, {"done": True})
    desk.spend(0, 30)
    before = to_alignment(desk.marks(0), PAIRS[0])
    desk.close()
    gold.with_name("gold.jsonl.journal").unlink()
    again = opened(gold)
    assert to_alignment(again.marks(0), PAIRS[0]) == before
    assert (again.marks(0)["null/0"], again.marks(0)["done"], again.sheet(0)["seconds"]) == (
        "unsupported: no",
        True,
        30,
    )
    again.close()


def test_an_aligners_output_is_not_replaced_by_gold(gold: Path) -> None:
    write_alignments([Alignment("a", (Link.word(2, 1, prob=0.9),), PAIRS[0], model="default")], gold)
    before = gold.read_bytes()
    with pytest.raises(InputError, match="line 1: this is an aligner's output"):
        opened(gold)
    assert gold.read_bytes() == before


def test_an_output_file_that_somebody_changed_is_not_replaced(gold: Path) -> None:
    desk = opened(gold)
    make(desk, {"null/0": ""})
    desk.close()
    changed = gold.read_text().replace("ana", "eva")
    gold.write_text(changed)
    with pytest.raises(InputError, match="changed by something else"):
        opened(gold)
    assert gold.read_text() == changed
    gold.with_name("gold.jsonl.journal").unlink()
    opened(gold).close()


def test_other_texts_than_those_annotated_are_refused(gold: Path) -> None:
    desk = opened(gold)
    make(desk, {"null/0": ""})
    desk.close()
    with pytest.raises(InputError, match="differ from those that were annotated"):
        Desk([pair("a", summary="A mill opened .")], gold, AlignmentForm())
    with pytest.raises(InputError, match="pair 'a': contains work on this pair, which is not among the given pairs"):
        Desk([pair("z")], gold, AlignmentForm())


def test_a_full_disk_refuses_the_edit_and_keeps_what_there_was(gold: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = opened(gold)
    make(desk, {"null/0": ""})

    def full(*records: dict[str, Any]) -> None:
        raise OutputError("cannot write: No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(desk._journal, "append", full)
        with pytest.raises(OutputError):
            make(desk, {"null/1": ""})
    assert desk.sheet(0)["revision"] == 1
    make(desk, {"null/2": ""})
    desk.close()
    again = opened(gold)
    assert again.marks(0) == {"null/0": "", "null/2": ""}
    again.close()


def test_ratings_are_written_one_a_line_and_read_back(tmp_path: Path) -> None:
    output = tmp_path / "ratings.jsonl"
    desk = Desk(PAIRS, output, RatingForm(), annotator="ben")
    with pytest.raises(InputError, match="0, 1 or 2"):
        make(desk, {"rating": 3})
    with pytest.raises(InputError, match="0, 1 or 2"):
        make(desk, {"rating": True})
    make(desk, {"rating": 0}, number=1)
    make(desk, {"rating": 2, "comment": "clear"})
    desk.spend(0, 4)
    desk.close()
    assert [json.loads(line) for line in output.read_text().splitlines()] == [
        {"id": "a", "rating": 2, "comment": "clear", "annotator": "ben", "seconds": 4.0},
        {"id": "b", "rating": 0, "annotator": "ben", "seconds": 0.0},
    ]
    (tmp_path / "ratings.jsonl.journal").unlink()
    again = Desk(PAIRS, output, RatingForm(), annotator="ben")
    assert again.marks(0) == {"rating": 2, "comment": "clear"}
    assert [pair["done"] for pair in again.overview()] == [True, True]
    again.close()


def test_marks_and_alignments_turn_into_each_other() -> None:
    alignment = Alignment(
        "a", (Link(((1, 3), (4, 5)), ((1, 3),), "P", comment="c"),), PAIRS[0], null=(0,), covered=(0, 1, 2)
    )
    assert to_alignment(from_alignment(alignment), PAIRS[0]) == alignment
