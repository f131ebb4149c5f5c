"""All components' relations merged into one sparse table for the kernels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sumtrace.array_types import Booleans, Floats, Ints, Longs
from sumtrace.kernels import borrowing_part, kernel
from sumtrace.rewrites.component import Component, Relations
from sumtrace.rewrites.lexical import place_in


class RelationTable(NamedTuple):
    """What the components say: relation ``i`` of row ``d`` gives ``probability[i]`` to ``column[i]`` by ``component[i]``.

    Relations of a row are sorted by column. ``steps`` is a component's own note on a relation (a WordNet distance).
    ``knows[d, c]`` tells whether component ``c`` has a distribution for ``d`` at all, ``is_word`` whether a type is one
    word, ``copying`` which component copies (-1: none).
    """

    at: Longs
    column: Ints
    component: npt.NDArray[np.int8]
    steps: npt.NDArray[np.int16]
    probability: Floats
    knows: Booleans
    is_word: Booleans
    copying: int


@dataclass(frozen=True, slots=True)
class MergedRelations:
    """The relations of each component, and the order in which they stand in the merged table."""

    by_component: Sequence[Relations]
    order: Longs
    unscored: RelationTable

    def scored(self, components: Sequence[Component]) -> RelationTable:
        """Return the table with the probabilities of the components' present parameters."""
        parts = [component.probability(found) for component, found in zip(components, self.by_component, strict=True)]
        return self.unscored._replace(probability=np.concatenate([np.zeros(0), *parts])[self.order])


def merge(relations: Sequence[Relations], components: Sequence[Component], words: int, count: int) -> MergedRelations:
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
    unscored = RelationTable(
        at=at,
        column=column[order].astype(np.int32),
        component=component[order].astype(np.int8),
        steps=steps[order].astype(np.int16),
        probability=np.zeros(len(order)),
        knows=knows,
        is_word=np.arange(count) < words,
        copying=next((number for number, part in enumerate(components) if part.copies), -1),
    )
    return MergedRelations(tuple(relations), order, unscored)


@borrowing_part
def is_between(relations: RelationTable, i: int, row: int, column: int) -> bool:
    """Whether relation ``i`` (-1: none) is between a row and a column; all that are follow one another."""
    return bool(0 <= i < relations.at[row + 1] and relations.column[i] == column)


@kernel
def first_relations(at: Longs, column: Ints, cell_row: Ints, cell_column: Ints) -> Longs:
    """Return the index of the first relation of each cell's row and column, -1 where there is none."""
    found = np.empty(len(cell_row), np.int64)
    for c in range(len(cell_row)):
        found[c] = place_in(column, at[cell_row[c]], at[cell_row[c] + 1], cell_column[c])
    return found
