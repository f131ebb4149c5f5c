"""JSON read with its types checked, so that an error names the field, and its place in the file."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import msgspec

from sumtrace.alignment.alignment import Alignment
from sumtrace.alignment.formats.format import Entry, Input
from sumtrace.errors import InputError
from sumtrace.files import decoded, raw_lines, reading

Record = TypeVar("Record", bound=msgspec.Struct)
Value = TypeVar("Value")

encode_json = msgspec.json.Encoder().encode


BAD_RECORD = (InputError, msgspec.DecodeError, RecursionError)
"""What decoding a record raises where it is none; RecursionError where it is nested too deeply."""


class _Named(msgspec.Struct):
    id: str | int | None = None


def read_json_lines(
    source: Input, record: type[Record], alignment_of: Callable[[Record], Alignment]
) -> Iterator[Entry]:
    """Yield the alignment of each line; lines of white space alone are no entries."""
    decode = _decoder(record)
    for number, line in source.raw_lines():
        if not line.strip():
            continue
        try:
            if number == 1:
                line = line.removeprefix(b"\xef\xbb\xbf")
            decoded(line, source.source, number)
            yield number, alignment_of(decode(line))
        except BAD_RECORD as error:
            yield number, as_input_error(error, line)


def read_lines(source: str | Path, decode: Callable[[bytes], Value]) -> Iterator[Value]:
    """Yield what each line of a file holds; what is wrong with one becomes an error that says where."""
    with reading(source) as file:
        for number, line in raw_lines(file, source):
            if not line.strip():
                continue
            try:
                decoded(line, source, number)
                yield decode(line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line)
            except BAD_RECORD as error:
                raise as_input_error(error, line).at(file=source, line=number) from error


def first_line_has(source: str | Path, field: bytes) -> bool:
    """Whether a file's first line is an object with a field of that name."""
    with reading(source) as file:
        return has_field([line for _, line in itertools.islice(raw_lines(file, source), 1)], field)


def has_field(head: list[bytes], name: bytes) -> bool:
    """Whether the first line that is not blank begins an object and has a field of that name."""
    first = next((line for line in head if line.strip()), b"")
    is_object = first.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{")
    return is_object and re.search(rb'"%s"\s*:' % name, first) is not None


def as_input_error(error: InputError | msgspec.DecodeError | RecursionError, raw: bytes) -> InputError:
    """Return the error in our words, with the id of the record it is in where that can be read."""
    if isinstance(error, InputError):
        return error
    if isinstance(error, msgspec.ValidationError):
        return _invalid(error, _id_of(raw))
    too_deep = isinstance(error, RecursionError)
    text = "nested too deeply" if too_deep else str(error).removeprefix("JSON is malformed: ")
    return InputError(f"not valid JSON: {text}", hint="Each line must be one complete JSON object.")


def convert(value: object, record: type[Record]) -> Record:
    """Return plain data as a record, or say which field is wrong."""
    try:
        return msgspec.convert(value, record)
    except msgspec.ValidationError as error:
        name = value.get("id") if isinstance(value, dict) else None
        raise _invalid(error, None if name is None else str(name)) from error


def _invalid(error: msgspec.ValidationError, pair: str | None) -> InputError:
    if "missing required field `links`" in str(error):
        return InputError(
            "this is a pair without links, not an alignment",
            pair=pair,
            hint="Align first: sumtrace align PAIRS -o ALIGNED",
        )
    return InputError(_said(str(error)), pair=pair)


@functools.cache
def _decoder(record: type[Record]) -> Callable[[bytes], Record]:
    return msgspec.json.Decoder(record).decode


def _said(message: str) -> str:
    """Return msgspec's message with paths as a user writes them: ``links[3].doc`` for ``$.links[3].doc``."""
    return message.replace("`", "'").replace("'$.", "'").replace(" - at '$'", "")


def _id_of(raw: bytes) -> str | None:
    try:
        name = msgspec.json.decode(raw, type=_Named).id
    except (msgspec.DecodeError, RecursionError):
        return None
    return None if name is None else str(name)
