"""The view in a real Chromium: the list of pairs, hostile and unusual texts."""

import re

import pytest

from making import pair_of
from sumtrace import Alignment, Link, Pair, Text
from sumtrace.alignment.passages import Passage
from sumtrace.corpus.documents import pair_of_documents
from viewing import ALIGNED, GOLD, PAIR, in_view, lit, phrase, runs, shows
from waiting import expect, until

pytestmark = pytest.mark.browser
show = pytest.fixture(shows)


def corpus(number=150):
    for k in range(number):
        pair = pair_of("alpha beta gamma " * (k % 7 + 1), f"alpha beta{k} {'delta ' * (k % 5)}", f"pair-{k}")
        yield Alignment(pair.id, (Link.word(0, 0, prob=0.5 + k / 1000),), pair)


def test_the_list_of_pairs_is_searched_sorted_and_grows_on_the_way_down(show):
    page = show(corpus(), title="Many")
    rows = page.locator(".index tbody tr")
    expect(page).to_have_title("Many – Sumtrace")
    expect(rows).to_have_count(100)
    page.mouse.wheel(0, 20_000)
    expect(rows).to_have_count(150)
    page.locator("#search").fill("BETA149 ")
    expect(rows).to_have_count(1)
    expect(page.locator(".found")).to_contain_text("1 pair found")
    page.locator("#search").fill("")
    page.locator("#order").select_option("unlinked")

    def shares():
        return [float(text.rstrip("%")) for text in page.locator(".index td.share").all_text_contents()]

    until(lambda: shares() == sorted(shares(), reverse=True))
    expect(page.locator("th[data-key=unlinked]")).to_have_attribute("aria-sort", "descending")
    page.locator("th[data-key=length] button").click()
    expect(rows.first.locator("td").nth(1)).to_have_text("21")
    page.locator("th[data-key=length] button").click()
    expect(rows.first.locator("td").nth(1)).to_have_text("3")


def test_pairs_open_from_the_list_and_follow_its_order(show):
    page = show(corpus(), title="Many")
    page.locator("th[data-key=id] button").click()
    page.locator("th[data-key=id] button").click()
    page.locator(".index tbody a").first.click()
    page.wait_for_selector("#panel-text:visible")
    expect(page.locator(".pair-name bdi")).to_have_text("pair-149")
    page.keyboard.press("]")
    expect(page.locator(".pair-name bdi")).to_have_text("pair-148")
    page.keyboard.press("l")
    page.wait_for_selector(".index:visible")
    page.go_back()
    expect(page.locator(".pair-name bdi")).to_have_text("pair-148")


def test_the_list_is_ordered_by_score_against_gold(show):
    good = Alignment("good", GOLD.links, Pair("good", PAIR.document, PAIR.summary))
    bad = Alignment("bad", (Link.word(13, 7),), Pair("bad", PAIR.document, PAIR.summary))
    golds = [Alignment(name, GOLD.links, PAIR) for name in ("good", "bad")]
    page = show([good, bad], gold=golds)
    page.locator("#order").select_option("score")
    expect(page.locator(".index tbody a")).to_have_text(["bad", "good"])
    expect(page.locator(".index tbody tr").nth(1).locator("td").last).to_have_text("1.00")


HOSTILE = (
    "<script>window.hacked = 1</script> &lt;b&gt;bold&lt;/b&gt; <img src=x onerror=window.hacked=2> </style></title> "
    "javascript:alert(1) \u202etfel\u202c zero\u200bwidth\ufeff שלום עולם مرحبا {{7*7}} ${7*7}"
)


def test_hostile_texts_names_and_comments_are_inert_text(show):
    text = Text.from_string(HOSTILE)
    pair = Pair(HOSTILE, text, Text.from_string(HOSTILE))
    links = tuple(Link(((k, k + 1),), ((k, k + 1),), by=HOSTILE, comment=HOSTILE) for k in range(len(text)))
    other = Alignment(HOSTILE, links[::2], pair)
    hostile = Alignment(HOSTILE, links, pair, comment=HOSTILE)
    page = show([hostile, ALIGNED], compare={HOSTILE: [other]}, name=HOSTILE, title=HOSTILE)
    expect(page.locator(".index h1")).to_contain_text("<script>window.hacked = 1</script>")
    page.locator(".index tbody a").first.click()
    page.wait_for_selector("#panel-text:visible")
    shown = re.sub("[\u202e\u202c\u200b\ufeff]", "·", HOSTILE)  # nothing turns the text round or hides in it
    for place in (".document .block", ".pair-comment"):
        until(lambda place=place: page.locator(place).evaluate("node => node.textContent") == shown)
    expect(page.locator(".unseen").first).to_have_attribute("title", "invisible character U+202E")
    for key in ("ArrowRight", "Enter", "2", "3", "1"):
        page.keyboard.press(key)
    assert page.evaluate("window.hacked") is None
    expect(page.locator("img, iframe, main script, .document b")).to_have_count(0)


