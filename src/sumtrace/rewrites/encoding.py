"""Pairs turned into the numbers that the kernels work on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from sumtrace.kernels import kernel
from sumtrace.rewrites.component import Stems
from sumtrace.rewrites.lattice import Pairs
from sumtrace.rewrites.sparse import with_more_room
from sumtrace.rewrites.types import Lexicon, Types, WordNumbers
from sumtrace.text import Span, stem

Longs = npt.NDArray[np.int64]


@dataclass(slots=True)
class TokenNumbers:
    """The tokens of many pairs as word numbers, gathered one pair at a time so that the texts can be dropped."""

    numbers: WordNumbers = field(default_factory=WordNumbers)
    documents: list[npt.NDArray[np.int32]] = field(default_factory=list)
    summaries: list[npt.NDArray[np.int32]] = field(default_factory=list)
    bounds: list[npt.NDArray[np.int32]] = field(default_factory=list)
    structures: list[npt.NDArray[np.int32]] = field(default_factory=list)
    reach: list[npt.NDArray[np.int32]] = field(default_factory=list)
    reach_counts: list[npt.NDArray[np.int64]] = field(default_factory=list)

    def add(
        self,
        document: Sequence[str],
        summary: Sequence[str],
        sentences: Sequence[Span],
        structure: npt.NDArray[np.int32] | None = None,
        reach: Sequence[Sequence[Span]] | None = None,
    ) -> None:
        """Take the words of one pair, the sentence spans of its document and, where the jumps need them, its nodes.

        ``reach`` gives for each summary word the document spans that it may come from; without, it is all.
        """
        numbers = self.numbers
        self.documents.append(np.array([numbers[word] for word in document], np.int32))
        self.summaries.append(np.array([numbers[word] for word in summary], np.int32))
        self.bounds.append(np.array([0, *(end for _, end in sentences)], np.int32))
        self.structures.append(np.zeros(0, np.int32) if structure is None else structure)
        spans = [(0, len(document))] * len(summary) if reach is None else [span for spans in reach for span in spans]
        self.reach.append(np.array(spans, np.int32).reshape(-1, 2))
        self.reach_counts.append(np.array([1] * len(summary) if reach is None else [len(s) for s in reach], np.int64))

    def __len__(self) -> int:
        return len(self.documents)


@dataclass(frozen=True, slots=True)
class Encoded:
    """Pairs for the kernels, with the types they are made of; ``cell_entry`` is filled in by ``with_entries``."""

    pairs: Pairs
    types: Types
    lexicon: Lexicon
    stems: Stems


def encode(
    tokens: TokenNumbers, longest_document: int, longest_summary: int, lexicon: Lexicon | None = None
) -> Encoded:
    """Number the types, find the stem-identical phrase pairs, and lay everything out for the kernels.

    The rows' vocabulary is ``lexicon`` enlarged by the summaries' words, or only the latter.
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
    lexicon = Lexicon(own) if lexicon is None else lexicon.with_words(own)
    phrases = _Phrases(
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
    pairs = Pairs(
        doc_slots, doc_at, doc_types, doc_types_at, sum_slots, sum_at, sum_types, sum_types_at, bounds, bounds_at,
        structure, structure_at, reach, reach_at,
        cell_sum.astype(np.int32), length, cell_doc.astype(np.int32), length,
        row.astype(np.int32), column.astype(np.int32), np.full(len(row), -1, np.int64), np.ones(len(row), bool), cells_at,
    )  # fmt: skip
    stems = _stems(types, lexicon, stem_of, phrases, len(words))
    return Encoded(pairs, types, lexicon, stems)


def with_entries(pairs: Pairs, entries_at: Longs, entry_column: npt.NDArray[np.int32]) -> Pairs:
    """Return the pairs with each cell's first component entry looked up."""
    return pairs._replace(cell_entry=first_entries(entries_at, entry_column, pairs.cell_row, pairs.cell_column))


class _Phrases:
    """The phrase types among the cells: numbers, texts, and what the whole set of summaries says of them."""

    def __init__(
        self,
        documents: npt.NDArray[np.int32],
        summaries: npt.NDArray[np.int32],
        sum_at: Longs,
        stem_of: npt.NDArray[np.int32],
        cell_doc: Longs,
        cell_sum: Longs,
        cell_length: Longs,
        doc_start: Longs,
        sum_start: Longs,
    ) -> None:
        self.row = np.zeros(len(cell_doc), np.int64)
        self.column = np.zeros(len(cell_doc), np.int64)
        self.texts: list[tuple[int, ...]] = []
        in_document, in_summary, same_stems, listed = [], [], [], []
        for length in range(2, int(cell_length.max(initial=1)) + 1):
            cells = np.flatnonzero(cell_length == length)
            doc_grams = documents[(doc_start + cell_doc)[cells][:, None] + np.arange(length)]
            sum_grams = summaries[(sum_start + cell_sum)[cells][:, None] + np.arange(length)]
            all_grams = _grams(summaries, sum_at, length)
            stacked = np.concatenate([doc_grams, sum_grams, all_grams])
            number, first = _ranks(stacked)
            stem_number, _ = _ranks(stem_of[stacked])
            count = len(first)
            n = len(cells)
            # keep only the phrases of cells as types; the other summary phrases are counted, not numbered
            kept = np.zeros(count, bool)
            kept[number[: 2 * n]] = True
            new_number = np.cumsum(kept) - 1 + len(self.texts)
            self.row[cells] = new_number[number[:n]]
            self.column[cells] = new_number[number[n : 2 * n]]
            self.texts += [tuple(gram) for gram in stacked[first[kept]].tolist()]
            here = [np.zeros(count, bool) for _ in range(2)]
            here[0][number[:n]] = True
            here[1][number[n:]] = True
            # how many different summary phrases have each sequence of stems
            distinct = np.unique(number[n:], return_index=True)[1] + n
            with_stems = np.bincount(stem_number[distinct], minlength=stem_number.max(initial=0) + 1)
            stem_of_gram = np.zeros(count, np.int64)
            stem_of_gram[number] = stem_number
            in_document.append(here[0][kept])
            in_summary.append(here[1][kept])
            listed.append(here[1][kept])
            same_stems.append(with_stems[stem_of_gram[kept]])
        self.in_document = np.concatenate([np.zeros(0, bool), *in_document])
        self.in_summary = np.concatenate([np.zeros(0, bool), *in_summary])
        self.listed = np.concatenate([np.zeros(0, bool), *listed])
        self.same_stems = np.concatenate([np.zeros(0, np.int64), *same_stems])


def _stems(types: Types, lexicon: Lexicon, stem_of: npt.NDArray[np.int32], phrases: _Phrases, words: int) -> Stems:
    """Relate stem-identical words, and the phrases of the cells."""
    doc = np.flatnonzero(types.in_document[:words])
    summary = np.flatnonzero(types.in_summary[:words])
    order = np.argsort(stem_of[summary], kind="stable")
    summary = summary[order]
    starts = np.searchsorted(stem_of[summary], stem_of[doc], side="left")
    ends = np.searchsorted(stem_of[summary], stem_of[doc], side="right")
    counts = ends - starts
    places = np.repeat(starts - np.cumsum(counts) + counts, counts) + np.arange(counts.sum())
    pairs = np.unique(np.stack([phrases.row, phrases.column], axis=1), axis=0) + words
    row = np.concatenate([np.repeat(doc, counts), pairs[:, 0]])
    column = np.concatenate([summary[places], pairs[:, 1]])
    count = np.zeros(len(types), np.int64)
    listed = np.zeros(len(types), bool)
    for number in doc.tolist():
        word = types.words[number]
        count[number] = lexicon.stem_counts.get(stem(word), 0)
        listed[number] = word in lexicon.words
    count[words:] = phrases.same_stems
    listed[words:] = phrases.listed
    return Stems(row.astype(np.int64), column.astype(np.int64), count, listed)


def _joined(arrays: Iterable[npt.NDArray[np.int32]]) -> tuple[npt.NDArray[np.int32], Longs]:
    arrays = list(arrays)
    at = np.zeros(len(arrays) + 1, np.int64)
    np.cumsum([len(array) for array in arrays], out=at[1:])
    return np.concatenate([np.zeros(0, np.int32), *arrays]), at


def _grams(numbers: npt.NDArray[np.int32], at: Longs, length: int) -> npt.NDArray[np.int32]:
    """Return all phrases of a length that do not cross from one text to the next ``[count, length]``."""
    places = np.arange(len(numbers))
    text = np.searchsorted(at, places, side="right") - 1
    whole = places[places + length <= at[text + 1]]
    return np.asarray(numbers[whole[:, None] + np.arange(length)])


def _ranks(grams: npt.NDArray[np.int32]) -> tuple[Longs, Longs]:
    """Number the different rows of an array; return each row's number and where each number is first met."""
    rank = grams[:, 0].astype(np.int64)
    for column in range(1, grams.shape[1]):
        base = int(grams.max(initial=0)) + 1
        _, rank = np.unique(rank * base + grams[:, column], return_inverse=True)
        rank = rank.reshape(-1)
    first = np.unique(rank, return_index=True)[1]
    return rank.astype(np.int64), first.astype(np.int64)


@kernel
def find_runs(documents, doc_at, summaries, sum_at, stem_of, longest, reach, reach_at):
    """Return (pair, summary place, document place, length) of all stem-identical phrase pairs of 2 to ``longest`` words.

    They are the first rows of the table; their number follows it.
    """
    head = np.full(len(stem_of), -1, np.int64)
    found = np.empty((1024, 4), np.int64)
    size = 0
    for p in range(len(doc_at) - 1 if longest > 1 else 0):
        document = documents[doc_at[p] : doc_at[p + 1]]
        summary = summaries[sum_at[p] : sum_at[p + 1]]
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
def within_reach(reach, reach_at, t, j):
    """Whether summary token ``t`` of all pairs may come from token ``j`` of its document."""
    for r in range(reach_at[t], reach_at[t + 1]):  # noqa: SIM110  # any() over a generator does not compile
        if reach[r, 0] <= j < reach[r, 1]:
            return True
    return False


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


@kernel
def first_entries(at, column, cell_row, cell_column):
    """Return the index of the first entry for each cell's row and column, -1 where there is none."""
    found = np.full(len(cell_row), -1, np.int64)
    for c in range(len(cell_row)):
        low, high = at[cell_row[c]], at[cell_row[c] + 1]
        end = high
        while low < high:
            middle = (low + high) >> 1
            if column[middle] < cell_column[c]:
                low = middle + 1
            else:
                high = middle
        if low < end and column[low] == cell_column[c]:
            found[c] = low
    return found
