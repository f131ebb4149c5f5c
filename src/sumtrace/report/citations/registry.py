"""The formats that citations are written in."""

from __future__ import annotations

from typing import Literal

from sumtrace.report.citations.html import HTML
from sumtrace.report.citations.json_lines import JSON_LINES
from sumtrace.report.citations.markdown import MARKDOWN
from sumtrace.report.citations.style import Style
from sumtrace.report.citations.text import TEXT

StyleName = Literal["text", "markdown", "html", "jsonl"]
STYLES: dict[StyleName, Style] = {"text": TEXT, "markdown": MARKDOWN, "html": HTML, "jsonl": JSON_LINES}


def style_of(name: StyleName | None, output: str) -> Style:
    """Return the style of that name, or else the one that the output's suffix tells; plain text where nothing does."""
    if name is not None:
        return STYLES[name]
    plain = output.removesuffix(".gz").lower()
    return next((style for style in STYLES.values() if plain.endswith(style.suffixes)), TEXT)
