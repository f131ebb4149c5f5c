"""The annotation page in a real Chromium: linking, history, two windows, a killed server, hostile texts, keys alone."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sumtrace.alignment import Alignment, Link
from sumtrace.alignment.formats.exchange import read_alignments, write_alignments
from sumtrace.annotate.desk import Desk
from sumtrace.annotate.forms import AlignmentForm
from sumtrace.corpus.pair import Pair
from sumtrace.corpus.reading import read_pairs
from sumtrace.text import Text

pytestmark = pytest.mark.browser

DOCUMENT = (
    "The council closed the old mill on Friday. They called the whole match off.\n\n"
    "Ada Morrow, the treasurer, was let go in May. Morrow had warned that the fund was $2 million short."
)
SUMMARY = "The mill was shut. The match was cancelled. Ada Morrow lost her job."
HOSTILE = (
    "<script>window.hacked = 1</script> &lt;b&gt; <img src=x onerror=window.hacked=2> \u202egnorw\u202c a\u200bb "
    "שלום עולם javascript:alert(1) " + "x" * 1_000_000
)
IDS = ("link", "undo", "keys", "windows", "offline", "<img src=x onerror=window.hacked=3>/../etc", "long")


class Server:
    """The command itself, in a process of its own that can be killed."""

    def __init__(self, *arguments: str | Path, state: Path, port: int = 0) -> None:
        command = [sys.executable, "-c", "from sumtrace.cli import main; main()", "annotate", *map(str, arguments)]
        environment = {**os.environ, "XDG_STATE_HOME": str(state)}
        self.process = subprocess.Popen(
            [*command, "--no-browser", "--quiet", "--port", str(port)],
            stdout=subprocess.PIPE,
            env=environment,
            text=True,
        )
        assert self.process.stdout is not None
        self.link = self.process.stdout.readline().strip()
        assert self.link.startswith("http://127.0.0.1:"), "the server printed no link"
        self.port = int(self.link.split(":")[2].split("/")[0])

    def kill(self) -> None:
        """End it as a crash would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """End it as Ctrl-C does."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            assert self.process.wait(20) == 0


def write_pairs(path: Path, documents: dict[str, tuple[str, str]]) -> Path:
    lines = [json.dumps({"id": name, "document": d, "summary": s}) for name, (d, s) in documents.items()]
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("annotate")


@pytest.fixture(scope="module")
def pairs(place: Path) -> Path:
    texts = dict.fromkeys(IDS, (DOCUMENT, SUMMARY))
    texts[IDS[5]] = (HOSTILE, "<b>bold</b> &amp; \u202eevil\u202c end")
    texts["long"] = (" ".join(f"word{i} of the story." for i in range(4000)), SUMMARY)
    return write_pairs(place / "pairs.jsonl", texts)


@pytest.fixture(scope="module")
def server(place: Path, pairs: Path) -> Iterator[Server]:
    running = Server(pairs, "-o", place / "gold.jsonl", "--annotator", "ana", state=place)
    yield running
    running.stop()


@pytest.fixture
def visit(chromium: Any) -> Iterator[Callable[..., Any]]:
    """Open pages, each in a browser profile of its own; an error in a page's script fails the test."""
    contexts = []
    errors: list[str] = []

    def visit(link: str, pair: str | None = None, context: Any = None) -> Any:
        if context is None:
            context = chromium.new_context(viewport={"width": 1280, "height": 800})
            contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("dialog", lambda dialog: errors.append(f"dialog {dialog.message}"))
        page.goto(link if pair is None else f"{link}&pair={pair}")
        page.wait_for_selector("#main:not([hidden])")
        return page

    yield visit
    for context in contexts:
        context.close()
    assert errors == []


def until(page: Any, expression: str, patience: float = 30) -> None:
    """Wait for an expression to be true; playwright's own way needs the eval that the page's policy forbids."""
    end = time.monotonic() + patience
    while not page.evaluate(expression):
        assert time.monotonic() < end, f"never became true: {expression}"
        page.wait_for_timeout(20)


def saved(page: Any, patience: float = 30) -> None:
    until(page, "document.getElementById('state').textContent === 'Saved'", patience)


