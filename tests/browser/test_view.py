"""The view in a real Chromium: lighting, keys, filters, comparison, pictures, the list of pairs, hostile texts."""

import re

import pytest

from making import pair_of
from sumtrace import Alignment, Link, Pair, Text
from sumtrace.report import to_html, write_view

try:
    from playwright.sync_api import expect
except ImportError:
    expect = None  # the browser's fixture says so, and skips or fails

pytestmark = pytest.mark.browser

#                0   1      2    3   4  5   6      7 8  9    10      11   12
DOCUMENT = "The bridge will shut on Sunday night . The mayor wept about it ."
#            0   1       2     3      4  5    6      7
SUMMARY = "The bridge closes Sunday . Mayor cried loudly"
PAIR = Pair(
    "bridge",
    Text.from_words(DOCUMENT.split(), [(0, 8), (8, 14)]),
    Text.from_words(SUMMARY.split(), [(0, 5), (5, 8)]),
)
ALIGNED = Alignment(
    "bridge",
    (
        Link(((0, 2),), ((0, 2),), "S", 0.95, "identity"),
        Link(((2, 4),), ((2, 3),), "S", 0.6, "lexical"),
        Link.word(5, 3, "S", 0.9, "identity"),
        Link.word(9, 5, "S", 0.8, "stem"),
        Link.word(10, 6, "P", 0.3, "wordnet"),
    ),
    PAIR,
    null_prob=(0.0, 0.0, 0.1, 0.0, 0.5, 0.1, 0.6, 0.93),
    posteriors=((0, 0, 0.95), (8, 0, 0.04), (1, 1, 0.95), (3, 2, 0.6), (5, 3, 0.9), (6, 3, 0.05), (10, 6, 0.3)),
)
GOLD = Alignment(
    "bridge",
    (Link(((0, 2),), ((0, 2),)), Link.word(3, 2), Link(((5, 7),), ((3, 4),)), Link.word(10, 6)),
    PAIR,
)


@pytest.fixture
def show(page, tmp_path):
    """Open a page of alignments; whatever it asks the network for fails the test."""
    asked = []
    page.on("request", lambda request: asked.append(request.url))

    def opened(alignments, at="", **more):
        target = tmp_path / "page.html"
        write_view(alignments, target, **more)
        page.goto(target.as_uri() + at)
        page.wait_for_selector("body.ready")
        return page

    yield opened
    assert all(url.startswith("file:") and "page.html" in url for url in asked), asked


def phrase(page, text, side="summary"):
    return page.locator(f".{side} .run", has_text=re.compile(rf"^{re.escape(text)}$")).first


def lit(page, side):
    return page.locator(f".{side} .run.lit").all_text_contents()


def runs(page, side="summary"):
    return page.locator(f".{side} .run").all_text_contents()


def test_hovering_a_summary_phrase_lights_its_source_and_draws_a_line_to_it(show):
    page = show(ALIGNED)
    phrase(page, "closes").hover()
    assert lit(page, "summary") == ["closes"]
    assert lit(page, "document") == ["will shut"]
    page.wait_for_selector(".lines path", state="attached")
    circles = page.locator(".lines circle")
    assert circles.count() == 2
    source = phrase(page, "will shut", "document").bounding_box()
    end = circles.nth(1).bounding_box()
    assert abs(end["x"] + end["width"] / 2 - source["x"]) < 8
    assert source["y"] < end["y"] + end["height"] / 2 < source["y"] + source["height"] + 4


def test_the_tooltip_says_probability_label_and_rewrite(show):
    page = show(ALIGNED)
    phrase(page, "closes").hover()
    tip = page.locator("#tip")
    assert "closes" in tip.inner_text()
    assert "will shut" in tip.inner_text()
    assert "probability 0.60 · sure · lexical: a learnt rewrite" in tip.inner_text()
    phrase(page, "loudly").hover()
    assert "No source found" in tip.inner_text()
    assert "0.93" in tip.inner_text()


def test_hovering_a_document_phrase_lights_the_summary_words_it_fed(show):
    page = show(ALIGNED)
    phrase(page, "Sunday", "document").hover()
    assert lit(page, "summary") == ["Sunday"]
    page.mouse.move(2, 300)
    assert lit(page, "summary") == []
    assert page.locator(".lines path").count() == 0


