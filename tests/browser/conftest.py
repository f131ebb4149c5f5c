"""A real Chromium for the tests of pages.

Without one the tests are skipped with the reason; where SUMTRACE_REQUIRE_BROWSER=1 is set they fail instead, so that a
test run that is meant to have a browser cannot pass without it.
"""

import os
import shutil
from pathlib import Path

import pytest

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
USUAL = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}


def _missing(reason):
    if os.environ.get("SUMTRACE_REQUIRE_BROWSER") == "1":
        pytest.fail(f"SUMTRACE_REQUIRE_BROWSER=1, but {reason}", pytrace=False)
    pytest.skip(reason)


def _chromium():
    known = (os.environ.get("SUMTRACE_CHROMIUM"), "/usr/bin/chromium", "chromium", "chromium-browser", "google-chrome")
    found = next((path for name in known if name and (path := shutil.which(name))), None)
    return found or _missing("no Chromium is installed (SUMTRACE_CHROMIUM names one elsewhere)")


@pytest.fixture(scope="session")
def chromium():
    """The system's Chromium, headless, started once."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _missing("playwright is not installed")
    executable = Path(_chromium())
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=executable, args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture
def new_page(chromium):
    """Open pages in fresh profiles; at the end of the test, no script may have failed in any of them."""
    contexts, problems = [], []

    def make(**options):
        context = chromium.new_context(**USUAL | options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.on("pageerror", lambda error: problems.append(str(error)))
        return page

    yield make
    for context in contexts:
        context.close()
    assert not problems, problems


@pytest.fixture(scope="session")
def window(chromium):
    """One page for all tests that leave nothing behind: to open another takes longer than most of them."""
    context = chromium.new_context(**USUAL)
    page = context.new_page()
    page.set_default_timeout(10_000)
    yield page
    context.close()


@pytest.fixture
def page(window):
    """The page of the session, as good as new; no script may fail in it."""
    problems = []

    def note(error):
        problems.append(str(error))

    window.on("pageerror", note)
    yield window
    window.remove_listener("pageerror", note)
    window.evaluate("try { localStorage.clear() } catch { /* a page without an address has none */ }")
    window.goto("about:blank")
    window.mouse.move(0, 0)
    window.set_viewport_size(USUAL["viewport"])
    window.emulate_media(media="null", color_scheme="light", reduced_motion="reduce")
    assert not problems, problems
