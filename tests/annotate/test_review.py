"""Reviews at a desk: marks on claims are kept, exported and scored."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from claiming import CHECK, PAIR
from sumtrace.annotate.desk import Desk, Edit
from sumtrace.annotate.review import ReviewForm, shown_claims
from sumtrace.checking.formats import Target, render
from sumtrace.cli import app
from sumtrace.errors import InputError, SumtraceError

FORM = ReviewForm({PAIR.id: CHECK})
NAMES = [f"claim/{claim.tokens[0]}-{claim.tokens[1]}" for claim in CHECK.claims]


def make(desk: Desk, **changes: Any) -> None:
    desk.edit(
        0, Edit(str(desk.revision(0)), desk.revision(0), "set", {NAMES[int(n[1:])]: v for n, v in changes.items()})
    )


def records(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_marks_and_notes_are_exported_and_found_again(tmp_path: Path) -> None:
    output = tmp_path / "review.jsonl"
    desk = Desk([PAIR], output, FORM, annotator="ana")
    make(desk, c0={"mark": "right"})
    make(desk, c1={"mark": "wrong", "note": "four, not five"})
    make(desk, c2={"note": "below?"})
    assert (desk.progress(0)["judged"], desk.progress(0)["units"], desk.progress(0)["done"]) == (2, 4, False)
    desk.close()
    (record,) = records(output)
    assert (record["id"], record["annotator"]) == (PAIR.id, "ana")
    assert [{key: one[key] for key in one if key not in ("start", "end")} for one in record["reviewed"]] == [
        {"text": "The bridge opened on Friday .", "mark": "right"},
        {"text": "It cost five million pounds .", "mark": "wrong", "note": "four, not five"},
        {"text": "Boats may wait .", "note": "below?"},
    ]
    start, end = record["reviewed"][1]["start"], record["reviewed"][1]["end"]
    assert PAIR.summary.string[start:end] == "It cost five million pounds ."
    (tmp_path / "review.jsonl.journal").unlink()
    again = Desk([PAIR], output, FORM)
    assert again.marks(0) == desk.marks(0)
    make(again, c2={"mark": "unclear"}, c3={"mark": "wrong"})
    assert again.progress(0)["done"]
    again.close()


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("claim/5-12", {"mark": "right"}, "not a claim of this summary"),
        ("link/x", {}, "not a claim of this summary"),
        (NAMES[0], {"mark": "good"}, "a mark is right, wrong or unclear"),
        (NAMES[0], {}, "a mark, a note or both"),
        (NAMES[0], {"mark": "right", "more": 1}, "a mark, a note or both"),
        (NAMES[0], {"note": 3}, "a note is text"),
    ],
)
def test_other_marks_are_refused(name: str, value: Any, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        FORM.check(name, value, PAIR)


def test_a_review_of_other_claims_is_not_replaced(tmp_path: Path) -> None:
    output = tmp_path / "review.jsonl"
    output.write_text(
        json.dumps({"id": PAIR.id, "reviewed": [{"start": 0, "end": 4, "text": "Here", "mark": "right"}]})
    )
    with pytest.raises(InputError, match=r"line 1, pair 'bridge': no claim at characters 0 to 4"):
        Desk([PAIR], output, FORM)


def test_a_blind_reviewer_sees_the_evidence_and_no_verdict() -> None:
    for own in shown_claims(CHECK, blind=True):
        assert own.keys() == {"name", "tokens", "evidence"}
    assert [own["verdict"] for own in shown_claims(CHECK, blind=False)] == [claim.verdict for claim in CHECK.claims]


def test_eval_scores_a_check_against_the_marks(tmp_path: Path) -> None:
    checked, output = tmp_path / "checked.jsonl", tmp_path / "review.jsonl"
    checked.write_text("".join(render([CHECK], "jsonl", Target())))
    desk = Desk([PAIR], output, FORM)
    make(desk, c0={"mark": "right"}, c1={"mark": "wrong"}, c2={"mark": "unclear"}, c3={"mark": "right"})
    desk.close()
    told = CliRunner().invoke(app, ["eval", str(output), str(checked)], catch_exceptions=False).stdout
    assert "checked: 4 reviewed claims, AUC of support 50.0" in told
    rows = {line.split("  ")[0].strip(): line.split()[-2:] for line in told.splitlines() if line}
    assert rows["differs"] == ["100.0", "100.0"]
    assert rows["differs or not found"] == ["50.0", "100.0"]
    assert rows["supported"] == ["100.0", "50.0"]
    found = CliRunner().invoke(app, ["eval", str(output), str(checked), "--json"], catch_exceptions=False).stdout
    assert json.loads(found)["systems"][0]["verdicts"]["unclear"]["precision"] == 1.0


def test_mistakes_are_named_before_anything_is_written(tmp_path: Path) -> None:
    checked = tmp_path / "checked.jsonl"
    checked.write_text("".join(render([CHECK, CHECK], "jsonl", Target())))

    def problem(*arguments: Any) -> str:
        result = CliRunner().invoke(app, ["review", *map(str, arguments), "--no-browser", "--port", "0"])
        assert isinstance(result.exception, SumtraceError), result.output
        return str(result.exception)

    assert "more than one check" in problem(checked, "-o", tmp_path / "review.jsonl")
    assert "the output is JSON Lines" in problem(checked, "-o", tmp_path / "review.txt")
    assert "is also an input of this command" in problem(checked, "-o", checked)
    assert [path.name for path in tmp_path.iterdir()] == ["checked.jsonl"]