def test_unsupported_words_stand_out_by_more_than_colour_and_punctuation_does_not(show):
    page = show(ALIGNED)
    assert page.locator(".summary .run.alone").all_text_contents() == ["loudly"]
    assert phrase(page, "loudly").evaluate("node => getComputedStyle(node).borderBottomStyle") == "dashed"
    assert "1 word unsupported (14%)" in page.locator(".summary-pane .figures").inner_text()


def test_colour_tells_the_sentence_and_its_strength_the_probability(show):
    page = show(ALIGNED)

    def colour(text, side="summary"):
        return phrase(page, text, side).evaluate("node => getComputedStyle(node).backgroundColor")

    def parts(text, side="summary"):
        red, green, blue, alpha = map(float, re.findall(r"[\d.]+", colour(text, side)))
        return (red, green, blue), alpha

    assert parts("The bridge")[0] == parts("closes")[0] == parts("will shut", "document")[0] != parts("Mayor")[0]
    assert parts("The bridge")[1] > parts("closes")[1] > 0


def test_a_far_source_scrolls_into_view(show):
    filler = "Nothing of note happened on that day . " * 400
    document = Text.from_string(f"The cat sat .\n{filler}\nA zebra crossed the road .\n{filler}")
    pair = Pair("far", document, Text.from_string("A zebra crossed ."))
    at = document.words.index("zebra")
    page = show(Alignment("far", (Link(((at - 1, at + 2),), ((0, 3),)),), pair))
    source = phrase(page, "A zebra crossed", "document")
    assert not in_view(page, source)
    phrase(page, "A zebra crossed").focus()
    page.wait_for_timeout(200)
    assert in_view(page, source)
    expect(page.locator(".lines circle")).to_have_count(2)
    assert page.locator("#tip").is_visible()


def in_view(page, node):
    box, pane = node.bounding_box(), page.locator(".document-pane").bounding_box()
    return box is not None and pane["y"] <= box["y"] <= pane["y"] + pane["height"] - box["height"]


def test_clicking_pins_and_escape_lets_go(show):
    page = show(ALIGNED)
    phrase(page, "closes").click()
    phrase(page, "Mayor").hover()
    assert lit(page, "summary") == ["closes"]
    assert phrase(page, "closes").get_attribute("aria-pressed") == "true"
    page.keyboard.press("Escape")
    assert lit(page, "summary") == []
    phrase(page, "cried").hover()
    assert lit(page, "summary") == ["cried"]
    assert phrase(page, "closes").get_attribute("aria-pressed") is None


def test_the_keyboard_alone_goes_from_phrase_to_phrase_and_to_the_source(show):
    page = show(ALIGNED)
    focused = "document.activeElement.textContent"
    page.keyboard.press("ArrowRight")
    assert page.evaluate(focused) == "The bridge"
    page.keyboard.press("ArrowRight")
    assert page.evaluate(focused) == "closes"
    assert lit(page, "document") == ["will shut"]
    assert "closes" in page.locator("#said").inner_text()
    assert "probability 0.60" in page.locator("#said").inner_text()
    page.keyboard.press("s")
    assert page.evaluate(focused) == "will shut"
    assert lit(page, "summary") == ["closes"]
    page.keyboard.press("s")
    page.keyboard.press("ArrowDown")
    assert page.evaluate(focused) == "Mayor"
    page.keyboard.press("ArrowUp")
    assert page.evaluate(focused) == "The bridge"
    page.keyboard.press("End")
    assert page.evaluate(focused) == "loudly"
    page.keyboard.press("Home")
    page.keyboard.press("u")
    assert page.evaluate(focused) == "loudly"
    assert "no source found" in page.locator("#said").inner_text()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    assert phrase(page, "cried").get_attribute("aria-pressed") == "true"


def test_tab_reaches_each_pane_once(show):
    page = show(ALIGNED)
    assert page.locator(".summary .run[tabindex='0']").count() == 1
    assert page.locator(".document .run[tabindex='0']").count() == 1
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('.summary') !== null"):
            break
    assert page.evaluate("document.activeElement.textContent") == "The bridge"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.document') !== null")


def test_a_minimum_probability_hides_weaker_links_without_calling_their_words_unsupported(show):
    page = show(ALIGNED)
    page.locator("#least").fill("0.85")
    assert runs(page) == ["The bridge", "Sunday", "loudly"]
    assert runs(page, "document") == ["The bridge", "Sunday"]
    assert "2 of 5 links" in page.locator(".summary-pane .figures").inner_text()
    page.get_by_role("button", name="Reset").click()
    assert len(runs(page)) == 6