def test_the_policy_stops_what_escaping_would_miss(show):
    page = show(ALIGNED)
    page.evaluate(
        """() => {
          const script = document.createElement("script");
          script.textContent = "window.hacked = 1";
          document.body.append(script);
          document.body.insertAdjacentHTML("beforeend", "<details open ontoggle='window.hacked = 2'>");
        }"""
    )
    page.evaluate("() => new Promise((done) => setTimeout(done))")  # the toggle event's task has been and gone
    assert page.evaluate("window.hacked") is None


def test_a_line_of_a_megabyte_is_shown_whole(show):
    document = Text.from_string("y" * 500_000 + " zebra " + "z" * 500_000)
    page = show(Alignment("p", (Link.word(1, 0),), Pair("p", document, Text.from_string("zebra"))))
    until(lambda: page.locator(".document").evaluate("node => node.textContent.length") >= 1_000_006)
    phrase(page, "zebra").focus()
    until(lambda: in_view(page, phrase(page, "zebra", "document")))
    until(lambda: page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_right_to_left_text_runs_right_to_left(show):
    pair = Pair("p", Text.from_string("שלום עולם טוב"), Text.from_string("עולם"))
    page = show(Alignment("p", (Link.word(1, 0),), pair))
    expect(page.locator(".document .block")).to_have_css("direction", "rtl")
    phrase(page, "עולם").hover()
    expect(lit(page, "document")).to_have_text(["עולם"])


def test_wide_characters_do_not_shift_the_links(show):
    pair = Pair("p", Text.from_string("😀 😀 the 𝒞at sat"), Text.from_string("😀 sat"))
    page = show(Alignment("p", (Link.word(4, 1),), pair))
    expect(runs(page, "document")).to_have_text(["sat"])
    expect(page.locator(".summary .run:not(.alone)")).to_have_text(["sat"])


def test_empty_texts_are_shown_as_such(show):
    page = show(Alignment("p", (), Pair("p", Text.from_string(""), Text.from_string(""))))
    expect(page.locator(".summary")).to_contain_text("The summary is empty.")
    expect(page.locator(".document")).to_contain_text("The document is empty.")
    page.keyboard.press("2")
    page.keyboard.press("3")
    expect(page.locator(".jumps-panel")).to_contain_text("no jumps to show")


def test_a_notebook_frame_works_without_access_to_its_notebook(page):
    page.set_content(f"<p id=cell>cell</p>{ALIGNED._repr_html_()}")
    frame = page.frame_locator("iframe")
    frame.locator("body.ready").wait_for()
    phrase(frame, "closes").hover()
    expect(frame.locator(".document .run.lit")).to_have_text(["will shut"])
    assert page.frames[1].evaluate(
        "() => { try { return parent.document.title } catch (error) { return error.name } }"
    ) == ("SecurityError")


def test_several_documents_are_headed_by_their_names(show):
    from sumtrace.corpus.pair import DocumentPart

    text = Text.from_string("First text here.\nSecond text there.")
    pair = Pair("p", text, Text.from_string("text"), (DocumentPart("a <b>", (0, 4)), DocumentPart("other", (4, 8))))
    page = show(Alignment("p", (Link.word(1, 0),), pair))
    expect(page.locator(".part")).to_have_text(["a <b>", "other"])
    expect(page.locator(".part + .block")).to_have_text(["First text here.", "Second text there."])


def test_the_tooltip_names_the_document_of_a_link(show):
    documents = {"a <b>": Text.from_string("First text here."), "other": Text.from_string("Second text there.")}
    pair = pair_of_documents("p", documents, Text.from_string("text first"))
    page = show(Alignment("p", (Link.word(0, 1), Link.word(5, 0)), pair))
    for word, name in (("text", "in other"), ("first", "in a <b>")):
        phrase(page, word).hover()
        expect(page.locator("#tip")).to_contain_text(name)


def test_a_word_without_a_link_says_what_it_draws_on(show):
    pair = Pair("p", Text.from_string("Rain fell. The river rose 🌊 fast."), Text.from_string("floods <b>fell</b>"))
    drawn = Passage(sent=1, doc=(4, 6), at=5, prob=0.62)
    passages = tuple(drawn if word == "floods" else None for word in pair.summary.words)
    page = show(Alignment("p", (), pair, passages=passages))
    phrase(page, "floods").hover()
    expect(page.locator("#tip")).to_contain_text("probably draws on (62%)")
    expect(page.locator("#tip .candidate")).to_have_text("The river rose 🌊 fast.")
