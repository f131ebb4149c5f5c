"""Ids already seen, in memory that does not grow with the corpus."""

from __future__ import annotations

import sqlite3

from sumtrace.errors import SumtraceError

_CACHE_KILOBYTES = 1024


class SeenIds:
    """Remembers every id and where it stood first.

    The ids themselves are kept, so two different ids are never taken for one. They live in a private temporary database
    that SQLite holds in a small cache and moves to a temporary file once it outgrows that.
    """

    def __init__(self) -> None:
        # A reader may be made in one thread and run in another.
        self._database = sqlite3.connect("", isolation_level=None, check_same_thread=False)
        for statement in (
            f"PRAGMA cache_size = -{_CACHE_KILOBYTES}",
            "PRAGMA journal_mode = OFF",
            "PRAGMA synchronous = OFF",
            "CREATE TABLE seen (id TEXT PRIMARY KEY, place TEXT NOT NULL) WITHOUT ROWID",
            "BEGIN",  # and never commit: nothing reaches the disk before the cache is full
        ):
            self._database.execute(statement)

    def first(self, name: str, place: str) -> str | None:
        """Note that ``name`` stands at ``place``; return where it stood before, None where it is new."""
        try:
            added = self._database.execute("INSERT INTO seen VALUES (?, ?) ON CONFLICT DO NOTHING", (name, place))
        except sqlite3.OperationalError as error:
            raise SumtraceError(
                f"cannot note which ids were seen: {error}; free some space in the folder for temporary files (TMPDIR)"
            ) from error
        if added.rowcount:
            return None
        found = self._database.execute("SELECT place FROM seen WHERE id = ?", (name,)).fetchone()
        return str(found[0])
