"""Nothing is lost: two windows on one pair, changes made offline, a server killed again and again (real Chromium)."""

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from annotating import DOCUMENT, SUMMARY, Server, ended_servers, has, saved, visits, write_pairs
from sumtrace.alignment.formats.exchange import read_alignments
from sumtrace.annotate.desk import Desk
from sumtrace.annotate.forms import AlignmentForm
from sumtrace.corpus.reading import read_pairs
from waiting import expect, until

pytestmark = pytest.mark.browser
ended = pytest.fixture(scope="module", autouse=True)(ended_servers)
visit = pytest.fixture(visits)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("lasting")


@pytest.fixture(scope="module")
def server(place: Path) -> Iterator[Server]:
    texts = dict.fromkeys(("windows", "offline", "other"), (DOCUMENT, SUMMARY))
    running = Server(write_pairs(place / "pairs.jsonl", texts), "-o", place / "gold.jsonl", state=place)
    yield running
    running.stop()


def test_two_windows_join_what_does_not_clash_and_ask_about_what_does(
    visit: Callable[..., Any], server: Server
) -> None:
    first, second = visit(server.link, "windows"), visit(server.link, "windows")
    first.keyboard.press("n")  # The
    saved(first)
    second.wait_for_selector("#s0.null", timeout=30_000)  # seen without a reload

    second.context.set_offline(True)
    second.locator("#s1").click()
    second.keyboard.press("n")
    first.locator("#s2").click()
    first.keyboard.press("n")
    saved(first)
    second.context.set_offline(False)
    saved(second)
    has(second, "s1", "null")
    has(second, "s2", "null")
    first.wait_for_selector("#s1.null", timeout=30_000)

    second.context.set_offline(True)
    second.locator("#s3").click()
    second.keyboard.press("n")
    first.locator("#d2").click()
    first.locator("#s3").click()
    first.keyboard.press("s")
    saved(first)
    second.context.set_offline(False)
    second.locator("dialog.conflict").wait_for()
    expect(second.locator("dialog.conflict")).to_contain_text("“shut” ← “closed”, sure")
    expect(second.locator("dialog.conflict")).to_contain_text("“shut” has no source")
    second.keyboard.press("Escape")  # loses neither
    expect(second.locator("#state")).to_have_text("Not saved")
    has(second, "s3", "null")
    second.get_by_role("button", name="Choose").click()
    second.locator("[data-name=keep-theirs]").click()
    saved(second)
    has(second, "s3", "linked")

    second.context.set_offline(True)
    second.locator("#s3").click()
    second.keyboard.press("n")
    first.locator("#s3").click()
    first.keyboard.press("p")
    saved(first)
    second.context.set_offline(False)
    second.locator("[data-name=keep-mine]").click()
    saved(second)
    first.wait_for_selector("#s3.null", timeout=30_000)


def test_changes_made_offline_wait_in_the_browser_and_catch_up(visit: Callable[..., Any], server: Server) -> None:
    page = visit(server.link, "offline")
    page.context.set_offline(True)
    page.keyboard.press("n")
    page.keyboard.press("n")
    page.wait_for_selector("#banner:not([hidden])")
    expect(page.locator("#state")).to_have_text("Offline, 2 changes are waiting")
    page.keyboard.press("z")  # the second never left: taken back at once
    expect(page.locator("#state")).to_have_text("Offline, 1 change is waiting")
    context = page.context
    page.close()  # the window goes, its change stays
    context.set_offline(False)
    again = visit(server.link, "other", context)
    until(
        lambda: again.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('sumtrace/')).length === 0")
    )
    last = visit(server.link, "offline", context)
    last.wait_for_selector("#s0.null")
    has(last, "s1", "open")


RANDOM_EDITS = """
async ([seed, count]) => {
  let state = seed;
  const random = (n) => { state = (state * 1103515245 + 12345) % 2147483648; return state % n; };
  const press = (key) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  const click = (id) => document.getElementById(id).dispatchEvent(
    new PointerEvent("pointerdown", { bubbles: true, button: 0, pointerId: 1 }));
  const documentWords = document.querySelectorAll("#document .w").length;
  const summaryWords = document.querySelectorAll("#summary .w").length;
  for (let i = 0; i < count; i++) {
    press("Escape");
    click("s" + random(summaryWords));
    if (random(4)) { click("d" + random(documentWords)); press(random(2) ? "s" : "p"); }
    else press("n");
    await new Promise((resolve) => setTimeout(resolve, random(12)));
  }
}
"""
SHOWN_MARKS = """
() => Array.from(document.querySelectorAll("#summary .w"), ({ classList }) =>
  [classList.contains("linked"), classList.contains("null")])
"""


def edits_in(journal: Path) -> int:
    return journal.read_bytes().count(b'"edit"')


def test_a_server_killed_again_and_again_in_200_edits_loses_nothing(
    visit: Callable[..., Any], place: Path, tmp_path: Path
) -> None:
    texts = write_pairs(tmp_path / "pairs.jsonl", {"a": (DOCUMENT, SUMMARY)})
    gold = tmp_path / "gold.jsonl"
    journal = Path(f"{gold}.journal")
    server = Server(texts, "-o", gold, state=place)
    page = visit(server.link)
    chance = random.Random(6)
    made = 0
    for kill in range(5):
        page.evaluate(RANDOM_EDITS, [chance.randrange(10**6), 20])
        # Half of the next edits fall to a server that dies among them, at a moment nobody chose.
        # counted before they begin, or there may be too few left to wait for
        seen = edits_in(journal) + chance.randrange(1, 18)
        page.evaluate(f"window.edits = ({RANDOM_EDITS})({json.dumps([chance.randrange(10**6), 20])}); 0")
        until(lambda seen=seen: edits_in(journal) >= seen)
        server.kill()
        page.evaluate("window.edits")
        made += 40
        if kill == 2:
            page.wait_for_selector("#banner:not([hidden])")
        server = Server(texts, "-o", gold, state=place, port=server.port)
        saved(page)
    assert made == 200
    server.kill()
    pair = next(iter(read_pairs(texts)))
    desk = Desk([pair], gold, AlignmentForm())
    try:
        assert desk.revision(0) == 200
        marks = desk.marks(0)
    finally:
        desk.close()
    linked = {
        j for name, value in marks.items() if name.startswith("link/") for a, b in value["sum"] for j in range(a, b)
    }
    null = {int(name[5:]) for name in marks if name.startswith("null/")}
    kept = [[j in linked, j in null] for j in range(len(pair.summary))]
    until(lambda: page.evaluate(SHOWN_MARKS) == kept)
    (alignment,) = read_alignments(gold)
    assert len(alignment.links) == sum(name.startswith("link/") for name in marks)
