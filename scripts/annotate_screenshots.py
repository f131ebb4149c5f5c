"""Make the pictures of the annotation tool in docs/images from the example pairs, with the system's Chromium."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from pictures import FERRY, FLAGS, IMAGES, save
from playwright.sync_api import sync_playwright

from sumtrace import datasets
from sumtrace.alignment import Alignment
from sumtrace.alignment.formats.exchange import write_alignments
from sumtrace.checking import Checker
from sumtrace.checking.formats import Target, render
from sumtrace.corpus.records import pair_from

WIDE, NARROW = {"width": 1360, "height": 780}, {"width": 420, "height": 860}


def main() -> None:
    """Take the pictures."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        place = Path(folder)
        passes = {name: list(datasets.gold(name)) for name in ("pass-1", "pass-2")}
        for name, gold in passes.items():
            write_alignments(gold, place / f"{name}.jsonl")
        half = [Alignment(gold.id, gold.links[: len(gold.links) // 2], gold.pair) for gold in passes["pass-1"][:1]]
        write_alignments(half, place / "half.jsonl")
        executable = os.environ.get("SUMTRACE_CHROMIUM") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
        pairs, files = place / "pass-1.jsonl", (place / "pass-1.jsonl", place / "pass-2.jsonl")
        picture(browser, place, "annotate", linking, pairs, "--start-from", place / "half.jsonl")
        picture(browser, place, "annotate-dark", linking, pairs, "--start-from", place / "half.jsonl")
        picture(browser, place, "annotate-suggestions", weighing, pairs, "--suggest")
        picture(browser, place, "annotate-narrow", weighing, pairs, "--suggest")
        picture(browser, place, "annotate-adjudicate", deciding, pairs, "--adjudicate", *files)
        ferry = Checker().check(pair_from(FERRY))
        (place / "checked.jsonl").write_text("".join(render([ferry], "jsonl", Target())), encoding="utf-8")
        picture(browser, place, "review", reviewing, place / "checked.jsonl", command="review")
        browser.close()


def linking(page: Any) -> None:
    """Select a linked phrase, so that its source is drawn."""
    page.locator("#summary .linked").nth(8).click()


def weighing(page: Any) -> None:
    """Accept two suggestions of the built-in model, reject one, look at the next."""
    page.wait_for_selector("#summary .offered", timeout=120_000)
    for key in "vaara":
        page.keyboard.press(key)
    page.wait_for_timeout(800)


def deciding(page: Any) -> None:
    """Decide two disagreements."""
    page.keyboard.press("1")
    page.keyboard.press("2")
    page.wait_for_timeout(800)


def reviewing(page: Any) -> None:
    """Mark the first claim, look at the second."""
    page.keyboard.press("w")
    page.locator("#summary .wrong").first.wait_for()


def picture(
    browser: Any, place: Path, name: str, prepare: Any, *arguments: str | Path, command: str = "annotate"
) -> None:
    """Start the tool, bring its page into a state worth showing, and take the picture."""
    started = [sys.executable, "-m", "sumtrace", command, *map(str, arguments), "-o", str(place / f"{name}.jsonl")]
    environment = {**os.environ, "XDG_STATE_HOME": str(place)}
    options = ["--port", "0", "--no-browser", "--quiet"]
    server = subprocess.Popen([*started, *options], stdout=subprocess.PIPE, text=True, env=environment)
    assert server.stdout is not None
    try:
        size = NARROW if name.endswith("narrow") else WIDE
        page = browser.new_page(viewport=size, color_scheme="dark" if name.endswith("dark") else "light")
        page.goto(server.stdout.readline().strip())
        page.wait_for_selector("#main:not([hidden])")
        prepare(page)
        page.mouse.move(size["width"] / 2, size["height"] - 10)
        page.wait_for_timeout(300)
        save(page, name)
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
