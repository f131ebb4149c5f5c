"""Phrases of several words: the stem-identical ones of each pair, found and numbered."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sumtrace.kernels import kernel

Ints = npt.NDArray[np.int32]
Longs = npt.NDArray[np.int64]


class Phrases:
    """The phrase types among the cells: numbers, texts, and what the whole set of summaries says of them."""

    def __init__(
        self,
        documents: Ints,
        summaries: Ints,
        sum_at: Longs,
        stem_of: Ints,
        cell_doc: Longs,
        cell_sum: Longs,
        cell_length: Longs,
        doc_start: Longs,
        sum_start: Longs,
    ) -> None:
        self.row = np.zeros(len(cell_doc), np.int64)
        self.column = np.zeros(len(cell_doc), np.int64)
        self.texts: list[tuple[int, ...]] = []
        in_document, in_summary, same_stems = [], [], []
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
            same_stems.append(with_stems[stem_of_gram[kept]])
        self.in_document = np.concatenate([np.zeros(0, bool), *in_document])
        self.in_summary = np.concatenate([np.zeros(0, bool), *in_summary])
        self.same_stems = np.concatenate([np.zeros(0, np.int64), *same_stems])


def _grams(numbers: Ints, at: Longs, length: int) -> Ints:
    """Return all phrases of a length that do not cross from one text to the next ``[count, length]``."""
    places = np.arange(len(numbers))
    text = np.searchsorted(at, places, side="right") - 1
    whole = places[places + length <= at[text + 1]]
    return np.asarray(numbers[whole[:, None] + np.arange(length)])


def _ranks(grams: Ints) -> tuple[Longs, Longs]:
    """Number the different rows of an array ``[n, 2 or more]``; return each row's number and where each is first met."""
    base = int(grams.max(initial=0)) + 1
    rank, first = grams[:, 0].astype(np.int64), np.zeros(0, np.int64)
    for column in range(1, grams.shape[1]):
        _, first, rank = np.unique(rank * base + grams[:, column], return_index=True, return_inverse=True)
        rank = rank.reshape(-1)
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
def with_more_room(table):
    """Return a copy of a table of whole numbers with twice as many rows, the new ones unset."""
    larger = np.empty((2 * len(table), table.shape[1]), np.int64)
    for i in range(len(table)):
        for column in range(table.shape[1]):
            larger[i, column] = table[i, column]
    return larger
