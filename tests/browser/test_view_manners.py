"""The view's manners in a real Chromium: names for those who listen, keys that can be off, places, nothing stale."""

import pytest

from making import pair_of
from sumtrace import Alignment, Link, Pair
from viewing import ALIGNED, GOLD, PAIR, focused, phrase, shows
from waiting import expect, placed

pytestmark = pytest.mark.browser
show = pytest.fixture(shows)


def test_phrases_say_in_their_names_how_they_stand(show):
    page = show(ALIGNED)
    expect(phrase(page, "closes")).to_have_attribute("aria-label", "closes, linked")
    expect(phrase(page, "cried")).to_have_attribute("aria-label", "cried, possibly linked")
    expect(phrase(page, "loudly")).to_have_attribute("aria-label", "loudly, no link")


def test_compared_phrases_say_who_has_them(show):
    page = show(ALIGNED, gold=GOLD)
    expect(phrase(page, "Mayor")).to_have_attribute("aria-label", "Mayor, only aligned")
    expect(phrase(page, "night", "document")).to_have_attribute("aria-label", "night, only gold")


def test_single_keys_can_be_switched_off_and_the_others_stay(show):
    page = show(ALIGNED)
    page.keyboard.press("?")
    page.locator(".single-keys").uncheck()
    page.get_by_role("button", name="Close", exact=True).click()
    expect(page.locator(".help")).to_be_hidden()
    page.reload()
    page.wait_for_selector("body.ready")
    page.keyboard.press("2")
    page.keyboard.press("ArrowRight")
    focused(page, "The bridge")
    page.keyboard.press("Space")  # presses what has the focus, as everywhere
    expect(phrase(page, "The bridge")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#panel-text")).to_be_visible()
    page.get_by_role("button", name="Keys and symbols").click()
    page.locator(".single-keys").check()
    page.keyboard.press("Escape")
    page.keyboard.press("2")
    expect(page.locator("#panel-matrix")).to_be_visible()


def test_the_tooltip_leaves_its_sentence_to_be_read(show):
    page = show(ALIGNED)
    phrase(page, "closes").hover()
    placed(
        lambda tip, read: tip["y"] >= read["y"] + read["height"] or tip["y"] + tip["height"] <= read["y"],
        page.locator("#tip"),
        page.locator(".sentence").first,
    )


def test_the_place_is_that_in_the_order_of_the_list(show):
    pairs = [pair_of("alpha " * words, "alpha", f"pair-{words}") for words in (2, 9, 5)]
    page = show([Alignment(pair.id, (Link.word(0, 0),), pair) for pair in pairs])
    page.locator("th[data-key=length] button").click()  # longest first: 9, 5, 2
    page.locator(".index tbody a", has_text="pair-5").click()
    expect(page.locator(".pair-place")).to_have_text("2 of 3 pairs")
    page.keyboard.press("]")
    expect(page.locator(".pair-name bdi")).to_have_text("pair-2")
    expect(page.locator(".pair-place")).to_have_text("3 of 3 pairs")


def test_no_line_outlives_its_pair(show):
    other = Pair("other", PAIR.document, PAIR.summary)
    page = show([ALIGNED, Alignment("other", (Link.word(0, 0),), other)], at="#1")
    phrase(page, "closes").click()
    expect(page.locator(".lines path")).to_have_count(1)
    page.mouse.move(2, 400)  # off the text, or the pointer would light the next pair's
    page.keyboard.press("]")
    expect(page.locator(".pair-name bdi")).to_have_text("other")
    expect(page.locator(".lines path")).to_have_count(0)
    expect(page.locator("#tip")).to_be_hidden()
    phrase(page, "The").click()
    expect(page.locator(".lines path")).to_have_count(1)


def test_lines_follow_their_phrases_when_the_text_moves(show):
    page = show(ALIGNED)
    phrase(page, "closes").click()
    expect(page.locator(".lines circle")).to_have_count(2)
    page.keyboard.press("o")  # the filters go, and both texts move up
    expect(page.locator(".filters")).to_be_hidden()
    placed(
        lambda end, source: abs(end["y"] + end["height"] / 2 - source["y"] - source["height"]) < 6,
        page.locator(".lines circle").nth(1),
        phrase(page, "will shut", "document"),
    )
