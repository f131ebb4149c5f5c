"""What took long to make kept on disk (vectors, opinions, trees): a bounded file in the user's cache folder, which may be deleted at any time.

SQLite keeps the file whole when a process is killed or several write at once; each entry carries a checksum, and what
fails it counts as missing. The oldest entries make room for new ones. Where the file cannot be used (a full disk, a
folder that cannot be written to), work goes on without it, with one warning.
"""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
import threading
import time
import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from sumtrace.errors import SumtraceWarning
from sumtrace.kernels import cache_folder

LIMIT = 1 << 30
"""Bytes; a word of the shipped encoder takes 768."""
_ROOM = 10
"""When the file is full, one part in this many is freed."""
_CHECKSUM = 8
"""Bytes."""
_PAGE = 1 << 14
"""Bytes; a sentence takes about as many, and costs less in one piece than in many."""
_PATIENCE = 10.0
"""Seconds to wait while another process writes."""
_AGAIN = 0.02
"""Seconds before another try."""
TROUBLE = (sqlite3.Error, UnicodeDecodeError)
"""What a file that is no good raises: SQLite quotes damaged names in its messages as they are."""


@dataclass(frozen=True, slots=True)
class CacheUse:
    """What the cache of vectors holds: entries for sentences, and for claims that were judged."""

    file: Path
    entries: int
    size: int
    """Bytes on disk."""


def vector_file() -> Path:
    """Return where vectors are kept."""
    return cache_folder().parent / "vectors-1.sqlite"


def vector_cache_use(file: Path | None = None) -> CacheUse:
    """Return how much the cache of vectors holds."""
    file = file or vector_file()
    entries = 0
    if file.exists():
        with contextlib.suppress(*TROUBLE), contextlib.closing(sqlite3.connect(file)) as database:
            entries = database.execute("SELECT count(*) FROM vectors").fetchone()[0]
    return CacheUse(file, entries, sum(part.stat().st_size for part in _parts(file) if part.exists()))


def remove_vectors(file: Path | None = None) -> None:
    """Delete the vector cache; a process that is using it continues without."""
    _remove(file or vector_file())


def _remove(file: Path) -> None:
    for part in _parts(file):
        part.unlink(missing_ok=True)


def _parts(file: Path) -> list[Path]:
    return [file, *(file.with_name(file.name + ending) for ending in ("-wal", "-shm"))]


class DiskCache:
    """Bytes by key, on disk; several threads and processes may use one file."""

    def __init__(self, file: Path, limit: int = LIMIT) -> None:
        self._file = file
        self._limit = limit
        self._lock = threading.Lock()
        self._database: sqlite3.Connection | None = None
        with self._lock:
            self._open()

    def get(self, keys: Iterable[bytes]) -> dict[bytes, bytes]:
        """Return what is kept under those of the keys that are known and undamaged."""
        found: dict[bytes, bytes] = {}
        with self._lock, self._guarded() as database:
            if database is not None:
                for key in keys:
                    for (entry,) in database.execute("SELECT CAST(entry AS BLOB) FROM vectors WHERE key = ?", (key,)):
                        if entry and _checksum(key, entry[_CHECKSUM:]) == entry[:_CHECKSUM]:
                            found[key] = entry[_CHECKSUM:]
        return found

    def put(self, entries: Mapping[bytes, bytes]) -> None:
        """Keep entries, all or none of them; the oldest go where the file would grow too large."""
        rows = [(key, _checksum(key, contents) + contents) for key, contents in entries.items()]
        size = sum(len(entry) for _, entry in rows)
        with self._lock, self._guarded() as database:
            if database is not None and size < self._limit // _ROOM:
                with database:
                    self._make_room(database, size)
                    database.executemany("INSERT OR REPLACE INTO vectors (key, entry) VALUES (?, ?)", rows)

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            if self._database is not None:
                self._database.close()
            self._database = None

    def _make_room(self, database: sqlite3.Connection, needed: int) -> None:
        page, pages, free = (
            database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_size", "page_count", "freelist_count")
        )
        if (pages - free) * page + needed <= self._limit:
            return
        count = database.execute("SELECT count(*) FROM vectors").fetchone()[0]
        database.execute(
            "DELETE FROM vectors WHERE number IN (SELECT number FROM vectors ORDER BY number LIMIT ?)",
            (1 + count // _ROOM,),
        )

    def _open(self) -> None:
        """Open the file; one that is damaged, or no database at all, gives way to an empty one."""
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            try:
                self._database = self._connected()
            except TROUBLE as error:
                if not _is_damage(error):
                    raise
                _remove(self._file)
                self._database = self._connected()
        except (*TROUBLE, OSError) as error:
            self._warn(error)

    def _connected(self) -> sqlite3.Connection:
        """Return a connection; of two processes that make the file at once, SQLite sends one away without any patience."""
        until = time.monotonic() + _PATIENCE
        while True:
            try:
                return self._made()
            except sqlite3.OperationalError as error:
                if not _is_locked(error) or time.monotonic() > until:
                    raise
                time.sleep(_AGAIN)

    def _made(self) -> sqlite3.Connection:
        database = sqlite3.connect(self._file, timeout=_PATIENCE, check_same_thread=False)
        try:
            database.execute(f"PRAGMA page_size = {_PAGE}")  # of a new file
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("PRAGMA synchronous = NORMAL")  # a commit need not wait for the disk
            database.execute("PRAGMA journal_size_limit = 0")
            database.execute(
                "CREATE TABLE IF NOT EXISTS vectors (number INTEGER PRIMARY KEY, key BLOB UNIQUE, entry BLOB)"
            )
        except TROUBLE:
            database.close()
            raise
        return database

    @contextlib.contextmanager
    def _guarded(self) -> Iterator[sqlite3.Connection | None]:
        """Give the database while there is one; trouble with it is not the caller's."""
        try:
            yield self._database
        except TROUBLE as error:
            assert self._database is not None
            with contextlib.suppress(sqlite3.Error):
                self._database.close()
            self._database = None
            if _is_damage(error):
                with contextlib.suppress(OSError):
                    _remove(self._file)
                self._open()
            else:
                self._warn(error)

    def _warn(self, error: Exception) -> None:
        warnings.warn(
            f"{self._file}: cannot be written ({error}); continuing without it. Free some space, delete the file, or "
            "set SUMTRACE_CACHE to another folder.",
            SumtraceWarning,
            stacklevel=2,
        )


def _checksum(key: bytes, contents: bytes) -> bytes:
    return hashlib.blake2b(contents, digest_size=_CHECKSUM, key=key).digest()


def _is_locked(error: sqlite3.Error) -> bool:
    """Whether another process holds the file."""
    return error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _is_damage(error: Exception) -> bool:
    """Whether the file itself is wrong; a full disk, a lock or missing rights are operational errors instead."""
    return not isinstance(error, sqlite3.OperationalError)