@pytest.mark.parametrize(
    ("name", "left"),
    [
        ("sure", ["cried", "loudly"]),
        ("possible", ["The bridge", "closes", "Sunday", "Mayor", "loudly"]),
        ("identity", ["closes", "Mayor", "cried", "loudly"]),
        ("only unsupported", ["loudly"]),
        ("only non-identical", ["closes", "cried", "loudly"]),
    ],
)
def test_filters(show, name, left):
    page = show(ALIGNED)
    button = page.locator(f".chip[data-filter='{name}']")
    button.click()
    assert runs(page) == left
    button.click()
    assert len(runs(page)) == 6


def test_comparison_shows_agreement_and_what_only_one_side_has(show):
    page = show(ALIGNED, gold=GOLD)
    by_status = {
        status: page.locator(f".summary .run.is-{status}").all_text_contents() for status in ("agree", "left", "right")
    }
    # "closes" is from "shut" on both sides, from "will" only in ours; "Sunday" from "night" only in gold
    assert by_status == {
        "agree": ["The bridge", "closes", "Sunday", "cried"],
        "left": ["closes", "Mayor"],
        "right": ["Sunday"],
    }
    assert page.locator(".document .run.is-right").all_text_contents() == ["night"]
    listed = {
        status: page.locator(f".difference.{status} li").all_text_contents() for status in ("left", "right", "agree")
    }
    assert listed["left"] == ["closes ← will", "Mayor ← mayor"]
    assert listed["right"] == ["Sunday ← night"]
    assert len(listed["agree"]) == 4
    assert "63% of 8 word links are in both" in page.locator(".differences .figures").inner_text()
    styles = page.locator(".document .run.is-left, .document .run.is-right").evaluate_all(
        "nodes => nodes.map((node) => getComputedStyle(node).backgroundImage)"
    )
    assert len(set(styles)) == 2
    assert "none" not in styles


def test_an_entry_of_the_list_lights_its_phrase(show):
    page = show(ALIGNED, gold=GOLD)
    page.locator(".difference.right li button").click()
    assert "night" in lit(page, "document")
    assert phrase(page, "Sunday").get_attribute("aria-pressed") == "true"


def test_any_two_systems_can_be_chosen(show):
    other = Alignment("bridge", (Link.word(9, 5),), PAIR)
    page = show(ALIGNED, gold=GOLD, compare={"other": [other]}, name="ours")
    assert page.locator("#left option").all_text_contents() == ["ours", "gold", "other"]
    page.locator("#right").select_option("other")
    assert page.locator(".summary .run.is-agree").all_text_contents() == ["Mayor"]
    page.locator("#right").select_option("nothing")
    assert page.locator(".summary .is-agree").count() == 0
    page.locator("#left").select_option("other")
    assert runs(page, "document") == ["mayor"]


def test_words_that_gold_never_judged_are_not_differences(show):
    gold = Alignment("bridge", (Link(((0, 2),), ((0, 2),)),), PAIR, covered=(0, 1))
    page = show(ALIGNED, gold=gold)
    assert page.locator(".difference.left li").count() == 0
    assert runs(page) == ["The bridge"]


def test_the_matrix_reads_posteriors_and_opens_a_cell_in_the_text(show):
    page = show(ALIGNED)
    page.keyboard.press("2")
    canvas = page.locator(".matrix-scroll canvas")
    canvas.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.locator(".readout").inner_text() == "The from The (word 9) · probability 0.04 · not linked"
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    assert "closes" in page.locator(".readout").inner_text()
    assert "linked · lexical" in page.locator(".readout").inner_text()
    page.keyboard.press("Enter")
    assert page.locator("#panel-text").is_visible()
    assert lit(page, "document") == ["will shut"]


def test_the_matrix_is_darker_where_the_posterior_is_higher(show):
    page = show(ALIGNED)
    page.keyboard.press("2")
    page.wait_for_timeout(100)
    alphas = page.evaluate(
        """() => {
          const canvas = document.querySelector(".matrix-scroll canvas");
          const ratio = canvas.width / canvas.getBoundingClientRect().width;
          const at = (i, j) => {
            const [x, y] = [150 + (i + 0.5) * 22, 92 + (j + 0.5) * 20];
            return canvas.getContext("2d").getImageData(x * ratio, y * ratio, 1, 1).data[3];
          };
          return [at(0, 0), at(3, 2), at(8, 0), at(7, 0)];
        }"""
    )
    assert alphas[0] > alphas[1] > alphas[2] > alphas[3] == 0


