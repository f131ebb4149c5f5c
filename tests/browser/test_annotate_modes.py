"""Suggestions, adjudication and ratings on the annotation page (real Chromium)."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from annotating import DOCUMENT, SUMMARY, Server, ended_servers, gold_of, saved, visits, write_pairs
from sumtrace.alignment import Alignment, Link
from sumtrace.alignment.formats.exchange import write_alignments
from sumtrace.corpus.pair import Pair
from sumtrace.text import Text
from waiting import expect, placed, until

pytestmark = pytest.mark.browser
ended = pytest.fixture(scope="module", autouse=True)(ended_servers)
visit = pytest.fixture(visits)


def test_suggestions_are_accepted_or_rejected_one_by_one_and_never_saved_by_themselves(
    visit: Callable[..., Any], tmp_path: Path
) -> None:
    texts = write_pairs(tmp_path / "pairs.jsonl", {"a": (DOCUMENT, SUMMARY)})
    pair = Pair("a", Text.from_string(DOCUMENT), Text.from_string(SUMMARY))
    offered = [Link.word(5, 1, prob=0.9, by="identity"), Link.word(2, 3, "P", 0.4), Link.word(13, 6, prob=0.8)]
    write_alignments([Alignment("a", tuple(offered), pair)], tmp_path / "aligned.jsonl")
    gold = tmp_path / "gold.jsonl"
    server = Server(texts, "-o", gold, "--suggest-from", tmp_path / "aligned.jsonl", state=tmp_path)
    page = visit(server.link)
    page.wait_for_selector("#s1.offered")
    expect(page.locator("#summary .offered")).to_have_count(3)
    assert gold.stat().st_size == 0
    page.keyboard.press("v")
    page.keyboard.press("a")
    page.keyboard.press("r")
    saved(page)
    page.reload()
    page.wait_for_selector("#s6.offered")
    expect(page.locator("#summary .offered")).to_have_text(["match"])
    alignment = gold_of(gold, "a", lambda one: len(one.links) == 1)
    assert alignment.links == (Link.word(5, 1),)
    server.stop()


def test_the_shipped_model_suggests_and_only_a_person_accepts(visit: Callable[..., Any], tmp_path: Path) -> None:
    texts = write_pairs(tmp_path / "pairs.jsonl", {"a": (DOCUMENT, SUMMARY)})
    gold = tmp_path / "gold.jsonl"
    server = Server(texts, "-o", gold, "--suggest", state=tmp_path)
    page = visit(server.link)
    page.wait_for_selector("#summary .offered", timeout=120_000)  # the first run of all compiles the kernels
    rated = ["mill", "match", "Ada", "Morrow"]
    offers = page.locator("#summary .offered").all_inner_texts
    until(lambda: {*rated} <= {*offers()})
    offered = offers()
    expect(page.locator("#summary .linked, #document .linked")).to_have_count(0)
    assert gold.stat().st_size == 0
    assert '"set"' not in Path(f"{gold}.journal").read_text()

    page.locator("#s1").click()  # mill, by mouse
    expect(page.locator(".suggestions .phrase.go .source")).to_have_text(["mill"])
    page.get_by_role("button", name="Accept").click()
    page.locator("#s6").click()  # match
    page.get_by_role("button", name="Reject").click()
    page.locator("#s10").click()  # Ada, by key
    page.keyboard.press("a")
    expect(page.locator("#summary .sel")).to_have_text(["Morrow"])
    page.keyboard.press("r")
    saved(page)
    page.keyboard.press("z")  # a rejection is undone like any edit
    page.wait_for_selector("#s11.offered")
    page.keyboard.press("y")
    expect(page.locator("#s11.offered")).to_have_count(0)
    saved(page)
    page.reload()
    until(lambda: sorted([*offers(), *rated]) == sorted(offered))
    alignment = gold_of(gold, "a", lambda one: len(one.links) == 2)
    assert alignment.links == (Link.word(5, 1), Link.word(16, 10))
    assert alignment.covered == (1, 10)
    server.stop()


def test_adjudication_shows_disagreements_and_writes_the_decisions(visit: Callable[..., Any], tmp_path: Path) -> None:
    texts = write_pairs(tmp_path / "pairs.jsonl", {"a": (DOCUMENT, SUMMARY)})
    pair = Pair("a", Text.from_string(DOCUMENT), Text.from_string(SUMMARY))
    versions = {
        "ana": Alignment("a", (Link.word(5, 1), Link.word(2, 3), Link.word(13, 6)), pair, null=(0,), annotator="ana"),
        "ben": Alignment("a", (Link.word(5, 1), Link.word(2, 3, "P")), pair, null=(0, 6), annotator="ben"),
    }
    for name, alignment in versions.items():
        write_alignments([alignment], tmp_path / f"{name}.jsonl")
    gold = tmp_path / "merged.jsonl"
    server = Server(texts, "-o", gold, "--adjudicate", tmp_path / "ana.jsonl", tmp_path / "ben.jsonl", state=tmp_path)
    page = visit(server.link)
    expect(page.locator("#summary .disputed")).to_have_text(["shut", "match"])
    expect(page.locator("#agreement")).to_contain_text("ana – ben")
    before = page.locator("#agreement").inner_text()
    page.keyboard.press("2")  # as ben: possible
    page.locator("[data-name=decide-0]").click()  # as ana: linked
    expect(page.locator("#summary .disputed")).to_have_count(0)
    expect(page.locator("#agreement")).not_to_have_text(before)
    saved(page)
    page.keyboard.press("z")
    page.wait_for_selector("#s6.disputed")
    page.keyboard.press("y")
    expect(page.locator("#summary .disputed")).to_have_count(0)
    alignment = gold_of(gold, "a", lambda one: len(one.links) == 3)
    assert alignment.links == (Link.word(5, 1), Link.word(2, 3, "P"), Link.word(13, 6))
    server.stop()


def test_pairs_are_rated_with_one_key_each(chromium: Any, visit: Callable[..., Any], tmp_path: Path) -> None:
    texts = write_pairs(tmp_path / "pairs.jsonl", {"a": (DOCUMENT, SUMMARY), "b": (DOCUMENT, "Nothing.")})
    ratings = tmp_path / "ratings.jsonl"
    server = Server(texts, "-o", ratings, "--rate", state=tmp_path)
    context = chromium.new_context()
    context.clock.install()
    page = visit(server.link, context=context)
    context.clock.fast_forward(2500)
    page.keyboard.press("2")
    expect(page.locator("#title")).to_have_text("b")
    page.locator("[data-name=rate-0]").click()
    saved(page)
    context.close()
    server.stop()
    records = [json.loads(line) for line in ratings.read_text().splitlines()]
    assert [(record["id"], record["rating"]) for record in records] == [("a", 2), ("b", 0)]
    assert records[0]["seconds"] >= 2.5


def test_the_first_disagreement_is_in_sight_when_the_page_opens(visit: Callable[..., Any], tmp_path: Path) -> None:
    document = "Nothing happened. " * 800 + DOCUMENT
    texts = write_pairs(tmp_path / "pairs.jsonl", {"far": (document, SUMMARY)})
    pair = Pair("far", Text.from_string(document), Text.from_string(SUMMARY))
    closed = pair.document.words.index("closed")
    write_alignments([Alignment("far", (Link.word(closed, 3),), pair)], tmp_path / "ana.jsonl")
    write_alignments([Alignment("far", (), pair)], tmp_path / "ben.jsonl")
    files = (tmp_path / "ana.jsonl", tmp_path / "ben.jsonl")
    server = Server(texts, "-o", tmp_path / "merged.jsonl", "--adjudicate", *files, state=tmp_path)
    page = visit(server.link)
    placed(
        lambda pane, word: pane["y"] < word["y"] < pane["y"] + pane["height"],
        page.locator("#document"),
        page.locator(f"#d{closed}"),
    )
    page.set_viewport_size({"width": 420, "height": 800})
    page.keyboard.press("l")
    placed(lambda name: name["width"] > 30, page.locator(".pair-id"))
    server.stop()
