"""Rows of numbers in a temporary file, mapped into memory: a corpus may be larger than what a machine has."""

from __future__ import annotations

import mmap
import tempfile
from array import array

import numpy as np

from sumtrace.baselines.word_ids import Ids
from sumtrace.errors import OutputError

_AT_ONCE = 1 << 16
"""Numbers that are gathered before they are written."""


class StoredRows:
    """Rows that are appended one after the other and then read as one; the file goes when nothing maps it any longer."""

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 (open as long as there are rows to come)
        self._ends = array("q", [0])
        self._gathered: list[Ids] = []
        self._written = 0

    def __len__(self) -> int:
        return len(self._ends) - 1

    def append(self, row: Ids) -> None:
        """Add a row."""
        self._gathered.append(row)
        self._ends.append(self._ends[-1] + len(row))
        if self._ends[-1] - self._written >= _AT_ONCE:
            self._write()

    def extend_by_ones(self, numbers: Ids) -> None:
        """Add a row for each number, with nothing else in it."""
        self._gathered.append(numbers)
        self._ends.extend(range(self._ends[-1] + 1, self._ends[-1] + 1 + len(numbers)))

    def starts(self) -> Ids:
        """Return where each row begins in all of them joined, and where the last one ends."""
        return np.array(self._ends, np.int64)

    def joined(self) -> Ids:
        """Return all rows as one, mapped; what is written to it stays in memory."""
        if not self._ends[-1]:
            return np.empty(0, np.int64)
        self._write()
        return np.frombuffer(mmap.mmap(self._file.fileno(), 0, access=mmap.ACCESS_COPY), np.int64)

    def _write(self) -> None:
        """Write what was gathered."""
        try:
            if self._gathered:
                self._file.write(np.concatenate(self._gathered).astype(np.int64, copy=False).data)
            self._file.flush()
        except OSError as error:
            raise OutputError(
                f"cannot write temporary files to {tempfile.gettempdir()}: {error.strerror}; set TMPDIR to another folder"
            ) from error
        self._gathered, self._written = [], self._ends[-1]
