"""The phrases of a single block, such as one pair: numbered at once, since there is nothing to gather from other blocks.

Numbers and all else are those of phrases.py, whose keys can be merged block by block. Here phrases are columns of words,
padded with zeros, under a row of their lengths:

    occurrences = the document's and the summary's phrase of each cell, then all phrases of the summaries
    kinds       = the different ones among them, shorter before longer, then by their words' numbers
    phrases     = the kinds that are in a cell
    same_stems  = how many kinds in summaries have the same stems
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sumtrace.array_types import Booleans, Ints, Longs
from sumtrace.encoding.tokens import TokenBlock


class Cells(NamedTuple):
    """The stem-identical phrase pairs of a block: their pair, their places in its summary and document, their length."""

    pair: Longs
    sum: Longs
    doc: Longs
    length: Longs

    def grams(self, block: TokenBlock, length: int) -> tuple[Ints, Ints]:
        """Return the document and the summary phrases of all cells of a length ``[cells, length]``."""
        here = self.length == length
        doc = (block.doc_at[self.pair[here]] + self.doc[here])[:, None] + np.arange(length)
        summary = (block.sum_at[self.pair[here]] + self.sum[here])[:, None] + np.arange(length)
        return block.documents[doc], block.summaries[summary]


class Numbered(NamedTuple):
    """The phrases of a block's cells: numbers by cell, and by number what is known of each.

    ``grams`` are the words ``[phrases, longest]``, padded with -1; ``first[n]`` is the first phrase of more than n words.
    """

    row: Longs
    column: Longs
    grams: Ints
    first: Longs
    in_document: Booleans
    in_summary: Booleans
    same_stems: Longs


def numbered(block: TokenBlock, cells: Cells, stem_of: Ints, longest: int) -> Numbered:
    """Number the phrases of a block's cells."""
    found = occurrences(block, cells, longest)
    number, one_of = kinds(found)
    of_cells = number[: 2 * len(cells.pair)]
    row, column = of_cells[: len(cells.pair)], of_cells[len(cells.pair) :]
    in_cell, in_document, in_summary = np.zeros((3, len(one_of)), bool)
    in_cell[of_cells] = in_document[row] = in_summary[number[len(of_cells) :]] = True
    stems = found[:, one_of]
    stems[1:] = np.append(np.int32(0), stem_of + 1)[stems[1:]]
    group, _ = kinds(stems)
    same_stems = np.bincount(group[in_summary], minlength=len(group))[group]
    phrase = np.cumsum(in_cell) - 1
    length, words = found[0, one_of[in_cell]], found[1:, one_of[in_cell]]
    return Numbered(
        phrase[row],
        phrase[column],
        words.T - 1,
        np.searchsorted(length, np.arange(longest + 1), side="right"),
        in_document[in_cell],
        in_summary[in_cell],
        same_stems[in_cell],
    )


def occurrences(block: TokenBlock, cells: Cells, longest: int) -> Ints:
    """Return the length of each occurrence, and its words counted from 1 and padded with 0 ``[1 + longest, n]``."""
    left = np.repeat(block.sum_at[1:], np.diff(block.sum_at)) - np.arange(len(block.summaries))
    starts = [np.flatnonzero(left >= n) for n in range(2, longest + 1)]
    lengths = [cells.length, cells.length, *(np.full(len(s), n + 2) for n, s in enumerate(starts))]
    length = np.concatenate(lengths, dtype=np.int32)
    # both texts in one, and zeros behind
    words = np.concatenate([block.documents + 1, block.summaries + 1, np.zeros(longest, np.int32)])
    summaries = len(block.documents)
    first = np.concatenate(
        [
            block.doc_at[cells.pair] + cells.doc,
            summaries + block.sum_at[cells.pair] + cells.sum,
            *(summaries + s for s in starts),
        ]
    )
    found = np.empty((1 + longest, len(length)), np.int32)
    found[0] = length
    for place in range(longest):
        found[1 + place] = np.where(place < length, words[first + place], 0)
    return found


def kinds(columns: Ints) -> tuple[Longs, Longs]:
    """Return the number of each column among the different ones, which are sorted, and the first of each of those."""
    order = np.lexsort(columns[::-1])
    ordered = columns[:, order]
    is_new = np.ones(len(order), bool)
    np.any(ordered[:, 1:] != ordered[:, :-1], axis=0, out=is_new[1:])
    del ordered  # as large as all that was found
    number = np.empty(len(order), np.int64)
    number[order] = np.cumsum(is_new) - 1
    return number, order[is_new]
