"""Measures the page to paste into: from a key to the picture, and fifty clients at once.

    python benchmarks/serve.py keys [--keys 40] [--chromium /usr/bin/chromium]   # p50 and p95, a document of 1,000 words
    python benchmarks/serve.py load [--clients 50] [--seconds 60]                # answers, errors, memory

"keys" types a sentence into the summary in a real browser, key by key, and waits for the picture of each; the page's rest
of 120 ms is counted. "load" has each client ask for a check again and again, every one with a summary of its own, and fails
on any answer but 200, or where memory grows by more than a tenth after the first quarter.
"""

from __future__ import annotations

import argparse
import http.client
import itertools
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from scrolling import FLAGS

from sumtrace.datasets import examples

WORDS = 1000
TYPED = " The council said that the work would be finished before the end of the year."


def texts() -> tuple[str, str]:
    """Return a document of 1,000 words, put together from the examples, and the summary of the first."""
    words = " ".join(pair.document.string for pair in examples()).split()
    return " ".join(words[:WORDS]), examples()[0].summary.string


@contextmanager
def served() -> Iterator[tuple[str, int]]:
    """Run the command; give its link and its process."""
    with tempfile.TemporaryDirectory() as state:
        command = [sys.executable, "-m", "sumtrace", "serve", "--no-browser", "--quiet", "--port", "0"]
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, "XDG_STATE_HOME": state}
        )
        try:
            assert process.stdout is not None
            yield process.stdout.readline().strip(), process.pid
        finally:
            process.terminate()
            process.wait()


def keys(count: int, chromium: str) -> bool:
    from playwright.sync_api import sync_playwright

    document, summary = texts()
    with served() as (link, _), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        page = browser.new_page(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
        page.set_default_timeout(120_000)
        page.goto(link)
        page.locator("#documents textarea").fill(document)
        page.locator("#summary").fill(summary)
        measures = "performance.getEntriesByName('key to picture').map((entry) => entry.duration)"
        before = len(pictures(page, measures, 1))
        for number, key in enumerate(itertools.islice(itertools.cycle(TYPED), count), start=1):
            page.locator("#summary").press_sequentially(key)
            pictures(page, measures, before + number)
        taken = sorted(pictures(page, measures, before + count)[before:])
        browser.close()
    p50, p95 = statistics.median(taken), taken[int(0.95 * len(taken))]
    print(f"key to picture, {WORDS} words, {len(taken)} keys: p50 {p50:.0f} ms, p95 {p95:.0f} ms")
    return True


def pictures(page: Any, measures: str, count: int) -> list[float]:
    """Wait for so many pictures; return how long each took."""
    while len(taken := page.evaluate(measures)) < count:  # the page's policy forbids wait_for_function
        page.wait_for_timeout(5)
    return list(taken)


def load(clients: int, seconds: float) -> bool:
    document, summary = texts()
    with served() as (link, process):
        address = urlsplit(link)
        token = address.fragment.removeprefix("token=")
        statuses: Counter[int | str] = Counter()
        waits: list[float] = []
        end = time.monotonic() + seconds

        def ask(client: int) -> None:
            headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
            for number in itertools.count():
                if time.monotonic() > end:
                    return
                body = json.dumps({"document": document, "summary": f"{summary} Client {client} asked {number} times."})
                started = time.monotonic()
                connection = http.client.HTTPConnection(address.hostname or "", address.port, timeout=300)
                try:
                    connection.request("POST", "/v1/check", body, headers)
                    response = connection.getresponse()
                    response.read()
                    statuses[response.status] += 1
                except OSError as error:
                    statuses[type(error).__name__] += 1
                finally:
                    connection.close()
                waits.append(time.monotonic() - started)

        threads = [threading.Thread(target=ask, args=(client,)) for client in range(clients)]
        for thread in threads:
            thread.start()
        memory = []
        while any(thread.is_alive() for thread in threads):
            memory.append(resident(process))
            time.sleep(0.5)
    early, late = max(memory[: max(1, len(memory) // 4)]), max(memory)
    answered = sum(statuses.values())
    print(f"{clients} clients, {seconds:.0f} s: {answered} answers ({answered / seconds:.1f}/s), {dict(statuses)}")
    print(f"wait: median {statistics.median(waits):.1f} s, longest {max(waits):.1f} s")
    print(f"memory: {early:.0f} MB in the first quarter, {late:.0f} MB at most")
    return set(statuses) == {200} and late < 1.1 * early


def resident(process: int) -> float:
    """Return the resident memory of a process in megabytes."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["keys", "load"])
    parser.add_argument("--keys", type=int, default=40)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--chromium", default=os.environ.get("SUMTRACE_CHROMIUM") or shutil.which("chromium") or "")
    given = parser.parse_args()
    well = keys(given.keys, given.chromium) if given.what == "keys" else load(given.clients, given.seconds)
    sys.exit(0 if well else 1)


if __name__ == "__main__":
    main()
