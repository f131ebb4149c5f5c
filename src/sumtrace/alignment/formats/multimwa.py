"""MultiMWA's tab-separated lines, one a pair.

Nine columns: the id, sentence 1 (our document) as tokens, one column not read, sentence 2 (our summary), three columns not
read, sure links, and the possible ones that are not sure, both as ``i-j`` from 0. Columns that are not read are written
empty; further columns are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from sumtrace.alignment.alignment import Alignment
from sumtrace.alignment.formats.format import Entry, Format, GivenPairs, Input, line_entries, write_lines
from sumtrace.alignment.formats.helpers.dashed import dashed, once, read_dashed
from sumtrace.alignment.formats.helpers.tokens import line_of, pair_of
from sumtrace.alignment.formats.helpers.words import as_word_links
from sumtrace.errors import InputError

_ID, _DOCUMENT, _SUMMARY, _SURE, _POSSIBLE, _COLUMNS = 0, 1, 3, 7, 8, 9
_DASHED = re.compile(rb"\s*(\d+-\d+\s*)*")


def _parse(number: int, line: str) -> Alignment:
    if not line:
        return Alignment(str(number))
    columns = line.split("\t")
    if len(columns) < _COLUMNS:
        raise InputError(f"{len(columns)} columns instead of {_COLUMNS}", hint="Columns are separated by tabs.")
    name = columns[_ID]
    try:
        links = read_dashed(columns[_SURE], "S") + read_dashed(columns[_POSSIBLE], "P")
        return Alignment(name, once(links), pair_of(name, columns[_DOCUMENT], columns[_SUMMARY]))
    except InputError as error:
        raise error.at(pair=name) from error


def _encode(alignment: Alignment) -> bytes:
    pair = alignment.texts
    if any(mark in alignment.id for mark in "\t\r\n"):
        raise InputError("the id contains a tab or a line break, which this format cannot hold", pair=alignment.id)
    links = as_word_links(alignment)
    columns = [""] * _COLUMNS
    columns[_ID] = alignment.id
    columns[_DOCUMENT] = line_of(pair.document, pair.id)
    columns[_SUMMARY] = line_of(pair.summary, pair.id)
    columns[_SURE] = dashed(key for key, link in links.items() if link.label == "S")
    columns[_POSSIBLE] = dashed(key for key, link in links.items() if link.label == "P")
    return "\t".join(columns).encode() + b"\n"


def _read(source: Input, pairs: GivenPairs | None) -> Iterator[Entry]:
    return line_entries(source, _parse)


def _sniff(head: list[bytes]) -> bool:
    columns = next((line for line in head if line.strip()), b"").rstrip(b"\r\n").split(b"\t")
    return len(columns) >= _COLUMNS and all(_DASHED.fullmatch(columns[place]) for place in (_SURE, _POSSIBLE))


MULTIMWA = Format(
    name="multimwa",
    title="MultiMWA, tab-separated lines",
    suffixes=(".tsv",),
    holds=frozenset({"ids", "tokens", "possible"}),
    sniff=_sniff,
    read=_read,
    write=write_lines(_encode),
    directed=True,
)
