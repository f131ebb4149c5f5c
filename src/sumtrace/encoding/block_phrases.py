"""The phrases of a single block, such as one pair: numbered at once, since there is nothing to gather from other blocks.

Numbers and all else are those of phrases.py, whose keys can be merged block by block. Here phrases are columns of words,
padded with zeros, and are sorted place by place:

    occurrences = both phrases of each cell, then all phrases of the summaries
    kinds       = the different ones among them, shorter before longer, then by their words' numbers
    phrases     = the kinds that are in a cell
    same_stems  = how many kinds in summaries have the same stems
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sumtrace.encoding.sorting import sorted_by
from sumtrace.kernels import kernel

Ints = npt.NDArray[np.int32]
Longs = npt.NDArray[np.int64]
Booleans = npt.NDArray[np.bool_]


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


@kernel
def numbered(documents, doc_at, summaries, sum_at, cells, size, stem_of, longest):
    """Number the phrases of the cells, which are the first ``size`` rows of a table of pair, places and length."""
    words, lengths = occurrences(documents, doc_at, summaries, sum_at, cells, size, longest)
    number, one_of = kinds(words, in_order(words, lengths, len(stem_of) + 1))
    count = len(one_of)
    in_cell, in_document, in_summary = np.zeros(count, np.bool_), np.zeros(count, np.bool_), np.zeros(count, np.bool_)
    for c in range(size):
        in_cell[number[2 * c]] = True
        in_document[number[2 * c]] = True
        in_cell[number[2 * c + 1]] = True
    for i in range(2 * size, len(number)):
        in_summary[number[i]] = True
    same = with_same_stems(words, lengths, one_of, in_summary, stem_of)
    phrase = np.empty(count, np.int64)
    total = 0
    for kind in range(count):
        phrase[kind] = total
        total += in_cell[kind]
    found = Numbered(
        np.empty(size, np.int64),
        np.empty(size, np.int64),
        np.full((total, longest), -1, np.int32),
        np.zeros(longest + 1, np.int64),
        np.empty(total, np.bool_),
        np.empty(total, np.bool_),
        np.empty(total, np.int64),
    )
    for c in range(size):
        found.row[c], found.column[c] = phrase[number[2 * c]], phrase[number[2 * c + 1]]
    for kind in range(count):
        if in_cell[kind]:
            here = phrase[kind]
            found.in_document[here], found.in_summary[here] = in_document[kind], in_summary[kind]
            found.same_stems[here] = same[kind]
            for place in range(lengths[one_of[kind]]):
                found.grams[here, place] = words[place, one_of[kind]] - 1
            for length in range(lengths[one_of[kind]], longest + 1):
                found.first[length] = here + 1
    return found


@kernel
def occurrences(documents, doc_at, summaries, sum_at, cells, size, longest):
    """Return the words of all occurrences, counted from 1 and padded with 0 ``[longest, n]``, and their lengths ``[n]``."""
    count = 2 * size
    for p in range(len(sum_at) - 1):
        for n in range(2, longest + 1):
            count += max(0, sum_at[p + 1] - sum_at[p] - n + 1)
    words = np.zeros((longest, count), np.int32)
    lengths = np.empty(count, np.int64)
    for c in range(size):
        p, t, j, n = cells[c, 0], cells[c, 1], cells[c, 2], cells[c, 3]
        lengths[2 * c], lengths[2 * c + 1] = n, n
        for i in range(n):
            words[i, 2 * c] = documents[doc_at[p] + j + i] + 1
            words[i, 2 * c + 1] = summaries[sum_at[p] + t + i] + 1
    k = 2 * size
    for p in range(len(sum_at) - 1):
        for n in range(2, longest + 1):
            for t in range(sum_at[p], sum_at[p + 1] - n + 1):
                lengths[k] = n
                for i in range(n):
                    words[i, k] = summaries[t + i] + 1
                k += 1
    return words, lengths


@kernel
def in_order(words, lengths, limit):
    """Return the order of phrases: shorter before longer, then by their words, which are below ``limit``."""
    order = np.arange(len(lengths))
    for place in range(len(words) - 1, -1, -1):
        order = sorted_by(words[place], order, limit)
    return sorted_by(lengths, order, len(words) + 1)


@kernel
def kinds(words, order):
    """Return the number of each phrase among the different ones, and one occurrence of each of those."""
    number, one_of = np.empty(len(order), np.int64), np.empty(len(order), np.int64)
    count = 0
    for k in range(len(order)):
        if k == 0 or differ(words, order[k - 1], order[k]):
            one_of[count] = order[k]
            count += 1
        number[order[k]] = count - 1
    return number, one_of[:count]


@kernel
def differ(words, one, other):
    """Whether two columns differ."""
    for place in range(len(words)):  # noqa: SIM110  # any() over a generator does not compile
        if words[place, one] != words[place, other]:
            return True
    return False


@kernel
def with_same_stems(words, lengths, one_of, in_summary, stem_of):
    """Return how many kinds in summaries have the stems of each kind."""
    count = len(one_of)
    stems = np.zeros((len(words), count), np.int32)
    own_lengths = np.empty(count, np.int64)
    for kind in range(count):
        own_lengths[kind] = lengths[one_of[kind]]
        for place in range(own_lengths[kind]):
            stems[place, kind] = stem_of[words[place, one_of[kind]] - 1] + 1
    group, groups = kinds(stems, in_order(stems, own_lengths, len(stem_of) + 1))
    held = np.zeros(len(groups), np.int64)
    for kind in range(count):
        held[group[kind]] += in_summary[kind]
    same = np.empty(count, np.int64)
    for kind in range(count):
        same[kind] = held[group[kind]]
    return same
