"""What an output format of citations is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sumtrace.report.citations.citing import Cited


@dataclass(frozen=True, slots=True)
class Style:
    """How cited summaries are written: the text before the first, how one is rendered, and the text after the last.

    ``render`` is given a summary and its number, from 1, None where there is only one.
    """

    suffixes: tuple[str, ...]
    render: Callable[[Cited, int | None], str]
    head: str = ""
    foot: str = ""
