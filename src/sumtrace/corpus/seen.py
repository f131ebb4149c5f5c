"""Ids already seen, in memory that does not grow with the corpus."""

from __future__ import annotations

from sumtrace.corpus.scratch import scratch_database, scratch_errors


class SeenIds:
    """Remembers every id and where it first occurred.

    The ids themselves are kept, no digests of them, so two different ids are never taken for one.
    """

    def __init__(self) -> None:
        self._database = scratch_database("seen (id TEXT PRIMARY KEY, place TEXT NOT NULL)")

    def first(self, name: str, place: str) -> str | None:
        """Note that ``name`` stands at ``place``; return where it stood before, None where it is new."""
        with scratch_errors():
            added = self._database.execute("INSERT INTO seen VALUES (?, ?) ON CONFLICT DO NOTHING", (name, place))
        if added.rowcount:
            return None
        found = self._database.execute("SELECT place FROM seen WHERE id = ?", (name,)).fetchone()
        return str(found[0])
