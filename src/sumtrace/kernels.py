"""Compiled kernels: the decorators, and a cache of machine code in the user's cache folder.

numba notices when the file of a cached function changes, but not when a function that it calls changes; so the cache
folder's name carries a digest of every file that holds kernels. An installation that cannot be written to works too, and
so does a user without a home: then the code is kept in a folder of the user's own among the temporary files, or not at all.

Processes that need the same kernel at the same time, as the workers of a cluster do, compile it once: the others wait and
then read it.

Damaged machine code would take the interpreter down, so each file of the cache ends in its checksum; one that fails it is
removed, and its kernel compiled again.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import hashlib
import logging
import os
import pickle
import shutil
import stat
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numba
from numba import types
from numba.core import event
from numba.core.caching import IndexDataCacheFile
from numba.core.compiler_lock import global_compiler_lock
from numba.core.errors import TypingError
from numba.extending import overload

from sumtrace.errors import SumtraceWarning
from sumtrace.files import checksum
from sumtrace.locks import turn

_FOLDERS = ("encoding", "jumps", "rewrites", "inference", "training", "baselines", "text/parsing", "corpus/extracts")
COMPILING = "Compiling kernels, once per kind of work: about half a minute"


@functools.cache
def cache_folder() -> Path:
    """Return the folder of the compiled kernels of exactly this version; deleting it is always safe."""
    return (_base() or Path(os.devnull)) / f"kernels-{_digest()}"


def kept_kernels() -> list[Path]:
    """Return the folders of compiled kernels, of this version and of others."""
    return sorted(cache_folder().parent.glob("kernels-*/"))


def remove_kernels() -> None:
    """Remove all compiled kernels; who runs some of them has read them already."""
    for folder in kept_kernels():
        shutil.rmtree(folder, ignore_errors=True)


@functools.cache
def _base() -> Path | None:
    """Return the first folder that can be written to; None where there is none."""
    base = next((base for base in _wanted() if _is_usable(base)), None) or _own_temporary()
    given = os.environ.get("SUMTRACE_CACHE")
    if given and base != Path(given):
        instead = f"{base} is used instead" if base else "nothing is cached"
        warnings.warn(f"SUMTRACE_CACHE: cannot write to {given}; {instead}", SumtraceWarning, stacklevel=2)
    return base


def _wanted() -> Iterator[Path]:
    """Yield where the user or the system wants caches to be."""
    given = os.environ.get("SUMTRACE_CACHE")
    if given:
        yield Path(given)
    with contextlib.suppress(RuntimeError):  # a user whom the system does not know has no home
        home = Path.home()
        if sys.platform == "win32":
            base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
        elif sys.platform == "darwin":
            base = home / "Library" / "Caches"
        else:
            base = Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
        yield base / "sumtrace"


def _own_temporary() -> Path | None:
    """Return a folder among the temporary files that only this user can write to, since code is read from it."""
    user = os.getuid() if hasattr(os, "getuid") else "user"
    try:
        folder = Path(tempfile.gettempdir()) / f"sumtrace-{user}"
        if not _is_usable(folder):
            return None
        found = folder.lstat()
    except OSError:
        return None
    is_own = stat.S_ISDIR(found.st_mode) and not found.st_mode & 0o022 and found.st_uid == user
    return folder if is_own or sys.platform == "win32" else None


def _is_usable(folder: Path) -> bool:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


@functools.cache
def _digest() -> str:
    package = Path(__file__).parent
    digest = hashlib.sha256(numba.__version__.encode())
    for file in (Path(__file__), *(file for folder in _FOLDERS for file in sorted((package / folder).glob("*.py")))):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def tell_of_compiling(tell: Callable[[], object]) -> None:
    """Have ``tell`` called, instead of a line in the log, once a kernel has to be compiled rather than read."""
    _Listener.tell = staticmethod(tell)


class _Listener(event.Listener):  # type: ignore[misc]
    """Hears of the first compilation, which takes long enough to be explained."""

    tell: Callable[[], object] = staticmethod(lambda: logging.getLogger("sumtrace").warning("%s", COMPILING))
    told = False

    def on_start(self, event: event.Event) -> None:
        if not self.told:
            self.told = True
            self.tell()

    def on_end(self, event: event.Event) -> None:
        pass


event.register("numba:compile", _Listener())


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a function on first use, without the interpreter's lock, and keep the machine code for the next run."""
    return _compiled(function, nogil=True, no_cfunc_wrapper=True)


