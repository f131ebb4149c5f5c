"""Citations as Markdown: the summary with [n] after each phrase, then a numbered list."""

from __future__ import annotations

import re

from sumtrace.report.citations.citing import Cited
from sumtrace.report.citations.style import Style

_SPECIAL = re.compile(r"([\\`*_\[\]<>#|~&$])")
_LIST = re.compile(r"^(\s*)([-+]|\d+[.)])(?=\s)", re.MULTILINE)


def _render(cited: Cited, number: int | None) -> str:
    body = "".join(_escaped(piece) + ("" if mark is None else f" [{mark}]") for piece, mark in cited.pieces())
    lines = [] if number is None else [f"## {_escaped(cited.id)}", ""]
    lines += [body.strip(), ""]
    lines += [f"{own.number}. {_escaped(own.place)}: {_escaped(own.text)}" for own in cited.citations]
    if bare := cited.unsourced():
        lines += [*([""] if cited.citations else []), f"*No source found:* {_escaped(' … '.join(bare))}"]
    return "\n".join(lines) + "\n\n"


def _escaped(string: str) -> str:
    return _LIST.sub(lambda found: f"{found[1]}{found[2][:-1]}\\{found[2][-1]}", _SPECIAL.sub(r"\\\1", string))


MARKDOWN = Style((".md", ".markdown"), _render)
