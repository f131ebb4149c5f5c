"""Entries: records with their place, from JSON lines, JSON arrays and Parquet, one at a time."""

from __future__ import annotations

import codecs
import contextlib
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import msgspec

from sumtrace import files
from sumtrace.errors import InputError, MissingExtraError

_CHUNK = 1 << 16


@dataclass(frozen=True, slots=True)
class Entry:
    """One record and where it stands; ``number`` counts lines, rows or entries from 1."""

    record: Any
    number: int
    file: str | None = None
    line: int | None = None


Entries = Iterator[Entry | InputError]
"""Records, and in the place of those that cannot be read, why not."""


def read_entries(source: str | Path) -> Entries:
    """Yield the records of a file of JSON lines, a JSON array or Parquet; the contents tell which it is."""
    with files.reading(source) as file:
        head = _head(file, source)
        if head.startswith(b"PAR1"):
            yield from _parquet(source)
        elif head.startswith(b"["):
            yield from _array(file, source)
        elif head.startswith(b"{") or not head:
            yield from _json_lines(file, source)
        else:
            raise InputError(
                "neither JSON nor Parquet",
                file=source,
                hint='Use JSON Lines such as {"document": "...", "summary": "..."}, or two text files or folders.',
            )


def _head(file: IO[bytes], source: object) -> bytes:
    """The first bytes that are not white space, without consuming them."""
    try:
        assert isinstance(file, io.BufferedReader)
        return file.peek(64).removeprefix(b"\xef\xbb\xbf").lstrip()
    except files.DAMAGE as error:
        raise InputError(f"the file is cut off or damaged ({error})", file=source) from error


def _json_lines(file: IO[bytes], source: object) -> Entries:
    for number, raw in files.raw_lines(file, source):
        if raw.isspace():
            continue
        try:
            record = _parsed(files.decoded(raw, source, number).rstrip())
        except InputError as error:
            yield error.at(file=source, line=number)
        else:
            yield Entry(record, number, str(source), number)


def _parsed(line: str) -> Any:
    with contextlib.suppress(msgspec.DecodeError, RecursionError):
        return msgspec.json.decode(line)
    try:
        return json.loads(line)  # also takes NaN, as Python writes it, and says what is wrong more plainly
    except (ValueError, RecursionError, msgspec.MsgspecError) as error:
        place = f" at column {error.colno}" if isinstance(error, json.JSONDecodeError) else ""
        too_deep = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        reason = error.msg if isinstance(error, json.JSONDecodeError) else too_deep
        raise InputError(
            f"broken JSON{place}: {reason}", hint="Each line must be one complete JSON object; fix or remove it."
        ) from error


def _array(file: IO[bytes], source: object) -> Entries:
    """The items of one JSON array, decoded one after another as the file is read."""
    text = _Window(file, source)
    text.skip("[")
    number = 0
    while not text.at_end():
        line = text.line
        record = text.value()
        number += 1
        yield Entry(record, number, str(source), line)


class _Window:
    """The part of a JSON array in memory: what lies before it is done with, what lies behind is not yet read."""

    def __init__(self, file: IO[bytes], source: object) -> None:
        self._file = file
        self._source = source
        self._decode = codecs.getincrementaldecoder("utf-8-sig")().decode
        self._json = json.JSONDecoder()
        self._text = ""
        self._position = 0
        self.line = 1

    def skip(self, mark: str) -> bool:
        """Step over white space and one ``mark``; return whether it was there."""
        while True:
            while self._position < len(self._text) and self._text[self._position] in " \t\r\n":
                self.line += self._text[self._position] == "\n"
                self._position += 1
            if self._position < len(self._text):
                found = self._text[self._position] == mark
                self._position += found
                return found
            if not self._read():
                return False

    def at_end(self) -> bool:
        """Step over the comma between two items; return whether the array has ended instead."""
        if self.skip("]"):
            return True
        self.skip(",")
        self.skip("")  # to the item itself, whose line is wanted
        return False

    def value(self) -> Any:
        """Decode the next item, reading on while it is incomplete."""
        while True:
            try:
                value, end = self._json.raw_decode(self._text, self._position)
            except (ValueError, RecursionError, msgspec.MsgspecError) as error:
                too_deep = "nested too deeply" if isinstance(error, RecursionError) else str(error)
                message, place = getattr(error, "msg", too_deep), getattr(error, "pos", 0)
                incomplete = message.startswith("Unterminated") or place > len(self._text) - 8
                if incomplete and self._read():
                    continue
                raise InputError(f"broken JSON: {message}", file=self._source, line=self._line_at(place)) from error
            self.line += self._text.count("\n", self._position, end)
            self._position = end
            return value

    def _line_at(self, position: int) -> int:
        return self.line + self._text.count("\n", self._position, position)

    def _read(self) -> bool:
        """Drop what is done with and read on, by more the longer the item at hand is; return whether there was more."""
        rest = self._text[self._position :]
        try:
            raw = self._file.read(max(_CHUNK, len(rest)))
            self._text, self._position = rest + self._decode(raw, final=not raw), 0
        except UnicodeDecodeError as error:
            raise InputError("not UTF-8", file=self._source, line=self.line, hint="Convert the file first.") from error
        except files.DAMAGE as error:
            raise InputError(f"the file is cut off or damaged ({error})", file=self._source, line=self.line) from error
        return bool(raw)


def _parquet(source: str | Path) -> Entries:
    """The rows of a Parquet file, a few at a time."""
    if str(source) == files.STANDARD:
        raise InputError("Parquet cannot be read from standard input", hint="Give a file name.")
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise MissingExtraError("reading Parquet", "parquet") from error
    number = 0
    try:
        table = pyarrow.parquet.ParquetFile(source, buffer_size=1 << 20, pre_buffer=False)
        for batch in table.iter_batches(batch_size=32):
            for record in batch.to_pylist():
                number += 1
                yield Entry(record, number, f"{source}, row {number}")
    except (pyarrow.ArrowException, OSError, UnicodeDecodeError) as error:
        raise InputError(f"the file is damaged or not a Parquet file ({error})", file=source) from error
