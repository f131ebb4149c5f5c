"""Records of arrays in one file on disk: appended one by one, then read by number, memory-mapped and checked.

A record is a head (JSON: kind, shape and place of each array) and the arrays behind it, each where the processor likes it.
An array whose values are all the same is kept as one of them. What is read can be written to, as kernels want it, but
stays in memory: the file never changes.
"""

from __future__ import annotations

import mmap
import os
import zlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt

from sumtrace.errors import InputError, OutputError

Record = TypeVar("Record")
Arrays = Mapping[str, npt.NDArray[Any]]

_ALIGNED = 64
_HEAD = 8
"""Bytes that hold the length of the head."""


class Place(NamedTuple):
    """Where a record lies in its file, and its checksum."""

    offset: int
    size: int
    checksum: int


class Held(NamedTuple):
    """Where an array lies behind the head; ``constant`` where it is one value, repeated."""

    name: str
    dtype: str
    shape: tuple[int, ...]
    offset: int
    constant: bool


def packed(arrays: Arrays) -> list[bytes | memoryview]:
    """Return the bytes of a record, in parts."""
    held: list[Held] = []
    parts: list[bytes | memoryview] = []
    offset = 0
    for name, array in arrays.items():
        constant = array.size > 1 and bool((array == array.flat[0]).all())
        kept = np.ascontiguousarray(array.flat[:1] if constant else array)
        held.append(Held(name, array.dtype.str, array.shape, offset, constant))
        parts += [kept.view(np.uint8).reshape(-1).data, bytes(-kept.nbytes % _ALIGNED)]
        offset += kept.nbytes + -kept.nbytes % _ALIGNED
    head = msgspec.json.encode(held)
    head += b" " * (-(len(head) + _HEAD) % _ALIGNED)
    return [len(head).to_bytes(_HEAD, "little"), head, *parts]


def unpacked(raw: memoryview) -> dict[str, npt.NDArray[Any]]:
    """Return the arrays of a record."""
    length = int.from_bytes(raw[:_HEAD], "little")
    body = raw[_HEAD + length :]
    arrays: dict[str, npt.NDArray[Any]] = {}
    for held in msgspec.json.decode(raw[_HEAD : _HEAD + length], type=list[Held]):
        count = 1 if held.constant else int(np.prod(held.shape))
        dtype = np.dtype(held.dtype)
        array = np.frombuffer(body, dtype, count, held.offset) if count else np.zeros(0, dtype)
        arrays[held.name] = np.full(held.shape, array[0], dtype) if held.constant else array.reshape(held.shape)
    return arrays


class Store(Protocol[Record]):
    """Records that are appended, then read by number: a list, or a file."""

    def append(self, record: Record, /) -> None:
        """Take a record."""
        ...

    def __len__(self) -> int: ...

    def __getitem__(self, number: int, /) -> Record: ...

    def __iter__(self) -> Iterator[Record]: ...


class ArrayFile(Generic[Record]):
    """NamedTuples of arrays on disk: what is appended is written, what is asked for is read."""

    def __init__(self, path: Path, kind: type[Record], places: Iterable[Place] | None = None) -> None:
        self.path = path
        self.places = [] if places is None else list(places)
        self._kind = kind
        try:
            self._file = path.open("w+b" if places is None else "rb")
        except OSError as error:
            raise (_unwritable(path, error) if places is None else _damaged(path, str(error))) from error

    def append(self, record: Record, /) -> None:
        """Write a record."""
        parts = packed(record._asdict())  # type: ignore[attr-defined]
        checksum = 0
        for part in parts:
            checksum = zlib.crc32(part, checksum)
        try:
            offset = self._file.seek(0, os.SEEK_END)
            for part in parts:
                self._file.write(part)
            self._file.flush()
        except OSError as error:
            raise _unwritable(self.path, error) from error
        self.places.append(Place(offset, sum(map(len, parts)), checksum))

    def __len__(self) -> int:
        return len(self.places)

    def __iter__(self) -> Iterator[Record]:
        return (self[number] for number in range(len(self)))

    def __getitem__(self, number: int, /) -> Record:
        return record_of(self._kind, self.raw(number))

    def raw(self, number: int) -> memoryview:
        """Return the bytes of a record, mapped into memory and compared with their checksum."""
        place = self.places[number]
        before = place.offset % mmap.ALLOCATIONGRANULARITY
        try:
            mapped = mmap.mmap(
                self._file.fileno(), before + place.size, access=mmap.ACCESS_COPY, offset=place.offset - before
            )
        except (OSError, ValueError, OverflowError) as error:
            raise _damaged(self.path, str(error)) from error
        raw = memoryview(mapped)[before:]
        if zlib.crc32(raw) != place.checksum:
            raise _damaged(self.path, f"record {number} fails its checksum")
        return raw

    def synced(self) -> None:
        """Wait until everything is on disk."""
        try:
            os.fsync(self._file.fileno())
        except OSError as error:
            raise _unwritable(self.path, error) from error

    def close(self) -> None:
        """Let go of the file; what was read stays."""
        self._file.close()


def record_of(kind: type[Record], raw: memoryview) -> Record:
    """Return the record that bytes hold."""
    return kind(**unpacked(raw))


def _unwritable(path: Path, error: OSError) -> OutputError:
    return OutputError(
        f"cannot compile the corpus into {path.parent}: {error.strerror or error}; nothing was kept. Free some space, or "
        "set SUMTRACE_CACHE to a folder on another disk."
    )


def _damaged(path: Path, reason: str) -> InputError:
    return InputError(
        f"the compiled corpus is damaged ({reason})",
        file=path,
        hint=f"Remove it with: sumtrace cache remove {path.parent.name}; then run the same command again.",
    )
