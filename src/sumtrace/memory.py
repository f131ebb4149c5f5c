"""How much memory a pair needs, and a limit that threads share."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from sumtrace.corpus import Pair
from sumtrace.errors import InputError

MEMORY_LIMIT = 4e9
"""A pair that would need more bytes than this is refused rather than risk the machine."""
BYTES_PER_WORD_PAIR = 26
"""Three tables of eight bytes for each pair of words, and two of one."""


def bytes_needed(document_words: int, summary_words: int) -> int:
    """Return about how many bytes it takes to align a pair of so many words."""
    return BYTES_PER_WORD_PAIR * document_words * (summary_words + 1)


def check_memory(pair: Pair) -> None:
    """Refuse a pair that is too large to align or to train on."""
    needed = bytes_needed(len(pair.document), len(pair.summary))
    if needed > MEMORY_LIMIT:
        raise InputError(
            f"{len(pair.document):,} document words by {len(pair.summary):,} summary words would need "
            f"{needed / 1e9:.1f} GB of memory (limit {MEMORY_LIMIT / 1e9:.0f})",
            pair=pair.id,
            hint="Take an extract of the document (sumtrace extract), or cut the pair in parts.",
        )


class Budget:
    """Bytes that threads share: who wants more than is left waits until others are done."""

    def __init__(self, limit: float = MEMORY_LIMIT) -> None:
        self.limit = limit
        self.used = 0.0
        self._changed = threading.Condition()

    @contextmanager
    def held(self, needed: float) -> Iterator[None]:
        """Hold so many bytes; one alone may always go on, whatever it needs."""
        with self._changed:
            self._changed.wait_for(lambda: self.used == 0 or self.used + needed <= self.limit)
            self.used += needed
        try:
            yield
        finally:
            with self._changed:
                self.used -= needed
                self._changed.notify_all()
