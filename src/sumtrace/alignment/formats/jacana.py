"""jacana-align's JSON: one list of objects with ``source`` (our document), ``target`` and ``i-j`` word links from 0.

``[{"id", "name", "source", "target", "sureAlign": "0-0 1-2", "possibleAlign": "1-1"}]``
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from sumtrace.alignment.alignment import Alignment
from sumtrace.alignment.formats.format import Entry, Format, GivenPairs, Input
from sumtrace.alignment.formats.helpers.dashed import dashed, once, read_dashed
from sumtrace.alignment.formats.helpers.json_lines import BAD_RECORD, as_input_error
from sumtrace.alignment.formats.helpers.tokens import line_of, pair_of
from sumtrace.alignment.formats.helpers.words import as_word_links
from sumtrace.errors import InputError
from sumtrace.files import decoded, writing


class JacanaRecord(msgspec.Struct, rename="camel", kw_only=True):
    """One object of the list."""

    id: str | int | None = None
    name: str | int | None = None
    source: str
    target: str
    sure_align: str = ""
    possible_align: str = ""

    def label(self, number: int) -> str:
        """Return the record's id, its name, or its number from 1."""
        return str(next((value for value in (self.id, self.name) if value not in (None, "")), number))


def _read(source: Input, pairs: GivenPairs | None) -> Iterator[Entry]:
    raw = source.read().removeprefix(b"\xef\xbb\xbf")
    decoded(raw, source.source)
    try:
        records = msgspec.json.decode(raw, type=list[msgspec.Raw])
    except BAD_RECORD as error:
        raise InputError(f"not a JSON list: {as_input_error(error, b'').problem}", file=source.source) from error
    for number, record in enumerate(records, start=1):
        try:
            yield None, _alignment(msgspec.json.decode(record, type=JacanaRecord), number)
        except BAD_RECORD as error:
            found = as_input_error(error, bytes(record))
            yield None, InputError(f"entry {number}: {found.problem}", pair=found.pair, hint=found.hint)


def _alignment(record: JacanaRecord, number: int) -> Alignment:
    name = record.label(number)
    try:
        links = read_dashed(record.sure_align, "S") + read_dashed(record.possible_align, "P")
        return Alignment(name, once(links), pair_of(name, record.source, record.target)).checked()
    except InputError as error:
        raise error.at(pair=name) from error


def _write(alignments: Iterable[Alignment], target: str | Path) -> None:
    with writing(target) as file:
        before = b"[\n"
        for alignment in alignments:
            file.write(before + msgspec.json.encode(_record(alignment)))
            before = b",\n"
        file.write(b"[]\n" if before == b"[\n" else b"\n]\n")


def _record(alignment: Alignment) -> JacanaRecord:
    pair = alignment.texts
    links = as_word_links(alignment)
    return JacanaRecord(
        id=alignment.id,
        name=alignment.id,
        source=line_of(pair.document, pair.id),
        target=line_of(pair.summary, pair.id),
        sure_align=dashed(key for key, link in links.items() if link.label == "S"),
        possible_align=dashed(key for key, link in links.items() if link.label == "P"),
    )


def _sniff(head: list[bytes]) -> bool:
    start = b"".join(head)
    return start.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"[") and b'"sureAlign"' in start


JACANA = Format(
    name="jacana",
    title="jacana-align's JSON",
    suffixes=(".json",),
    holds=frozenset({"ids", "tokens", "possible"}),
    sniff=_sniff,
    read=_read,
    write=_write,
    directed=True,
)
