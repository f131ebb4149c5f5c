"""Who uses a compiled corpus: many may read it, one may make or remove it, and a process that dies lets go."""

from __future__ import annotations

from pathlib import Path
from typing import Self

from sumtrace.errors import OutputError
from sumtrace.locks import take


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
        return take(self._file, shared=True)

    def own(self, refusal: str) -> None:
        """Hold it alone; an error where another process holds it too."""
        if not take(self._file):
            raise OutputError(refusal)
