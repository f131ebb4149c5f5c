"""Records of three lines whose last line has positions in braces after each word, the layout of A3 and MSR files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from sumtrace.alignment.alignment import Alignment, Label
from sumtrace.alignment.formats.format import Entry, Input
from sumtrace.errors import InputError
from sumtrace.files import decoded

Marked = list[tuple[str, list[tuple[int, Label]]]]
"""Words with the positions (from 0) and labels in the braces after each; the first word is NULL."""

_NUMBER = re.compile(r"(p?)(\d{1,9})", re.ASCII)


def three_lines(source: Input, parse: Callable[[str, str, str], Alignment]) -> Iterator[Entry]:
    """Yield the entry of every three lines; after a broken one, go on at the next header."""
    block: list[bytes] = []
    start = 0
    broken = False
    for number, raw in source.raw_lines():
        if not block:
            # GIZA++ writes no blank lines between records, others do.
            if not raw.strip() or (broken and not raw.startswith(b"# ")):
                continue
            broken = not raw.removeprefix(b"\xef\xbb\xbf").startswith(b"# ")
            if broken:
                yield number, InputError("a record must begin with a line '# Sentence pair ...'")
                continue
            start = number
        block.append(raw)
        if len(block) == 3:
            record, block = block, []
            try:
                lines = [decoded(raw, source.source, start + n).strip(" \t\r\n") for n, raw in enumerate(record)]
                yield start, parse(*lines).checked()
            except InputError as error:
                broken = True
                yield start, error
    if block:
        yield start, InputError(f"the file is cut off: a record has three lines, the last only {len(block)}")


def marked(line: str) -> Marked:
    """Return the words of ``NULL ({ 3 }) old ({ 1 }) news ({ p2 / / })`` with their positions."""
    pieces = (piece for piece in line.replace("\t", " ").split(" ") if piece)
    words: Marked = []
    for word in pieces:
        if next(pieces, None) != "({":
            raise InputError(f"{word!r} is not followed by its positions", hint="Each word needs them: word ({ 1 2 }).")
        positions: list[tuple[int, Label]] = []
        for piece in pieces:
            if piece == "})":
                break
            if piece == "/":
                continue
            match = _NUMBER.fullmatch(piece)
            if match is None or int(match[2]) < 1:
                raise InputError(f"{piece!r} is not a position after {word!r}", hint="Positions are counted from 1.")
            positions.append((int(match[2]) - 1, "P" if match[1] else "S"))
        else:
            raise InputError(f"the positions of {word!r} do not end in '}})'")
        words.append((word, positions))
    if not words or words[0][0] != "NULL":
        raise InputError("the third line of a record must begin with 'NULL ({'")
    return words


def braced(word: str, positions: Iterable[str | int]) -> str:
    """Return a word with its positions: ``word ({ 1 2 })``."""
    return " ".join([word, "({", *map(str, positions), "})"])
