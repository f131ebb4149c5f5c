"""Checks as SARIF 2.1.0, which code-scanning tools show beside the lines of a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import quote

import msgspec

from sumtrace.checking.checker import Check, Claim
from sumtrace.checking.formats.target import Target, claim_text, evidence_text, line_and_column, shortfall
from sumtrace.checking.verdict import Verdict
from sumtrace.version import __version__

_LEVELS: dict[Verdict, str] = {"differs": "warning", "not found": "warning", "unclear": "note"}
"""The level of each verdict, unless it makes the check fail: then it is an error."""
_RULES: dict[Verdict, str] = {
    "differs": "The source states a fact in this claim differently.",
    "not found": "Nothing in the source says this.",
    "unclear": "The source says something similar, but not clearly this.",
}

_SUPPORT = "support"


def render(checks: Iterable[Check], target: Target) -> Iterator[str]:
    """Yield the log in one piece: SARIF is one object."""
    rules = [{"id": verdict.replace(" ", "-"), "shortDescription": {"text": text}} for verdict, text in _RULES.items()]
    rules.append({"id": _SUPPORT, "shortDescription": {"text": "The summary as a whole has too little support."}})
    results = [result for check in checks for result in _results(check, target)]
    log = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "sumtrace", "version": __version__, "rules": rules}},
                "columnKind": "unicodeCodePoints",
                "results": results,
            }
        ],
    }
    yield msgspec.json.format(msgspec.json.encode(log), indent=2).decode() + "\n"


def _results(check: Check, target: Target) -> Iterator[dict[str, Any]]:
    """Yield one result for each claim that is not supported, and one for a summary with too little support."""
    for claim in check.claims:
        if claim.verdict in _LEVELS:
            yield _result(check, claim, target)
    if target.too_little(check):
        yield {
            "ruleId": _SUPPORT,
            "level": "error",
            "message": {"text": shortfall(check, target)},
            "locations": _locations(check, {"artifactLocation": {"uri": quote(target.file)}}),
            "properties": {"support": round(check.support, 4)},
        }


def _locations(check: Check, place: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"physicalLocation": place, "logicalLocations": [{"name": check.id}]}]


def _result(check: Check, claim: Claim, target: Target) -> dict[str, Any]:
    message = f"“{claim_text(check, claim)}”: {claim.reason}"
    if claim.evidence:
        message += f". Closest in the source: “{evidence_text(check, claim.evidence[0].tokens)}”"
    place: dict[str, Any] = {"artifactLocation": {"uri": quote(target.file)}}
    if target.is_text:
        string = check.pair.summary.string
        start, end = check.pair.summary.characters(claim.tokens)
        line, column = line_and_column(string, start)
        end_line, end_column = line_and_column(string, end)
        place["region"] = {
            "startLine": line,
            "startColumn": column,
            "endLine": end_line,
            "endColumn": end_column,
            "charOffset": start,
            "charLength": end - start,
        }
    return {
        "ruleId": claim.verdict.replace(" ", "-"),
        "level": "error" if target.fails(claim) else _LEVELS[claim.verdict],
        "message": {"text": message},
        "locations": _locations(check, place),
        "properties": {"unsupported": round(claim.unsupported, 4)},
    }
