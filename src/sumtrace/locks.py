"""Locks between processes: the system lets go of one when its owner ends, however it ends."""

from __future__ import annotations

import contextlib
import errno
import getpass
import os
import socket
import threading
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from sumtrace.errors import OutputError

try:
    import fcntl
except ImportError:  # pragma: no cover - Windows
    fcntl = None  # type: ignore[assignment]

LOCK = "training.lock"
"""The file that says who works in a folder, and since when; it goes when the work ends."""

SPANS_RENAMES = fcntl is not None
"""Whether a file can be renamed while it is locked."""

_held: dict[Path, int] = {}
"""The locks of this process, and the thread that holds each."""


def take(file: BinaryIO | int, *, shared: bool = False) -> bool:
    """Lock an open file until it is closed, alone or together with others; False where another opening of it forbids that.

    A lock that is held already changes its kind.
    """
    descriptor = file if isinstance(file, int) else file.fileno()
    try:
        if fcntl is not None:
            fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        elif not shared:  # pragma: no cover - Windows, which has no shared locks of this kind
            import msvcrt

            os.lseek(descriptor, 1 << 40, os.SEEK_SET)
            getattr(msvcrt, "locking")(descriptor, getattr(msvcrt, "LK_NBLCK"), 1)  # noqa: B009 - unknown elsewhere
    except OSError as error:
        # a file system without locks refuses nobody
        return error.errno not in (errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK)
    return True


@contextlib.contextmanager
def turn(file: int, name: str) -> Iterator[None]:
    """Wait until no other process does what has this name; one open file, never closed, serves any number of names.

    Where the system has no such locks, or waiting would never end, nobody waits.
    """
    place = zlib.crc32(name.encode())
    with contextlib.suppress(OSError):
        if fcntl is not None:
            fcntl.lockf(file, fcntl.LOCK_EX, 1, place)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            if fcntl is not None:
                fcntl.lockf(file, fcntl.LOCK_UN, 1, place)


@contextlib.contextmanager
def working_in(folder: Path) -> Iterator[None]:
    """Keep others from writing into a folder; the thread that works there may say so again.

    A lock whose owner died is nobody's: the next one takes it over.
    """
    path = folder.resolve() / LOCK
    if _held.get(path) == threading.get_ident():
        yield
        return
    with _taken(path) as file:
        _held[path] = threading.get_ident()
        try:
            with contextlib.suppress(OSError):  # on a full disk it holds all the same, without a name
                file.truncate(0)
                file.write(_owner().encode())
            yield
        finally:
            del _held[path]
            with contextlib.suppress(OSError):
                path.unlink()


def _taken(path: Path) -> BinaryIO:
    while True:
        try:
            file: BinaryIO = path.open("a+b", buffering=0)
        except OSError as error:
            raise OutputError(f"cannot write to the folder {path.parent}: {error.strerror}") from error
        if not take(file):
            file.seek(0)
            owner = file.read(500).decode("utf-8", "replace").strip() or "another process"
            file.close()
            raise OutputError(
                f"{owner} is working in the folder {path.parent}; wait until it has finished, or choose another folder"
            )
        with contextlib.suppress(OSError):
            if os.path.samestat(os.fstat(file.fileno()), path.stat()):
                return file
        file.close()  # its last owner removed it just now


def _owner() -> str:
    try:
        user = getpass.getuser()
    except (KeyError, OSError):  # a user whom the system does not know
        user = "somebody"
    since = time.strftime("%Y-%m-%d %H:%M:%S %Z")
    return f"{user} on {socket.gethostname()} (process {os.getpid()}, since {since})"
