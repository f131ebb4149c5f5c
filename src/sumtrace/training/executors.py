"""Who counts: an executor maps stretches of blocks to what is expected of them, in order, wherever that happens."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

import numpy as np

from sumtrace.cluster import Cluster
from sumtrace.encoding.array_file import ArrayFile, Place, Store, packed, record_of
from sumtrace.encoding.block import Block
from sumtrace.memory import ROOM, recursion_bytes

Shared = TypeVar("Shared")
Result = TypeVar("Result")
Work = Callable[[Iterable[Block], Shared], Result]
"""What is done with the blocks of a stretch, and with what all stretches share."""
Stretches = Sequence[Sequence[int]]
"""The numbers of each stretch's blocks."""


class Executor(Protocol):
    """Applies a function to stretches of blocks, several at a time."""

    def map(
        self, function: Work[Shared, Result], blocks: Store[Block], stretches: Stretches, shared: Shared
    ) -> Iterator[Result]:
        """Yield ``function(blocks of a stretch, shared)`` for each stretch of block numbers, in order.

        The function, the blocks and what is shared can all be pickled; nothing else goes from call to call. A block may be
        read from disk when its turn comes.
        """
        ...


class Threads:
    """Counts in threads of this process: kernels run without the interpreter's lock."""

    def __init__(self, threads: int) -> None:
        self.threads = threads

    def map(
        self, function: Work[Shared, Result], blocks: Store[Block], stretches: Stretches, shared: Shared
    ) -> Iterator[Result]:
        """Yield the results in order, with at most a few stretches under way or waiting."""

        def held(stretch: Sequence[int]) -> Iterator[Block]:
            for number in stretch:
                block = blocks[number]
                with ROOM.held(largest_pair(block)):
                    yield block

        pool = ThreadPoolExecutor(self.threads)
        waiting: list[Future[Result]] = []
        try:
            for stretch in stretches:
                waiting.append(pool.submit(function, held(stretch), shared))
                if len(waiting) > self.threads:  # one more than can be counted at a time
                    yield waiting.pop(0).result()
            while waiting:
                yield waiting.pop(0).result()
        finally:
            # whoever interrupts does not wait for the work under way
            pool.shutdown(wait=False, cancel_futures=True)


def largest_pair(block: Block) -> int:
    """Return how many bytes the recursions of the largest pair of a block take."""
    document, summary, document_types, summary_types, cells = (
        np.diff(at).astype(np.int64)
        for at in (block.doc_at, block.sum_at, block.doc_types_at, block.sum_types_at, block.cells_at)
    )
    return int(recursion_bytes(document, summary, document_types * summary_types, cells).max())


class Stretch(NamedTuple):
    """Blocks by their places in a file, with their bytes where the worker cannot see the file."""

    path: str
    places: tuple[Place, ...]
    raw: tuple[bytes, ...] | None = None

    @property
    def key(self) -> str:
        """What names the stretch on every machine."""
        return _name(self.path, self.places[0])


def _name(path: str, place: Place) -> str:
    return f"{Path(path).parent.name}-{place.offset}-{place.checksum:08x}"


class Workers:
    """Counts in the processes of a Dask cluster, which read the blocks from disk or are sent them once."""

    def __init__(self, client: Any) -> None:
        self._cluster = Cluster(client)

    def map(
        self, function: Work[Shared, Result], blocks: Store[Block], stretches: Stretches, shared: Shared
    ) -> Iterator[Result]:
        """Yield the results in order."""
        given = functools.partial(_given, function, shared)
        if not isinstance(blocks, ArrayFile):
            sent = ([b"".join(packed(blocks[number]._asdict())) for number in stretch] for stretch in stretches)
            yield from self._cluster.map(_of_sent, sent, given)
            return
        path = str(blocks.path.resolve())
        numbers = {blocks.places[stretch[0]]: stretch for stretch in stretches}
        items = (Stretch(path, tuple(blocks.places[number] for number in stretch)) for stretch in stretches)

        def whole(item: Stretch) -> Stretch:
            return item._replace(raw=tuple(bytes(blocks.raw(number)) for number in numbers[item.places[0]]))

        yield from self._cluster.map(_of_placed, items, given, whole=whole)


Given = tuple[Work[Shared, Result], Shared]


def _given(function: Work[Shared, Result], shared: Shared) -> Given[Shared, Result]:
    return function, shared


def _of_sent(raw: Sequence[bytes], given: Given[Shared, Result]) -> Result:
    """Run on a worker: apply the function to blocks that were sent."""
    function, shared = given
    return function((record_of(Block, memoryview(bytearray(one))) for one in raw), shared)


def _of_placed(item: Stretch, given: Given[Shared, Result]) -> Result | None:
    """Run on a worker: apply the function to the blocks of a stretch; None where they are not there."""
    from distributed import get_worker

    own = [Path(get_worker().local_directory) / f"sumtrace-{_name(item.path, place)}" for place in item.places]
    if item.raw is not None:
        for path, raw in zip(own, item.raw, strict=True):
            path.write_bytes(raw)
    function, shared = given
    if Path(item.path).exists():
        return function(ArrayFile(Path(item.path), Block, item.places), shared)
    if all(path.exists() for path in own):
        kept = zip(own, item.places, strict=True)
        return function((ArrayFile(path, Block, [place._replace(offset=0)])[0] for path, place in kept), shared)
    return None
