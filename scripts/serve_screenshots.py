"""Make the pictures of the page to paste into in docs/images, with the system's Chromium."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

IMAGES = Path(__file__).parents[1] / "docs" / "images"


def main() -> None:
    """Take the pictures."""
    with tempfile.TemporaryDirectory() as state, sync_playwright() as playwright:
        command = [sys.executable, "-m", "sumtrace", "serve", "--no-browser", "--quiet", "--port", "0"]
        server = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, "XDG_STATE_HOME": state}
        )
        try:
            assert server.stdout is not None
            link = server.stdout.readline().strip()
            executable = os.environ.get("SUMTRACE_CHROMIUM") or shutil.which("chromium")
            browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox", "--disable-gpu"])
            for name, look in (("serve", "light"), ("serve-dark", "dark")):
                page = browser.new_page(
                    viewport={"width": 1440, "height": 860}, color_scheme=look, reduced_motion="reduce"
                )
                page.goto(link)
                page.locator(".try").first.click()
                page.locator(".claim").first.click()
                page.screenshot(path=IMAGES / f"{name}.png")
            browser.close()
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
