"""Citations as plain text: the summary with [n] after each phrase, then the cited sentences."""

from __future__ import annotations

from sumtrace.report.citations.citing import Cited
from sumtrace.report.citations.style import Style


def _render(cited: Cited, number: int | None) -> str:
    body = "".join(piece if mark is None else f"{piece} [{mark}]" for piece, mark in cited.pieces())
    lines = [body.strip(), ""]
    lines += [f"[{own.number}] {own.place}: {own.text}" for own in cited.citations]
    if bare := cited.unsourced():
        lines.append(f"No source found: {' … '.join(bare)}")
    named = [] if number is None else [*([""] if number > 1 else []), f"== {cited.id} ==", ""]
    return "\n".join([*named, *lines]) + "\n"


TEXT = Style((".txt",), _render)
