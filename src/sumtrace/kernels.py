"""Compiled kernels: one decorator, and a cache of machine code in the user's cache folder.

numba notices when the file of a cached function changes, but not when a function that it calls changes; so the cache
folder's name carries a digest of every file that holds kernels. An installation that cannot be written to works too.
"""

from __future__ import annotations

import functools
import hashlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba

Function = TypeVar("Function", bound=Callable[..., Any])

_FOLDERS = ("jumps", "rewrites", "inference", "training", "baselines", "text/parsing", "corpus")


def cache_folder() -> Path:
    """Return the folder of the compiled kernels of this very version; deleting it is always safe."""
    base = os.environ.get("SUMTRACE_CACHE")
    if base is None:
        if sys.platform == "win32":
            base = os.environ.get("LOCALAPPDATA", str(Path.home() / "AppData" / "Local"))
        elif sys.platform == "darwin":
            base = str(Path.home() / "Library" / "Caches")
        else:
            base = os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache"))
        base = str(Path(base) / "sumtrace")
    return Path(base) / f"kernels-{_digest()}"


@functools.cache
def _digest() -> str:
    package = Path(__file__).parent
    digest = hashlib.sha256(numba.__version__.encode())
    for folder in _FOLDERS:
        for file in sorted((package / folder).glob("*.py")):
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def is_compiled() -> bool:
    """Whether this version's kernels have been compiled before, so that nobody has to wait for the compiler."""
    return any(cache_folder().glob("*/*.nbc"))


def kernel(function: Function) -> Function:
    """Compile a function on first use, without the interpreter's lock, and keep the machine code for the next run."""
    return _compiled(function, fastmath=False)


def vector_kernel(function: Function) -> Function:
    """Compile a loop that may be added up several numbers at a time; infinities and NaN keep their meaning."""
    return _compiled(function, fastmath={"reassoc", "contract", "nsz"})


def _compiled(function: Function, fastmath: bool | set[str]) -> Function:
    previous = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_folder())
    try:
        return numba.njit(nogil=True, cache=True, error_model="numpy", fastmath=fastmath)(function)  # type: ignore[no-any-return]
    finally:
        numba.config.CACHE_DIR = previous
