"""Phrases of several words: the stem-identical ones of each pair, found and numbered.

Numbers follow the order of the phrases: shorter before longer, then by their words' numbers. So they are known only when
all pairs have been met; what is kept until then are the different phrases, never their places.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Protocol, overload

import numpy as np

from sumtrace.array_types import Booleans, Ints, Longs
from sumtrace.encoding.block_phrases import Cells, numbered
from sumtrace.encoding.distinct import Distinct, Keys, Packing
from sumtrace.encoding.tokens import TokenBlock, TokenNumbers
from sumtrace.kernels import kernel, kernel_part


def cells_of(block: TokenBlock, stem_of: Ints, longest: int) -> Cells:
    """Return the stem-identical phrase pairs of 2 to ``longest`` words."""
    found, size = find_runs(block, stem_of, longest)
    return Cells(*found[:size].T)


@dataclass(slots=True)
class PhrasesOfLength:
    """The phrases of one length while pairs are met: those of cells on either side, and what summaries hold beside them."""

    length: int
    stem_of: Ints
    in_document: Distinct = field(init=False)
    in_cells: Distinct = field(init=False)
    in_summary: Distinct = field(init=False)
    packing: Packing = field(init=False)

    def __post_init__(self) -> None:
        self.packing = Packing(len(self.stem_of), self.length)
        self.in_document, self.in_cells, self.in_summary = (Distinct(self.packing.dtype) for _ in range(3))

    def meet_cells(self, block: TokenBlock, cells: Cells) -> None:
        """Take the phrases of a block's cells."""
        document, summary = (self.packing.keys(grams) for grams in cells.grams(block, self.length))
        self.in_document.add(document)
        self.in_cells.add(document)
        self.in_cells.add(summary)

    def meet_summaries(self, block: TokenBlock, stems: Keys) -> None:
        """Take the phrases of a block's summaries, in cells or not, that have the stems of some cell."""
        grams = _grams(block.summaries, block.sum_at, self.length)
        wanted = _is_among(self.packing.keys(self.stem_of[grams]), stems)
        self.in_summary.add(self.packing.keys(grams[wanted]))

    def stem_keys(self, keys: Keys) -> Keys:
        """Return the stems of phrases."""
        return self.packing.keys(self.stem_of[self.packing.grams(keys)])


class Phrases(Protocol):
    """The phrase types among the cells of some blocks: numbers, texts, and what the whole set of summaries says of them.

    ``same_stems`` is how many different phrases of the summaries have the stems of each.
    """

    texts: PhraseTexts
    in_document: Booleans
    in_summary: Booleans
    same_stems: Longs

    def __len__(self) -> int: ...

    def cells(self, block: TokenBlock) -> tuple[Cells, Longs, Longs]:
        """Return the cells of a block, and the numbers of their document and summary phrases."""
        ...


class PhrasesOfBlock:
    """The phrases of a single block (block_phrases.py)."""

    def __init__(self, block: TokenBlock, stem_of: Ints, longest: int) -> None:
        self._cells = cells_of(block, stem_of, longest)
        self._numbered = numbered(block, self._cells, stem_of, longest)
        grams, first = self._numbered.grams, self._numbered.first.tolist()
        self.texts = PhraseTexts([grams[first[n - 1] : first[n], :n] for n in range(2, longest + 1)])
        self.in_document, self.in_summary = self._numbered.in_document, self._numbered.in_summary
        self.same_stems = self._numbered.same_stems

    def __len__(self) -> int:
        return len(self.same_stems)

    def cells(self, block: TokenBlock) -> tuple[Cells, Longs, Longs]:
        """Return the cells of the block, and the numbers of their document and summary phrases."""
        return self._cells, self._numbered.row, self._numbered.column


class GatheredPhrases:
    """The phrases of many blocks, once all have been met."""

    def __init__(self, parts: Sequence[PhrasesOfLength], stem_of: Ints, longest: int) -> None:
        self._parts, self._stem_of, self._longest = parts, stem_of, longest
        self._keys = [part.in_cells.sorted() for part in parts]
        self._first = np.cumsum([0, *map(len, self._keys)])
        self.texts = PhraseTexts([part.packing.grams(keys) for part, keys in zip(parts, self._keys, strict=True)])
        in_document, in_summary, same_stems = [], [], []
        for part, keys in zip(parts, self._keys, strict=True):
            summaries = part.in_summary.sorted()
            in_document.append(_is_among(keys, part.in_document.sorted()))
            in_summary.append(_is_among(keys, summaries))
            # how many different summary phrases have each sequence of stems
            stems, count = np.unique(part.stem_keys(summaries), return_counts=True)
            same_stems.append(count[np.searchsorted(stems, part.stem_keys(keys))] if len(keys) else np.zeros(0, int))
        self.in_document = np.concatenate([np.zeros(0, bool), *in_document])
        self.in_summary = np.concatenate([np.zeros(0, bool), *in_summary])
        self.same_stems = np.concatenate([np.zeros(0, np.int64), *same_stems])

    def __len__(self) -> int:
        return int(self._first[-1])

    def cells(self, block: TokenBlock) -> tuple[Cells, Longs, Longs]:
        """Return the cells of a block, and the numbers of their document and summary phrases."""
        cells = cells_of(block, self._stem_of, self._longest)
        row, column = (np.zeros(len(cells.pair), np.int64) for _ in range(2))
        for part, keys, first in zip(self._parts, self._keys, self._first.tolist(), strict=False):
            here = cells.length == part.length
            for numbers, grams in zip((row, column), cells.grams(block, part.length), strict=True):
                numbers[here] = first + np.searchsorted(keys, part.packing.keys(grams))
        return cells, row, column