def test_the_jump_picture_counts_jumps_between_consecutive_linked_words(show):
    page = show(ALIGNED)
    page.get_by_role("tab", name="Jumps").click()
    rows = page.locator(".jumps-panel tbody tr").all_text_contents()
    # The 0 -> bridge 1: +1; -> will (2, 3): +1; -> Sunday 5: +2; -> mayor 9: +4; -> wept 10: +1
    assert rows == ["+13", "+21", "+41"]
    assert "60% go on to the next word" in page.locator(".jumps-panel").inner_text()
    assert page.locator(".path-picture .dot:not(.alone)").count() == 6


def test_tabs_follow_the_arrow_keys(show):
    page = show(ALIGNED)
    page.locator("#tab-text").focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.id") == "tab-matrix"
    assert page.locator("#tab-matrix").get_attribute("aria-selected") == "true"
    assert page.locator("#panel-matrix").is_visible()


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


def test_a_wide_screen_has_the_texts_side_by_side_and_a_narrow_one_stacked(show):
    page = show(ALIGNED)
    summary, document = page.locator(".summary-pane"), page.locator(".document-pane")
    assert summary.bounding_box()["x"] + summary.bounding_box()["width"] <= document.bounding_box()["x"] + 1
    page.set_viewport_size({"width": 420, "height": 800})
    assert summary.bounding_box()["y"] + summary.bounding_box()["height"] <= document.bounding_box()["y"] + 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_strip_shows_where_words_come_from_and_goes_there(show):
    filler = "Nothing of note happened on that day . " * 1500
    document = Text.from_string(f"{filler}\nA zebra crossed .\n{filler}")
    at = document.words.index("zebra")
    page = show(Alignment("p", (Link.word(at, 0),), Pair("p", document, Text.from_string("zebra"))))
    strip = page.locator(".map").bounding_box()
    marked = page.evaluate(
        """() => {
          const canvas = document.querySelector(".map canvas");
          const { data } = canvas.getContext("2d").getImageData(canvas.width / 2, 0, 1, canvas.height);
          const rows = [...Array(canvas.height).keys()].filter((y) => data[4 * y + 2] > 120 && data[4 * y] < 60);
          return rows.map((y) => y / canvas.height);
        }"""
    )
    assert marked
    assert all(0.48 < share < 0.52 for share in marked)
    page.mouse.click(strip["x"] + 10, strip["y"] + strip["height"] / 2)
    page.wait_for_timeout(200)
    assert in_view(page, phrase(page, "zebra", "document"))
    label = page.locator(".map canvas").get_attribute("aria-label")
    assert sorted(re.findall(r"\d+", label)) == ["0"] * 9 + ["1"]


def test_light_and_dark_follow_the_system_and_can_be_switched(new_page, tmp_path):
    (tmp_path / "page.html").write_text(to_html(ALIGNED), encoding="utf-8")
    page = new_page(color_scheme="dark")
    page.goto((tmp_path / "page.html").as_uri())
    page.wait_for_selector("body.ready")
    background = "getComputedStyle(document.documentElement).backgroundColor"
    dark = page.evaluate(background)
    page.keyboard.press("t")
    assert page.evaluate(background) != dark
    page.reload()
    page.wait_for_selector("body.ready")
    assert page.evaluate(background) != dark
    page.get_by_role("button", name="Light or dark").click()
    assert page.evaluate(background) == dark


def test_print_has_both_texts_in_full_and_the_sentence_each_phrase_fed(show):
    page = show(ALIGNED)
    page.emulate_media(media="print")
    assert not page.locator(".tools").is_visible()
    for pane in (".summary-pane", ".document-pane"):
        assert page.locator(pane).evaluate("node => getComputedStyle(node).overflowY") == "visible"
    assert page.evaluate("document.documentElement.scrollHeight") > page.locator(".document").bounding_box()["height"]
    after = "node => getComputedStyle(node, '::after').content"
    assert phrase(page, "mayor", "document").evaluate(after) == '"2"'
    assert phrase(page, "The bridge", "document").evaluate(after) == '"1"'


def test_help_lists_the_keys_and_closes(show):
    page = show(ALIGNED)
    page.keyboard.press("?")
    assert "next unsupported word" in page.locator(".help").inner_text()
    page.keyboard.press("Escape")
    assert not page.locator(".help").is_visible()


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
