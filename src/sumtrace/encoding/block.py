"""Pairs for the kernels: a block of many, and one of them.

A block stands by itself: its offsets count from its own beginning, so that it can be sent elsewhere and counted there.
Only the numbers of types (rows of the lexical table) mean the same in all blocks of a corpus.
"""

from __future__ import annotations

from typing import NamedTuple

from sumtrace.array_types import Booleans, Ints, Longs, Singles
from sumtrace.kernels import kernel_part

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


def is_full(word_pairs: int, more: int) -> bool:
    """Whether a block of this many word pairs has no room for another pair."""
    return word_pairs > 0 and word_pairs + more > WORD_PAIRS


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


@kernel_part
def pair_at(block: Block, p: int) -> PairNumbers:
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


def only_pair(block: Block) -> PairNumbers:
    """Return the pair of a block of one, which is all of the block: ``pair_at`` from Python would cut and pack it anew."""
    shape = (len(block.sum_slots), len(block.doc_slots)) if len(block.factor) else (0, 0)
    return PairNumbers(
        **{name: getattr(block, name) for name in PairNumbers._fields if name not in ("factor", "added")},
        factor=block.factor.reshape(shape),
        added=block.added.reshape(shape),
    )
