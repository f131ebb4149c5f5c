"""All components' relations merged into one sparse table for the kernels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sumtrace.rewrites.component import Component, Relations
from sumtrace.rewrites.lattice import Entries


@dataclass(frozen=True, slots=True)
class Merged:
    """The relations of each component, and the order in which they stand in the merged table."""

    relations: Sequence[Relations]
    order: npt.NDArray[np.int64]
    skeleton: Entries

    def entries(self, components: Sequence[Component]) -> Entries:
        """Return the table with the probabilities of the components' present parameters."""
        parts = [component.probability(found) for component, found in zip(components, self.relations, strict=True)]
        return self.skeleton._replace(probability=np.concatenate([np.zeros(0), *parts])[self.order])


def merge(relations: Sequence[Relations], words: int, count: int) -> Merged:
    """Sort the components' relations by row, column and component; ``count`` types, the first ``words`` of one word."""
    empty = np.zeros(0, np.int64)
    row = np.concatenate([empty, *(found.row for found in relations)])
    column = np.concatenate([empty, *(found.column for found in relations)])
    steps = np.concatenate([empty, *(found.steps for found in relations)])
    component = np.repeat(np.arange(len(relations)), [len(found.row) for found in relations])
    order = np.lexsort((component, column, row))
    at = np.zeros(count + 1, np.int64)
    np.cumsum(np.bincount(row, minlength=count), out=at[1:])
    knows = np.zeros((count, len(relations)), bool)
    for number, found in enumerate(relations):
        knows[:, number] = found.knows
    skeleton = Entries(
        at=at,
        column=column[order].astype(np.int32),
        component=component[order].astype(np.int8),
        steps=steps[order].astype(np.int16),
        probability=np.zeros(len(order)),
        knows=knows,
        is_word=np.arange(count) < words,
    )
    return Merged(tuple(relations), order, skeleton)
