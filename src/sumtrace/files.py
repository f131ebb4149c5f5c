"""Files are written whole or not at all; names that end in .gz are compressed; ``-`` is standard input or output."""

from __future__ import annotations

import codecs
import contextlib
import gzip
import io
import os
import stat
import sys
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, BinaryIO

from sumtrace.errors import InputError, OutputError

STANDARD = "-"


@contextlib.contextmanager
def writing(target: str | Path) -> Iterator[BinaryIO]:
    """Open ``target`` for bytes; it appears under its name, complete, only when the block ends without an error."""
    if str(target) == STANDARD:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    path = Path(target)
    if path.is_dir():
        raise OutputError(f"{path} is a folder; give the name of a file to write")
    if path.exists() and not path.is_file():
        with _device(path) as raw:
            yield raw
        return
    final = Path(os.path.realpath(path))  # what a link points to is written, not the link
    temporary = None
    try:
        mode = stat.S_IMODE(final.stat().st_mode) if final.exists() else 0o666 & ~_umask()
        descriptor, temporary = tempfile.mkstemp(prefix=f".{final.name}.", suffix=".part", dir=final.parent)
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
    except FileNotFoundError as error:
        raise OutputError(f"cannot write {path}: the folder {path.parent} does not exist; make it first") from error
    except OSError as error:
        raise OutputError(f"cannot write {path}: {error.strerror or error}; nothing was written") from error
    finally:
        if temporary is not None:
            with contextlib.suppress(OSError):
                os.unlink(temporary)


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
    """Open ``source`` for bytes, unpacking gzip whatever the name says (its first two bytes tell)."""
    if str(source) == STANDARD:
        yield unpacked(sys.stdin.buffer)
        return
    path = Path(source)
    try:
        file = path.open("rb")
    except FileNotFoundError as error:
        raise InputError("no such file", file=path, hint="Check the name and the folder.") from error
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=path) from error
    with file:
        yield unpacked(file)


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
    except (EOFError, zlib.error, OSError) as error:
        raise InputError(f"the file breaks off or is damaged ({error})", file=source, line=number + 1) from error


def read_text(source: str | Path) -> str:
    """Read a whole UTF-8 text file."""
    with reading(source) as file:
        try:
            raw = file.read()
        except (EOFError, zlib.error, OSError) as error:
            raise InputError(f"the file breaks off or is damaged ({error})", file=source) from error
        return decoded(raw, source)


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
