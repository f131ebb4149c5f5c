"""The E-step: an ordered map from stretches of blocks to expected counts, which add up in that order.

Counts add up in a tree that the corpus alone decides: the blocks of a stretch where they are counted, then the stretches here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from sumtrace.encoding.array_file import Store
from sumtrace.encoding.block import Block
from sumtrace.training.adding import Expectation, added, of_block
from sumtrace.training.counting import Counting, Counts, counts_of
from sumtrace.training.executors import Executor

LONGEST_STRETCH, FEWEST_STRETCHES = 8, 16
"""A stretch has at most ``LONGEST_STRETCH`` blocks, and fewer where there would be less than ``FEWEST_STRETCHES`` stretches."""

Count = Callable[[Block, Counting], Counts]


def e_step(
    blocks: Store[Block],
    counting: Counting,
    executor: Executor,
    progress: Callable[[int], None] = lambda pairs: None,
    *,
    count: Count = counts_of,
    most: int | None = None,
) -> Expectation:
    """Count everything expected under the model; the same bits for any executor.

    ``most`` limits the entries of the lexical table: where there are more, the smallest counts are dropped. A stretch is
    one block then, since each one under way has a table of its own.
    """
    longest = LONGEST_STRETCH if most is None else 1
    shared = count, counting, most

    def told() -> Iterator[Expectation]:
        for part in executor.map(stretch_counts, blocks, stretches(len(blocks), longest), shared):
            progress(part.pairs)
            yield part

    return next(told()) if len(blocks) == 1 else added(told(), counting.rows, most)


def stretches(blocks: int, longest: int = LONGEST_STRETCH) -> list[Sequence[int]]:
    """Return the numbers of the blocks of each stretch, at most ``longest``."""
    length = max(1, min(longest, blocks // FEWEST_STRETCHES))
    return [range(first, min(first + length, blocks)) for first in range(0, blocks, length)]


def stretch_counts(blocks: Iterable[Block], shared: tuple[Count, Counting, int | None]) -> Expectation:
    """Return the counts of the blocks of a stretch."""
    count, counting, most = shared
    return added((of_block(count(block, counting), counting.rows) for block in blocks), counting.rows, most)
