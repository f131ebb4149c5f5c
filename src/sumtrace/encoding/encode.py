"""Pairs turned into the numbers that the kernels work on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sumtrace.array_types import Booleans, Ints, Longs
from sumtrace.encoding.array_file import Store
from sumtrace.encoding.block import Block
from sumtrace.encoding.block_phrases import Cells
from sumtrace.encoding.distinct import Distinct
from sumtrace.encoding.phrases import Phrases, phrases_of
from sumtrace.encoding.tokens import TokenBlock, TokenNumbers
from sumtrace.encoding.types import Stems, SummaryVocabulary, Types
from sumtrace.kernels import kernel
from sumtrace.text import fold, stem


@dataclass(frozen=True, slots=True)
class Encoded:
    """Blocks of pairs for the kernels, with the types they are made of; who relates types fills in ``cell_relation``."""

    blocks: Store[Block]
    types: Types
    vocabulary: SummaryVocabulary
    stems: Stems


def encode(
    tokens: TokenNumbers,
    longest_document: int,
    longest_summary: int,
    vocabulary: SummaryVocabulary | None = None,
    blocks: Store[Block] | None = None,
) -> Encoded:
    """Number the types, find the stem-identical phrase pairs, and lay everything out for the kernels.

    The rows' vocabulary is the given one enlarged by the summaries' words, or only the latter. The blocks are appended
    to ``blocks``, where they need not be held in memory.
    """
    words = tokens.numbers.words
    stem_numbers: dict[str, int] = {}
    stem_of = np.array(
        [stem_numbers.setdefault(fold(stem(word)), len(stem_numbers)) for word in words] or [0], np.int32
    )
    longest = min(longest_document, longest_summary)
    in_document, in_summary = (np.zeros(len(words), bool) for _ in range(2))
    for part in tokens.blocks():
        in_document[part.documents] = True
        in_summary[part.summaries] = True
    own = [words[number] for number in np.flatnonzero(in_summary).tolist()]
    vocabulary = SummaryVocabulary(own) if vocabulary is None else vocabulary.with_words(own)
    phrases = phrases_of(tokens, stem_of, longest)
    types = Types(
        words,
        phrases.texts,
        np.concatenate([in_document, phrases.in_document]),
        np.concatenate([in_summary, phrases.in_summary]),
    )
    blocks = [] if blocks is None else blocks
    related = Distinct(np.int64)
    for part in tokens.blocks():
        cells, row, column = phrases.cells(part)
        related.add(row * len(phrases) + column)
        blocks.append(_laid_out(part, cells, row + len(words), column + len(words), len(words)))
    pairs = np.stack(np.divmod(related.sorted(), max(1, len(phrases))), axis=1)
    return Encoded(blocks, types, vocabulary, _stems(types, vocabulary, stem_of, phrases, pairs))


def _laid_out(part: TokenBlock, cells: Cells, row: Longs, column: Longs, words: int) -> Block:
    """Return a block for the kernels; ``row`` and ``column`` are the types of the cells."""
    doc_types, doc_types_at, doc_slots = slots(part.documents, part.doc_at, words)
    sum_types, sum_types_at, sum_slots = slots(part.summaries, part.sum_at, words)
    cells_at = np.zeros(len(part) + 1, np.int64)
    np.cumsum(np.bincount(cells.pair, minlength=len(part)), out=cells_at[1:])
    length = cells.length.astype(np.int32)
    return Block(
        doc_slots=doc_slots,
        doc_at=part.doc_at,
        doc_types=doc_types,
        doc_types_at=doc_types_at,
        sum_slots=sum_slots,
        sum_at=part.sum_at,
        sum_types=sum_types,
        sum_types_at=sum_types_at,
        bounds=part.bounds,
        bounds_at=part.bounds_at,
        structure=part.structure,
        structure_at=part.structure_at,
        reach=part.reach,
        reach_at=part.reach_at,
        cell_sum=cells.sum.astype(np.int32),
        cell_sum_length=length,
        cell_doc=cells.doc.astype(np.int32),
        cell_doc_length=length,
        cell_row=row.astype(np.int32),
        cell_column=column.astype(np.int32),
        cell_relation=np.full(len(row), -1, np.int64),
        cell_by_word=np.ones(len(row), bool),
        cells_at=cells_at,
        factor=np.zeros(0, np.float32),
        added=np.zeros(0, np.float32),
        scores_at=np.zeros(len(part) + 1, np.int64),
        cell_factor=np.zeros(0, np.float32),
    )


def _stems(types: Types, vocabulary: SummaryVocabulary, stem_of: Ints, phrases: Phrases, pairs: Longs) -> Stems:
    """Relate stem-identical words, and the phrases of the cells: ``pairs`` of them, sorted ``[n, 2]``."""
    words = len(types.words)
    row, column = of_one_stem(types.in_document[:words], types.in_summary[:words], stem_of)
    count = np.zeros(len(types), np.int64)
    listed = np.zeros(len(types), bool)
    doc = np.flatnonzero(types.in_document[:words])
    spelt = [types.words[number] for number in doc.tolist()]
    count[doc] = [vocabulary.sharing(stem(word)) for word in spelt]
    listed[doc] = [word in vocabulary for word in spelt]
    count[words:] = phrases.same_stems
    listed[words:] = phrases.in_summary
    return Stems(
        np.concatenate([row, pairs[:, 0] + words]), np.concatenate([column, pairs[:, 1] + words]), count, listed
    )


def of_one_stem(in_document: Booleans, in_summary: Booleans, stem_of: Ints) -> tuple[Longs, Longs]:
    """Return all pairs of a document and a summary word of one stem, sorted: the document's words, and the summary's."""
    document, summary = np.flatnonzero(in_document), np.flatnonzero(in_summary)
    summary = summary[np.argsort(stem_of[summary], kind="stable")]
    stems = stem_of[summary]
    first, end = (np.searchsorted(stems, stem_of[document], side) for side in ("left", "right"))
    row = np.repeat(document, end - first)
    column = np.arange(len(row)) + np.repeat(end - np.cumsum(end - first), end - first)
    return row, summary[column]


@kernel
def slots(numbers: Ints, at: Longs, words: int) -> tuple[Ints, Longs, Ints]:
    """Return the types of each text in order of appearance, where each text's begin, and each token's place among them."""
    place = np.full(words, -1, np.int32)
    types = np.empty(len(numbers), np.int32)
    types_at = np.zeros(len(at), np.int64)
    token_slots = np.empty(len(numbers), np.int32)
    size = 0
    for p in range(len(at) - 1):
        begin = size
        for i in range(at[p], at[p + 1]):
            word = numbers[i]
            if place[word] < 0:
                place[word] = size - begin
                types[size] = word
                size += 1
            token_slots[i] = place[word]
        for i in range(begin, size):
            place[types[i]] = -1
        types_at[p + 1] = size
    return types[:size].copy(), types_at, token_slots
