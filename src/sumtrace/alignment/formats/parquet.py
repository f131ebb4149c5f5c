"""The flat link table as Parquet; needs the optional part ``parquet``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from sumtrace.alignment.alignment import Alignment
from sumtrace.alignment.formats.format import Entry, Format, GivenPairs, Input
from sumtrace.alignment.formats.helpers.table import COLUMNS, HOLDS, Row, alignments_of, check_columns, rows_of
from sumtrace.errors import InputError, MissingExtraError
from sumtrace.files import STANDARD, writing

_ROWS_AT_ONCE = 10_000


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise MissingExtraError("reading and writing Parquet", "parquet") from error
    return pyarrow, pyarrow.parquet


def _read(source: Input, pairs: GivenPairs | None) -> Iterator[Entry]:
    arrow, parquet = _pyarrow()
    try:
        plain = str(source.source) != STANDARD
        table = parquet.ParquetFile(source.source if plain else arrow.BufferReader(source.read()))
        check_columns(table.schema_arrow.names)
        yield from alignments_of(_rows(table))
    except (arrow.ArrowException, OSError, UnicodeDecodeError) as error:
        raise InputError(f"not a readable Parquet file ({error})", file=source.source) from error


def _rows(table: Any) -> Iterator[tuple[int, Row]]:
    number = 0
    names = [name for name in COLUMNS if name in table.schema_arrow.names]
    for batch in table.iter_batches(batch_size=_ROWS_AT_ONCE, columns=names):
        for row in batch.to_pylist():
            number += 1
            yield number, row


def _write(alignments: Iterable[Alignment], target: str | Path) -> None:
    arrow, parquet = _pyarrow()
    kinds = {str: arrow.string(), int: arrow.int32(), float: arrow.float64()}
    schema = arrow.schema([(name, kinds[kind]) for name, kind in COLUMNS.items()])
    with writing(target) as file, parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        waiting: list[Row] = []
        for alignment in alignments:
            waiting += rows_of(alignment)
            if len(waiting) >= _ROWS_AT_ONCE:
                writer.write_table(arrow.Table.from_pylist(waiting, schema=schema))
                waiting = []
        writer.write_table(arrow.Table.from_pylist(waiting, schema=schema))


def _sniff(head: list[bytes]) -> bool:
    return bool(head) and head[0].startswith(b"PAR1")


PARQUET = Format(
    name="parquet",
    title="flat link table as Parquet",
    suffixes=(".parquet", ".pq"),
    holds=HOLDS,
    sniff=_sniff,
    read=_read,
    write=_write,
)
