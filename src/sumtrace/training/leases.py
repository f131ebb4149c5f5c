"""Who uses a compiled corpus: many may read it, one may make or remove it, and a process that dies lets go."""

from __future__ import annotations

from pathlib import Path
from typing import Self

from sumtrace.errors import OutputError

try:
    import fcntl
except ImportError:  # pragma: no cover - Windows, where two processes on one corpus are on their own
    fcntl = None  # type: ignore[assignment]


class Lease:
    """A lock file that is held, alone or with others, until the block ends."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> Self:
        try:
            self._file = self._path.open("ab")
        except OSError as error:
            raise OutputError(f"cannot write {self._path}: {error.strerror}") from error
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()

    def share(self) -> bool:
        """Hold it together with other readers; False where another process holds it alone."""
        return fcntl is None or self._taken(fcntl.LOCK_SH)

    def own(self, refusal: str) -> None:
        """Hold it alone; an error where another process holds it too."""
        if fcntl is not None and not self._taken(fcntl.LOCK_EX):
            raise OutputError(refusal)

    def _taken(self, kind: int) -> bool:
        try:
            fcntl.flock(self._file, kind | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # a file system without locks refuses nobody
            return True
        return True
