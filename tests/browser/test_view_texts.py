"""The view in a real Chromium: the list of pairs, hostile and unusual texts."""

import pytest

from making import pair_of
from sumtrace import Alignment, Link, Pair, Text
from viewing import ALIGNED, GOLD, PAIR, in_view, lit, phrase, runs, shows

try:
    from playwright.sync_api import expect
except ImportError:
    expect = None  # the browser's fixture says so, and skips or fails

pytestmark = pytest.mark.browser
show = pytest.fixture(shows)


def corpus(number=150):
    for k in range(number):
        pair = pair_of("alpha beta gamma " * (k % 7 + 1), f"alpha beta{k} {'delta ' * (k % 5)}", f"pair-{k}")
        yield Alignment(pair.id, (Link.word(0, 0, prob=0.5 + k / 1000),), pair)


def test_the_list_of_pairs_is_searched_sorted_and_grows_on_the_way_down(show):
    page = show(corpus(), title="Many")
    rows = page.locator(".index tbody tr")
    assert page.title() == "Many – Sumtrace"
    assert rows.count() == 100
    page.mouse.wheel(0, 20_000)
    expect(rows).to_have_count(150)
    page.locator("#search").fill("BETA149 ")
    assert rows.count() == 1
    assert "1 pair found" in page.locator(".found").inner_text()
    page.locator("#search").fill("")
    page.locator("#order").select_option("unsupported")
    shares = [float(text.rstrip("%")) for text in page.locator(".index td.share").all_text_contents()]
    assert shares == sorted(shares, reverse=True)
    assert page.locator("th[data-key=unsupported]").get_attribute("aria-sort") == "descending"
    page.locator("th[data-key=length] button").click()
    assert rows.first.locator("td").nth(1).inner_text() == "21"
    page.locator("th[data-key=length] button").click()
    assert rows.first.locator("td").nth(1).inner_text() == "3"


def test_pairs_open_from_the_list_and_follow_its_order(show):
    page = show(corpus(), title="Many")
    page.locator("th[data-key=id] button").click()
    page.locator("th[data-key=id] button").click()
    page.locator(".index tbody a").first.click()
    page.wait_for_selector("#panel-text:visible")
    assert page.locator(".pair-name bdi").inner_text() == "pair-149"
    page.keyboard.press("]")
    expect(page.locator(".pair-name bdi")).to_have_text("pair-148")
    page.keyboard.press("i")
    page.wait_for_selector(".index:visible")
    page.go_back()
    expect(page.locator(".pair-name bdi")).to_have_text("pair-148")


def test_the_list_is_ordered_by_score_against_gold(show):
    good = Alignment("good", GOLD.links, Pair("good", PAIR.document, PAIR.summary))
    bad = Alignment("bad", (Link.word(13, 7),), Pair("bad", PAIR.document, PAIR.summary))
    golds = [Alignment(name, GOLD.links, PAIR) for name in ("good", "bad")]
    page = show([good, bad], gold=golds)
    page.locator("#order").select_option("score")
    assert page.locator(".index tbody a").all_text_contents() == ["bad", "good"]
    assert page.locator(".index tbody tr").nth(1).locator("td").last.inner_text() == "1.00"


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
    assert page.locator(".index h1").inner_text().startswith("<script>window.hacked = 1</script>")
    page.locator(".index tbody a").first.click()
    page.wait_for_selector("#panel-text:visible")
    assert page.locator(".document .block").evaluate("node => node.textContent") == HOSTILE
    assert page.locator(".pair-comment").evaluate("node => node.textContent") == HOSTILE
    for key in ("ArrowRight", "Enter", "2", "3", "1"):
        page.keyboard.press(key)
    assert page.evaluate("window.hacked") is None
    assert page.locator("img, iframe, main script, .document b").count() == 0


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
    page.wait_for_timeout(100)
    assert page.evaluate("window.hacked") is None


def test_a_line_of_a_megabyte_is_shown_whole(show):
    document = Text.from_string("y" * 500_000 + " zebra " + "z" * 500_000)
    page = show(Alignment("p", (Link.word(1, 0),), Pair("p", document, Text.from_string("zebra"))))
    assert page.locator(".document").evaluate("node => node.textContent.length") >= 1_000_006
    phrase(page, "zebra").focus()
    page.wait_for_timeout(200)
    assert in_view(page, phrase(page, "zebra", "document"))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_right_to_left_text_runs_right_to_left(show):
    pair = Pair("p", Text.from_string("שלום עולם טוב"), Text.from_string("עולם"))
    page = show(Alignment("p", (Link.word(1, 0),), pair))
    block = page.locator(".document .block")
    assert block.evaluate("node => getComputedStyle(node).direction") == "rtl"
    phrase(page, "עולם").hover()
    assert lit(page, "document") == ["עולם"]


def test_wide_characters_do_not_shift_the_links(show):
    pair = Pair("p", Text.from_string("😀 😀 the 𝒞at sat"), Text.from_string("😀 sat"))
    page = show(Alignment("p", (Link.word(4, 1),), pair))
    assert runs(page, "document") == ["sat"]
    assert page.locator(".summary .run:not(.alone)").all_text_contents() == ["sat"]


def test_empty_texts_are_shown_as_such(show):
    page = show(Alignment("p", (), Pair("p", Text.from_string(""), Text.from_string(""))))
    assert "The summary is empty." in page.locator(".summary").inner_text()
    assert "The document is empty." in page.locator(".document").inner_text()
    page.keyboard.press("2")
    page.keyboard.press("3")
    assert "no jump to show" in page.locator(".jumps-panel").inner_text()


def test_a_notebook_frame_works_without_access_to_its_notebook(page):
    page.set_content(f"<p id=cell>cell</p>{ALIGNED._repr_html_()}")
    frame = page.frame_locator("iframe")
    frame.locator("body.ready").wait_for()
    phrase(frame, "closes").hover()
    assert frame.locator(".document .run.lit").all_text_contents() == ["will shut"]
    assert page.frames[1].evaluate(
        "() => { try { return parent.document.title } catch (error) { return error.name } }"
    ) == ("SecurityError")


def test_several_documents_are_headed_by_their_names(show):
    from sumtrace.corpus.pair import DocumentPart

    text = Text.from_string("First text here.\nSecond text there.")
    pair = Pair("p", text, Text.from_string("text"), (DocumentPart("a <b>", (0, 4)), DocumentPart("other", (4, 8))))
    page = show(Alignment("p", (Link.word(1, 0),), pair))
    assert page.locator(".part").all_text_contents() == ["a <b>", "other"]
    assert page.locator(".part + .block").all_text_contents() == ["First text here.", "Second text there."]
