"""Adjudication: what all agree on is taken over, the rest is decided, and kappa follows."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sumtrace.alignment import Alignment, Link
from sumtrace.alignment.formats.exchange import read_alignments, write_alignments
from sumtrace.annotate.adjudication import Adjudication, compared
from sumtrace.annotate.agreement import LiveAgreement
from sumtrace.annotate.desk import Desk, Edit
from sumtrace.annotate.forms import AdjudicationForm
from sumtrace.annotate.marks import from_alignment
from sumtrace.annotate.room import Room
from sumtrace.corpus.pair import Pair
from sumtrace.errors import InputError
from sumtrace.evaluation.agreement import agree
from sumtrace.text import Text

PAIR = Pair("a", Text.from_string("the old mill closed in May"), Text.from_string("a mill shut last May"))
OTHER = Pair("b", Text.from_string("rain fell"), Text.from_string("rain"))


def version(*links: Link, null: tuple[int, ...] = (), annotator: str | None = None) -> Alignment:
    return Alignment("a", links, PAIR, null=null, annotator=annotator)


ANA = version(Link.word(2, 1), Link.word(3, 2), Link.word(5, 4), null=(0, 3), annotator="ana")
BEN = version(Link.word(2, 1), Link.word(3, 2, "P"), Link.word(5, 4), Link.word(0, 0), null=(3,), annotator="ben")


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / "one.jsonl", tmp_path / "two.jsonl"]
    for path, alignment in zip(paths, (ANA, BEN), strict=True):
        write_alignments([alignment, Alignment("b", (Link.word(0, 0),), OTHER, annotator=alignment.annotator)], path)
    return paths


def test_agreed_marks_are_taken_over_and_the_rest_is_grouped_by_summary_words() -> None:
    agreed, disagreements = compared([from_alignment(ANA), from_alignment(BEN)])
    assert sorted(value["sum"][0][0] for name, value in agreed.items() if name.startswith("link/")) == [1, 4]
    assert "null/3" in agreed
    assert [one.words for one in disagreements] == [(0,), (2,)]
    first, second = disagreements
    assert [sorted(value is not None for value in marks.values()) for marks in first.versions] == [[False, True]] * 2
    assert [value["label"] for marks in second.versions for value in marks.values()] == ["S", "P"]


def test_links_that_share_a_summary_word_are_decided_together() -> None:
    phrase = version(Link(((2, 4),), ((1, 3),)))
    words = version(Link.word(2, 1), Link.word(3, 2))
    _, (one,) = compared([from_alignment(phrase), from_alignment(words)])
    assert one.words == (1, 2)
    assert [sum(value is not None for value in marks.values()) for marks in one.versions] == [1, 2]


def test_comments_make_no_disagreement_and_are_all_kept() -> None:
    first = Alignment("a", (Link(((2, 3),), ((1, 2),), comment="x"),), PAIR, comment="p")
    second = Alignment("a", (Link(((2, 3),), ((1, 2),), comment="y"),), PAIR, comment="q")
    agreed, disagreements = compared([from_alignment(first), from_alignment(second)])
    assert disagreements == ()
    assert agreed["comment"] == "p / q"
    assert [value["comment"] for name, value in agreed.items() if name.startswith("link/")] == ["x / y"]


def test_decisions_make_the_merged_gold_and_kappa_follows(
    files: list[Path], tmp_path: Path, serve: Callable[..., Any]
) -> None:
    adjudication = Adjudication.of(files, [PAIR, OTHER])
    assert (adjudication.names, adjudication.left_out) == (("ana", "ben"), 0)
    form = AdjudicationForm({name: [one.key for one in found] for name, found in adjudication.disagreements.items()})
    desk = Desk(adjudication.pairs, tmp_path / "merged.jsonl", form, start=adjudication.agreed)
    live = LiveAgreement(adjudication)
    client = serve(Room((desk,), ("t" * 43,), adjudication=adjudication, agreement=live))
    session = client.ask("/api/session")[1]
    assert (session["mode"], session["names"]) == ("adjudicate", ["ana", "ben"])
    assert [(pair["judged"], pair["units"], pair["done"]) for pair in session["pairs"]] == [(0, 2, False), (0, 0, True)]
    kappas = agree({name: list(read_alignments(file)) for name, file in zip(("ana", "ben"), files, strict=True)}).kappas
    expected = next(one.kappa for one in kappas if (one.links, one.words) == ("possible", "all"))
    between = client.ask("/api/agreement")[1]["between"]
    assert between == [{"names": ["ana", "ben"], "kappa": pytest.approx(expected, abs=1e-4)}]

    for revision, one in enumerate(client.ask("/api/pairs/0")[1]["disagreements"]):
        taken = {**one["versions"][0], f"decided/{one['key']}": "ana"}
        desk.edit(0, Edit(f"e{revision}", revision, "set", taken))
    told = client.ask("/api/agreement")[1]
    assert {one["name"]: one["kappa"] for one in told["with_gold"]}["ana"] == 1.0
    assert told["with_gold"][1]["kappa"] < 1.0
    assert client.ask("/api/session")[1]["pairs"][0]["done"]
    desk._writer.stop()
    merged = next(read_alignments(tmp_path / "merged.jsonl"))
    assert merged.links == ANA.links
    assert merged.null == ANA.null


def test_files_that_do_not_belong_together_are_refused(files: list[Path]) -> None:
    with pytest.raises(InputError, match="two or three"):
        Adjudication.of(files[:1], [PAIR, OTHER])
    other = files[0].with_name("three.jsonl")
    write_alignments([Alignment("b", (), OTHER)], other)
    third = Adjudication.of([*files, other], [PAIR, OTHER])
    assert ([pair.id for pair in third.pairs], third.left_out) == (["b"], 1)
    write_alignments([Alignment("a", (), PAIR)], files[1])
    with pytest.raises(InputError, match="no pair was aligned by all"):
        Adjudication.of([files[1], other], [PAIR, OTHER])
