"""Character spans of a text read as token spans."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable

from sumtrace.errors import InputError
from sumtrace.text import Span, Text


def token_spans(text: Text, characters: Iterable[Span], what: str) -> tuple[Span, ...]:
    """Return the tokens that character spans touch, in order; spans that share a token become one."""
    starts = [start for start, _ in text.offsets]
    ends = [end for _, end in text.offsets]
    spans: list[Span] = []
    for start, end in sorted(characters):
        if not 0 <= start < end <= len(text.string):
            raise InputError(f"{what}: characters [{start}, {end}) are out of range; the text has {len(text.string)}")
        first, last = bisect_right(ends, start), bisect_left(starts, end)
        if first >= last:
            raise InputError(f"{what}: no word in characters [{start}, {end})")
        if spans and first < spans[-1][1]:
            spans[-1] = (spans[-1][0], max(last, spans[-1][1]))
        else:
            spans.append((first, last))
    return tuple(spans)


def check_surface(text: Text, characters: Iterable[Span], surface: str, between: str, what: str) -> None:
    """Refuse character spans whose text is not the one that the file quotes, white space aside."""
    here = between.join(text.string[start:end] for start, end in characters)
    if here.split() != surface.split():
        raise InputError(
            f"{what}: the text has {_short(here)} where the file quotes {_short(surface)}",
            hint="The offsets belong to other texts.",
        )


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else f"{text[:57]}...")
