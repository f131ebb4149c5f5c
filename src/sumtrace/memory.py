"""How much memory a pair needs, and a limit that threads share.

Most of it grows with the product of the two texts: tables over all word pairs, tables over all pairs of different words
(*types*), and lists of the phrases that stand in both texts (*cells*), of which repetitive texts have as many as word pairs
or more. The vectors of words in context grow with the sum. ``bytes_needed`` is an upper bound, and at most about twice what is
taken; the factors were measured, as tests/test_memory.py does.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple, TypeVar

from sumtrace.array_types import Longs
from sumtrace.corpus import Pair
from sumtrace.errors import InputError
from sumtrace.text import fold, stem

MEMORY_LIMIT = 4e9
"""A pair that would need more bytes than this is refused rather than risk the machine."""
SMALL = 1e7
"""Bytes; a pair that cannot need more is not looked at closely."""


class Size(NamedTuple):
    """What decides how much memory a pair takes."""

    document_words: int
    summary_words: int
    type_pairs: int
    cells: int


def size_of(pair: Pair, longest: int) -> Size:
    """Return the size of a pair, with copied phrases of up to ``longest`` words."""
    words = [pair.document.words, pair.summary.words]
    types = [len({fold(word) for word in side}) for side in words]
    stems = [[stem(word) for word in side] for side in words]
    cells = sum(_shared(*(_grams(side, length) for side in stems)) for length in range(2, longest + 1))
    return Size(len(words[0]), len(words[1]), types[0] * types[1], cells)


def _grams(words: Sequence[str], length: int) -> Counter[tuple[str, ...]]:
    return Counter(zip(*(words[start:] for start in range(length)), strict=False))


def _shared(one: Counter[tuple[str, ...]], other: Counter[tuple[str, ...]]) -> int:
    return sum(count * other[gram] for gram, count in one.items() if gram in other)


Amount = TypeVar("Amount", int, Longs)


def recursion_bytes(document_words: Amount, summary_words: Amount, type_pairs: Amount, cells: Amount) -> Amount:
    """Return how many bytes the recursions by type take once a pair is numbered, or each of several pairs."""
    return 26 * document_words * (summary_words + 1) + 64 * type_pairs + 32 * cells


def bytes_needed(size: Size, *, in_context: bool = False) -> int:
    """Return how many bytes it takes to align a pair, comparing strings or also words in their contexts."""
    found = 190 * size.cells
    if not in_context:
        return max(found, 60 * size.cells + recursion_bytes(*size))
    words = 13_000 * (size.document_words + size.summary_words)
    word_pairs = 100 * size.document_words * (size.summary_words + 1)
    return words + max(found, word_pairs + 72 * size.type_pairs + 160 * size.cells)


def bytes_for(pair: Pair, longest: int, *, in_context: bool = False, roughly: float = SMALL) -> int:
    """Return how many bytes it takes to align a pair, or reject one that is too large.

    ``longest`` is the settings' ``longest_phrase``. Up to ``roughly`` bytes, the result is what the most repetitive pair of
    its size would take.
    """
    word_pairs = len(pair.document) * len(pair.summary)
    worst = Size(len(pair.document), len(pair.summary), word_pairs, (longest - 1) * word_pairs)
    needed = bytes_needed(worst, in_context=in_context)
    if needed > roughly:
        needed = bytes_needed(size_of(pair, longest), in_context=in_context)
    if needed > MEMORY_LIMIT:
        raise InputError(
            f"{len(pair.document):,} document words by {len(pair.summary):,} summary words would need "
            f"{needed / 1e9:.1f} GB of memory (limit {MEMORY_LIMIT / 1e9:.0f})",
            pair=pair.id,
            hint="Use an extract of the document (sumtrace extract), or split the pair.",
        )
    return needed


def check_memory(pair: Pair, longest: int, *, in_context: bool = False) -> None:
    """Reject a pair that is too large to align or to train on."""
    bytes_for(pair, longest, in_context=in_context, roughly=MEMORY_LIMIT)


@contextmanager
def room_for(pair: Pair, longest: int, *, in_context: bool = False) -> Iterator[None]:
    """Hold the memory that a pair needs, once it is free; reject a pair that is too large."""
    with ROOM.held(bytes_for(pair, longest, in_context=in_context)):
        yield


class Budget:
    """Bytes that threads share: who wants more than is left waits until others are done."""

    def __init__(self, limit: float = MEMORY_LIMIT) -> None:
        self.limit = limit
        self.used = 0.0
        self._changed = threading.Condition()

    @contextmanager
    def held(self, needed: float) -> Iterator[None]:
        """Hold this many bytes; a single holder may always proceed, whatever it needs."""
        with self._changed:
            self._changed.wait_for(lambda: self.used == 0 or self.used + needed <= self.limit)
            self.used += needed
        try:
            yield
        finally:
            with self._changed:
                self.used -= needed
                self._changed.notify_all()


ROOM = Budget()
"""What all threads of this process may take together."""
