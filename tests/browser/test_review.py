"""Reviewing claims in a real Chromium, with the command in a process of its own."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from annotating import Server, ended_servers, saved, visits
from claiming import CHECK
from sumtrace.checking.formats import Target, render
from waiting import expect, until

pytestmark = pytest.mark.browser
ended = pytest.fixture(scope="module", autouse=True)(ended_servers)
visit = pytest.fixture(visits)


@pytest.fixture
def server(tmp_path: Path) -> Server:
    (tmp_path / "checked.jsonl").write_text("".join(render([CHECK], "jsonl", Target())))
    options = ("-o", tmp_path / "review.jsonl", "--annotator", "ana")
    return Server(tmp_path / "checked.jsonl", *options, state=tmp_path, command="review")


def marks(path: Path) -> list[tuple[str | None, str | None]]:
    text = path.read_text()
    return [(one.get("mark"), one.get("note")) for one in json.loads(text)["reviewed"]] if text else []


def test_claims_are_marked_by_key_and_kept(visit: Callable[..., Any], server: Server, tmp_path: Path) -> None:
    page = visit(server.link)
    head, verdict = page.locator(".review-head h3"), page.locator(".review-head .verdict")
    expect(head).to_have_text("Claim 1 of 4")
    expect(page.locator("#document .basis").first).to_have_text("The")
    page.keyboard.press("r")
    expect(verdict).to_have_text("✗differs")
    expect(page.locator(".facts dd")).to_have_text(["five million pounds", "four million pounds"])
    expect(page.locator("#document .fact")).to_have_text(["four", "million", "pounds"])
    page.keyboard.press("n")
    page.keyboard.type("four, not five")
    page.keyboard.press("Enter")
    page.keyboard.press("w")
    expect(head).to_have_text("Claim 3 of 4")
    page.keyboard.press("k")
    expect(page.locator("[data-name=mark-wrong]")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("j")
    page.keyboard.press("u")
    page.locator("[data-name=mark-wrong]").click()
    expect(page.locator("#progress-text")).to_have_text("4 of 4 claims marked")
    saved(page)
    expected = [("right", None), ("wrong", "four, not five"), ("unclear", None), ("wrong", None)]
    until(lambda: marks(tmp_path / "review.jsonl") == expected)
    page.keyboard.press("z")
    expect(page.locator("#progress-text")).to_have_text("3 of 4 claims marked")
    saved(page)
    server.kill()
    again = Server(
        tmp_path / "checked.jsonl", "-o", tmp_path / "review.jsonl", state=tmp_path, port=server.port, command="review"
    )
    page.reload()
    expect(head).to_have_text("Claim 4 of 4")
    expect(page.locator("#annotator")).to_be_hidden()
    again.stop()


def test_two_windows_that_mark_one_claim_lose_nothing_unasked(
    visit: Callable[..., Any], server: Server, tmp_path: Path
) -> None:
    one, two = visit(server.link), visit(server.link)
    two.context.set_offline(True)
    two.keyboard.press("w")
    expect(two.locator("#state")).to_contain_text("Offline")
    one.keyboard.press("r")
    saved(one)
    two.context.set_offline(False)
    two.locator("dialog.conflict").wait_for()
    expect(two.locator("dialog.conflict")).to_contain_text("“The bridge opened on Friday .”: wrong")
    expect(two.locator("dialog.conflict")).to_contain_text("“The bridge opened on Friday .”: right")
    two.locator("[data-name=keep-theirs]").click()
    saved(two)
    expect(two.locator("#annotator")).to_have_text("ana")
    until(lambda: marks(tmp_path / "review.jsonl") == [("right", None)])
    server.stop()


def test_a_click_on_a_word_takes_its_claim_in_hand(visit: Callable[..., Any], server: Server) -> None:
    page = visit(server.link)
    page.locator("#s22").click()
    expect(page.locator(".review-head h3")).to_have_text("Claim 4 of 4")
    expect(page.locator("#summary .in-hand")).to_have_count(4)
    page.keyboard.press("?")
    expect(page.locator("dialog.help")).to_contain_text("right: the document says so")
    page.keyboard.press("Escape")
    server.stop()