def gold_of(path: Path, name: str, until: Callable[[Alignment], bool]) -> Alignment:
    """Return a pair's alignment in the output file, once it is as expected; the file follows within a moment."""
    latest = None
    for _ in range(200):
        latest = next((one for one in read_alignments(path) if one.id == name), None) if path.stat().st_size else None
        if latest is not None and until(latest):
            return latest
        time.sleep(0.1)
    raise AssertionError(f"the output file has {latest}")


def classes(page: Any, word: str) -> set[str]:
    return set(page.locator(f"#{word}").get_attribute("class").split())


def test_words_linked_with_the_mouse_are_there_after_a_reload(
    visit: Callable[..., Any], server: Server, place: Path
) -> None:
    page = visit(server.link, "link")
    page.locator("#d10").click()  # called
    page.locator("#d14").click(modifiers=["Control"])  # off
    page.locator("#s7").hover()
    page.mouse.down()
    page.locator("#s8").hover()
    page.mouse.up()
    assert page.locator("#document .sel").all_inner_texts() == ["called", "off"]
    assert page.locator("#summary .sel").all_inner_texts() == ["was", "cancelled"]
    page.keyboard.press("s")
    page.locator("#d4").click()
    page.locator("#d6").click(modifiers=["Shift"])  # old mill on
    page.locator("#s1").click()
    page.get_by_role("button", name="Possible P").first.click()
    saved(page)
    page.reload()
    page.wait_for_selector("#main:not([hidden])")
    assert {"linked"} <= classes(page, "d10") & classes(page, "d14") & classes(page, "s7")
    assert "possible" in classes(page, "s1")
    assert "possible" not in classes(page, "s8")
    assert "open" in classes(page, "s9")
    assert "linked" not in classes(page, "d11") | classes(page, "s9")
    page.locator("#s8").click()
    page.wait_for_selector("#drawing path.curve")
    assert page.locator("#drawing path.curve").count() == 2  # one for each stretch of "called ... off"
    assert {"lit"} <= classes(page, "d10") & classes(page, "d14")
    alignment = gold_of(place / "gold.jsonl", "link", lambda one: len(one.links) == 2)
    assert set(alignment.links) == {
        Link(((10, 11), (14, 15)), ((7, 9),), "S"),
        Link(((4, 7),), ((1, 2),), "P"),
    }
    assert alignment.annotator == "ana"


def test_undo_and_redo_reach_back_beyond_a_reload(visit: Callable[..., Any], server: Server) -> None:
    page = visit(server.link, "undo")
    for _ in range(4):
        page.keyboard.press("n")
    saved(page)
    assert page.locator("#summary .null").count() == 4
    page.reload()
    page.wait_for_selector("#main:not([hidden])")
    for left in (3, 2, 1, 0):
        page.keyboard.press("z")
        until(page, f"document.querySelectorAll('#summary .null').length === {left}")
    assert page.locator("#undo").is_disabled()
    page.reload()
    page.wait_for_selector("#main:not([hidden])")
    for there in (1, 2, 3, 4):
        page.keyboard.press("Control+y")
        until(page, f"document.querySelectorAll('#summary .null').length === {there}")
    assert page.locator("#redo").is_disabled()


