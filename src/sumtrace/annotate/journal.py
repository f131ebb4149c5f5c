"""The journal: an append-only file that holds every change before anyone is told that it was made.

One JSON object a line. A line that was being written when the machine or the process died is the last one, and was
never confirmed: it is cut off when the journal is opened again.
"""

from __future__ import annotations

import contextlib
import json
import os
import threading
from pathlib import Path
from typing import Any, BinaryIO

from sumtrace.errors import InputError, OutputError
from sumtrace.locks import take

Record = dict[str, Any]

_FORMAT = {"format": "sumtrace-journal", "version": 1}


class Journal:
    """An open journal; ``records`` are those found in it, and one process at a time may hold it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        new = not path.exists()
        try:
            self._file: BinaryIO = open(path, "a+b", buffering=0)  # noqa: SIM115 - held open as long as the journal lives
        except OSError as error:
            raise OutputError(f"cannot write {path}: {error.strerror}") from error
        self._broken = False
        self._lock = threading.Lock()
        try:
            if not take(self._file):
                raise InputError(
                    "another annotation server is using this file", file=path, hint="Use its link, or stop it first."
                )
            self.records, whole = _parsed(self._file, path)
            self._file.truncate(whole)
            self._size = whole
            if not whole:
                self.append(_FORMAT)
            if new:
                _sync_folder(path.parent)
        except BaseException:
            self._file.close()
            raise

    def append(self, *records: Record) -> None:
        """Add records; when this returns they are on disk, when it raises none of them is."""
        lines = b"".join(json.dumps(record, separators=(",", ":")).encode() + b"\n" for record in records)
        with self._lock:
            if self._broken:
                raise OutputError(f"{self.path} could not be written; free some space and start the tool again")
            try:
                written = 0
                while written < len(lines):
                    written += self._file.write(lines[written:])
                os.fsync(self._file.fileno())
            except OSError as error:
                self._take_back()
                problem = error.strerror or str(error)
                raise OutputError(f"cannot write {self.path}: {problem}; the change was not saved") from error
            self._size += len(lines)

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def _take_back(self) -> None:
        try:
            self._file.truncate(self._size)
            os.fsync(self._file.fileno())
        except OSError:
            self._broken = True  # what the file holds is no longer known: a new start reads it


def _parsed(file: BinaryIO, path: Path) -> tuple[list[Record], int]:
    """Return the records and how many bytes they fill; a torn last line is left out."""
    file.seek(0)
    data = file.read()
    records: list[Record] = []
    whole = 0
    lines = data.split(b"\n")
    for number, line in enumerate(lines[:-1], start=1):
        try:
            record = json.loads(line)
            if not isinstance(record, dict):
                raise ValueError("not an object")
        except (ValueError, RecursionError) as error:
            if number == len(lines) - 1 and not lines[-1]:
                break
            raise InputError(
                "the journal is damaged here",
                file=path,
                line=number,
                hint="Restore it from a backup, or move it away to continue from the gold file alone.",
            ) from error
        records.append(record)
        whole += len(line) + 1
    if records:
        head = records.pop(0)
        if head.get("format") != _FORMAT["format"] or head.get("version") != _FORMAT["version"]:
            raise InputError("not a journal of this version of Sumtrace", file=path, hint="Choose another -o.")
    return records, whole


def _sync_folder(folder: Path) -> None:
    """Put a new file's name on disk, where the system can."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
