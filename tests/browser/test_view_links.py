"""The view in a real Chromium: filters, comparison, matrix and jumps."""

import pytest

from sumtrace import Alignment, Link
from viewing import ALIGNED, GOLD, PAIR, lit, phrase, runs, shows
from waiting import expect, placed, until

pytestmark = pytest.mark.browser
show = pytest.fixture(shows)


def test_a_minimum_probability_hides_weaker_links_without_calling_their_words_unlinked(show):
    page = show(ALIGNED)
    page.locator("#least").fill("0.85")
    expect(runs(page)).to_have_text(["The bridge", "Sunday", "loudly"])
    expect(runs(page, "document")).to_have_text(["The bridge", "Sunday"])
    expect(page.locator(".summary-pane .figures").first).to_contain_text("2 of 5 links")
    page.get_by_role("button", name="Reset").click()
    expect(runs(page)).to_have_count(6)


@pytest.mark.parametrize(
    ("name", "left"),
    [
        ("sure", ["cried", "loudly"]),
        ("possible", ["The bridge", "closes", "Sunday", "Mayor", "loudly"]),
        ("identity", ["closes", "Mayor", "cried", "loudly"]),
        ("only without a link", ["loudly"]),
        ("only non-identical", ["closes", "cried", "loudly"]),
    ],
)
def test_filters(show, name, left):
    page = show(ALIGNED)
    button = page.locator(f".chip[data-filter='{name}']")
    button.click()
    expect(runs(page)).to_have_text(left)
    button.click()
    expect(runs(page)).to_have_count(6)


def test_comparison_shows_agreement_and_what_only_one_side_has(show):
    page = show(ALIGNED, gold=GOLD)
    # "closes" is from "shut" on both sides, from "will" only in ours; "Sunday" from "night" only in gold
    by_status = {"agree": ["The bridge", "closes", "Sunday", "cried"], "left": ["closes", "Mayor"], "right": ["Sunday"]}
    for status, words in by_status.items():
        expect(page.locator(f".summary .run.is-{status}")).to_have_text(words)
    expect(page.locator(".document .run.is-right")).to_have_text(["night"])
    expect(page.locator(".difference.left li")).to_have_text(["closes ← will", "Mayor ← mayor"])
    expect(page.locator(".difference.right li")).to_have_text(["Sunday ← night"])
    expect(page.locator(".difference.agree li")).to_have_count(4)
    expect(page.locator(".differences .figures")).to_contain_text("63% of 8 word links are in both")

    def patterns():
        return page.locator(".document .run.is-left, .document .run.is-right").evaluate_all(
            "nodes => nodes.map((node) => getComputedStyle(node).backgroundImage)"
        )

    until(lambda: len(set(found := patterns())) == 2 and "none" not in found)


def test_an_entry_of_the_list_lights_its_phrase(show):
    page = show(ALIGNED, gold=GOLD)
    page.locator(".difference.right li button").click()
    expect(lit(page, "document")).to_contain_text(["night"])
    expect(phrase(page, "Sunday")).to_have_attribute("aria-pressed", "true")


def test_any_two_systems_can_be_chosen(show):
    other = Alignment("bridge", (Link.word(9, 5),), PAIR)
    page = show(ALIGNED, gold=GOLD, compare={"other": [other]}, name="ours")
    expect(page.locator("#left option")).to_have_text(["ours", "gold", "other"])
    page.locator("#right").select_option("other")
    expect(page.locator(".summary .run.is-agree")).to_have_text(["Mayor"])
    page.locator("#right").select_option("nothing")
    expect(page.locator(".summary .is-agree")).to_have_count(0)
    page.locator("#left").select_option("other")
    expect(runs(page, "document")).to_have_text(["mayor"])


def test_words_that_gold_never_judged_are_not_differences(show):
    gold = Alignment("bridge", (Link(((0, 2),), ((0, 2),)),), PAIR, covered=(0, 1))
    page = show(ALIGNED, gold=gold)
    expect(page.locator(".difference.left li")).to_have_count(0)
    expect(runs(page)).to_have_text(["The bridge"])


