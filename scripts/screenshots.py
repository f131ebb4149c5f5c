"""Takes the pictures of docs/images: the view of the example pairs, in Chromium.

    python scripts/screenshots.py [--aligned ALIGNED] [--chromium /usr/bin/chromium]

ALIGNED are alignments of the example pairs with probabilities (sumtrace align); without it, the built-in model makes them.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import sumtrace
from sumtrace import Alignment, datasets
from sumtrace.alignment.formats import read_alignments
from sumtrace.report import write_view

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

IMAGES = Path(__file__).parents[1] / "docs/images"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync", "--no-first-run"]
WIDE, NARROW = (1280, 760), (420, 800)
SHOWN, WORD, OTHER_WORD = "report-museum", "double", "reserve"


def shoot_view(browser: Browser, folder: Path, aligned: Sequence[Alignment]) -> None:
    """Take the pictures of the view."""
    plain, scored, compared = folder / "plain.html", folder / "scored.html", folder / "compared.html"
    write_view(aligned, plain, title="Example pairs")
    first, second = datasets.gold("pass-1"), datasets.gold("pass-2")
    write_view(aligned, scored, gold=first, title="Example pairs")
    write_view(first, compared, compare={"pass 2": second}, name="pass 1", title="Example pairs")
    at = f"#{[alignment.id for alignment in aligned].index(SHOWN) + 1}"

    page = _open(browser, plain, at)
    _point_at(page, WORD)
    _save(page, "view")
    for key, name in (("2", "view-matrix"), ("3", "view-jumps")):
        page.keyboard.press(key)
        page.wait_for_timeout(200)
        _save(page, name)

    page = _open(browser, plain, at, dark=True)
    _point_at(page, OTHER_WORD)
    _save(page, "view-dark")

    _save(_open(browser, compared, at), "view-compare")
    _save(_open(browser, scored, ""), "view-index")
    page = _open(browser, plain, at, size=NARROW)
    _point_at(page, WORD)
    _save(page, "view-narrow")


def _point_at(page: Page, word: str) -> None:
    page.locator(".summary .run:not(.alone)", has_text=word).first.hover()
    page.wait_for_timeout(600)


def _open(browser: Browser, file: Path, at: str, *, size: tuple[int, int] = WIDE, dark: bool = False) -> Page:
    page = browser.new_page(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",
    )
    page.goto(file.as_uri() + at)
    page.wait_for_selector("body.ready")
    page.wait_for_timeout(300)
    return page


def _save(page: Page, name: str) -> None:
    page.screenshot(path=IMAGES / f"{name}.png")


def main() -> None:
    """Take all pictures."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--aligned", type=Path, help="alignments of the example pairs")
    options.add_argument("--chromium", default="/usr/bin/chromium")
    chosen = options.parse_args()
    from playwright.sync_api import sync_playwright

    if chosen.aligned:
        aligned = list(read_alignments(chosen.aligned))
    else:
        aligned = list(sumtrace.load().align_many(datasets.examples()))
    IMAGES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chosen.chromium, args=FLAGS)
        shoot_view(browser, Path(folder), aligned)
        browser.close()


if __name__ == "__main__":
    main()
