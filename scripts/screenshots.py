"""Takes the pictures of docs/images: the view of the example pairs and of one with errors, and the report of an experiment.

    python scripts/screenshots.py [--checked CHECKED] [--chromium /usr/bin/chromium]

CHECKED are checks of the example pairs with links (sumtrace check -o); without it, the built-in model makes them.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pictures import FERRY, FLAGS, IMAGES, save

import sumtrace
from sumtrace import datasets
from sumtrace.checking import Check, Checker
from sumtrace.checking.reading import read_checks
from sumtrace.corpus.records import pair_from
from sumtrace.report import write_view

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WIDE, NARROW = (1280, 760), (420, 800)
SHOWN = "report-museum"


def shoot_view(browser: Browser, folder: Path, checks: Sequence[Check]) -> None:
    """Take the pictures of the view; the last check is that of the summary with errors."""
    many, ferry, compared = folder / "many.html", folder / "ferry.html", folder / "compared.html"
    by_id = {check.id: check for check in checks}
    aligned = [check.alignment() for check in checks[:-1]]
    first, second = datasets.gold("pass-1"), datasets.gold("pass-2")
    write_view(aligned, many, checks=lambda pair: by_id[pair.id], gold=first, title="Example pairs")
    write_view(checks[-1].alignment(), ferry, checks=lambda pair: by_id[pair.id])
    write_view(first, compared, compare={"pass 2": second}, name="pass 1", title="Example pairs")
    at = f"#{[alignment.id for alignment in aligned].index(SHOWN) + 1}"

    save(_open(browser, ferry, "#claim-2"), "view-claims")
    save(_open(browser, ferry, "#claim-4", dark=True), "view-dark")
    save(_open(browser, ferry, "#claim-2", size=NARROW), "view-narrow")

    page = _open(browser, ferry, "")
    page.keyboard.press("2")
    page.locator(".summary .run", has_text="vessel").last.hover()
    page.locator(".lines path").first.wait_for(state="attached")
    save(page, "view")

    page = _open(browser, many, at)
    page.locator("#tab-text").click()
    page.locator("#right").select_option("")
    for key, name in (("3", "view-matrix"), ("4", "view-jumps")):
        page.keyboard.press(key)
        page.locator(f"#panel-{name.removeprefix('view-')}").wait_for()
        save(page, name)

    page = _open(browser, compared, at)
    save(page, "view-compare")
    page = _open(browser, many, "")
    page.locator("#order").select_option("claims")
    save(page, "view-index")


def shoot_report(browser: Browser, folder: Path) -> None:
    """Take the picture of the bundled experiment's report."""
    subprocess.run([sys.executable, "-m", "sumtrace", "experiment", "article", "-o", folder, "--quiet"], check=True)
    page = browser.new_page(viewport={"width": WIDE[0], "height": 980})
    page.goto((folder / "report.html").as_uri())
    save(page, "experiment")


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


def main() -> None:
    """Take all pictures."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--checked", type=Path, help="checks of the example pairs, with links")
    options.add_argument("--chromium", default="/usr/bin/chromium")
    chosen = options.parse_args()
    from playwright.sync_api import sync_playwright

    checker = Checker(sumtrace.load())
    made = read_checks(chosen.checked) if chosen.checked else checker.check_many(datasets.examples())
    checks = [*made, checker.check(pair_from(FERRY))]
    IMAGES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chosen.chromium, args=FLAGS)
        shoot_view(browser, Path(folder), checks)
        shoot_report(browser, Path(folder, "experiment"))
        browser.close()


if __name__ == "__main__":
    main()
