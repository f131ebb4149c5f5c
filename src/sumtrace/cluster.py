"""Work on the processes of a dask.distributed cluster: a function mapped over items, with the results in order.

What all items share reaches each worker once and is kept there. A worker that dies is replaced and its items are done
again, so the results are those of one process. Nothing else in Sumtrace knows Dask.
"""

from __future__ import annotations

import contextlib
import functools
import logging
import os
import shutil
import tempfile
import threading
import time
import uuid
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from sumtrace import locks
from sumtrace.errors import ClusterError, MissingExtraError, SumtraceError
from sumtrace.files import remove_if_left
from sumtrace.kernels import cache_folder
from sumtrace.parcels import Filed, Packed, filed, packed
from sumtrace.version import __version__

Item = TypeVar("Item")
Shared = TypeVar("Shared")
Result = TypeVar("Result")

AHEAD = 3
"""Items under way or waiting for each thread of the cluster."""
ATTEMPTS = 5
"""How often an item is sent again because what it needs was lost with a worker."""
CONNECT = 10.0
"""Seconds in which a scheduler must answer."""
PATIENCE = 60.0
"""Seconds to wait for a worker."""
FILED_FROM = 1 << 20
"""Bytes from which a result takes less time through a file than over the wire, to a process on the same machine."""
FOLDER = "sumtrace-shared-"
"""How the names of folders for such files begin."""
_AGAIN = 0.2
"""Seconds before another try."""


def here() -> str:
    """Return the version of this installation: the package's version and a digest of its kernels."""
    return f"{__version__} ({cache_folder().name.removeprefix('kernels-')})"


_LOCAL = {
    # a worker that is killed twice within this time would not be started again
    "distributed.deploy.lost-worker-timeout": "1 day",
    # dask has freed memory go back to the system at once; the recursions would wait for pages a sixth of their time
    "distributed.nanny.pre-spawn-environ.MALLOC_TRIM_THRESHOLD_": None,
    # what dask observes for a dashboard that is not shown takes a twentieth of two cores
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.system-monitor.interval": "10s",
}
"""How dask runs processes on this machine."""

_ASK = """
def there():
    try:
        from sumtrace.cluster import here
    except ImportError as error:
        return f"no sumtrace of this version ({error})"
    return f"sumtrace {here()}"
"""
"""Sent as source, since a worker may know nothing of the package."""