def kernel_part(function: Callable[..., Any]) -> Any:
    """Compile a function for the kernels that call it; Python cannot, and saving it that door saves much of the wait.

    It is kept like a kernel: others that call it need not compile it again.
    """
    return _part(function)


def borrowing_part(function: Callable[..., Any]) -> Any:
    """Compile a part that works on the arrays it is given, neither making nor returning any; others do not compile.

    So it need not count who uses them, which would be much of its code and of the time of a short step.
    """
    return _borrowing(function)


def vector_part(function: Callable[..., Any]) -> Any:
    """Compile a loop that may be added up several numbers at a time; infinities and NaN keep their meaning."""
    return _borrowing(function, fastmath={"reassoc", "contract", "nsz"})


def inlined_part(function: Callable[..., Any]) -> Any:
    """Compile a large function as if it were written out in each kernel that calls it."""
    return _part(function, inline="always")


def _borrowing(function: Callable[..., Any], **options: Any) -> Any:
    compiled = _part(function, **_BORROWING, **options)
    compiled.add_overload = _unless_it_returns_arrays(compiled.add_overload)
    return compiled


def _unless_it_returns_arrays(add: Callable[[Any], None]) -> Callable[[Any], None]:
    """Refuse what numba does not: it would give away an array that its owner then frees. It refuses those that make one."""

    def checked(compiled: Any) -> None:
        if _holds_arrays(compiled.signature.return_type):
            raise TypingError(f"{compiled.fndesc.qualname} borrows arrays, so it cannot return them: use @kernel_part")
        add(compiled)

    return checked


def _holds_arrays(kind: Any) -> bool:
    return isinstance(kind, types.Array) or any(map(_holds_arrays, getattr(kind, "types", ())))


def _part(function: Callable[..., Any], **options: Any) -> Any:
    compiled = _compiled(function, **_PART, **options)

    def refuse(*arguments: Any) -> Any:
        raise TypeError(f"only kernels can call {function.__name__}; Python can call what is decorated with @kernel")

    compiled._compile_for_args = refuse
    compiled._insert = lambda *overload: None  # what numba would call without asking
    return compiled


_PART: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Nobody but kernels calls it."""
_OWNING, _BORROWING = {"_nrt": True}, {"_nrt": False}
"""Whether it counts references to arrays; said of each function, or numba would go by whoever happens to call it first."""


def _compiled(function: Callable[..., Any], **options: Any) -> Any:
    """Return what numba makes of a function; what it compiles is kept in our folder."""
    compiled: Any = numba.njit(error_model="numpy", **_OWNING | options)(function)
    compiled.compile = _kept(compiled)
    compiled.get_call_template = _whatever_the_constants(compiled.get_call_template)
    return compiled


def _whatever_the_constants(template: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a function once for all constants that kernels call it with; numba would for each of them."""

    def found(arguments: Any, named: Any) -> Any:
        plain = {name: types.unliteral(kind) for name, kind in named.items()}
        return template(tuple(map(types.unliteral, arguments)), plain)

    return found


class _CheckedFiles(IndexDataCacheFile):  # type: ignore[misc]
    """The index and the machine code of one kernel, each file with its checksum; damage counts as absence.

    Two processes that compile at once may give their code the same name, so it also says what it is the code of.
    """

    def save(self, key: Any, data: Any) -> None:
        with _turn(self._index_path):  # two that add to the index at once would lose an entry
            super().save(key, (key, data))

    def load(self, key: Any) -> Any:
        own, data = super().load(key) or (None, None)
        return data if own == key else None

    def _load_index(self) -> dict[Any, str]:
        try:
            version, stamp, overloads = self._opened(self._index_path)
        except OSError:
            return {}
        return overloads if (version, stamp) == (self._version, self._source_stamp) else {}

    def _save_index(self, overloads: dict[Any, str]) -> None:
        self._sealed(self._index_path, (self._version, self._source_stamp, overloads))

    def _load_data(self, name: str) -> Any:
        return self._opened(self._data_path(name))

    def _save_data(self, name: str, data: Any) -> None:
        self._sealed(self._data_path(name), data)

    def _sealed(self, path: str, contents: Any) -> None:
        packed = self._dump(contents)
        with self._open_for_write(path) as file:
            file.write(packed + checksum(packed).encode())

    def _opened(self, path: str) -> Any:
        """Return what a file holds; OSError, which numba takes for absence, where it is damaged or gone."""
        whole = Path(path).read_bytes()
        size = len(checksum())
        packed = whole[:-size]
        if checksum(packed).encode() == whole[-size:]:
            return pickle.loads(packed)
        os.unlink(path)
        _tell_of_damage()
        raise FileNotFoundError(path)


