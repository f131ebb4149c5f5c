"""A private database for what would outgrow memory: a small cache, and beyond it a temporary file."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator

from sumtrace.errors import SumtraceError

_CACHE_KILOBYTES = 1024


def scratch_database(table: str) -> sqlite3.Connection:
    """Return an empty database with one ``table``; it vanishes when it is let go."""
    # A reader may be made in one thread and run in another.
    database = sqlite3.connect("", isolation_level=None, check_same_thread=False)
    for statement in (
        f"PRAGMA cache_size = -{_CACHE_KILOBYTES}",
        "PRAGMA journal_mode = OFF",
        "PRAGMA synchronous = OFF",
        f"CREATE TABLE {table} WITHOUT ROWID",
        "BEGIN",  # and never commit: nothing reaches the disk before the cache is full
    ):
        database.execute(statement)
    return database


@contextlib.contextmanager
def scratch_errors() -> Iterator[None]:
    """Say what to do when the temporary file cannot be written."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise SumtraceError(
            f"cannot write a temporary file: {error}; free some space, or point TMPDIR to a folder with more"
        ) from error
