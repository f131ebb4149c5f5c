"""Records written as JSON lines, csv, Parquet, or (paraphrases) as a Moses phrase table; whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path
from typing import Any, Literal

import msgspec

from sumtrace.alignment.formats.helpers.csv_rows import csv_line
from sumtrace.errors import InputError, MissingExtraError, OutputError
from sumtrace.export.kind import Kind, Record
from sumtrace.files import STANDARD, writing

TableName = Literal["jsonl", "csv", "parquet", "moses"]
"""The formats by name, as the command line offers them."""

SUFFIXES: dict[str, TableName] = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".parquet": "parquet",
    ".pq": "parquet",
    ".moses": "moses",
}
_ROWS_AT_ONCE = 1_000
_MOSES_NAMES = str.maketrans({"&": "&amp;", "|": "&#124;", "<": "&lt;", ">": "&gt;", "[": "&#91;", "]": "&#93;"})

_encode = msgspec.json.Encoder().encode


def table_of(target: str | Path) -> TableName:
    """Return the format that a file gets from its suffix; standard output gets JSON lines."""
    if str(target) == STANDARD:
        return "jsonl"
    plain = Path(str(target).removesuffix(".gz"))
    if plain.suffix.lower() not in SUFFIXES:
        raise OutputError(
            f"the suffix of {target} does not determine the format; name it, one of: {', '.join(dict.fromkeys(SUFFIXES.values()))}"
        )
    return SUFFIXES[plain.suffix.lower()]


def write_records(records: Iterable[Record], kind: Kind, target: str | Path, table: TableName) -> None:
    """Write the records of a kind."""
    if table == "moses" and kind.name != "paraphrases":
        raise InputError(
            f"a Moses phrase table is for paraphrases, not {kind.name}", hint="Choose jsonl, csv or parquet."
        )
    if table == "parquet":
        _write_parquet(records, kind, target)
        return
    with writing(target) as file:
        if table == "csv":
            file.write(csv_line(column.name for column in kind.columns))
        for record in records:
            file.write(_LINES[table](record))


def _csv(record: Record) -> bytes:
    """Return a row in which lists and truth values stand as JSON."""
    return csv_line(_encode(value).decode() if isinstance(value, list | bool) else value for value in record.values())


def _moses(record: Record) -> bytes:
    """Return a line of five fields: source, target, p(source | target) p(target | source), links, counts."""
    fields = (
        record["source"].translate(_MOSES_NAMES),
        record["target"].translate(_MOSES_NAMES),
        f"{record['source_given_target']:.6g} {record['target_given_source']:.6g}",
        " ".join(f"{i}-{j}" for i, j in record["alignment"]),
        f"{record['target_count']} {record['source_count']} {record['count']}",
    )
    return " ||| ".join(fields).encode() + b"\n"


_LINES: dict[TableName, Callable[[Record], bytes]] = {
    "jsonl": lambda record: _encode(record) + b"\n",
    "csv": _csv,
    "moses": _moses,
}


def _write_parquet(records: Iterable[Record], kind: Kind, target: str | Path) -> None:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise MissingExtraError("writing Parquet", "parquet") from error
    schema = pyarrow.schema([(column.name, _arrow(column.type, pyarrow)) for column in kind.columns])
    with writing(target) as file, pyarrow.parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        stream = iter(records)
        while rows := list(islice(stream, _ROWS_AT_ONCE)):
            writer.write_table(pyarrow.Table.from_pylist(rows, schema=schema))


def _arrow(name: str, pyarrow: Any) -> Any:
    if name.startswith("list<"):
        return pyarrow.list_(_arrow(name[len("list<") : -1], pyarrow))
    return {"string": pyarrow.string(), "int": pyarrow.int32(), "float": pyarrow.float64(), "bool": pyarrow.bool_()}[
        name
    ]
