"""Checks as one HTML page without scripts: the answer first, each claim with its verdict, reason and evidence."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator

from sumtrace.checking.checker import Check, Claim
from sumtrace.checking.formats.target import Target, claim_text, document_of, evidence_text, summed_up
from sumtrace.checking.formats.text import MARKS
from sumtrace.checking.verdict import VERDICTS

_PAGE_STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem; }
"""
_STYLE = """
.sumtrace-check ul { list-style: none; padding: 0; }
.sumtrace-check li { border-left: 4px solid #8888; margin: .6rem 0; padding: .1rem .8rem; }
.sumtrace-check p { margin: .2rem 0; }
.sumtrace-check .differs { border-color: #d33; } .sumtrace-check .not-found { border-color: #e80; }
.sumtrace-check .unclear { border-color: #88f; } .sumtrace-check .supported { border-color: #2a4; }
.sumtrace-check .evidence { opacity: .75; font-size: .92em; } .sumtrace-check b { font-weight: 600; }
"""


def render(checks: Iterable[Check], target: Target) -> Iterator[str]:
    """Yield the page, piece by piece."""
    yield (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Checked summaries</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{_PAGE_STYLE}{_STYLE}</style></head><body><main>\n<h1>Checked summaries</h1>\n"
    )
    for check in checks:
        yield f"<h2>{html.escape(check.id)}</h2>\n" + _body(check)
    yield "</main></body></html>\n"


def _body(check: Check) -> str:
    claims = [claim for verdict in VERDICTS for claim in check.claims if claim.verdict == verdict]
    items = "".join(_item(check, claim) for claim in claims)
    heading = f"<p><b>{html.escape(summed_up(check))}</b> (support {check.support:.0%})</p>"
    return f'<section class="sumtrace-check">{heading}<ul>\n{items}</ul></section>\n'


def _item(check: Check, claim: Claim) -> str:
    name = claim.verdict.replace(" ", "-")
    parts = [f"<p>{MARKS[claim.verdict]} <b>{claim.verdict}</b>: {html.escape(claim_text(check, claim))}</p>"]
    if claim.verdict != "supported":
        parts.append(f"<p>{html.escape(claim.reason)}</p>")
    for evidence in claim.evidence[:1]:
        document = document_of(check, evidence.tokens[0]) or "source"
        text = html.escape(evidence_text(check, evidence.tokens))
        parts.append(f'<p class="evidence">{html.escape(document)}: {text}</p>')
    return f'<li class="{name}">{"".join(parts)}</li>\n'
