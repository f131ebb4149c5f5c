"""Pairs turned into the numbers that the kernels work on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sumtrace.encoding.block import Block
from sumtrace.encoding.phrases import Phrases, find_runs
from sumtrace.encoding.tokens import TokenNumbers
from sumtrace.encoding.types import Stems, SummaryVocabulary, Types
from sumtrace.encoding.words import WordNumbers
from sumtrace.kernels import kernel
from sumtrace.text import stem

Ints = npt.NDArray[np.int32]
Longs = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Encoded:
    """A block of pairs for the kernels, with the types they are made of; who relates types fills in ``cell_relation``."""

    block: Block
    types: Types
    vocabulary: SummaryVocabulary
    stems: Stems


def encode(
    tokens: TokenNumbers, longest_document: int, longest_summary: int, vocabulary: SummaryVocabulary | None = None
) -> Encoded:
    """Number the types, find the stem-identical phrase pairs, and lay everything out for the kernels.

    The rows' vocabulary is the given one enlarged by the summaries' words, or only the latter.
    """
    words = tokens.numbers.words
    documents, doc_at = _joined(tokens.documents)
    summaries, sum_at = _joined(tokens.summaries)
    bounds, bounds_at = _joined(tokens.bounds)
    structure, structure_at = _joined(tokens.structures)
    stem_numbers = WordNumbers()
    stem_of = np.array([stem_numbers[stem(word)] for word in words] or [0], np.int32)
    longest = min(longest_document, longest_summary)
    reach = np.concatenate([np.zeros((0, 2), np.int32), *tokens.reach])
    reach_at = np.cumsum(np.concatenate([np.zeros(1, np.int64), *tokens.reach_counts]))
    found, size = find_runs(documents, doc_at, summaries, sum_at, stem_of, longest, reach, reach_at)
    cell_pair, cell_sum, cell_doc, cell_length = found[:size].T
    in_document, in_summary = (np.zeros(len(words), bool) for _ in range(2))
    in_document[documents] = True
    in_summary[summaries] = True
    own = [words[number] for number in np.flatnonzero(in_summary).tolist()]
    vocabulary = SummaryVocabulary(own) if vocabulary is None else vocabulary.with_words(own)
    phrases = Phrases(
        documents, summaries, sum_at, stem_of, cell_doc, cell_sum, cell_length, doc_at[cell_pair], sum_at[cell_pair]
    )
    types = Types(
        words,
        phrases.texts,
        np.concatenate([in_document, phrases.in_document]),
        np.concatenate([in_summary, phrases.in_summary]),
    )
    row, column = phrases.row + len(words), phrases.column + len(words)
    doc_types, doc_types_at, doc_slots = slots(documents, doc_at, len(words))
    sum_types, sum_types_at, sum_slots = slots(summaries, sum_at, len(words))
    cells_at = np.zeros(len(tokens) + 1, np.int64)
    np.cumsum(np.bincount(cell_pair, minlength=len(tokens)), out=cells_at[1:])
    length = cell_length.astype(np.int32)
    block = Block(
        doc_slots=doc_slots,
        doc_at=doc_at,
        doc_types=doc_types,
        doc_types_at=doc_types_at,
        sum_slots=sum_slots,
        sum_at=sum_at,
        sum_types=sum_types,
        sum_types_at=sum_types_at,
        bounds=bounds,
        bounds_at=bounds_at,
        structure=structure,
        structure_at=structure_at,
        reach=reach,
        reach_at=reach_at,
        cell_sum=cell_sum.astype(np.int32),
        cell_sum_length=length,
        cell_doc=cell_doc.astype(np.int32),
        cell_doc_length=length,
        cell_row=row.astype(np.int32),
        cell_column=column.astype(np.int32),
        cell_relation=np.full(len(row), -1, np.int64),
        cell_by_word=np.ones(len(row), bool),
        cells_at=cells_at,
        factor=np.zeros(0, np.float32),
        added=np.zeros(0, np.float32),
        scores_at=np.zeros(len(tokens) + 1, np.int64),
        cell_factor=np.zeros(0, np.float32),
    )
    stems = _stems(types, vocabulary, stem_of, phrases, len(words))
    return Encoded(block, types, vocabulary, stems)


def _stems(types: Types, vocabulary: SummaryVocabulary, stem_of: Ints, phrases: Phrases, words: int) -> Stems:
    """Relate stem-identical words, and the phrases of the cells."""
    doc = np.flatnonzero(types.in_document[:words])
    summary = np.flatnonzero(types.in_summary[:words])
    order = np.argsort(stem_of[summary], kind="stable")
    summary = summary[order]
    starts = np.searchsorted(stem_of[summary], stem_of[doc], side="left")
    ends = np.searchsorted(stem_of[summary], stem_of[doc], side="right")
    counts = ends - starts
    places = np.repeat(starts - np.cumsum(counts) + counts, counts) + np.arange(counts.sum())
    phrase_rows, phrase_columns = np.divmod(np.unique(phrases.row * len(types) + phrases.column), len(types))
    row = np.concatenate([np.repeat(doc, counts), phrase_rows + words])
    column = np.concatenate([summary[places], phrase_columns + words])
    count = np.zeros(len(types), np.int64)
    listed = np.zeros(len(types), bool)
    for number in doc.tolist():
        word = types.words[number]
        count[number] = vocabulary.sharing(stem(word))
        listed[number] = word in vocabulary
    count[words:] = phrases.same_stems
    listed[words:] = phrases.in_summary
    return Stems(row.astype(np.int64), column.astype(np.int64), count, listed)


def _joined(arrays: Iterable[Ints]) -> tuple[Ints, Longs]:
    arrays = list(arrays)
    at = np.zeros(len(arrays) + 1, np.int64)
    np.cumsum([len(array) for array in arrays], out=at[1:])
    return np.concatenate([np.zeros(0, np.int32), *arrays]), at


@kernel
def slots(numbers, at, words):
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
