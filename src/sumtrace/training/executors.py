"""Who counts the blocks: an executor maps them to counts, in order, wherever that happens."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np

from sumtrace.cluster import Cluster
from sumtrace.encoding.array_file import ArrayFile, Place, Store, packed, record_of
from sumtrace.encoding.block import Block
from sumtrace.memory import Budget, Size, recursion_bytes
from sumtrace.training.counting import Counting, Counts

Count = Callable[[Block, Counting], Counts]


class Executor(Protocol):
    """Applies a function to blocks, several at a time."""

    def map(self, count: Count, blocks: Store[Block], counting: Counting) -> Iterator[Counts]:
        """Yield ``count(block, counting)`` for each block, in the blocks' order.

        The function, the blocks and the model can all be pickled; nothing else is shared between calls. A block may be
        read from disk when it is asked for, by number.
        """
        ...


class Threads:
    """Counts in threads of this process: kernels run without the interpreter's lock."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._budget = Budget()

    def map(self, count: Count, blocks: Store[Block], counting: Counting) -> Iterator[Counts]:
        """Yield the counts of each block, in order, with at most a few blocks under way or waiting."""

        def held(number: int) -> Counts:
            block = blocks[number]
            with self._budget.held(max(map(recursion_bytes, _sizes(block)))):
                return count(block, counting)

        pool = ThreadPoolExecutor(self.threads)
        waiting: list[Future[Counts]] = []
        try:
            for number in range(len(blocks)):
                waiting.append(pool.submit(held, number))
                if len(waiting) > self.threads:  # one more than can be counted at a time
                    yield waiting.pop(0).result()
            for future in waiting:
                yield future.result()
        finally:
            # one who interrupts does not wait for what is under way
            pool.shutdown(wait=False, cancel_futures=True)


def _sizes(block: Block) -> Iterator[Size]:
    """Yield the size of each pair of a block."""
    document, summary, document_types, summary_types, cells = (
        np.diff(at).tolist()
        for at in (block.doc_at, block.sum_at, block.doc_types_at, block.sum_types_at, block.cells_at)
    )
    for m, t, rows, columns, count in zip(document, summary, document_types, summary_types, cells, strict=True):
        yield Size(m, t, rows * columns, count)


class BlockAt(NamedTuple):
    """A block by its place on disk, with its bytes where the worker cannot see the file."""

    path: str
    place: Place
    raw: bytes | None = None

    @property
    def key(self) -> str:
        """What names the block on every machine."""
        return f"{Path(self.path).parent.name}-{self.place.offset}-{self.place.checksum:08x}"


class Workers:
    """Counts in the processes of a Dask cluster, which read the blocks from disk or are sent them once."""

    def __init__(self, client: Any) -> None:
        self._cluster = Cluster(client)

    def map(self, count: Count, blocks: Store[Block], counting: Counting) -> Iterator[Counts]:
        """Yield the counts of each block, in order."""
        shared = functools.partial(_shared, count, counting)
        if not isinstance(blocks, ArrayFile):
            sent = (BlockAt("memory", Place(0, 0, 0), b"".join(packed(block._asdict()))) for block in blocks)
            yield from self._cluster.map(_count, sent, shared)
            return
        numbers = {place: number for number, place in enumerate(blocks.places)}
        items = (BlockAt(str(blocks.path.resolve()), place) for place in blocks.places)
        yield from self._cluster.map(
            _count, items, shared, whole=lambda item: item._replace(raw=bytes(blocks.raw(numbers[item.place])))
        )


def _shared(count: Count, counting: Counting) -> tuple[Count, Counting]:
    return count, counting


def _count(item: BlockAt, shared: tuple[Count, Counting]) -> Counts | None:
    """Run on a worker: count a block; None where the block is not there."""
    block = _block(item)
    return None if block is None else shared[0](block, shared[1])


def _block(item: BlockAt) -> Block | None:
    """Return a block from what was sent, from the corpus on disk, or from what was sent to this worker before."""
    from distributed import get_worker

    if item.path == "memory":
        assert item.raw is not None
        return record_of(Block, memoryview(bytearray(item.raw)))
    own = Path(get_worker().local_directory) / f"sumtrace-{item.key}"
    if item.raw is not None:
        own.write_bytes(item.raw)
    for path, place in ((Path(item.path), item.place), (own, item.place._replace(offset=0))):
        if path.exists():
            return ArrayFile(path, Block, [place])[0]
    return None