def test_the_keyboard_alone_suffices(visit: Callable[..., Any], server: Server, place: Path) -> None:
    page = visit(server.link, "keys")
    press = page.keyboard.press
    assert page.locator("#summary .sel").all_inner_texts() == ["The"]
    press("f")  # the same word in the document
    assert page.locator("#document .sel").all_inner_texts() == ["The"]
    press("s")
    assert page.locator("#summary .sel").all_inner_texts() == ["mill"]
    press("ArrowLeft")
    assert page.locator("#said").inner_text() == "The, linked sure from The"
    press("ArrowRight")
    assert page.locator("#said").inner_text() == "mill, undecided"
    press("/")
    page.keyboard.type("old mill")
    press("Enter")
    press("Escape")
    press("ArrowRight")
    press("p")
    assert "possible" in classes(page, "s1")
    press("n")  # was
    press("u")  # shut
    page.keyboard.type("nobody said so")
    press("Enter")
    assert "unsupported" in classes(page, "s3")
    press("j")  # the full stop
    press("n")
    for _ in range(2):
        press("n")  # The, match
    press("Shift+ArrowRight")  # was cancelled
    assert page.locator("#summary .sel").all_inner_texts() == ["was", "cancelled"]
    press("x")
    press("Control+Home")
    for _ in range(10):
        press("ArrowRight")
    for _ in range(4):
        press("Control+ArrowRight")
    press("Space")
    assert page.locator("#document .sel").all_inner_texts() == ["called", "off"]
    press("Enter")
    press("x")
    press("k")
    press("ArrowLeft")
    page.locator("#summary .sel").wait_for()
    press("Escape")
    press("Shift+C")
    page.keyboard.type("hard one")
    press("Enter")
    press("d")
    page.locator("dialog.confirm").wait_for()
    for _ in range(2):
        press("Tab")
    press("Enter")  # Done all the same
    until(page, "document.getElementById('title').textContent !== 'keys'")
    alignment = gold_of(place / "gold.jsonl", "keys", lambda one: one.comment == "hard one")
    assert alignment.links == (
        Link.word(0, 0),
        Link.word(5, 1, "P"),
        Link(((10, 11), (14, 15)), ((7, 9),)),
    )
    assert alignment.null == (2, 3, 4, 5, 6)
    record = next(
        one for one in map(json.loads, (place / "gold.jsonl").read_text().splitlines()) if one["id"] == "keys"
    )
    assert record["work"]["done"] is True
    assert record["work"]["notes"] == {"3": "unsupported: nobody said so"}
    press("?")
    page.locator("dialog.help").wait_for()
    press("Escape")
    press("h")
    page.locator("dialog.guidelines h2", has_text="Purpose").or_(
        page.locator("dialog.guidelines h3", has_text="Purpose")
    ).wait_for()
    press("Escape")
    press("l")
    assert page.locator("dialog.pairs .pair-row.done .pair-id").all_inner_texts() == ["keys"]
    press("ArrowUp")
    press("Enter")
    until(page, "document.getElementById('title').textContent === 'keys'")


def test_a_link_is_changed_commented_and_deleted(visit: Callable[..., Any], server: Server, place: Path) -> None:
    page = visit(server.link, "link")
    page.locator("#s8").click()
    page.keyboard.press("p")
    page.keyboard.press("c")
    page.keyboard.type("with a gap")
    page.keyboard.press("Enter")
    page.keyboard.press("e")
    page.locator("#s7").click(modifiers=["Control"])  # no longer "was"
    page.keyboard.press("s")
    saved(page)
    changed = Link(((10, 11), (14, 15)), ((8, 9),), "S", comment="with a gap")
    gold_of(place / "gold.jsonl", "link", lambda one: changed in one.links)
    page.locator("#s8").click()
    page.keyboard.press("Delete")
    saved(page)
    gold_of(place / "gold.jsonl", "link", lambda one: len(one.links) == 1)


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
    assert "null" in classes(second, "s1") & classes(second, "s2")
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
    assert "“shut” ← “closed”, sure" in second.locator("dialog.conflict").inner_text()
    second.locator("[data-name=keep-theirs]").click()
    saved(second)
    assert "linked" in classes(second, "s3")

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
    assert page.locator("#state").inner_text() == "Offline, 2 changes wait"
    page.keyboard.press("z")  # the second never left: taken back at once
    assert page.locator("#state").inner_text() == "Offline, 1 change waits"
    context = page.context
    page.close()  # the window goes, its change stays
    context.set_offline(False)
    again = visit(server.link, "link", context)
    until(again, "Object.keys(localStorage).filter((name) => name.startsWith('sumtrace/')).length === 0")
    last = visit(server.link, "offline", context)
    last.wait_for_selector("#s0.null")
    assert "open" in classes(last, "s1")


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


