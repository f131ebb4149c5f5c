"""The vectors of sentences read lately, in memory: while a summary is edited, only the sentence that changed is encoded."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence

from sumtrace.meaning import Encoder, WordVectors

LIMIT = 128 << 20
"""Bytes of vectors kept; a word of the shipped encoder takes 3 kB."""

Words = tuple[str, ...]


class RememberingEncoder:
    """An encoder that asks another one only for sentences it has not seen lately."""

    def __init__(self, inner: Encoder, limit: int = LIMIT) -> None:
        self.name = inner.name
        self.signature = inner.signature
        self.size = 0
        self._inner = inner
        self._limit = limit
        self._lock = threading.Lock()
        self._kept: OrderedDict[Words, WordVectors] = OrderedDict()

    def encode(self, sentences: Sequence[Sequence[str]]) -> list[WordVectors]:
        """Return the vectors of each sentence's words."""
        keys = [tuple(words) for words in sentences]
        found = self._recalled(keys)
        missing = [key for key in dict.fromkeys(keys) if key not in found]
        if missing:
            made = dict(zip(missing, self._inner.encode(missing), strict=True))
            self._keep(made)
            found |= made
        return [found[key] for key in keys]

    def _recalled(self, keys: Sequence[Words]) -> dict[Words, WordVectors]:
        with self._lock:
            found = {key: self._kept[key] for key in keys if key in self._kept}
            for key in found:
                self._kept.move_to_end(key)
            return found

    def _keep(self, made: dict[Words, WordVectors]) -> None:
        """Keep vectors; those not asked for the longest make room."""
        with self._lock:
            for key, vectors in made.items():
                if key not in self._kept:
                    self._kept[key] = vectors
                    self.size += _size(vectors)
            while self.size > self._limit:
                self.size -= _size(self._kept.popitem(last=False)[1])


def _size(vectors: WordVectors) -> int:
    return vectors.words.nbytes + vectors.context.nbytes
