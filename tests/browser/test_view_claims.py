"""The panel of claims in a real Chromium: verdicts, evidence, addresses, citations, and what is said of words."""

import re

import pytest

from claiming import CHECK
from sumtrace import Alignment, Pair
from viewing import ALIGNED, phrase, runs, shows
from waiting import expect, placed, until

pytestmark = pytest.mark.browser
show = pytest.fixture(shows)
VERDICTS = ["supported", "differs", "unclear", "not found"]


@pytest.fixture
def checked(show):
    return lambda **more: show(CHECK.alignment(), checks=lambda pair: CHECK, **more)


def chosen(page, number):
    expect(page.locator(".claim.chosen")).to_have_attribute("data-claim", str(number))
    expect(page.locator(".claim.chosen")).to_have_count(1)


def test_the_claims_come_first_with_their_verdicts_and_what_claims_nothing_is_set_apart(checked):
    page = checked()
    expect(page.get_by_role("tab", selected=True)).to_have_text("Claims")
    expect(page.locator(".claim .verdict")).to_have_text(
        [f"{sign}{name}" for sign, name in zip("✓✗?∅", VERDICTS, strict=True)]
    )
    expect(page.locator(".claim-list > li").first).to_have_text("Here is a summary : makes no claim")
    expect(page.locator(".answer")).to_contain_text("4 claims · support")
    page.get_by_role("button", name="1 not found").click()
    chosen(page, 3)


def test_a_claim_that_differs_shows_both_facts_and_the_sentence_that_has_the_other(checked):
    page = checked()
    differs = page.locator(".claim.is-differs")
    expect(differs.locator(".facts dd")).to_have_text(["five million pounds", "four million pounds"])
    expect(differs.locator(".claim-text .fact")).to_have_text("five million pounds")
    expect(differs.locator(".evidence-quote q")).to_have_text("It cost four million pounds .")
    expect(page.locator(".document .fact")).to_have_text("four million pounds")


def test_only_what_is_not_found_has_no_source_and_what_is_unclear_has_candidates(checked):
    page = checked()
    expect(page.locator(".claim.is-unclear .evidence-quote")).to_have_count(2)
    expect(page.locator(".claim.is-unclear")).to_contain_text("Candidates in the document")
    expect(page.locator(".claim.is-not-found")).to_contain_text("no sentence in the source seems to say this")
    for other in ("differs", "unclear", "supported"):
        expect(page.locator(f".claim.is-{other}")).not_to_contain_text("nothing in the source")


def test_choosing_a_claim_brings_its_evidence_into_sight_and_joins_the_two(checked):
    page = checked()
    page.locator(".claim.is-differs .claim-text").click()
    chosen(page, 1)
    expect(page.locator(".document .evidence.chosen")).to_have_text("It cost four million pounds .")
    expect(page.locator(".lines path")).to_have_count(1)
    page.locator(".claim.is-unclear .evidence-quote").nth(1).click()
    chosen(page, 2)
    expect(page.locator(".lines path")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(page.locator(".claim.chosen")).to_have_count(0)
    expect(page.locator(".lines path")).to_have_count(0)
    page.locator(".document .evidence", has_text="It cost").click()
    chosen(page, 1)


def test_every_claim_has_an_address(checked):
    page = checked(at="#claim-2")
    chosen(page, 1)
    page.keyboard.press("j")
    chosen(page, 2)
    until(lambda: page.url.endswith("#claim-3"))
    page.reload()
    page.wait_for_selector("body.ready")
    chosen(page, 2)
    page.get_by_role("link", name="Link to claim 4").click()
    chosen(page, 3)


def test_among_many_pairs_the_address_names_the_pair_too(show):
    page = show([ALIGNED, _named("checked")], checks=lambda pair: {"checked": CHECK}.get(pair.id), at="#2/claim-2")
    chosen(page, 1)
    page.keyboard.press("[")
    expect(page.get_by_role("tab", selected=True)).to_have_text("Words")
    expect(page.locator("#tab-claims")).to_be_hidden()
    page.keyboard.press("l")
    expect(page.locator(".index .note")).to_contain_text(
        "4 claims in 1 of them: 1 differs, 1 not found, 1 unclear, 1 supported."
    )
    page.locator("th[data-key=claims] button").click()
    expect(page.locator(".index td.name a").first).to_have_text("checked")


def test_the_list_of_checked_pairs_fits_a_narrow_screen(show):
    page = show([_named("checked"), _named("a longer name")], checks=lambda pair: CHECK, at="")
    page.set_viewport_size({"width": 390, "height": 844})
    until(lambda: page.evaluate("document.documentElement.scrollWidth") <= 390)
    placed(
        lambda name, bar: name["y"] + name["height"] <= bar["y"] + 1 and bar["width"] > 300,
        page.locator(".index td.name").first,
        page.locator(".index td.verdicts").first,
    )


def test_a_claim_is_copied_as_a_citation(checked):
    page = checked()
    page.evaluate("document.body.addEventListener('copied', (event) => (window.copied = event.detail))")
    page.get_by_role("button", name="Copy claim 2 as a citation").click()
    told = until(lambda: page.evaluate("window.copied"))
    assert told.splitlines() == [
        "“It cost five million pounds .” [differs: the summary says “five million pounds”, the source “four million pounds”]",
        "Source: “It cost four million pounds .” (sentence 2)",
    ]
    expect(page.locator("#said")).to_have_text("Copied as a citation")


def test_the_keyboard_goes_from_claim_to_claim_and_to_the_evidence(checked):
    page = checked()
    page.keyboard.press("j")
    chosen(page, 0)
    expect(page.locator("#said")).to_contain_text("Claim 1, supported")
    page.keyboard.press("ArrowDown")
    chosen(page, 1)
    page.keyboard.press("x")
    until(lambda: page.evaluate("document.activeElement.className").startswith("evidence"))
    page.keyboard.press("k")
    chosen(page, 0)


def test_words_stand_as_the_check_says(checked):
    page = checked()
    page.keyboard.press("2")
    expect(page.locator(".summary .run.differs")).to_have_text(["five", "million pounds"])
    expect(page.locator(".summary .run.not-found")).to_have_text(["Penguins live there"])
    expect(page.locator(".summary .run.unclear")).to_have_text(["may wait"])
    expect(page.locator(".summary .run.no-link")).to_have_text(["cost"])
    expect(page.locator(".words .figures").first).to_contain_text("6 unsupported")
    expect(phrase(page, "Penguins live there")).to_have_attribute("aria-label", "Penguins live there, no source found")
    phrase(page, "may wait").hover()
    expect(page.locator("#tip")).to_contain_text(re.compile("Unclear.*Boats wait below today", re.DOTALL))
    phrase(page, "five").hover()
    expect(page.locator("#tip")).to_contain_text("five million pounds, but the document says four million pounds")
    page.mouse.move(2, 300)
    page.keyboard.press("j")
    until(lambda: page.evaluate("document.activeElement.textContent") == "five")


def test_a_link_that_is_less_probable_than_not_is_never_called_sure(checked):
    page = checked()
    page.keyboard.press("2")
    expect(phrase(page, "opened")).to_have_attribute("aria-label", "opened, possibly linked")
    phrase(page, "opened").hover()
    expect(page.locator("#tip")).to_contain_text("probability 0.40 · possible")
    expect(runs(page).first).to_have_attribute("aria-label", "The bridge, linked")


def _named(name):
    return Alignment(name, CHECK.links, Pair(name, CHECK.pair.document, CHECK.pair.summary))
