"""A text cut into blocks small enough to be laid out one by one while a reader scrolls.

A block is a paragraph (a line of the string); a paragraph too long for one block is cut where a sentence begins, a
sentence too long for one between two words, and a word too long for one anywhere.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from sumtrace.text import Span, Text

COMFORTABLE = 1_200
"""Characters after which a long paragraph is cut at the next sentence."""
LONGEST = 3_000
"""Characters no block exceeds."""


def blocks(text: Text) -> list[Span]:
    """Return the blocks as character spans, in order; between them stands white space that ends lines, or nothing."""
    starts = [text.offsets[first][0] for first, end in text.sentences if first < end]
    return [block for paragraph in _paragraphs(text.string) for block in _cut(text, paragraph, starts)]


def _paragraphs(string: str) -> Iterator[Span]:
    """Yield the lines that show something, without their ends."""
    position = 0
    for line in string.split("\n"):
        if line.strip():
            yield position, position + len(line.rstrip())
        position += len(line) + 1


def _cut(text: Text, paragraph: Span, sentence_starts: list[int]) -> Iterator[Span]:
    start, end = paragraph
    if end - start > LONGEST:
        for at in sentence_starts[bisect_left(sentence_starts, start) : bisect_left(sentence_starts, end)]:
            if start + COMFORTABLE <= at:
                yield from _pieces(text.string, (start, at))
                start = at
    yield from _pieces(text.string, (start, end))


def _pieces(string: str, span: Span) -> Iterator[Span]:
    start, end = span
    while end - start > LONGEST:
        space = string.rfind(" ", start + COMFORTABLE, start + LONGEST)
        cut = start + LONGEST if space < 0 else space + 1
        yield start, cut
        start = cut
    yield start, end
