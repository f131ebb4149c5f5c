"""Pairs with the trees of their documents, read from a file of Penn Treebank brackets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from sumtrace.corpus.pair import Pair
from sumtrace.errors import InputError
from sumtrace.text.tree_matching import match
from sumtrace.text.trees import read_trees


def with_trees(pairs: Iterable[Pair], source: str | Path) -> Iterator[Pair]:
    """Yield the pairs with their documents' trees: one for each sentence, in the order of the pairs."""
    trees = read_trees(source)
    for pair in pairs:
        try:
            yield replace(pair, trees=tuple(match(trees, pair.document)))
        except InputError as error:
            raise error.at(file=source, pair=pair.id) from None
    if next(trees, None) is not None:
        raise InputError(
            "there are more trees than the documents have sentences",
            file=source,
            hint="Use trees made for this corpus; `sumtrace parse` makes such a file.",
        )
