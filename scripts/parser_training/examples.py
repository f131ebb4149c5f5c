"""Trees as the trainer wants them: rows of features, gold tags, the gold label of every span."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sumtrace.text.parsing.features import Features
from sumtrace.text.tokens import Span
from sumtrace.text.trees import Tree

Chain = tuple[str, ...]


def chains(tree: Tree) -> dict[Span, Chain]:
    """Return the labels over each span, from the outermost."""
    found: dict[Span, Chain] = {}
    for label, span in zip(tree.labels, tree.spans, strict=True):
        found[span] = (*found.get(span, ()), label)
    return found


@dataclass(frozen=True, slots=True)
class Names:
    """The tags and chains of labels that the parser knows; the empty chain, "no constituent", comes first."""

    tags: tuple[str, ...]
    labels: tuple[Chain, ...]

    @classmethod
    def of(cls, trees: Sequence[Tree]) -> Names:
        """Collect every tag, and the chains that occur at least twice."""
        counts = Counter(chain for tree in trees for chain in chains(tree).values())
        return cls(
            tuple(sorted({tag for tree in trees for tag in tree.tags})),
            ((), *(chain for chain, count in counts.most_common() if count >= 2)),
        )

    def label(self, chain: Chain) -> int:
        """Return the number of a chain; a rare chain is replaced by its two ends, or its outer end."""
        for known in (chain, (chain[0], chain[-1]), chain[:1], ("NP",)):
            if known in self.labels:
                return self.labels.index(known)
        raise ValueError(chain)


@dataclass(frozen=True, slots=True)
class Example:
    """A sentence to learn from."""

    rows: NDArray[np.int32]
    tags: NDArray[np.int64]
    labels: NDArray[np.int16]
    """The gold label of span [start, end) ``[words, words + 1]``."""
    spans: NDArray[np.int32]
    """The gold spans, the whole sentence always among them."""


def example(tree: Tree, names: Names, features: Features) -> Example:
    """Prepare one tree."""
    count = len(tree)
    labels = np.zeros((count, count + 1), np.int16)
    gold = chains(tree)
    for (start, end), chain in gold.items():
        labels[start, end] = names.label(chain)
    tags = [names.tags.index(tag) if tag in names.tags else 0 for tag in tree.tags]
    spans = sorted({*gold, (0, count)})
    return Example(features.rows(tree.words), np.array(tags), labels, np.array(spans, np.int32))
