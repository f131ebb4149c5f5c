"""The output file, kept up with the marks by a thread of its own: replaced as a whole, never half written."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path

from sumtrace.annotate.journal import Journal
from sumtrace.errors import OutputError
from sumtrace.files import read_bytes, writing

Lines = Callable[[set[int]], dict[int, bytes]]
"""Gives the lines of some pairs; a pair nobody worked on has none."""

REST = 0.5
"""Seconds between two replacements, at least; ten times as long as one takes where that is more."""


class Output:
    """A file of lines, one a pair in the order of the pairs, that follows changes.

    What will be written is announced in the journal first, so that a later start can tell whether anybody else changed
    the file in between.
    """

    def __init__(self, path: Path, count: int, lines: Lines, journal: Journal) -> None:
        self.path = path
        self.problem: str | None = None
        self._lines_of = lines
        self._journal = journal
        self._lines: dict[int, bytes] = {}
        self._changed = set(range(count))
        self._wake = threading.Condition()
        self._stopping = False
        self._thread = threading.Thread(target=self._follow, name="output", daemon=True)

    def start(self) -> None:
        """Bring the file up to date with the journal, then follow changes."""
        self._write()
        self._thread.start()

    def changed(self, number: int) -> None:
        """Say that a pair's line is out of date."""
        with self._wake:
            self._changed.add(number)
            self._wake.notify()

    def stop(self) -> None:
        """Write what is outstanding and stop; raises if the file could not be written (the journal has everything)."""
        with self._wake:
            self._stopping = True
            self._wake.notify()
        self._thread.join()
        if self.problem is not None:
            raise OutputError(f"{self.problem}; the journal has all changes, and the next start will write them")

    def _follow(self) -> None:
        rest = REST
        while True:
            with self._wake:
                self._wake.wait_for(lambda: self._changed or self._stopping)
                self._wake.wait_for(lambda: self._stopping, timeout=rest)
                stopping = self._stopping
                if not self._changed:
                    return
            started = time.monotonic()
            try:
                self._write()
                self.problem = None
            except OutputError as error:
                self.problem = str(error)
                if stopping:
                    return
            rest = max(REST, 10 * (time.monotonic() - started))

    def _write(self) -> None:
        with self._wake:
            changed, self._changed = self._changed, set()
        try:
            fresh = self._lines_of(changed)
            for number in changed:
                self._lines.pop(number, None)
            self._lines.update(fresh)
            data = b"".join(self._lines[number] for number in sorted(self._lines))
            self._journal.append({"output": digest(data)})
            with writing(self.path) as file:
                file.write(data)
        except OutputError:
            with self._wake:
                self._changed |= changed
            raise


def digest(data: bytes) -> str:
    """Return a short digest of an output file's contents."""
    return blake2b(data, digest_size=16).hexdigest()


def digest_of(path: Path) -> str:
    """Return the digest of what an output file holds, unpacked."""
    return digest(read_bytes(path))