class PhraseTexts(Sequence[tuple[int, ...]]):
    """The words of phrases, by the phrases' numbers; ``grams`` holds one table for each length."""

    def __init__(self, grams: Sequence[Ints]) -> None:
        self.grams = grams
        self._first = np.cumsum([0, *map(len, grams)])

    def __len__(self) -> int:
        return int(self._first[-1])

    @overload
    def __getitem__(self, number: int) -> tuple[int, ...]: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[tuple[int, ...]]: ...
    def __getitem__(self, number: int | slice) -> tuple[int, ...] | Sequence[tuple[int, ...]]:
        if isinstance(number, slice):
            return [self[one] for one in range(*number.indices(len(self)))]
        if not 0 <= number < len(self):
            raise IndexError(number)
        part = int(np.searchsorted(self._first, number, side="right")) - 1
        return tuple(self.grams[part][number - self._first[part]].tolist())


def phrases_of(tokens: TokenNumbers, stem_of: Ints, longest: int) -> Phrases:
    """Return the phrases of all cells, of 2 to ``longest`` words."""
    begun = list(islice(tokens.blocks(), 2))
    if len(begun) == 1:
        return PhrasesOfBlock(begun[0], stem_of, longest)
    parts = [PhrasesOfLength(length, stem_of) for length in range(2, longest + 1)]
    for block in tokens.blocks() if parts else ():
        cells = cells_of(block, stem_of, longest)
        for part in parts:
            part.meet_cells(block, cells)
    wanted = [np.unique(part.stem_keys(part.in_cells.sorted())) for part in parts]
    for block in tokens.blocks() if parts else ():
        for part, stems in zip(parts, wanted, strict=True):
            part.meet_summaries(block, stems)
    return GatheredPhrases(parts, stem_of, longest)


def _is_among(keys: Keys, those: Keys) -> Booleans:
    """Whether each key is among others, which are sorted."""
    if not len(those):
        return np.zeros(len(keys), bool)
    place = np.minimum(np.searchsorted(those, keys), len(those) - 1)
    return np.asarray(those[place] == keys)


def _grams(numbers: Ints, at: Longs, length: int) -> Ints:
    """Return all phrases of a length that do not cross from one text to the next ``[count, length]``."""
    places = np.arange(len(numbers))
    text = np.searchsorted(at, places, side="right") - 1
    whole = places[places + length <= at[text + 1]]
    return np.asarray(numbers[whole[:, None] + np.arange(length)])


@kernel
def find_runs(block: TokenBlock, stem_of: Ints, longest: int) -> tuple[Longs, int]:
    """Return (pair, summary place, document place, length) of all stem-identical phrase pairs of 2 to ``longest`` words.

    They are the first rows of the table; their number follows it.
    """
    doc_at, sum_at, reach, reach_at = block.doc_at, block.sum_at, block.reach, block.reach_at
    head = np.full(len(stem_of), -1, np.int64)
    found = np.empty((1024, 4), np.int64)
    size = 0
    for p in range(len(doc_at) - 1 if longest > 1 else 0):
        document = block.documents[doc_at[p] : doc_at[p + 1]]
        summary = block.summaries[sum_at[p] : sum_at[p + 1]]
        following = np.full(len(document), -1, np.int64)
        for j in range(len(document) - 1, -1, -1):
            following[j] = head[stem_of[document[j]]]
            head[stem_of[document[j]]] = j
        for t in range(len(summary)):
            j = head[stem_of[summary[t]]]
            while j >= 0:
                n = 1 if within_reach(reach, reach_at, sum_at[p] + t, j) else longest
                while (
                    n < longest
                    and j + n < len(document)
                    and t + n < len(summary)
                    and stem_of[document[j + n]] == stem_of[summary[t + n]]
                    and within_reach(reach, reach_at, sum_at[p] + t + n, j + n)
                ):
                    n += 1
                    if size == len(found):
                        found = with_more_room(found)
                    found[size, 0], found[size, 1], found[size, 2], found[size, 3] = p, t, j, n
                    size += 1
                j = following[j]
        for word in document:
            head[stem_of[word]] = -1
    return found, size


@kernel
def within_reach(reach: Ints, reach_at: Longs, t: int, j: int) -> bool:
    """Whether summary token ``t`` of all pairs may come from token ``j`` of its document."""
    for r in range(reach_at[t], reach_at[t + 1]):  # noqa: SIM110  # any() over a generator does not compile
        if reach[r, 0] <= j < reach[r, 1]:
            return True
    return False


@kernel_part
def with_more_room(table: Longs) -> Longs:
    """Return a copy of a table of whole numbers with twice as many rows, the new ones unset."""
    larger = np.empty((2 * len(table), table.shape[1]), np.int64)
    for i in range(len(table)):
        for column in range(table.shape[1]):
            larger[i, column] = table[i, column]
    return larger
