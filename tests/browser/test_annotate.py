"""The annotation page in a real Chromium: linking, history, keys alone, hostile texts, a long document."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from annotating import DOCUMENT, SUMMARY, Server, ended_servers, gold_of, has, lacks, saved, visits, write_pairs
from sumtrace.alignment import Link
from waiting import expect, placed, until

pytestmark = pytest.mark.browser
ended = pytest.fixture(scope="module", autouse=True)(ended_servers)
visit = pytest.fixture(visits)

HOSTILE = (
    "<script>window.hacked = 1</script> &lt;b&gt; <img src=x onerror=window.hacked=2> \u202egnorw\u202c a\u200bb "
    "שלום עולם javascript:alert(1) " + "x" * 1_000_000
)
IDS = ("link", "undo", "keys", "<img src=x onerror=window.hacked=3>/../etc", "long")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("annotate")


@pytest.fixture(scope="module")
def pairs(place: Path) -> Path:
    texts = dict.fromkeys(IDS, (DOCUMENT, SUMMARY))
    texts[IDS[3]] = (HOSTILE, "<b>bold</b> &amp; \u202eevil\u202c end")
    texts["long"] = (" ".join(f"word{i} of the story." for i in range(4000)), SUMMARY)
    return write_pairs(place / "pairs.jsonl", texts)


@pytest.fixture(scope="module")
def server(place: Path, pairs: Path) -> Iterator[Server]:
    running = Server(pairs, "-o", place / "gold.jsonl", "--annotator", "ana", state=place)
    yield running
    running.stop()


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
    expect(page.locator("#document .sel")).to_have_text(["called", "off"])
    expect(page.locator("#summary .sel")).to_have_text(["was", "cancelled"])
    page.keyboard.press("s")
    page.locator("#d4").click()
    page.locator("#d6").click(modifiers=["Shift"])  # old mill on
    page.locator("#s1").click()
    page.get_by_role("button", name="Possible P").first.click()
    saved(page)
    page.reload()
    page.wait_for_selector("#main:not([hidden])")
    has(page, "d10", "linked")
    has(page, "d14", "linked")
    has(page, "s7", "linked")
    has(page, "s1", "possible")
    lacks(page, "s8", "possible")
    has(page, "s9", "open")
    lacks(page, "d11", "linked")
    lacks(page, "s9", "linked")
    page.locator("#s8").click()
    expect(page.locator(".lines path")).to_have_count(2)  # one for each stretch of "called ... off"
    has(page, "d10", "lit")
    has(page, "d14", "lit")
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
    expect(page.locator("#summary .null")).to_have_count(4)
    page.reload()
    page.wait_for_selector("#main:not([hidden])")
    for left in (3, 2, 1, 0):
        page.keyboard.press("z")
        expect(page.locator("#summary .null")).to_have_count(left)
    expect(page.locator("#undo")).to_be_disabled()
    page.reload()
    page.wait_for_selector("#main:not([hidden])")
    for there in (1, 2, 3, 4):
        page.keyboard.press("Control+y")
        expect(page.locator("#summary .null")).to_have_count(there)
    expect(page.locator("#redo")).to_be_disabled()


def test_the_keyboard_alone_suffices(visit: Callable[..., Any], server: Server, place: Path) -> None:
    page = visit(server.link, "keys")
    press = page.keyboard.press
    expect(page.locator("#summary .sel")).to_have_text(["The"])
    press("f")  # the same word in the document
    expect(page.locator("#document .sel")).to_have_text(["The"])
    press("s")
    expect(page.locator("#summary .sel")).to_have_text(["mill"])
    press("ArrowLeft")
    expect(page.locator("#said")).to_have_text("The, linked sure from The")
    press("ArrowRight")
    expect(page.locator("#said")).to_have_text("mill, undecided")
    press("/")
    page.keyboard.type("old mill")
    press("Enter")
    press("Escape")
    press("ArrowRight")
    press("p")
    has(page, "s1", "possible")
    press("n")  # was
    press("u")  # shut
    press("Escape")  # on second thoughts, not yet
    lacks(page, "s3", "null")
    press("u")
    page.keyboard.type("nobody said so")
    press("Enter")
    has(page, "s3", "unsupported")
    press("j")  # the full stop
    press("n")
    for _ in range(2):
        press("n")  # The, match
    press("Shift+ArrowRight")  # was cancelled
    expect(page.locator("#summary .sel")).to_have_text(["was", "cancelled"])
    press("x")
    press("Control+Home")
    for _ in range(10):
        press("ArrowRight")
    for _ in range(4):
        press("Control+ArrowRight")
    press("Space")
    expect(page.locator("#document .sel")).to_have_text(["called", "off"])
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
    press("Enter")  # Done anyway
    expect(page.locator("#title")).not_to_have_text("keys")
    alignment = gold_of(place / "gold.jsonl", "keys", lambda one: one.comment == "hard one")
    assert alignment.links == (
        Link.word(0, 0),
        Link.word(5, 1, "P"),
        Link(((10, 11), (14, 15)), ((7, 9),)),
    )
    assert alignment.null == (2, 3, 4, 5, 6)

    def work() -> Any:
        records = map(json.loads, (place / "gold.jsonl").read_text().splitlines())
        return next(record["work"] for record in records if record["id"] == "keys")

    until(lambda: work()["done"])
    assert work()["notes"] == {"3": "unsupported: nobody said so"}
    press("?")
    page.locator("dialog.help").wait_for()
    press("Escape")
    press("h")
    page.locator("dialog.guidelines h2", has_text="Purpose").or_(
        page.locator("dialog.guidelines h3", has_text="Purpose")
    ).wait_for()
    press("Escape")
    press("l")
    expect(page.locator("dialog.pairs .pair-row.done .pair-id")).to_have_text(["keys"])
    press("ArrowUp")
    press("Enter")
    expect(page.locator("#title")).to_have_text("keys")


def test_a_link_is_changed_commented_and_deleted(visit: Callable[..., Any], server: Server, place: Path) -> None:
    page = visit(server.link, "link")
    page.locator("#s8").click()
    expect(page.locator(".link.current .label")).to_have_text("S")
    page.keyboard.press("p")
    expect(page.locator(".link.current .label")).to_have_text("P")
    page.keyboard.press("c")
    expect(page.locator(".link.current textarea")).to_be_focused()
    page.keyboard.type("with a gap")
    page.keyboard.press("Enter")
    expect(page.locator(".link.current textarea")).to_have_value("with a gap")
    expect(page.locator(".link.current textarea")).not_to_be_focused()
    page.keyboard.press("e")
    expect(page.locator(".changing")).to_be_visible()
    page.locator("#s7").click(modifiers=["Control"])  # no longer "was"
    expect(page.locator(".chosen .phrase").first).to_have_text("cancelled")
    page.keyboard.press("s")
    saved(page)
    changed = Link(((10, 11), (14, 15)), ((8, 9),), "S", comment="with a gap")
    gold_of(place / "gold.jsonl", "link", lambda one: changed in one.links)
    page.locator("#s8").click()
    page.keyboard.press("Delete")
    saved(page)
    gold_of(place / "gold.jsonl", "link", lambda one: len(one.links) == 1)


def test_hostile_texts_are_shown_as_text(visit: Callable[..., Any], server: Server, place: Path) -> None:
    page = visit(server.link, "undo")
    page.keyboard.press("l")
    page.locator(".pair-row", has_text="onerror").click()
    expect(page.locator("#title")).to_contain_text("<img")
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
    for text in ("<script>window.hacked = 1</script>", "&lt;b&gt;", "שלום"):
        expect(page.locator("#document")).to_contain_text(text)
    until(lambda: page.locator("#document .unseen").count() >= 2)
    expect(page.locator("#document script, #document img, #summary b, #panel script, #panel img")).to_have_count(0)
    expect(page.locator("[data-name=pair-comment]")).to_have_value("<script>window.hacked = 4</script>")
    assert page.evaluate("window.hacked") is None
    placed(lambda document: document["width"] < 1280, page.locator("#document"))
    page.locator("#d0").click()
    page.locator("#s3").click()
    page.keyboard.press("s")
    saved(page)


def test_the_page_loads_nothing_from_elsewhere(visit: Callable[..., Any], server: Server) -> None:
    page = visit(server.link, "link")
    loaded = "performance.getEntriesByType('resource').map((entry) => entry.name)"
    addresses = until(lambda: (names := page.evaluate(loaded)) and len(names) > 10 and names)
    assert all(address.startswith(f"http://127.0.0.1:{server.port}/") for address in addresses)
    assert all("token" not in address for address in addresses)


def test_a_wrong_token_shows_why_and_nothing_else(chromium: Any, server: Server) -> None:
    page = chromium.new_page()
    page.goto(f"http://127.0.0.1:{server.port}/#token=wrong")
    page.wait_for_selector("#banner:not([hidden])")
    expect(page.locator("#banner")).to_contain_text("not valid")
    expect(page.locator("main")).to_be_hidden()
    page.close()


def test_a_document_of_20000_words_stays_quick(visit: Callable[..., Any], server: Server) -> None:
    page = visit(server.link, "long")
    expect(page.locator("#document .w")).to_have_count(20_000)
    page.locator("#d3").click()
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})  # what else the machine does is not the page's

    def milliseconds() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return next(1000 * metric["value"] for metric in metrics if metric["name"] == "TaskDuration")

    before = milliseconds()
    page.evaluate(
        """async () => {
          const press = (key) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
          press("ArrowRight"); press("x"); press("s");
          for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
        }"""
    )
    taken = milliseconds() - before
    assert taken < 500, f"three keys took {taken:.0f} ms of the page's thread"
    saved(page)
    page.keyboard.press("/")
    page.keyboard.type("word3999")
    page.wait_for_selector("#d19995.hit")
    until(lambda: page.evaluate("document.getElementById('d19995').getBoundingClientRect().top < innerHeight"))
