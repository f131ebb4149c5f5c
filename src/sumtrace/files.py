"""Files are written whole or not at all; names that end in .gz are compressed; ``-`` is standard input or output."""

from __future__ import annotations

import codecs
import contextlib
import gzip
import hashlib
import io
import os
import re
import shutil
import stat
import sys
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, BinaryIO

from sumtrace import locks
from sumtrace.errors import InputError, OutputError

STANDARD = "-"

DAMAGE = (EOFError, zlib.error, OSError)
"""What reading raises where a file breaks off, is no whole gzip, or cannot be read at all."""

_PART = re.compile(r"\..+\.[a-z0-9_]{8}\.part", re.DOTALL)
"""The name under which a file is written before it is whole."""
_tidied: set[Path] = set()
"""The folders in which this process has looked for what killed ones left."""


def checksum(*parts: bytes) -> str:
    """Return the SHA-256 by which damage is noticed: as ``sha256sum`` prints it, and most processors have it built in."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    return digest.hexdigest()


@contextlib.contextmanager
def writing(target: str | Path) -> Iterator[BinaryIO]:
    """Open ``target`` for bytes; it appears under its name, complete, only when the block ends without an error."""
    if str(target) == STANDARD:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    path = Path(target)
    if path.is_dir():
        raise OutputError(f"{path} is a folder; give a file name to write to")
    if path.exists() and not path.is_file():
        with _device(path) as raw:
            yield raw
        return
    final = Path(os.path.realpath(path))  # what a link points to is written, not the link
    temporary = None
    lock = -1
    try:
        mode = stat.S_IMODE(final.stat().st_mode) if final.exists() else 0o666 & ~_umask()
        descriptor, temporary = _part_of(final)
        if locks.SPANS_RENAMES:
            lock = os.dup(descriptor)
        with os.fdopen(descriptor, "wb") as raw:
            if path.suffix == ".gz":
                with gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as packed:
                    yield packed  # type: ignore[misc]  # GzipFile offers what BinaryIO promises
            else:
                yield raw
            raw.flush()
            os.fsync(raw.fileno())
        os.chmod(temporary, mode)
        os.replace(temporary, final)
        temporary = None
    except OSError as error:
        if isinstance(error, FileNotFoundError) and not final.parent.exists():
            problem = f"the folder {path.parent} does not exist; create it first"
            raise OutputError(f"cannot write {path}: {problem}") from error
        raise OutputError(f"cannot write {path}: {error.strerror or error}; nothing was written") from error
    finally:
        if temporary is not None:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
        if lock >= 0:
            os.close(lock)


@contextlib.contextmanager
def writing_folder(target: Path) -> Iterator[Path]:
    """Give a new folder to fill; it appears under its name, complete, only when the block ends without an error."""
    temporary = None
    lock = -1
    try:
        tidy(target.parent)
        temporary = Path(tempfile.mkdtemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent))
        if locks.SPANS_RENAMES:
            lock = os.open(temporary, os.O_RDONLY)
            locks.take(lock)
        yield temporary
        os.chmod(temporary, 0o777 & ~_umask())
        if target.exists():
            target.rmdir()
        os.replace(temporary, target)
        temporary = None
    except OSError as error:
        raise OutputError(f"cannot write {target}: {error.strerror or error}; nothing was written") from error
    finally:
        if temporary is not None:
            shutil.rmtree(temporary, ignore_errors=True)
        if lock >= 0:
            os.close(lock)


def tidy(folder: Path) -> None:
    """Remove what killed commands left half written in a folder, once; what a living one writes is locked."""
    if folder in _tidied or not locks.SPANS_RENAMES:
        return
    _tidied.add(folder)
    for path in folder.glob(".*.part"):
        if _PART.fullmatch(path.name):
            remove_if_left(path)


def remove_if_left(path: Path) -> None:
    """Remove a file or folder that no living process has locked."""
    with contextlib.suppress(OSError):
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        try:
            if locks.take(descriptor):
                shutil.rmtree(path) if path.is_dir() else path.unlink()
        finally:
            os.close(descriptor)


def _part_of(final: Path) -> tuple[int, str]:
    """Return an open, locked file beside the final one, and its name."""
    tidy(final.parent)
    while True:
        descriptor, name = tempfile.mkstemp(prefix=f".{final.name}.", suffix=".part", dir=final.parent)
        if not locks.SPANS_RENAMES:
            return descriptor, name
        locks.take(descriptor)
        if os.path.exists(name):
            return descriptor, name
        os.close(descriptor)  # another process tidied it away before it was locked


@contextlib.contextmanager
def _device(path: Path) -> Iterator[BinaryIO]:
    """Open a device or a named pipe, which cannot be written whole or not at all, and must not be replaced."""
    try:
        with path.open("wb") as raw:
            yield raw
    except OSError as error:
        raise OutputError(f"cannot write {path}: {error.strerror or error}") from error


def write_text(target: str | Path, text: str) -> None:
    """Write a whole text file in UTF-8."""
    with writing(target) as file:
        file.write(text.encode())


@contextlib.contextmanager
def reading(source: str | Path) -> Iterator[IO[bytes]]:
    """Open ``source`` for bytes, unpacking gzip whatever the name says (detected from the first two bytes)."""
    if str(source) == STANDARD:
        yield unpacked(sys.stdin.buffer)
        return
    path = Path(source)
    try:
        file = path.open("rb")
    except FileNotFoundError as error:
        raise InputError("no such file", file=path, hint="Check the path.") from error
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=path) from error
    with file:
        try:
            opened = unpacked(file)
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror}", file=path) from error
        yield opened


def unpacked(file: IO[bytes]) -> IO[bytes]:
    """Return ``file`` itself, or its unpacked contents where they begin with gzip's signature."""
    buffered = file if isinstance(file, io.BufferedReader) else io.BufferedReader(file)  # type: ignore[type-var]
    if buffered.peek(2)[:2] == b"\x1f\x8b":
        return io.BufferedReader(gzip.GzipFile(fileobj=buffered))
    return buffered