def test_the_matrix_reads_posteriors_and_opens_a_cell_in_the_text(show):
    page = show(ALIGNED)
    page.keyboard.press("2")
    canvas = page.locator(".matrix-scroll canvas")
    canvas.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".readout")).to_have_text("The from The (word 9) · probability 0.04 · not linked")
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".readout")).to_contain_text("closes")
    expect(page.locator(".readout")).to_contain_text("linked · sure · lexical: a learnt rewrite")
    page.keyboard.press("Enter")
    expect(page.locator("#panel-text")).to_be_visible()
    expect(lit(page, "document")).to_have_text(["will shut"])


def test_the_matrix_is_darker_where_the_posterior_is_higher(show):
    page = show(ALIGNED)
    page.keyboard.press("2")

    def alphas():
        return page.evaluate(
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

    until(lambda: (at := alphas())[0] > at[1] > at[2] > at[3] == 0)


def test_the_jump_picture_counts_jumps_between_consecutive_linked_words(show):
    page = show(ALIGNED)
    page.get_by_role("tab", name="Jumps").click()
    # The 0 -> bridge 1: +1; -> will (2, 3): +1; -> Sunday 5: +2; -> mayor 9: +4; -> wept 10: +1
    expect(page.locator(".jumps-panel tbody tr")).to_have_text(["+13", "+21", "+41"])
    expect(page.locator(".jumps-panel")).to_contain_text("60% go to the next word")
    expect(page.locator(".path-picture .dot:not(.alone)")).to_have_count(6)


def test_tabs_follow_the_arrow_keys(show):
    page = show(ALIGNED)
    page.locator("#tab-text").focus()
    page.keyboard.press("ArrowRight")
    until(lambda: page.evaluate("document.activeElement.id") == "tab-matrix")
    expect(page.locator("#tab-matrix")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#panel-matrix")).to_be_visible()


def test_of_two_systems_the_jump_picture_shows_the_first(show):
    page = show(ALIGNED, gold=GOLD)
    page.keyboard.press("3")
    expect(page.locator(".jumps-panel h2").first).to_have_text("Where each summary word comes from: aligned")
    expect(page.locator(".path-picture .dot:not(.alone)")).to_have_count(6)
    page.locator("#tab-text").click()
    page.locator("#right").select_option("nothing")
    page.locator("#left").select_option("gold")
    page.keyboard.press("3")
    expect(page.locator(".path-picture .dot:not(.alone)")).to_have_count(5)


def test_the_jumps_end_with_their_last_picture_and_stay_readable_on_a_narrow_screen(show):
    page = show(ALIGNED)
    page.set_viewport_size({"width": 420, "height": 800})
    page.keyboard.press("3")
    panel = page.locator(".jumps-panel")
    whole = "node => node.scrollHeight + node.getBoundingClientRect().top - node.scrollTop"
    placed(lambda last: panel.evaluate(whole) < last["y"] + last["height"] + 120, page.locator(".picture").last)
    for picture in (".path-picture", ".histogram"):
        placed(lambda tick: tick["height"] >= 10, page.locator(f"{picture} .tick").first)
    until(lambda: page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_the_matrix_tells_two_systems_apart_by_more_than_colour(show):
    page = show(ALIGNED, gold=GOLD)
    page.keyboard.press("2")
    expect(page.locator(".readout")).to_contain_text("upper halves: only aligned; lower halves: only gold")

    def painted():
        return page.evaluate(
            """() => {
              const canvas = document.querySelector(".matrix-scroll canvas");
              const ratio = canvas.width / canvas.getBoundingClientRect().width;
              const at = (i, j, part) => {
                const [x, y] = [150 + (i + 0.5) * 22, 92 + (j + part) * 20];
                return canvas.getContext("2d").getImageData(x * ratio, y * ratio, 1, 1).data[3] > 0;
              };
              return [[0, 0], [9, 5], [6, 3]].map(([i, j]) => [at(i, j, 0.25), at(i, j, 0.75)]);
            }"""
        )

    until(lambda: painted() == [[True, True], [True, False], [False, True]])  # both; only aligned; only gold
