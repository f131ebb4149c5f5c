"""Pharaoh: one line per pair, ``document-summary`` token numbers from 0, as fast_align, eflomal and others write.

Possible links are ``i?j`` or ``ipj`` (written ``i?j``), probabilities follow a colon: ``3-5:0.87``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from sumtrace.alignment.alignment import Alignment
from sumtrace.alignment.formats.format import Entry, Format, GivenPairs, Input, line_entries, write_lines
from sumtrace.alignment.formats.helpers.dashed import once, read_dashed
from sumtrace.alignment.formats.helpers.words import as_word_links

_LINE = re.compile(rb"\s*(\d+[-?p]\d+(:\S+)?\s+)*")


def _parse(number: int, line: str) -> Alignment:
    return Alignment(str(number), once(read_dashed(line)))


def _encode(alignment: Alignment) -> bytes:
    pieces = []
    for (i, j), link in as_word_links(alignment).items():
        piece = f"{i}-{j}" if link.label == "S" else f"{i}?{j}"
        pieces.append(piece if link.prob is None else f"{piece}:{link.prob!r}")
    return " ".join(pieces).encode() + b"\n"


def _read(source: Input, pairs: GivenPairs | None) -> Iterator[Entry]:
    return line_entries(source, _parse)


def _sniff(head: list[bytes]) -> bool:
    return any(line.strip() for line in head) and all(_LINE.fullmatch(line + b"\n") for line in head)


PHARAOH = Format(
    name="pharaoh",
    title="lines of i-j word links",
    suffixes=(".pharaoh", ".align", ".talp"),
    holds=frozenset({"possible", "prob"}),
    sniff=_sniff,
    read=_read,
    write=write_lines(_encode),
    directed=True,
)
