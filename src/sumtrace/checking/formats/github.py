"""Checks as workflow commands, which GitHub shows as annotations beside a file's lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sumtrace.checking.checker import Check, Claim
from sumtrace.checking.formats.target import Target, claim_text, line_and_column, shortfall
from sumtrace.checking.verdict import Verdict

_COMMANDS: dict[Verdict, str] = {"differs": "warning", "not found": "warning", "unclear": "notice"}
"""What each verdict is shown as, unless it makes the check fail: then it is an error."""


def render(checks: Iterable[Check], target: Target) -> Iterator[str]:
    """Yield one command for each claim that is not supported."""
    for check in checks:
        for claim in check.claims:
            if claim.verdict in _COMMANDS:
                yield _command(check, claim, target)
        if target.too_little(check):
            message = f"{check.id}: {shortfall(check, target)}"
            yield f"::error file={_property(target.file)}::{_message(message)}\n"


def _command(check: Check, claim: Claim, target: Target) -> str:
    properties = {"file": target.file, "title": f"{claim.verdict.capitalize()} ({check.id})"}
    if target.is_text:
        start, end = check.pair.summary.characters(claim.tokens)
        line, column = line_and_column(check.pair.summary.string, start)
        end_line, end_column = line_and_column(check.pair.summary.string, end)
        properties |= {"line": str(line), "endLine": str(end_line)}
        if line == end_line:  # columns are allowed on one line only
            properties |= {"col": str(column), "endColumn": str(end_column)}
    told = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    command = "error" if target.fails(claim) else _COMMANDS[claim.verdict]
    return f"::{command} {told}::{_message(f'“{claim_text(check, claim)}”: {claim.reason}')}\n"


def _message(string: str) -> str:
    return string.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(string: str) -> str:
    return _message(string).replace(":", "%3A").replace(",", "%2C")
