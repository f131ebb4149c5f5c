"""Who counts the blocks: an executor maps them to counts, in order, wherever that happens."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Protocol

import numpy as np

from sumtrace.encoding.block import Block
from sumtrace.memory import Budget, Size, recursion_bytes
from sumtrace.training.counting import Counting, Counts

Count = Callable[[Block, Counting], Counts]


class Executor(Protocol):
    """Applies a function to blocks, several at a time."""

    def map(self, count: Count, blocks: Iterable[Block], counting: Counting) -> Iterator[Counts]:
        """Yield ``count(block, counting)`` for each block, in the blocks' order.

        The function, the blocks and the model can all be pickled; nothing else is shared between calls.
        """
        ...


class Threads:
    """Counts in threads of this process: kernels run without the interpreter's lock."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._budget = Budget()

    def map(self, count: Count, blocks: Iterable[Block], counting: Counting) -> Iterator[Counts]:
        """Yield the counts of each block, in order, with at most a few blocks under way or waiting."""

        def held(block: Block) -> Counts:
            with self._budget.held(max(map(recursion_bytes, _sizes(block)))):
                return count(block, counting)

        pool = ThreadPoolExecutor(self.threads)
        waiting: list[Future[Counts]] = []
        try:
            for block in blocks:
                waiting.append(pool.submit(held, block))
                if len(waiting) > 4 * self.threads:
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
