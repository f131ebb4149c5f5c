"""The formats of a check's report, one file each; every one yields text, piece by piece."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from sumtrace.checking.checker import Check
from sumtrace.checking.formats import csv, github, html, jsonl, junit, markdown, sarif, text
from sumtrace.checking.formats.target import Target
from sumtrace.errors import InputError
from sumtrace.settings import CheckFormat

__all__ = ["FORMATS", "Target", "format_of", "render"]

FORMATS: dict[CheckFormat, Callable[[Iterable[Check], Target], Iterator[str]]] = {
    "text": text.render,
    "jsonl": jsonl.render,
    "csv": csv.render,
    "markdown": markdown.render,
    "html": html.render,
    "sarif": sarif.render,
    "junit": junit.render,
    "github": github.render,
}
WITH_LINKS: frozenset[CheckFormat] = frozenset(["jsonl"])
"""Formats that hold links between words, for which the summary has to be aligned too."""
_SUFFIXES: dict[str, CheckFormat] = {
    ".txt": "text",
    ".jsonl": "jsonl",
    ".json": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".md": "markdown",
    ".html": "html",
    ".sarif": "sarif",
    ".xml": "junit",
}


def render(checks: Iterable[Check], name: CheckFormat, target: Target) -> Iterator[str]:
    """Yield a report in the format of this name."""
    if name not in FORMATS:
        raise InputError(f"no format {name!r}", hint=f"Choose one of {', '.join(FORMATS)}.")
    return FORMATS[name](checks, target)


def format_of(file: str | Path) -> CheckFormat | None:
    """Return the format that a file's name asks for, None where it says nothing."""
    path = Path(file)
    return _SUFFIXES.get((path.with_suffix("") if path.suffix == ".gz" else path).suffix.lower())
