"""The parser that comes with the package: tags and trees from plain tokens, in linear time."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from sumtrace.text.parsing.decoding import parse_sentence
from sumtrace.text.parsing.weights import ParserModel, load_model
from sumtrace.text.trees import Tree

BEAM = 4
"""Histories kept; more gain nothing (docs/parser.md)."""
_AT_ONCE = 32
"""Sentences that one thread takes at a time."""


class ShippedParser:
    """Parses tokens by the shipped model; the same tokens always get the same tree, in any number of threads."""

    def __init__(self, model: ParserModel | None = None, *, threads: int = 1, beam: int = BEAM) -> None:
        self._model = model or load_model()
        self._threads = max(1, threads)
        self._beam = beam

    def parse(self, sentences: Sequence[Sequence[str]]) -> list[Tree]:
        """Return one tree for each sentence."""
        if self._threads == 1 or len(sentences) <= _AT_ONCE:
            return self._parse_part(sentences)
        parts = [sentences[first : first + _AT_ONCE] for first in range(0, len(sentences), _AT_ONCE)]
        with ThreadPoolExecutor(self._threads) as pool:
            return [tree for trees in pool.map(self._parse_part, parts) for tree in trees]

    def _parse_part(self, sentences: Sequence[Sequence[str]]) -> list[Tree]:
        return [self.parse_one(words) for words in sentences]

    def parse_one(self, words: Sequence[str]) -> Tree:
        """Return the tree of one sentence; a sentence without words has an empty one."""
        if not words:
            return Tree((), ())
        tags, spans, labels = parse_sentence(self._model.weights, self._model.features.rows(words), self._beam)
        names = self._model.tags
        constituents = np.flatnonzero(labels)
        found = sorted(
            (start, -end, label)
            for (start, end), label in zip(spans[constituents].tolist(), labels[constituents].tolist(), strict=True)
        )
        chains = [(self._model.labels[label], (start, -end)) for start, end, label in found]
        return Tree(
            tuple(words),
            tuple(names[tag] for tag in tags.tolist()),
            tuple(label for chain, _ in chains for label in chain),
            tuple(span for chain, span in chains for _ in chain),
        )
