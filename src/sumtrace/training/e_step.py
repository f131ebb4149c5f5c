"""The E-step: an ordered map from blocks of pairs to expected counts, which add up in that order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sumtrace.encoding.block import Block
from sumtrace.training.counting import Counting, Counts, count_block
from sumtrace.training.executors import Executor

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Expectation:
    """The counts of a whole corpus, and the sum of its pairs' log-likelihoods."""

    log_likelihood: float
    counts: Counts


def e_step(
    blocks: Iterable[Block],
    counting: Counting,
    executor: Executor,
    progress: Callable[[int], None] = lambda pairs: None,
) -> Expectation:
    """Count everything expected under the model; the same bits for any executor."""

    def told() -> Iterator[Counts]:
        for counts in executor.map(count_block, blocks, counting):
            progress(len(counts.log_likelihood))
            yield counts

    return added(told())


SUMS = (
    "weights",
    "by_row",
    "by_steps",
    "token_level",
    "null_words",
    "phrase_words",
    "phrases",
    "stops",
    "lengths_taken",
    "lengths_offered",
    "jump",
)
"""The fields of Counts that are sums; the others are lists."""


def added(parts: Iterable[Counts]) -> Expectation:
    """Add up the counts of blocks in the order given, so that the sums never depend on who counted."""
    log_likelihood = 0.0
    table: list[tuple[Ints, Ints, Floats]] = []
    total: Counts | None = None
    for part in parts:
        log_likelihood += float(part.log_likelihood.sum())
        table.append((part.row, part.column, part.amount))
        if total is None:
            total = part
        else:
            total = part._replace(**{name: getattr(total, name) + getattr(part, name) for name in SUMS})
    if total is None:
        raise ValueError("there are no blocks to count")
    row, column, amount = (np.concatenate(values) for values in zip(*table, strict=True))
    return Expectation(log_likelihood, total._replace(row=row, column=column, amount=amount))
