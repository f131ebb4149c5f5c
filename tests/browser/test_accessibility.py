"""All pages, state by state, held against axe-core's rules (real Chromium).

axe-core comes from the package registry that npm is set up for, once, into the user's cache; SUMTRACE_AXE names a copy of
axe.min.js instead. Without either the tests are skipped with the reason.
"""

import os
import shutil
import subprocess
import tarfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from annotating import DOCUMENT, SUMMARY, Server, ended_servers, saved, visits, write_pairs
from claiming import CHECK
from serving import servings
from sumtrace import Alignment, Link, load
from sumtrace.alignment.formats.exchange import write_alignments
from sumtrace.checking.formats import Target, render
from sumtrace.cli import app
from sumtrace.corpus.pair import Pair
from sumtrace.serve.reader import Reader
from sumtrace.text import Text
from viewing import ALIGNED, GOLD, phrase, shows
from waiting import expect, until

pytestmark = pytest.mark.browser
ended = pytest.fixture(scope="module", autouse=True)(ended_servers)
visit = pytest.fixture(visits)
show = pytest.fixture(shows)
serve = pytest.fixture(servings)
VERSION = "4.10.3"
PLAN = """
title = "Small"
samples = 20
[[gold]]
name = "small"
annotators = ["{gold}", "{other}"]
[[system]]
name = "near"
use = "nearest"
[[system]]
name = "far"
use = "nearest"
near = 0
"""


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core."""
    if given := os.environ.get("SUMTRACE_AXE"):
        return Path(given).read_text(encoding="utf-8")
    cache = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "sumtrace-tests"
    archive = cache / f"axe-core-{VERSION}.tgz"
    if not archive.exists():
        npm = shutil.which("npm")
        if npm is None:
            pytest.skip("neither SUMTRACE_AXE nor npm to fetch axe-core with")
        cache.mkdir(parents=True, exist_ok=True)
        command = [npm, "pack", "--silent", "--pack-destination", str(cache), f"axe-core@{VERSION}"]
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=60, cwd=cache)
        except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
            pytest.skip("axe-core cannot be fetched: no package registry answers")
    with tarfile.open(archive) as packed:
        source = packed.extractfile("package/axe.min.js")
        assert source is not None
        return source.read().decode()


@pytest.fixture
def clean(axe: str) -> Callable[[Any], None]:
    """Check a page as it stands, in both looks; in the dark only its colours are others."""

    def check(page: Any) -> None:
        page.evaluate(axe)
        problems = []
        for look, rules in (("dark", {"runOnly": ["color-contrast"]}), ("light", {})):
            page.emulate_media(color_scheme=look, reduced_motion="reduce")
            found = page.evaluate(
                "async (rules) => (await axe.run(document, rules)).violations", {"resultTypes": ["violations"]} | rules
            )
            problems += [
                f"{look}: {rule['id']}: {node['html'][:160]} {node['failureSummary']}"
                for rule in found
                for node in rule["nodes"]
            ]
        assert not problems, "\n".join(problems)

    return check


def test_the_view_of_a_pair_in_every_state(show: Any, clean: Callable[[Any], None]) -> None:
    page = show(ALIGNED)
    clean(page)
    phrase(page, "closes").click()
    clean(page)
    page.keyboard.press("j")  # a word without a link, lit
    expect(page.locator(".run.alone.lit")).to_have_count(1)
    clean(page)
    for key, panel in (("2", "#panel-matrix"), ("3", "#panel-jumps")):
        page.keyboard.press(key)
        expect(page.locator(panel)).to_be_visible()
        clean(page)
    page.keyboard.press("?")
    expect(page.locator(".help")).to_be_visible()
    clean(page)


def test_the_claims_of_a_pair_in_every_state(show: Any, clean: Callable[[Any], None]) -> None:
    page = show(CHECK.alignment(), checks=lambda pair: CHECK)
    clean(page)
    for _ in CHECK.claims:
        page.keyboard.press("j")
        expect(page.locator(".claim.chosen")).to_have_count(1)
        clean(page)
    page.keyboard.press("2")
    for _ in range(3):
        page.keyboard.press("j")
        clean(page)
    page.set_viewport_size({"width": 420, "height": 800})
    page.keyboard.press("1")
    clean(page)


def test_the_report_of_an_experiment(
    new_page: Callable[..., Any], clean: Callable[[Any], None], tmp_path: Path
) -> None:
    plan = PLAN.format(gold=tmp_path / "gold.jsonl", other=tmp_path / "other.jsonl")
    (tmp_path / "plan.toml").write_text(plan)
    write_alignments([GOLD], tmp_path / "gold.jsonl")
    write_alignments([replace(GOLD, links=GOLD.links[1:])], tmp_path / "other.jsonl")
    out = tmp_path / "out"
    made = CliRunner().invoke(app, ["experiment", str(tmp_path / "plan.toml"), "-o", str(out), "-q"])
    assert made.exit_code == 0, made.output
    page = new_page(bypass_csp=True)
    page.goto((out / "report.html").as_uri())
    for fold in page.locator("details").all():
        fold.evaluate("node => (node.open = true)")
    clean(page)
    page.get_by_role("link", name="Properties").click()
    until(lambda: page.url.endswith("#gold-0-properties"))
    page.get_by_role("link", name="Every pair").click()
    page.wait_for_selector("body.ready")
    expect(page.locator("#left")).to_have_value("0")


def test_the_list_of_pairs_and_a_comparison(show: Any, clean: Callable[[Any], None]) -> None:
    other = Alignment("other", ALIGNED.links, Pair("other", ALIGNED.texts.document, ALIGNED.texts.summary))
    page = show([CHECK.alignment(), other], checks=lambda pair: CHECK if pair.id == CHECK.id else None)
    clean(page)
    page = show([ALIGNED, other], gold=GOLD)
    clean(page)
    page.locator(".index tbody a").first.click()
    page.wait_for_selector("#panel-text:visible")
    clean(page)
    page.set_viewport_size({"width": 420, "height": 800})
    clean(page)


def test_the_annotation_page_in_every_state(
    visit: Callable[..., Any], clean: Callable[[Any], None], tmp_path: Path
) -> None:
    texts = write_pairs(tmp_path / "pairs.jsonl", {"a": (DOCUMENT, SUMMARY), "b": (DOCUMENT, SUMMARY)})
    pair = Pair("a", Text.from_string(DOCUMENT), Text.from_string(SUMMARY))
    write_alignments([Alignment("a", (Link.word(13, 6, prob=0.8),), pair)], tmp_path / "aligned.jsonl")
    options = ("--annotator", "ana", "--suggest-from", tmp_path / "aligned.jsonl")
    server = Server(texts, "-o", tmp_path / "gold.jsonl", *options, state=tmp_path)
    page = visit(server.link)
    expect(page.locator("#s6.offered")).to_have_count(1)
    clean(page)
    for key in ("f", "s", "n"):  # The: linked; mill: no source
        page.keyboard.press(key)
    page.locator("#d10").click()
    page.keyboard.press("x")
    page.keyboard.press("p")
    saved(page)
    page.locator("#s3").click()
    page.keyboard.press("u")
    page.keyboard.type("why")
    page.keyboard.press("Enter")
    clean(page)
    for word in ("#s0", "#s1", "#s3", "#s6", "#d0"):
        page.locator(word).click()
        clean(page)
    for key in ("?", "l", "h", "d"):
        page.keyboard.press(key)
        page.locator("dialog[open]").wait_for()
        clean(page)
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)
    page.set_viewport_size({"width": 420, "height": 800})
    clean(page)
    server.stop()


def test_a_review(visit: Callable[..., Any], clean: Callable[[Any], None], tmp_path: Path) -> None:
    (tmp_path / "checked.jsonl").write_text("".join(render([CHECK], "jsonl", Target())))
    server = Server(tmp_path / "checked.jsonl", "-o", tmp_path / "review.jsonl", state=tmp_path, command="review")
    page = visit(server.link)
    clean(page)
    for key in "rwu":
        page.keyboard.press(key)
        saved(page)
        clean(page)
    page.keyboard.press("k")
    clean(page)
    server.stop()


def test_ratings_and_adjudication(visit: Callable[..., Any], clean: Callable[[Any], None], tmp_path: Path) -> None:
    texts = write_pairs(tmp_path / "pairs.jsonl", {"a": (DOCUMENT, SUMMARY)})
    pair = Pair("a", Text.from_string(DOCUMENT), Text.from_string(SUMMARY))
    for name, links in (("ana", (Link.word(2, 3), Link.word(13, 6))), ("ben", (Link.word(2, 3, "P"),))):
        write_alignments([Alignment("a", links, pair, annotator=name)], tmp_path / f"{name}.jsonl")
    both = ("--adjudicate", tmp_path / "ana.jsonl", tmp_path / "ben.jsonl")
    for mode in (("--rate",), both):
        server = Server(texts, "-o", tmp_path / f"{mode[0]}.jsonl", *mode, state=tmp_path)
        page = visit(server.link)
        clean(page)
        page.keyboard.press("1")
        saved(page)
        clean(page)
        server.stop()


def test_the_page_to_paste_into(serve: Any, new_page: Any, clean: Callable[[Any], None]) -> None:
    page = new_page(viewport={"width": 1440, "height": 900})
    page.goto(serve(Reader(load())).link)
    expect(page.locator(".try")).to_have_count(3)
    clean(page)
    page.locator(".try").first.click()
    expect(page.locator(".claim.is-not-found")).to_have_count(1)
    page.locator(".sound summary").click()
    clean(page)
    page.locator(".claim").first.click()
    page.locator("#add").click()
    clean(page)
