"""What the documentation says exists."""

import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
_LINK = re.compile(r"\]\(([^)#\s]+)(?:#([^)]*))?\)")
_HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


@pytest.fixture
def run_tutorials(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    return importlib.import_module("run_tutorials")


def anchors(page):
    """The names of a page's headings, as code hosts make them."""
    headings = _HEADING.findall(page.read_text())
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_pages_lead_somewhere(page):
    for target, anchor in _LINK.findall(page.read_text()):
        if "://" in target:
            continue
        file = page.parent / target
        assert file.exists(), f"{page.name} links to {target}"
        if anchor:
            assert anchor in anchors(file), f"{page.name} links to {target}#{anchor}"


def test_every_page_is_on_the_site():
    index = (ROOT / "docs" / "index.md").read_text()
    pages = {str(page.relative_to(ROOT / "docs").with_suffix("")) for page in (ROOT / "docs").glob("**/*.md")}
    listed = set(re.findall(r"^[a-z/-]+$", index, re.MULTILINE))
    assert {page for page in pages if not page.startswith("_build")} - {"index"} == listed


def test_dots_in_a_tutorial_stand_for_any_lines(run_tutorials):
    same = run_tutorials.same
    assert same("a\nb\nc\n", "a\n...\nc\n")
    assert same("a\nc\n", "a\n...\nc\n")
    assert not same("a\nb\nd\n", "a\n...\nc\n")
    assert not same("a\nb\n", "a\n")


def test_a_command_that_prints_something_else_is_told_and_replaced(run_tutorials):
    text = "# T\n\n```console\n$ cat new.txt\nline\n$ echo one; false\ntwo\n$ echo $?\n1\n```\n"
    new, wrong = run_tutorials.rerun(text)
    assert new == text.replace("two", "one")
    assert len(wrong) == 1
    assert "echo one" in wrong[0]


def test_the_first_tutorial_prints_what_it_says(run_tutorials):
    page = ROOT / "docs" / "tutorials" / "vet-summaries.md"
    _, wrong = run_tutorials.rerun(page.read_text())
    assert wrong == []