class Cluster:
    """The workers behind a dask.distributed client, all running this exact version."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._homes: dict[object, str] = {}
        _check(client)

    def map(
        self,
        function: Callable[[Item, Shared], Result | None],
        items: Iterable[Item],
        shared: Callable[[], Shared],
        *,
        whole: Callable[[Item], Item] | None = None,
    ) -> Iterator[Result]:
        """Yield ``function(item, shared())`` for each item, in order, with a few items under way.

        A worker calls ``shared`` once. Where the function returns None because the worker lacks what an item stands
        for, ``whole(item)`` is sent, and the item goes to the same worker from then on.
        """
        waiting: deque[tuple[Item, _Submitted]] = deque()
        ahead = AHEAD * self._threads()
        sent = _Sent(self._client, shared)
        try:
            for item in items:
                waiting.append((item, self._submitted(function, item, sent)))
                if len(waiting) > ahead:
                    yield self._finished(function, *waiting.popleft(), sent, whole)
            while waiting:
                yield self._finished(function, *waiting.popleft(), sent, whole)
        finally:
            if self._client.status == "running":
                self._client.cancel([submitted.future for _, submitted in waiting])
            sent.drop()

    def _threads(self) -> int:
        try:
            return max(1, sum(map(int, self._client.nthreads().values())))
        except OSError as error:
            raise self._lost() from error

    def _submitted(self, function: Callable[..., Any], item: Any, sent: _Sent) -> _Submitted:
        if self._client.status != "running":
            raise self._lost()
        home = self._homes.get(_key(item))
        place = {} if home is None else {"workers": [home], "allow_other_workers": True}
        parcel = sent.parcel()
        try:
            future = self._client.submit(
                _run,
                function,
                item,
                parcel,
                sent.name,
                sent.folder,
                here(),
                pure=False,
                key=f"sumtrace-{uuid.uuid4()}",
                **place,
            )
            return _Submitted(future, parcel)
        except (OSError, ValueError) as error:
            raise self._lost() from error

    def _finished(
        self,
        function: Callable[..., Result | None],
        item: Item,
        submitted: _Submitted,
        sent: _Sent,
        whole: Callable[[Item], Item] | None,
    ) -> Result:
        from distributed.scheduler import KilledWorker

        key = _key(item)
        for _ in range(ATTEMPTS):
            try:
                worker, result = submitted.future.result()
            except KilledWorker as error:
                raise ClusterError(
                    f"the same task crashed {error.allowed_failures + 1} workers, the last at "
                    f"{error.last_worker.address}: they may be short of memory. Give the workers more, or use fewer threads in each."
                ) from error
            except (CancelledError, OSError) as error:
                if self._client.status != "running":
                    raise self._lost() from error
                sent.renew(submitted.parcel)  # the workers that held it are gone
                submitted = self._submitted(function, item, sent)
                continue
            if result is not None or whole is None:
                opened: Result = sent.opened(result)
                return opened
            self._homes[key] = worker
            item = whole(item)
            submitted = self._submitted(function, item, sent)
        raise ClusterError(f"a task was lost {ATTEMPTS} times; workers come and go too quickly")

    def _lost(self) -> ClusterError:
        address = getattr(getattr(self._client, "scheduler", None), "address", "the given address")
        return ClusterError(f"the scheduler at {address} was lost")


def _key(item: object) -> object:
    return getattr(item, "key", None)


class _Submitted(NamedTuple):
    """An item under way, and what it was given of what all items share."""

    future: Any
    parcel: Any


class _Sent:
    """What all items share: in a file where the workers run here, else sent to one, from which the others take it.

    Not broadcast: a scheduler that broadcasts waits forever for a worker that dies meanwhile. ``folder`` is where that file
    is, and where workers put large results.
    """

    def __init__(self, client: Any, shared: Callable[[], Any]) -> None:
        self._client = client
        self._packed = packed(shared)
        self._opened = _folder() if _runs_here(client) else None
        self.folder = self._opened and self._opened.path
        self._filed = self.folder and filed(self._packed, self.folder)
        self._future: Any = None
        self.name = uuid.uuid4().hex

    def parcel(self) -> Any:
        """Return what stands for it in a task; a worker that dies just now is no reason to give up."""
        if self._filed is not None:
            return self._filed
        until = time.monotonic() + PATIENCE
        while self._future is None:
            try:
                self._client.wait_for_workers(1, timeout=PATIENCE)
                # in a list: early releases of Dask would take the tuple apart
                (self._future,) = self._client.scatter([self._packed], hash=False)
            except (OSError, TimeoutError, CancelledError) as error:
                if self._client.status != "running" or time.monotonic() > until:
                    raise ClusterError(f"no worker in the cluster responded within {PATIENCE:.0f} seconds") from error
                time.sleep(_AGAIN)
        return self._future

    def renew(self, lost: Any) -> None:
        """Send it again, unless that was done since."""
        if self._future is lost:
            self._future = None

    def opened(self, result: Any) -> Any:
        """Return what a worker put into a file, or the result itself."""
        if not isinstance(result, Filed):
            return result
        content = result.opened()
        with contextlib.suppress(OSError):  # a system that keeps files which are in use lets go of them in the end
            result.path.unlink()
        return content

    def drop(self) -> None:
        """Remove the files; workers that have read what they share do not need it."""
        if self._opened is not None:
            shutil.rmtree(self._opened.path, ignore_errors=True)
            os.close(self._opened.descriptor)


class _Locked(NamedTuple):
    """A folder that this process holds."""

    path: Path
    descriptor: int


def _folder() -> _Locked | None:
    """Return a new temporary folder, and remove those that killed processes left; None where there can be none."""
    if not locks.SPANS_RENAMES:  # where folders cannot be locked
        return None
    try:
        for left in Path(tempfile.gettempdir()).glob(f"{FOLDER}*"):
            remove_if_left(left)
        path = Path(tempfile.mkdtemp(prefix=FOLDER))
        descriptor = os.open(path, os.O_RDONLY)
    except OSError:
        return None
    if locks.take(descriptor) and path.exists():
        return _Locked(path, descriptor)
    os.close(descriptor)  # another process took it for one that was left
    return None


def _runs_here(client: Any) -> bool:
    from distributed import LocalCluster

    return isinstance(client.cluster, LocalCluster)


_making = threading.Lock()
_made: dict[str, Any] = {}
"""On a worker: what the present map shares, by name; the one before is dropped."""


def _run(
    function: Callable[..., Any], item: Any, parcel: Packed | Filed, name: str, folder: Path | None, version: str
) -> tuple[str, Any]:
    """Run on a worker: call the function, and tell which worker did."""
    from distributed import get_worker

    if version != here():
        raise ClusterError(f"worker {get_worker().address} runs sumtrace {here()}, not {version}")
    with _making:
        if name not in _made:
            made = parcel.opened()()
            _made.clear()
            _made[name] = made
        shared = _made[name]
    result = function(item, shared)
    return get_worker().address, result if folder is None else _by_file(result, folder)


def _by_file(result: Any, folder: Path) -> Any:
    """Put a result into a file if it is large and there is room."""
    parcel = packed(result)
    return (parcel.size >= FILED_FROM and filed(parcel, folder)) or result


def _check(client: Any) -> None:
    """Refuse workers of another version, or without the package, by name."""
    scope: dict[str, Any] = {"__name__": "__main__"}
    exec(_ASK, scope)
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
        answers = client.run(scope["there"], on_error="return")
    except (OSError, TimeoutError, CancelledError) as error:
        raise ClusterError(f"no worker in the cluster responded within {PATIENCE:.0f} seconds ({error})") from error
    # a worker that has just died does not answer; whoever takes its place is asked with every item
    living = {address: answer for address, answer in answers.items() if not isinstance(answer, OSError)}
    wrong = {address: answer for address, answer in living.items() if answer != f"sumtrace {here()}"}
    for address, answer in wrong.items():
        raise ClusterError(
            f"the worker {address} has {answer}, but this is sumtrace {here()}. Install the same version of sumtrace and "
            "numba on all workers" + (f" ({len(wrong)} of {len(living)} differ)." if len(wrong) > 1 else ".")
        )


@contextlib.contextmanager
def client_for(workers: int | None, address: str | None) -> Iterator[Any]:
    """Give a client of a cluster: new local processes, or a running scheduler; None where neither is asked for."""
    if workers is None and address is None:
        yield None
        return
    if workers is not None and address is not None:
        raise SumtraceError("--workers starts local processes, --cluster uses a scheduler's: give only one of them")
    try:
        import distributed
    except ImportError as error:
        raise MissingExtraError("working with several processes or machines", "dask") from error
    import dask

    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    with contextlib.ExitStack() as stack:
        if address is None:
            stack.enter_context(dask.config.set(_LOCAL))
            start = functools.partial(
                distributed.LocalCluster,
                n_workers=workers,
                threads_per_worker=1,
                memory_limit=None,
                dashboard_address=":0",  # none is served; a fixed port would be taken where two commands run
                scheduler_kwargs={"dashboard": False},
                silence_logs=logging.CRITICAL,
            )
            local = stack.enter_context(start())
            yield stack.enter_context(distributed.Client(local, direct_to_workers=True))
            return
        try:
            client = distributed.Client(address, timeout=CONNECT)
        except (OSError, TimeoutError, ValueError) as error:
            raise ClusterError(f"no scheduler is responding at {address}: start one with 'dask scheduler'") from error
        try:
            yield client
        finally:
            with contextlib.suppress(Exception):  # it may be lost
                client.close(timeout=2)