@functools.cache
def _tell_of_damage() -> None:
    """Warn, once: where one file is damaged, many may be."""
    message = f"damaged kernels in {cache_folder()} were removed and will be compiled again"
    warnings.warn(message, SumtraceWarning, stacklevel=2)


def _kept(compiled: Any) -> Callable[[Any], Any]:
    """Return how to compile for a signature: when no other process does, and not at all if one has kept its code by then."""
    compiling = compiled.compile
    files = functools.cache(functools.partial(_files_of, compiled))

    def in_turn(signature: Any) -> Any:
        # numba's lock first: whoever holds it may want our turn as well
        with global_compiler_lock, _turn(f"{files()} {signature}"), _no_garbage_collected():
            return compiling(signature)

    return in_turn


def _files_of(compiled: Any) -> str:
    """Have numba keep what it compiles in our folder, where there is one; return the name of the index.

    Not before something is compiled: numba tries for each function whether it can write there.
    """
    if _base() is None:
        return ""
    previous = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_folder())
    try:
        compiled.enable_caching()
    finally:
        numba.config.CACHE_DIR = previous
    cache = compiled._cache
    cache._cache_file = _CheckedFiles(cache._cache_path, cache._impl.filename_base, cache._cache_file._source_stamp)
    cache.save_overload = _where_there_is_room(cache.save_overload)
    return str(cache._cache_file._index_path)


@contextlib.contextmanager
def _no_garbage_collected() -> Iterator[None]:
    """Pause the collector: it would go through all that numba has in hand again and again, and find nothing."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@contextlib.contextmanager
def _turn(name: str) -> Iterator[None]:
    try:
        file = _turns()
    except OSError:  # a full disk
        yield
        return
    with turn(file, name):
        yield


@functools.cache
def _turns() -> int:
    """Return the open file by which processes tell each other what they compile."""
    cache_folder().mkdir(parents=True, exist_ok=True)
    return os.open(cache_folder() / "turns", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)


def _where_there_is_room(save: Callable[..., None]) -> Callable[..., None]:
    """Go on with a kernel that cannot be kept, on a full disk for instance: it is compiled again in the next run."""

    def saved(*arguments: Any) -> None:
        with contextlib.suppress(OSError):
            save(*arguments)

    return saved


def implements(
    function: Callable[..., Any], *kinds: type, second: type | None = None, inlined: bool = False
) -> Callable[[Callable[..., Any]], None]:
    """Register an implementation of an operator's function for arguments whose first is a NamedTuple of such a kind.

    With ``second``, it is only for those whose second argument is a NamedTuple of that kind.

    One that is called at every step should be ``inlined``: a call counts the references to each of the operator's arrays, which
    for short texts costs as much as the work itself.
    """

    def register(implementation: Callable[..., Any]) -> None:
        count = implementation.__code__.co_argcount
        names = ", ".join(implementation.__code__.co_varnames[:count])

        def choose(first: Any, *others: Any) -> Callable[..., Any] | None:
            is_ours = _is_of(first, kinds) and (second is None or _is_of(others[0], (second,)))
            return implementation if is_ours else None

        # overload() wants a chooser with the implementation's own argument names
        scope = {"choose": choose}
        exec(f"def chooser({names}): return choose({names})", scope)
        overload(function, jit_options=_PART | {"forceinline": inlined}, strict=False)(scope["chooser"])

    return register


def _is_of(kind: Any, classes: tuple[type, ...]) -> bool:
    """Whether a type of numba's is that of NamedTuples of one of these classes."""
    return isinstance(kind, types.NamedTuple | types.NamedUniTuple) and kind.instance_class in classes
