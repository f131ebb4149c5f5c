"""Measures the view: size and opening time of a page of 2,033 papers, and the frames of a scroll through 20,000 words.

    python benchmarks/view.py [--aligned ALIGNED] [--chromium /usr/bin/chromium] [--json]

Without --aligned, the papers of ../shared/data are linked by the nearest identical word, and every link is given a
probability, a component and up to three rival posteriors, so that the page carries as much as an aligner's would. Limits (see
docs/view.md): 25 MB; three times an empty page's opening time plus 2 s; no frame over 50 ms. The scroll is made five times
and the calmest counts, since other work on the machine is not the page's; the longest task in processor time tells how
much of a frame is the page's own. Exit code 1 where a limit is broken.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrolling import FLAGS, SCROLL

from sumtrace.alignment import Alignment
from sumtrace.alignment.formats import read_alignments
from sumtrace.baselines.nearest import nearest
from sumtrace.corpus import Pair
from sumtrace.report import write_view
from sumtrace.text import Text, fold

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PAPERS = Path(__file__).parents[2] / "shared/data/corpora/papers.jsonl.gz"
CHROMIUM = Path("/usr/bin/chromium")
WORDS = 20_000
MOST_MEGABYTES, MOST_FRAME = 25.0, 50.0
TIMES = 5
VIEWPORT: Any = {"width": 1440, "height": 900}


def papers() -> Iterator[Pair]:
    """Yield the papers and their abstracts."""
    with gzip.open(PAPERS, "rt", encoding="utf-8") as file:
        for line in file:
            entry = json.loads(line)
            yield Pair(entry["id"], Text.from_string(entry["document"]), Text.from_string(entry["summary"]))


def dressed(alignment: Alignment, chance: random.Random) -> Alignment:
    """Return the alignment with made-up probabilities, and with rivals where they arise: the same word elsewhere."""
    places: dict[str, list[int]] = defaultdict(list)
    for i, word in enumerate(alignment.texts.document.words):
        places[fold(word)].append(i)
    links = tuple(
        replace(link, prob=round(chance.uniform(0.3, 1.0), 3), by=chance.choice(["identity", "stem", "lexical"]))
        for link in alignment.links
    )
    posteriors = {(link.doc[0][0], link.sum[0][0]): link.prob or 0.0 for link in links}
    for link in links:
        j = link.sum[0][0]
        same = places[fold(alignment.texts.summary.words[j])]
        for i in chance.sample(same, min(3, len(same))):
            posteriors.setdefault((i, j), round(chance.uniform(0.02, 0.2), 3))
    null_prob = tuple(round(chance.random(), 3) for _ in range(len(alignment.texts.summary)))
    return replace(
        alignment, links=links, null_prob=null_prob, posteriors=tuple((i, j, p) for (i, j), p in posteriors.items())
    )


def long_alignment(alignments: Iterator[Alignment]) -> Alignment:
    """Return an alignment of a document of 20,000 words, made of several papers, with the first one's abstract."""
    documents: list[str] = []
    summary = ""
    total = 0
    for alignment in alignments:
        summary = summary or alignment.texts.summary.string
        documents.append(alignment.texts.document.string)
        total += len(alignment.texts.document)
        if total >= WORDS:
            break
    words = Text.from_string("\n\n".join(documents))
    cut = words.string[: words.offsets[min(WORDS, len(words)) - 1][1]]
    pair = Pair("long", Text.from_string(cut), Text.from_string(summary))
    return dressed(next(nearest([pair])), random.Random(2))


def opening_times(browser: Browser, page: Path, empty: Path) -> tuple[float, float]:
    """Return the median seconds until the page is ready for its reader, and until an empty page is loaded."""
    times: dict[Path, list[float]] = {page: [], empty: []}
    for _ in range(TIMES):
        for target, taken in times.items():
            tab = browser.new_page()
            start = time.perf_counter()
            tab.goto(target.as_uri())
            if target is page:
                tab.wait_for_selector("body.ready")
            taken.append(time.perf_counter() - start)
            tab.close()
    return statistics.median(times[page]), statistics.median(times[empty])


def scroll(tab: Page, page: Path) -> list[float]:
    """Return the milliseconds of every frame of a five-second scroll from the document's start to its end."""
    tab.goto(page.as_uri())
    tab.wait_for_selector("body.ready")
    tab.wait_for_timeout(500)
    result: dict[str, Any] = tab.evaluate(SCROLL, ".document-pane")
    if result["top"] < 0.9 * (result["height"] - tab.viewport_size["height"] if tab.viewport_size else 0):
        raise SystemExit("the scroll did not reach the end of the document")
    frames: list[float] = result["frames"]
    return frames


def longest_task(browser: Browser, page: Path) -> float:
    """Return the most processor milliseconds that one task of the page's thread takes during a scroll."""
    tab = browser.new_page(viewport=VIEWPORT)
    tab.goto(page.as_uri())
    tab.wait_for_selector("body.ready")
    browser.start_tracing(page=tab, categories=["toplevel", "devtools.timeline"])
    tab.evaluate(SCROLL, ".document-pane")
    events = json.loads(browser.stop_tracing())["traceEvents"]
    threads = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    taken: list[int] = [event.get("tdur", 0) for event in events if (event["pid"], event["tid"]) in threads]
    return max(taken) / 1000


def main() -> int:
    """Measure, print, and say by the exit code whether the limits hold."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--aligned", type=Path, help="alignments of the papers, instead of made-up ones")
    options.add_argument("--chromium", type=Path, default=CHROMIUM)
    options.add_argument("--json", action="store_true")
    chosen = options.parse_args()
    from playwright.sync_api import sync_playwright

    def alignments() -> Iterator[Alignment]:
        if chosen.aligned:
            yield from read_alignments(chosen.aligned)
        else:
            chance = random.Random(1)
            yield from (dressed(alignment, chance) for alignment in nearest(papers()))

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        corpus, long, empty = (Path(folder) / name for name in ("corpus.html", "long.html", "empty.html"))
        start = time.perf_counter()
        pairs = write_view(alignments(), corpus, title="Papers")
        writing = time.perf_counter() - start
        write_view(long_alignment(alignments()), long)
        empty.write_text("<!doctype html><title>empty</title>", encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=chosen.chromium, args=FLAGS)
        opening, opening_empty = opening_times(browser, corpus, empty)
        scrolls = [scroll(browser.new_page(viewport=VIEWPORT), long) for _ in range(TIMES)]
        task = longest_task(browser, long)
        size = corpus.stat().st_size / 1e6
        browser.close()

    limit = 3 * opening_empty + 2
    frames = min(scrolls, key=max)
    figures = {
        "pairs": pairs,
        "megabytes": round(size, 2),
        "writing_seconds": round(writing, 1),
        "opening_seconds": round(opening, 3),
        "empty_page_seconds": round(opening_empty, 3),
        "opening_limit_seconds": round(limit, 3),
        "frames": len(frames),
        "median_frame_ms": round(statistics.median(frames), 1),
        "longest_frame_ms": round(max(frames), 1),
        "longest_task_processor_ms": round(task, 1),
        "longest_frame_ms_of_each_scroll": [round(max(each), 1) for each in scrolls],
    }
    if chosen.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:34}{value}")
    return int(size > MOST_MEGABYTES or opening > limit or max(frames) > MOST_FRAME)


if __name__ == "__main__":
    sys.exit(main())
