"""What the tests of the view share: a small pair with all kinds of links, the page on it, and reading the page."""

import re

from sumtrace import Alignment, Link, Pair, Text
from sumtrace.report import write_view
from waiting import until

#                0   1      2    3   4  5   6      7 8  9    10      11   12
DOCUMENT = "The bridge will shut on Sunday night . The mayor wept about it ."
#            0   1       2     3      4  5    6      7
SUMMARY = "The bridge closes Sunday . Mayor cried loudly"
PAIR = Pair(
    "bridge",
    Text.from_words(DOCUMENT.split(), [(0, 8), (8, 14)]),
    Text.from_words(SUMMARY.split(), [(0, 5), (5, 8)]),
)
ALIGNED = Alignment(
    "bridge",
    (
        Link(((0, 2),), ((0, 2),), "S", 0.95, "identity"),
        Link(((2, 4),), ((2, 3),), "S", 0.6, "lexical"),
        Link.word(5, 3, "S", 0.9, "identity"),
        Link.word(9, 5, "S", 0.8, "stem"),
        Link.word(10, 6, "P", 0.3, "wordnet"),
    ),
    PAIR,
    null_prob=(0.0, 0.0, 0.1, 0.0, 0.5, 0.1, 0.6, 0.93),
    posteriors=((0, 0, 0.95), (8, 0, 0.04), (1, 1, 0.95), (3, 2, 0.6), (5, 3, 0.9), (6, 3, 0.05), (10, 6, 0.3)),
)
GOLD = Alignment(
    "bridge",
    (Link(((0, 2),), ((0, 2),)), Link.word(3, 2), Link(((5, 7),), ((3, 4),)), Link.word(10, 6)),
    PAIR,
)


def shows(page, tmp_path):
    """A fixture: open a page of alignments; whatever it asks the network for fails the test."""
    asked = []

    def note(request):
        asked.append(request.url)

    page.on("request", note)

    def opened(alignments, at="", **more):
        target = tmp_path / "page.html"
        write_view(alignments, target, **more)
        page.goto(target.as_uri() + at)
        page.wait_for_selector("body.ready")
        return page

    yield opened
    page.remove_listener("request", note)
    assert all(url.startswith("file:") and "page.html" in url for url in asked), asked


def phrase(page, text, side="summary"):
    return page.locator(f".{side} .run", has_text=re.compile(rf"^{re.escape(text)}$")).first


def lit(page, side):
    return page.locator(f".{side} .run.lit")


def runs(page, side="summary"):
    return page.locator(f".{side} .run")


def focused(page, text):
    """Wait until the element with this text has the focus."""
    until(lambda: page.evaluate("document.activeElement.textContent") == text)


def in_view(page, node):
    box, pane = node.bounding_box(), page.locator(".document-pane").bounding_box()
    drawn = box is not None and pane is not None
    return drawn and pane["y"] <= box["y"] <= pane["y"] + pane["height"] - box["height"]
