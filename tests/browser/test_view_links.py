"""The view in a real Chromium: filters, comparison, matrix and jumps."""

import pytest

from sumtrace import Alignment, Link
from viewing import ALIGNED, GOLD, PAIR, lit, phrase, runs, shows

pytestmark = pytest.mark.browser
show = pytest.fixture(shows)


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
    assert "linked · sure · lexical: a learnt rewrite" in page.locator(".readout").inner_text()
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


def test_of_two_systems_the_jump_picture_shows_the_first(show):
    page = show(ALIGNED, gold=GOLD)
    page.keyboard.press("3")
    assert page.locator(".jumps-panel h2").first.inner_text() == "Where each summary word comes from: aligned"
    assert page.locator(".path-picture .dot:not(.alone)").count() == 6
    page.locator("#tab-text").click()
    page.locator("#right").select_option("nothing")
    page.locator("#left").select_option("gold")
    page.keyboard.press("3")
    assert page.locator(".path-picture .dot:not(.alone)").count() == 5


def test_the_jumps_end_with_their_last_picture_and_stay_readable_on_a_narrow_screen(show):
    page = show(ALIGNED)
    page.set_viewport_size({"width": 420, "height": 800})
    page.keyboard.press("3")
    panel = page.locator(".jumps-panel")
    last = page.locator(".picture").last.bounding_box()
    panel.evaluate("node => node.scrollTo(0, node.scrollHeight)")
    assert panel.evaluate("node => node.scrollHeight") < last["y"] + last["height"] + 120
    assert page.locator(".path-picture .tick").first.bounding_box()["height"] >= 10
    assert page.locator(".histogram .tick").first.bounding_box()["height"] >= 10
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_matrix_tells_two_systems_apart_by_more_than_colour(show):
    page = show(ALIGNED, gold=GOLD)
    page.keyboard.press("2")
    assert "upper halves: only aligned; lower halves: only gold" in page.locator(".readout").inner_text()
    page.wait_for_timeout(100)
    painted = page.evaluate(
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
    assert painted == [[True, True], [True, False], [False, True]]  # both; only aligned; only gold
