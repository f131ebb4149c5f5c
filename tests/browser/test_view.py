"""The view in a real Chromium: lighting, pins and keys, width, theme, paper."""

import re

import pytest

from sumtrace import Alignment, Link, Pair, Text
from sumtrace.report import to_html
from viewing import ALIGNED, focused, in_view, lit, phrase, shows
from waiting import expect, placed, until

pytestmark = pytest.mark.browser
show = pytest.fixture(shows)


def test_hovering_a_summary_phrase_lights_its_source_and_draws_a_line_to_it(show):
    page = show(ALIGNED)
    phrase(page, "closes").hover()
    expect(lit(page, "summary")).to_have_text(["closes"])
    expect(lit(page, "document")).to_have_text(["will shut"])
    page.wait_for_selector(".lines path", state="attached")
    circles = page.locator(".lines circle")
    expect(circles).to_have_count(2)

    def meet(end, source):
        x, y = end["x"] + end["width"] / 2, end["y"] + end["height"] / 2
        return abs(x - source["x"]) < 8 and source["y"] < y < source["y"] + source["height"] + 4

    placed(meet, circles.nth(1), phrase(page, "will shut", "document"))


def test_the_tooltip_says_probability_label_and_rewrite(show):
    page = show(ALIGNED)
    phrase(page, "closes").hover()
    tip = page.locator("#tip")
    expect(tip).to_contain_text("closes")
    expect(tip).to_contain_text("will shut")
    expect(tip).to_contain_text("probability 0.60 · sure · lexical: a learnt rewrite")
    phrase(page, "loudly").hover()
    expect(tip).to_contain_text("No link")
    expect(tip).to_contain_text("0.93")


@pytest.mark.parametrize("word", ["closes", "Mayor"])
def test_the_tooltip_hides_neither_the_other_text_nor_the_controls(show, word):
    page = show(ALIGNED)
    phrase(page, word).hover()
    placed(
        lambda tip, document: tip["x"] + tip["width"] <= document["x"] and tip["y"] >= document["y"],
        page.locator("#tip"),
        page.locator(".document-pane"),
    )


def test_hovering_a_document_phrase_lights_the_summary_words_it_fed(show):
    page = show(ALIGNED)
    phrase(page, "Sunday", "document").hover()
    expect(lit(page, "summary")).to_have_text(["Sunday"])
    page.mouse.move(2, 300)
    expect(lit(page, "summary")).to_have_count(0)
    expect(page.locator(".lines path")).to_have_count(0)


def test_words_without_a_link_stand_out_by_more_than_colour_and_are_not_called_unsupported(show):
    page = show(ALIGNED)
    expect(page.locator(".summary .run.alone")).to_have_text(["loudly"])
    expect(phrase(page, "loudly")).to_have_css("border-bottom-style", "dashed")
    expect(page.locator(".summary-pane .figures").first).to_contain_text("6 content words · 1 without a link (17%)")
    expect(page.locator("body")).not_to_contain_text(re.compile("unsupported|no source", re.IGNORECASE))


def test_function_words_fade(show):
    pair = Pair("p", Text.from_words("the cat of a man".split()), Text.from_words("the cat of him".split()))
    page = show(Alignment("p", (Link.word(0, 0, prob=0.9), Link.word(1, 1, prob=0.9)), pair))
    expect(page.locator(".summary .run.faint")).to_have_text(["the"])  # "of" has no link, and nothing to be said of it
    expect(page.locator(".summary .run")).to_have_text(["the", "cat", "him"])


def test_colour_tells_the_sentence_and_its_strength_the_probability(show):
    page = show(ALIGNED)

    def colour(text, side="summary"):
        return phrase(page, text, side).evaluate("node => getComputedStyle(node).backgroundColor")

    def parts(text, side="summary"):
        red, green, blue, alpha = map(float, re.findall(r"[\d.]+", colour(text, side)))
        return (red, green, blue), alpha

    until(
        lambda: parts("The bridge")[0] == parts("closes")[0] == parts("will shut", "document")[0] != parts("Mayor")[0]
    )
    until(lambda: parts("The bridge")[1] > parts("closes")[1] > 0)


def test_a_far_source_scrolls_into_view(show):
    filler = "Nothing of note happened on that day . " * 400
    document = Text.from_string(f"The cat sat .\n{filler}\nA zebra crossed the road .\n{filler}")
    pair = Pair("far", document, Text.from_string("A zebra crossed ."))
    at = document.words.index("zebra")
    page = show(Alignment("far", (Link(((at - 1, at + 2),), ((0, 3),)),), pair))
    source = phrase(page, "A zebra crossed", "document")
    assert not in_view(page, source)
    phrase(page, "A zebra crossed").focus()
    until(lambda: in_view(page, source))
    expect(page.locator(".lines circle")).to_have_count(2)
    expect(page.locator("#tip")).to_be_visible()


