"""A check as plain data and back: the record of the JSON lines, with the texts and tokens that its spans point into."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sumtrace.alignment import Link
from sumtrace.checking.checker import Check, Claim, Evidence
from sumtrace.checking.facts import Finding
from sumtrace.checking.formats.jsonl import record
from sumtrace.corpus.records import pair_from, record_of
from sumtrace.errors import InputError
from sumtrace.text import Span, Text


def to_record(check: Check) -> dict[str, Any]:
    """Return a check as plain data that ``from_record`` reads."""
    return record_of(check.pair) | record(check)


def from_record(given: Mapping[str, Any]) -> Check:
    """Return the check that a record describes."""
    pair = pair_from(given)
    try:
        summary, document = _Tokens(pair.summary), _Tokens(pair.document)
        links = [
            Link(document.spans(link["document"]), summary.spans(link["summary"]), link["label"], link["prob"])
            for link in given["links"]
        ]
        return Check(
            pair,
            tuple(_claim(claim, pair.document, summary, document) for claim in given["claims"]),
            summary.spans(given["left_out"]),
            tuple(given["unsupported"]),
            tuple(links),
        )
    except (KeyError, TypeError, IndexError) as error:
        raise InputError(f"this is no record of a check ({error!r})", pair=pair.id) from error


def _claim(given: Mapping[str, Any], text: Text, summary: _Tokens, document: _Tokens) -> Claim:
    return Claim(
        summary.span((given["start"], given["end"])),
        given["verdict"],
        given["unsupported"],
        tuple(Evidence(one["sentence"], text.sentences[one["sentence"]], one["fit"]) for one in given["evidence"]),
        tuple(
            Finding(
                one["kind"],
                summary.span(one["summary"]),
                document.span(one["document"]),
                one["said"],
                one["source"],
                one["strength"],
            )
            for one in given["findings"]
        ),
        None if given["judged"] is None else tuple(given["judged"]),
    )


class _Tokens:
    """Finds the tokens that character spans cover."""

    def __init__(self, text: Text) -> None:
        self._starts = {start: token for token, (start, _) in enumerate(text.offsets)}
        self._ends = {end: token + 1 for token, (_, end) in enumerate(text.offsets)}

    def span(self, characters: Sequence[int]) -> Span:
        start, end = characters
        return self._starts[start], self._ends[end]

    def spans(self, listed: Sequence[Sequence[int]]) -> tuple[Span, ...]:
        return tuple(self.span(one) for one in listed)