def test_a_server_killed_again_and_again_in_200_edits_loses_nothing(
    visit: Callable[..., Any], place: Path, tmp_path: Path
) -> None:
    texts = write_pairs(tmp_path / "pairs.jsonl", {"a": (DOCUMENT, SUMMARY)})
    gold = tmp_path / "gold.jsonl"
    server = Server(texts, "-o", gold, state=place)
    page = visit(server.link)
    chance = random.Random(6)
    made = 0
    for kill in range(5):
        page.evaluate(RANDOM_EDITS, [chance.randrange(10**6), 20])
        # Half of the next edits fall to a server that dies among them, at a moment nobody chose.
        page.evaluate(f"window.edits = ({RANDOM_EDITS})({json.dumps([chance.randrange(10**6), 20])}); 0")
        time.sleep(chance.random() * 0.12)
        server.kill()
        page.evaluate("window.edits")
        made += 40
        if kill == 2:
            page.wait_for_selector("#banner:not([hidden])")
        server = Server(texts, "-o", gold, state=place, port=server.port)
        saved(page)
    assert made == 200
    shown = page.evaluate("Array.from(document.querySelectorAll('#summary .w'), (word) => word.className)")
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
    assert [("linked" in style, "null" in style.split()) for style in shown] == [
        (j in linked, j in null) for j in range(len(pair.summary))
    ]
    (alignment,) = read_alignments(gold)
    assert len(alignment.links) == sum(name.startswith("link/") for name in marks)


def test_hostile_texts_are_shown_as_text(visit: Callable[..., Any], server: Server, place: Path) -> None:
    page = visit(server.link, "undo")
    page.keyboard.press("l")
    page.locator(".pair-row", has_text="onerror").click()
    until(page, "document.getElementById('title').textContent.startsWith('<img')")
    page.keyboard.press("Shift+C")
    page.keyboard.type("<script>window.hacked = 4</script>")
    page.keyboard.press("Enter")
    page.locator("#s0").click()
    page.keyboard.press("u")
    page.keyboard.type("<img src=x onerror=window.hacked=5>")
    page.keyboard.press("Enter")
    saved(page)
    page.reload()
    page.wait_for_selector("#main:not([hidden])")
    text = page.locator("#document").inner_text()
    assert "<script>window.hacked = 1</script>" in text
    assert "&lt;b&gt;" in text
    assert "שלום" in text
    assert page.locator("#document .invisible").count() >= 2
    assert page.locator("#document script, #document img, #summary b, #panel script, #panel img").count() == 0
    assert page.locator("[data-name=pair-comment]").input_value() == "<script>window.hacked = 4</script>"
    assert page.evaluate("window.hacked") is None
    assert page.locator("#document").bounding_box()["width"] < 1280
    page.locator("#d0").click()
    page.locator("#s3").click()
    page.keyboard.press("s")
    saved(page)


def test_the_page_loads_nothing_from_elsewhere(visit: Callable[..., Any], server: Server) -> None:
    page = visit(server.link, "link")
    addresses = page.evaluate("performance.getEntriesByType('resource').map((entry) => entry.name)")
    assert len(addresses) > 10
    assert all(address.startswith(f"http://127.0.0.1:{server.port}/") for address in addresses)
    assert all("token" not in address for address in addresses)


def test_a_wrong_token_shows_why_and_nothing_else(chromium: Any, server: Server) -> None:
    page = chromium.new_page()
    page.goto(f"http://127.0.0.1:{server.port}/#token=wrong")
    page.wait_for_selector("#banner:not([hidden])")
    assert "not valid" in page.locator("#banner").inner_text()
    assert page.locator("main").is_hidden()
    page.close()


def test_a_document_of_20000_words_stays_quick(visit: Callable[..., Any], server: Server) -> None:
    page = visit(server.link, "long")
    assert page.locator("#document .w").count() == 20_000
    page.locator("#d3").click()
    taken = page.evaluate(
        """async () => {
          const press = (key) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
          const start = performance.now();
          press("ArrowRight"); press("x"); press("s");
          await new Promise(requestAnimationFrame);
          return performance.now() - start;
        }"""
    )
    assert taken < 1000, f"three keys took {taken:.0f} ms"
    saved(page)
    page.keyboard.press("/")
    page.keyboard.type("word3999")
    page.wait_for_selector("#d19995.hit")
    until(page, "document.getElementById('d19995').getBoundingClientRect().top < innerHeight")