def test_clicking_pins_and_escape_lets_go(show):
    page = show(ALIGNED)
    phrase(page, "closes").click()
    phrase(page, "Mayor").hover()
    expect(lit(page, "summary")).to_have_text(["closes"])
    expect(phrase(page, "closes")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(lit(page, "summary")).to_have_count(0)
    phrase(page, "cried").hover()
    expect(lit(page, "summary")).to_have_text(["cried"])
    expect(phrase(page, "closes")).not_to_have_attribute("aria-pressed", re.compile(""))


def test_the_keyboard_alone_goes_from_phrase_to_phrase_and_to_the_source(show):
    page = show(ALIGNED)
    page.keyboard.press("ArrowRight")
    focused(page, "The bridge")
    page.keyboard.press("ArrowRight")
    focused(page, "closes")
    expect(lit(page, "document")).to_have_text(["will shut"])
    expect(page.locator("#said")).to_contain_text("closes")
    expect(page.locator("#said")).to_contain_text("probability 0.60")
    page.keyboard.press("x")
    focused(page, "will shut")
    expect(lit(page, "summary")).to_have_text(["closes"])
    page.keyboard.press("x")
    page.keyboard.press("ArrowDown")
    focused(page, "Mayor")
    page.keyboard.press("ArrowUp")
    focused(page, "The bridge")
    page.keyboard.press("End")
    focused(page, "loudly")
    page.keyboard.press("Home")
    page.keyboard.press("j")
    focused(page, "loudly")
    expect(page.locator("#said")).to_contain_text("no link")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(phrase(page, "cried")).to_have_attribute("aria-pressed", "true")


def test_tab_reaches_each_pane_once(show):
    page = show(ALIGNED)
    expect(page.locator(".summary .run[tabindex='0']")).to_have_count(1)
    expect(page.locator(".document .run[tabindex='0']")).to_have_count(1)
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('.summary') !== null"):
            break
    focused(page, "The bridge")
    page.keyboard.press("Tab")
    until(lambda: page.evaluate("document.activeElement.closest('.document') !== null"))


def test_a_wide_screen_has_the_texts_side_by_side_and_a_narrow_one_stacked(show):
    page = show(ALIGNED)
    summary, document = page.locator(".summary-pane"), page.locator(".document-pane")
    placed(lambda left, right: left["x"] + left["width"] <= right["x"] + 1, summary, document)
    page.set_viewport_size({"width": 420, "height": 800})
    placed(lambda upper, lower: upper["y"] + upper["height"] <= lower["y"] + 1, summary, document)
    until(lambda: page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_the_strip_shows_where_words_come_from_and_goes_there(show):
    filler = "Nothing of note happened on that day . " * 1500
    document = Text.from_string(f"{filler}\nA zebra crossed .\n{filler}")
    at = document.words.index("zebra")
    page = show(Alignment("p", (Link.word(at, 0),), Pair("p", document, Text.from_string("zebra"))))

    def marked():
        return page.evaluate(
            """() => {
              const canvas = document.querySelector(".map canvas");
              const { data } = canvas.getContext("2d").getImageData(canvas.width / 2, 0, 1, canvas.height);
              const rows = [...Array(canvas.height).keys()].filter((y) => data[4 * y + 2] > 120 && data[4 * y] < 60);
              return rows.map((y) => y / canvas.height);
            }"""
        )

    until(lambda: (shares := marked()) and all(0.48 < share < 0.52 for share in shares))
    strip = until(page.locator(".map").bounding_box)
    page.mouse.click(strip["x"] + 10, strip["y"] + strip["height"] / 2)
    until(lambda: in_view(page, phrase(page, "zebra", "document")))
    label = page.locator(".map canvas").get_attribute
    until(lambda: sorted(re.findall(r"\d+", label("aria-label"))) == ["0"] * 9 + ["1"])


def test_light_and_dark_follow_the_system_and_can_be_switched(new_page, tmp_path):
    (tmp_path / "page.html").write_text(to_html(ALIGNED), encoding="utf-8")
    page = new_page(color_scheme="dark")
    page.goto((tmp_path / "page.html").as_uri())
    page.wait_for_selector("body.ready")
    background = "getComputedStyle(document.documentElement).backgroundColor"
    dark = page.evaluate(background)
    page.keyboard.press("t")
    until(lambda: page.evaluate(background) != dark)
    page.reload()
    page.wait_for_selector("body.ready")
    until(lambda: page.evaluate(background) != dark)
    page.get_by_role("button", name="Light or dark").click()
    until(lambda: page.evaluate(background) == dark)


def test_print_has_both_texts_in_full_and_the_sentence_each_phrase_fed(show):
    page = show(ALIGNED)
    page.emulate_media(media="print")
    expect(page.locator(".tools")).to_be_hidden()
    for pane in (".summary-pane", ".document-pane"):
        expect(page.locator(pane)).to_have_css("overflow-y", "visible")
    whole = "document.documentElement.scrollHeight"
    placed(lambda document: page.evaluate(whole) > document["height"], page.locator(".document"))
    after = "node => getComputedStyle(node, '::after').content"
    until(lambda: phrase(page, "mayor", "document").evaluate(after) == '"2"')
    until(lambda: phrase(page, "The bridge", "document").evaluate(after) == '"1"')


def test_paper_is_light_whatever_the_screen_is(show):
    page = show(ALIGNED)
    colour = "node => getComputedStyle(node).color"
    figures = page.locator(".document-pane .figures")
    light = figures.evaluate(colour)
    page.emulate_media(color_scheme="dark")
    until(lambda: figures.evaluate(colour) != light)
    page.emulate_media(color_scheme="dark", media="print")
    until(lambda: figures.evaluate(colour) == light)
    page.keyboard.press("t")
    page.keyboard.press("t")  # chosen by hand now
    until(lambda: figures.evaluate(colour) == light)


def test_help_lists_the_keys_and_closes(show):
    page = show(ALIGNED)
    page.keyboard.press("?")
    expect(page.locator(".help")).to_contain_text("word in doubt on the Words tab")
    page.keyboard.press("Escape")
    expect(page.locator(".help")).to_be_hidden()
