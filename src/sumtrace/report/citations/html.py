"""Citations as a page of HTML: numbers lead to the cited sentences, which lead back."""

from __future__ import annotations

from html import escape

from sumtrace.report.citations.citing import Cited
from sumtrace.report.citations.style import Style

_HEAD = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sources</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 45rem; margin: 2rem auto; padding: 0 1rem; }
.summary { white-space: pre-line; }
:target { background: #fff3c4; }
@media (prefers-color-scheme: dark) { body { background: #16181c; color: #e6e6e6; } :target { background: #554a1e; } a { color: #8ab4f8; } }
</style>
"""


def _render(cited: Cited, number: int | None) -> str:
    name = number or 1
    used: set[int] = set()
    body = ""
    for piece, mark in cited.pieces():
        body += escape(piece)
        if mark is not None:
            anchor = "" if mark in used else f' id="use-{name}-{mark}"'
            body += f' <sup><a{anchor} href="#source-{name}-{mark}">[{mark}]</a></sup>'
            used.add(mark)
    parts = ["<article>"]
    if number is not None:
        parts.append(f"<h2>{escape(cited.id)}</h2>")
    parts.append(f'<p class="summary">{body.strip()}</p>')
    if cited.citations:
        rows = (
            f'<li id="source-{name}-{own.number}"><b>{escape(own.place)}</b>: {escape(own.text)} '
            f'<a href="#use-{name}-{own.number}" aria-label="back to the summary">↩</a></li>'
            for own in cited.citations
        )
        parts.append("<ol>\n" + "\n".join(rows) + "\n</ol>")
    if bare := cited.unsourced():
        parts.append(f"<p>No source found: {escape(' … '.join(bare))}</p>")
    return "\n".join([*parts, "</article>"]) + "\n"


HTML = Style((".html", ".htm"), _render, _HEAD, "</html>\n")