def test_suggestions_are_accepted_or_rejected_one_by_one_and_never_saved_by_themselves(
    visit: Callable[..., Any], place: Path, tmp_path: Path
) -> None:
    texts = write_pairs(tmp_path / "pairs.jsonl", {"a": (DOCUMENT, SUMMARY)})
    pair = Pair("a", Text.from_string(DOCUMENT), Text.from_string(SUMMARY))
    offered = [Link.word(5, 1, prob=0.9, by="identity"), Link.word(2, 3, "P", 0.4), Link.word(13, 6, prob=0.8)]
    write_alignments([Alignment("a", tuple(offered), pair)], tmp_path / "aligned.jsonl")
    gold = tmp_path / "gold.jsonl"
    server = Server(texts, "-o", gold, "--suggest-from", tmp_path / "aligned.jsonl", state=place)
    page = visit(server.link)
    page.wait_for_selector("#s1.offered")
    assert page.locator("#summary .offered").count() == 3
    assert gold.stat().st_size == 0
    page.keyboard.press("v")
    page.keyboard.press("a")
    page.keyboard.press("r")
    saved(page)
    page.reload()
    page.wait_for_selector("#s6.offered")
    assert page.locator("#summary .offered").all_inner_texts() == ["match"]
    alignment = gold_of(gold, "a", lambda one: len(one.links) == 1)
    assert alignment.links == (Link.word(5, 1),)
    server.stop()


def test_adjudication_shows_disagreements_and_writes_the_decisions(
    visit: Callable[..., Any], place: Path, tmp_path: Path
) -> None:
    texts = write_pairs(tmp_path / "pairs.jsonl", {"a": (DOCUMENT, SUMMARY)})
    pair = Pair("a", Text.from_string(DOCUMENT), Text.from_string(SUMMARY))
    versions = {
        "ana": Alignment("a", (Link.word(5, 1), Link.word(2, 3), Link.word(13, 6)), pair, null=(0,), annotator="ana"),
        "ben": Alignment("a", (Link.word(5, 1), Link.word(2, 3, "P")), pair, null=(0, 6), annotator="ben"),
    }
    for name, alignment in versions.items():
        write_alignments([alignment], tmp_path / f"{name}.jsonl")
    gold = tmp_path / "merged.jsonl"
    server = Server(texts, "-o", gold, "--adjudicate", tmp_path / "ana.jsonl", tmp_path / "ben.jsonl", state=place)
    page = visit(server.link)
    assert page.locator("#summary .disputed").all_inner_texts() == ["shut", "match"]
    page.wait_for_selector("#agreement:not([hidden])")
    before = page.locator("#agreement").inner_text()
    assert "ana – ben" in before
    page.keyboard.press("2")  # as ben: possible
    page.locator("[data-name=decide-0]").click()  # as ana: linked
    until(page, "!document.querySelector('#summary .disputed')")
    until(page, f"document.getElementById('agreement').innerText !== {json.dumps(before)}")
    saved(page)
    page.keyboard.press("z")
    page.wait_for_selector("#s6.disputed")
    page.keyboard.press("y")
    until(page, "!document.querySelector('#summary .disputed')")
    alignment = gold_of(gold, "a", lambda one: len(one.links) == 3)
    assert alignment.links == (Link.word(5, 1), Link.word(2, 3, "P"), Link.word(13, 6))
    server.stop()


def test_pairs_are_rated_with_one_key_each(visit: Callable[..., Any], place: Path, tmp_path: Path) -> None:
    texts = write_pairs(tmp_path / "pairs.jsonl", {"a": (DOCUMENT, SUMMARY), "b": (DOCUMENT, "Nothing.")})
    ratings = tmp_path / "ratings.jsonl"
    server = Server(texts, "-o", ratings, "--rate", state=place)
    page = visit(server.link)
    page.keyboard.press("2")
    until(page, "document.getElementById('title').textContent === 'b'")
    page.locator("[data-name=rate-0]").click()
    saved(page)
    server.stop()
    records = [json.loads(line) for line in ratings.read_text().splitlines()]
    assert [(record["id"], record["rating"]) for record in records] == [("a", 2), ("b", 0)]
    assert all(record["seconds"] >= 0 for record in records)