def lines(source: str | Path) -> Iterator[tuple[int, str]]:
    """Yield (line number from 1, line without its end) of a UTF-8 text file."""
    with reading(source) as file:
        for number, raw in raw_lines(file, source):
            yield number, decoded(raw, source, number).rstrip("\r\n")


def raw_lines(file: IO[bytes], source: object) -> Iterator[tuple[int, bytes]]:
    """Yield (line number from 1, bytes with the line's end) of an open file; ``source`` names it in errors."""
    number = 0
    try:
        for number, raw in enumerate(file, start=1):
            yield number, raw
    except DAMAGE as error:
        raise InputError(f"the file is cut off or damaged ({error})", file=source, line=number + 1) from error


def read_text(source: str | Path) -> str:
    """Read a whole UTF-8 text file."""
    return decoded(read_bytes(source), source)


def read_bytes(source: str | Path) -> bytes:
    """Read a whole file."""
    with reading(source) as file:
        try:
            return file.read()
        except DAMAGE as error:
            raise InputError(f"the file is cut off or damaged ({error})", file=source) from error


def decoded(raw: bytes, source: object, line: int | None = None) -> str:
    """Decode UTF-8 (a byte-order mark is dropped), or say which byte is wrong."""
    try:
        return raw.decode("utf-8-sig" if line in (None, 1) else "utf-8")
    except UnicodeDecodeError as error:
        raise InputError(
            f"not UTF-8: byte 0x{raw[error.start]:02x} at position {error.start}",
            file=source,
            line=line,
            hint=f"Convert the file first, for example: iconv -f {_likely(raw)} -t utf-8 IN > OUT",
        ) from error


def _likely(raw: bytes) -> str:
    """Return what bytes that are not UTF-8 probably are."""
    return "utf-16" if raw[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) else "latin1"


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
