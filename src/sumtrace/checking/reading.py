"""Checks read back from the JSON lines that ``sumtrace check -o`` writes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from sumtrace.alignment.formats.helpers.json_lines import convert, first_line_has, read_lines
from sumtrace.alignment.formats.native import from_native
from sumtrace.checking.checker import Check, Claim, Evidence
from sumtrace.checking.facts import Finding, Kind
from sumtrace.checking.verdict import Verdict
from sumtrace.errors import InputError
from sumtrace.text import Span, Text

Triple = tuple[float, float, float]


class _Evidence(msgspec.Struct):
    sentence: int
    span: Span
    fit: float


class _Finding(msgspec.Struct):
    kind: Kind
    summary: Span
    document: Span
    said: str
    source: str
    strength: float


class _Claim(msgspec.Struct):
    start: int
    end: int
    verdict: Verdict
    unsupported: float
    evidence: list[_Evidence]
    findings: list[_Finding]
    judged: Triple | None = None


class _Check(msgspec.Struct):
    claims: list[_Claim]
    unsupported: list[float]
    doubtful: list[float]
    wrong: float
    left_out: list[Span]


def holds_checks(source: str | Path) -> bool:
    """Whether a file's first line is a check, not merely an alignment."""
    return first_line_has(source, b"claims")


def read_checks(source: str | Path) -> Iterator[Check]:
    """Yield the checks of a file."""
    return read_lines(source, lambda line: check_from(msgspec.json.decode(line)))


def check_from(record: Any) -> Check:
    """Return the check that one object of the format describes."""
    if not isinstance(record, dict) or "claims" not in record:
        raise InputError(
            "this is not a check: it has no claims", hint="Check first: sumtrace check PAIRS -o CHECKED.jsonl"
        )
    alignment = from_native(record)
    pair = alignment.texts
    found = convert(record, _Check)
    for name in ("unsupported", "doubtful"):
        count, words = len(getattr(found, name)), len(pair.summary)
        if count != words:
            raise InputError(f"{name}: {count} probabilities for {words} summary words", pair=alignment.id)
    summary, document = _Tokens(pair.summary, alignment.id), _Tokens(pair.document, alignment.id)
    claims = tuple(
        Claim(
            summary.of((claim.start, claim.end)),
            pair.summary.string[claim.start : claim.end],
            claim.verdict,
            claim.unsupported,
            tuple(Evidence(one.sentence, document.of(one.span), one.fit) for one in claim.evidence),
            tuple(
                Finding(
                    one.kind, summary.of(one.summary), document.of(one.document), one.said, one.source, one.strength
                )
                for one in claim.findings
            ),
            claim.judged,
        )
        for claim in found.claims
    )
    left_out = tuple(map(summary.of, found.left_out))
    return Check(
        pair,
        claims,
        left_out,
        tuple(found.unsupported),
        alignment.links,
        tuple(found.doubtful),
        found.wrong,
    )


class _Tokens:
    """The tokens of a text by the characters at which they begin and end."""

    def __init__(self, text: Text, pair: str) -> None:
        self._pair = pair
        self._starts = {start: token for token, (start, _) in reversed(list(enumerate(text.offsets)))}
        self._ends = {end: token + 1 for token, (_, end) in enumerate(text.offsets)}

    def of(self, characters: Span) -> Span:
        """Return the token span that covers exactly these characters."""
        start, end = self._starts.get(characters[0]), self._ends.get(characters[1])
        if start is None or end is None or end <= start:
            raise InputError(f"characters {list(characters)} are not words of the text", pair=self._pair)
        return start, end
