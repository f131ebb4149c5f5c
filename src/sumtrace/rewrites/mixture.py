"""The rewrite mixture of a set of pairs: their types related by all components, under the prior."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from sumtrace.array_types import Floats
from sumtrace.encoding.block import Block
from sumtrace.encoding.encode import Encoded
from sumtrace.rewrites.by_type import TypeRewrites
from sumtrace.rewrites.component import Component, Relations
from sumtrace.rewrites.lexical import LexicalTable, Sparse
from sumtrace.rewrites.prior import Prior, bonuses, for_empty_table, prior_of
from sumtrace.rewrites.relations import MergedRelations, RelationTable, first_relations, merge
from sumtrace.settings import Settings


@dataclass(frozen=True, slots=True)
class Mixture:
    """What the components relate among the types of some pairs, and the prior of their rows."""

    relations: MergedRelations
    prior: Prior

    @property
    def type_count(self) -> int:
        """The number of types: of all rows but null's."""
        return len(self.prior.mass) - 1

    def rewrites(self, components: Sequence[Component], weights: Floats, table: Sparse, totals: Floats) -> TypeRewrites:
        """Return the scores' ingredients for the kernels; ``totals`` are the sums of the table's rows."""
        prior = self.prior if len(table.column) else for_empty_table(self.prior)
        lexical = LexicalTable(table.at, table.column, table.counts, totals)
        return TypeRewrites(self.relations.scored(components), lexical, prior, weights)


def mixed(encoded: Encoded, settings: Settings, components: Sequence[Component]) -> Mixture:
    """Relate the types by all components."""
    types = encoded.types
    relations = [_related(component, encoded, settings) for component in components]
    merged = merge(relations, components, len(types.words), len(types))
    return Mixture(merged, prior_of(encoded, settings, components))


def with_relations(block: Block, table: RelationTable) -> Block:
    """Return the pairs with the relations of their cells."""
    return block._replace(cell_relation=first_relations(table.at, table.column, block.cell_row, block.cell_column))


def _related(component: Component, encoded: Encoded, settings: Settings) -> Relations:
    types, nowhere = encoded.types, np.zeros(len(encoded.types), bool)
    if component.name in settings.components:
        return component.relate(types, encoded.vocabulary, encoded.stems)
    # one that is not used knows nothing, but its relations may earn fake counts
    seen = types if component.name in bonuses(settings) else replace(types, in_document=nowhere)
    return replace(component.relate(seen, encoded.vocabulary, encoded.stems), knows=nowhere)
