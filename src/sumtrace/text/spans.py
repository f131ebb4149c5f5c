"""Spans in a row."""

from __future__ import annotations

from collections.abc import Iterable

from sumtrace.text.tokens import Span


def joined(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Return spans in order, those that touch made one."""
    made: list[Span] = []
    for start, end in spans:
        if made and made[-1][1] == start:
            made[-1] = (made[-1][0], end)
        else:
            made.append((start, end))
    return tuple(made)


def spans_of(tokens: Iterable[int]) -> tuple[Span, ...]:
    """Return tokens in order as spans, neighbours together."""
    return joined((token, token + 1) for token in tokens)
