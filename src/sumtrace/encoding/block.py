"""Pairs for the kernels: a block of many, and one of them.

A block stands by itself: its offsets count from its own beginning, so that it can be sent elsewhere and counted there.
Only the numbers of types (rows of the lexical table) mean the same in all blocks of a corpus.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sumtrace.kernels import kernel

Floats = npt.NDArray[np.float64]
Singles = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int32]
Longs = npt.NDArray[np.int64]
Booleans = npt.NDArray[np.bool_]

WORD_PAIRS = 1 << 21
"""Pairs are counted in blocks of about this many word pairs: fixed, whatever the number of threads."""


class Block(NamedTuple):
    """Many pairs as numbers: pair ``p`` owns ``x[x_at[p] : x_at[p + 1]]`` of every array ``x``.

    ``doc_slots`` and ``sum_slots`` give each token's place among its text's types; ``bounds`` are the document's sentence
    borders, ``structure`` its nodes (jumps/structure.py) where the jumps look at them. Summary token ``t`` (of all pairs
    in a row) may come from the document tokens of the spans ``reach[reach_at[t] : reach_at[t + 1]]``, usually from all.

    Cells are phrase pairs (not of one word each) by increasing ``cell_sum``: summary ``[sum, sum + sum_length)``, document
    ``[doc, doc + doc_length)``, ``row`` and ``column`` their types, ``relation`` the first relation between them (-1:
    none), ``by_word`` whether they are read word by word.

    Token-level scores (rewrites/by_token.py), where there are any: ``factor`` and ``added`` hold ``T * m`` numbers for
    each pair, ``cell_factor`` one for each cell; else all are empty.
    """

    doc_slots: Ints
    doc_at: Longs
    doc_types: Ints
    doc_types_at: Longs
    sum_slots: Ints
    sum_at: Longs
    sum_types: Ints
    sum_types_at: Longs
    bounds: Ints
    bounds_at: Longs
    structure: Ints
    structure_at: Longs
    reach: Ints
    reach_at: Longs
    cell_sum: Ints
    cell_sum_length: Ints
    cell_doc: Ints
    cell_doc_length: Ints
    cell_row: Ints
    cell_column: Ints
    cell_relation: Longs
    cell_by_word: Booleans
    cells_at: Longs
    factor: Singles
    added: Singles
    scores_at: Longs
    cell_factor: Singles

    def word_pairs(self) -> Longs:
        """Return how many word pairs each pair has ``[pairs]``."""
        return np.asarray(np.diff(self.doc_at) * np.diff(self.sum_at))

    def part(self, first: int, last: int) -> Block:
        """Return pairs ``first..last`` as a block of their own."""
        tokens = slice(int(self.sum_at[first]), int(self.sum_at[last]))
        reach_at = self.reach_at[tokens.start : tokens.stop + 1]
        parts: dict[str, npt.NDArray[np.generic]] = {
            "reach": self.reach[int(reach_at[0]) : int(reach_at[-1])],
            "reach_at": reach_at - reach_at[0],
        }
        for at_name, names in OWNED.items():
            at = getattr(self, at_name)
            span = slice(int(at[first]), int(at[last]))
            parts[at_name] = at[first : last + 1] - at[first]
            parts |= {name: getattr(self, name)[span] for name in names}
        if not len(self.cell_factor):
            parts["cell_factor"] = self.cell_factor
        return Block(**parts)  # type: ignore[arg-type]


OWNED = {
    "doc_at": ("doc_slots",),
    "doc_types_at": ("doc_types",),
    "sum_at": ("sum_slots",),
    "sum_types_at": ("sum_types",),
    "bounds_at": ("bounds",),
    "structure_at": ("structure",),
    "cells_at": (
        "cell_sum",
        "cell_sum_length",
        "cell_doc",
        "cell_doc_length",
        "cell_row",
        "cell_column",
        "cell_relation",
        "cell_by_word",
        "cell_factor",
    ),
    "scores_at": ("factor", "added"),
}
"""Which arrays each array of offsets divides among the pairs; reach is divided among summary tokens."""


def blocks_of(whole: Block) -> Iterator[Block]:
    """Yield runs of pairs of about ``WORD_PAIRS`` word pairs each."""
    sizes = whole.word_pairs()
    first, total = 0, 0
    for p, size in enumerate(sizes.tolist()):
        if total and total + size > WORD_PAIRS:
            yield whole.part(first, p)
            first, total = p, 0
        total += size
    if first < len(sizes):
        yield whole.part(first, len(sizes))


class PairNumbers(NamedTuple):
    """One pair of a block: its slices, made once; ``factor`` and ``added`` ``[T, m]``, or empty."""

    doc_slots: Ints
    doc_types: Ints
    sum_slots: Ints
    sum_types: Ints
    bounds: Ints
    structure: Ints
    reach: Ints
    reach_at: Longs
    cell_sum: Ints
    cell_sum_length: Ints
    cell_doc: Ints
    cell_doc_length: Ints
    cell_row: Ints
    cell_column: Ints
    cell_relation: Longs
    cell_by_word: Booleans
    factor: Singles
    added: Singles
    cell_factor: Singles


@kernel
def pair_at(block, p):
    """Return pair ``p`` of a block."""
    tokens, end = block.sum_at[p], block.sum_at[p + 1]
    doc, doc_end = block.doc_at[p], block.doc_at[p + 1]
    cells, cells_end = block.cells_at[p], block.cells_at[p + 1]
    scores, scores_end = block.scores_at[p], block.scores_at[p + 1]
    shape = (end - tokens, doc_end - doc) if scores_end > scores else (0, 0)
    factored = cells_end if len(block.cell_factor) else cells
    return PairNumbers(
        block.doc_slots[doc:doc_end],
        block.doc_types[block.doc_types_at[p] : block.doc_types_at[p + 1]],
        block.sum_slots[tokens:end],
        block.sum_types[block.sum_types_at[p] : block.sum_types_at[p + 1]],
        block.bounds[block.bounds_at[p] : block.bounds_at[p + 1]],
        block.structure[block.structure_at[p] : block.structure_at[p + 1]],
        block.reach,
        block.reach_at[tokens : end + 1],
        block.cell_sum[cells:cells_end],
        block.cell_sum_length[cells:cells_end],
        block.cell_doc[cells:cells_end],
        block.cell_doc_length[cells:cells_end],
        block.cell_row[cells:cells_end],
        block.cell_column[cells:cells_end],
        block.cell_relation[cells:cells_end],
        block.cell_by_word[cells:cells_end],
        block.factor[scores:scores_end].reshape(shape),
        block.added[scores:scores_end].reshape(shape),
        block.cell_factor[cells:factored],
    )
