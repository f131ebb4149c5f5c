"""The page to paste into, in a real browser: from a key to the picture."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sumtrace
from serving import Client, servings
from sumtrace.serve.reader import Reader
from waiting import expect, until

pytestmark = pytest.mark.browser
serving = pytest.fixture(servings, scope="module")
DOCUMENT = "The council closed the old mill on Friday.\n\nThe repair of the bridge cost £4.2 million."


@pytest.fixture(scope="module")
def client(serving: Callable[..., Client]) -> Client:
    return serving(Reader(sumtrace.load()))


@pytest.fixture
def page(new_page: Callable[..., Any], client: Client) -> Any:
    opened = new_page(viewport={"width": 1440, "height": 900})
    opened.goto(client.link)
    expect(opened.locator(".try")).to_have_count(3)
    return opened


def fill(page: Any, document: str, summary: str) -> None:
    page.locator("#documents textarea").first.fill(document)
    page.locator("#summary").fill(summary)


def test_claims_follow_the_summary_as_it_is_typed(page: Any) -> None:
    fill(page, DOCUMENT, "The repair of the bridge cost £4.7 million.")
    expect(page.locator(".headline")).to_have_text("The one claim differs from the document.")
    expect(page.locator(".claim del")).to_have_text("£4.7 million")
    expect(page.locator(".claim ins")).to_have_text("£4.2 million")
    page.locator("#summary").fill("The repair of the bridge cost £4.")
    page.locator("#summary").press_sequentially("2 million.")
    expect(page.locator(".headline")).to_have_text("The one claim is supported.")
    expect(page.locator(".summary-pane .figures")).to_contain_text("5 content words · 0 unsupported")
    expect(page.locator(".summary .run").first).to_be_visible()
    page.locator("#summary").fill("")
    expect(page.locator("#welcome")).to_be_visible()
    expect(page.locator("#share")).to_be_disabled()


def test_what_is_refused_leaves_the_answer_before_and_shows_that_it_is_old(page: Any) -> None:
    fill(page, DOCUMENT, "The old mill was closed on Friday.")
    expect(page.locator(".headline")).to_have_text("The one claim is supported.")
    page.locator("#summary").fill("word " * 1001)
    expect(page.locator("#trouble")).to_contain_text("The summary has 1,001 words")
    expect(page.locator("body.outdated #panel-text")).to_be_visible()
    page.locator("#summary").fill("The old mill was closed on Friday.")
    expect(page.locator("#trouble")).to_be_hidden()
    expect(page.locator("body.outdated")).to_have_count(0)


def test_the_token_leaves_the_address_and_a_reload_needs_none(page: Any) -> None:
    until(lambda: "token" not in page.url)
    page.reload()
    expect(page.locator(".try")).to_have_count(3)
    expect(page.locator("#trouble")).to_be_hidden()


def test_without_the_token_the_page_says_what_to_do(new_page: Callable[..., Any], client: Client) -> None:
    stranger = new_page()
    stranger.goto(client.link.split("#")[0])
    expect(stranger.locator("#trouble")).to_contain_text("open the link that the server printed")


def test_an_example_is_one_click_away_and_a_claim_leads_to_its_evidence(page: Any) -> None:
    page.locator(".try").nth(1).click()
    expect(page.locator(".part")).to_have_count(2)
    claim = page.locator(".claim.is-differs")
    claim.click()
    expect(claim).to_have_attribute("aria-pressed", "true")
    for name, text in (("claim", "Work starts on 20 May.Work starts on 20 April."), ("differs", "20 May20 April")):
        marked = f"[...(CSS.highlights.get('{name}') ?? [])].map(String).join('')"
        until(lambda marked=marked, text=text: page.evaluate(marked) == text)


def test_files_become_documents_with_their_names(page: Any, tmp_path: Path) -> None:
    for name, text in (("minutes.txt", "The mill closed."), ("letter.txt", "Rain fell.")):
        (tmp_path / name).write_text(text)
    page.locator("#files").set_input_files([tmp_path / "minutes.txt", tmp_path / "letter.txt"])
    expect(page.locator(".document-head input")).to_have_count(2)
    page.locator("#summary").fill("Rain fell.")
    expect(page.locator(".part").nth(1)).to_have_text("letter.txt")
    (tmp_path / "binary.txt").write_bytes(b"\0\1")
    page.locator("#files").set_input_files(tmp_path / "binary.txt")
    expect(page.locator("#trouble")).to_contain_text("binary.txt is not a text file")


def test_share_downloads_a_page_that_works_without_the_server(page: Any, tmp_path: Path) -> None:
    fill(page, DOCUMENT, "The mill was closed.")
    expect(page.locator("#share")).to_be_enabled()
    with page.expect_download() as download:
        page.locator("#share").click()
    download.value.save_as(tmp_path / "shared.html")
    shared = page.context.new_page()
    shared.goto((tmp_path / "shared.html").as_uri())
    expect(shared.locator(".summary")).to_contain_text("The mill was closed.")


def test_hostile_text_stays_text(page: Any) -> None:
    fill(page, "<img src=x onerror=alert(1)> fell on Friday.", "<b>It</b> fell on Friday.")
    expect(page.locator(".claim-text").first).to_contain_text("<b>It</b>")
    expect(page.locator(".document img, .claims b")).to_have_count(0)
