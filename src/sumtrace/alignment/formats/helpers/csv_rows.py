"""Rows of csv files."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

from sumtrace.alignment.formats.format import Input
from sumtrace.alignment.formats.helpers.table import Row, check_columns
from sumtrace.errors import InputError
from sumtrace.files import decoded


def csv_rows(source: Input, needed: Sequence[str]) -> Iterator[tuple[int, Row]]:
    """Yield (line, values by column) of a csv file, its first row naming the columns, some of which it must have."""
    csv.field_size_limit(1 << 30)
    texts = (decoded(raw, source.source, number) for number, raw in source.raw_lines())
    rows = csv.reader(texts, strict=True)
    try:
        names = next(rows, None)
        if names is None:
            raise InputError("the file is empty", hint="The first row must contain the column names.")
        check_columns(names, needed)
        for row in rows:
            if row:
                yield rows.line_num, dict(zip(names, row, strict=False)) | dict.fromkeys(names[len(row) :], "")
    except csv.Error as error:
        raise InputError(f"not a CSV table: {error}", file=source.source, line=rows.line_num) from error


def csv_line(values: Iterable[object]) -> bytes:
    """Return one row of a csv file."""
    line = io.StringIO()
    csv.writer(line, lineterminator="\r\n").writerow(values)  # so that a field with a carriage return gets its quotes
    return line.getvalue().removesuffix("\r\n").encode() + b"\n"
