"""Scores by type: word to word, a rewrite depends on the two words alone, so it is held once for each pair of types.

    rewrite(s | d) = sum over components c that know d of w_c * p_c(s | d)  +  (the other weights) * theta(s | d)

A dense table of the document's different words by the summary's different words is filled with the prior's floor, then with
the sparse exceptions: what the components say of related words, and the learnt counts. Longer phrases have scores only
where some component relates them: a sparse list of *cells*. ``theta`` is in prior.py.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sumtrace.array_types import Floats, Ints, Longs
from sumtrace.kernels import borrowing_part, implements, kernel, kernel_part
from sumtrace.rewrites.emission import (
    BY_LEXICAL,
    cell_score,
    counts_by_type,
    credit,
    emission,
    empty_tally,
    explain,
    null_score,
    score,
    scores_at,
    scores_of_types,
    scratch,
    tally_row,
    types_behind,
)
from sumtrace.rewrites.lexical import LexicalTable, count_in
from sumtrace.rewrites.prior import Prior, theta
from sumtrace.rewrites.relations import RelationTable, is_between

Explanations = npt.NDArray[np.int8]
"""The number of the component that explains each pair of words (emission.py)."""


class TypeRewrites(NamedTuple):
    """The rewrites of a model: what the components relate, the lexical table and its prior, and the mixture weights.

    The last weight is the lexical table's.
    """

    relations: RelationTable
    table: LexicalTable
    prior: Prior
    weights: Floats


class TypeEmission(NamedTuple):
    """The scores of one pair: ``word[s, d]`` and ``null[s]`` by types, ``cell`` by cells.

    ``lexical`` holds ``theta``, ``lexical_weight[d]`` the weight that falls to the lexical table for type ``d``,
    ``relation[s, d]`` the first relation of the two (-1: none); the slots give each token's type.
    """

    word: Floats
    lexical: Floats
    lexical_weight: Floats
    relation: Longs
    cell: Floats
    cell_lexical: Floats
    null: Floats
    doc_slots: Ints
    sum_slots: Ints


class TypeRow(NamedTuple):
    """One summary token's scores, or counts, by document type, and the document's types."""

    values: Floats
    slots: Ints


class TypeTally(NamedTuple):
    """Expected counts ``[s, d]`` by types."""

    counts: Floats
    doc_slots: Ints
    sum_slots: Ints


@implements(scratch, TypeRewrites)
def _scratch(rewrites):
    return np.full(len(rewrites.table.total), -1, np.int64)


@implements(emission, TypeRewrites)
def _emission(rewrites, pair, scratch):
    return scores_by_type(rewrites, pair, scratch)


@implements(null_score, TypeEmission)
def _null_score(emission, t):
    return emission.null[emission.sum_slots[t]]


@implements(scores_at, TypeEmission)
def _row(emission, t):
    return TypeRow(emission.word[emission.sum_slots[t]], emission.doc_slots)


@implements(score, TypeRow)
def _score(row, j):
    return row.values[row.slots[j]]


@implements(cell_score, TypeEmission)
def _cell_score(emission, c):
    return emission.cell[c]


@implements(explain, TypeEmission)
def _explain(emission, pair, rewrites, by):
    explained, _ = explanations(emission, pair, rewrites)
    for t in range(by.shape[0]):
        for j in range(by.shape[1]):
            by[t, j] = explained[pair.sum_slots[t], pair.doc_slots[j]]


@implements(tally_row, TypeTally)
def _tally_row(tally, t):
    return TypeRow(tally.counts[tally.sum_slots[t]], tally.doc_slots)


@implements(credit, TypeRow)
def _credit(row, j, posterior):
    row.values[row.slots[j]] += posterior


@implements(types_behind, TypeRewrites)
def _types_behind(rewrites):
    return rewrites


@implements(scores_of_types, TypeEmission)
def _scores_of_types(emission):
    return emission


@implements(empty_tally, TypeEmission)
def _empty_tally(emission):
    return TypeTally(np.zeros(emission.word.shape), emission.doc_slots, emission.sum_slots)


@implements(counts_by_type, TypeEmission)
def _counts_by_type(emission, tally, pair):
    return tally.counts, 0.0


@kernel_part
def scores_by_type(rewrites, pair, places):
    """Fill the tables of one pair; ``places`` holds -1 for each type, before and after."""
    relations, table, prior = rewrites.relations, rewrites.table, rewrites.prior
    doc_types, sum_types = pair.doc_types, pair.sum_types
    rows, columns = len(doc_types), len(sum_types)
    word = np.zeros((columns, rows))
    lexical = np.empty((columns, rows))
    relation = np.full((columns, rows), -1, np.int64)
    lexical_weight = np.empty(rows)
    for s in range(columns):
        places[sum_types[s]] = s
    for d in range(rows):
        row = doc_types[d]
        lexical_weight[d] = weight_of_lexical(rewrites, row)
        below = table.total[row] + prior.mass[row]
        for s in range(columns):
            lexical[s, d] = prior.word
        for i in range(relations.at[row], relations.at[row + 1]):
            s = places[relations.column[i]]
            if s >= 0:
                component = relations.component[i]
                word[s, d] += part_of(rewrites, i)
                lexical[s, d] += prior.bonus[component]
                if relation[s, d] < 0:
                    relation[s, d] = i
        first, last = table.at[row], table.at[row + 1]
        if last - first <= 8 * columns:
            for i in range(first, last):
                s = places[table.column[i]]
                if s >= 0:
                    lexical[s, d] += table.counts[i]
        else:
            for s in range(columns):
                lexical[s, d] += count_in(table, row, sum_types[s])
        for s in range(columns):
            lexical[s, d] = theta(lexical[s, d], below, sum_types[s] == row)
            word[s, d] += lexical_weight[d] * lexical[s, d]
    for s in range(columns):
        places[sum_types[s]] = -1
    null_row = np.int32(len(table.total) - 1)
    below = table.total[null_row] + prior.mass[null_row]
    null = np.empty(columns)
    for s in range(columns):
        null[s] = theta(count_in(table, null_row, sum_types[s]) + prior.word, below, False)
    cells = len(pair.cell_sum)
    cell = np.empty(cells)
    cell_lexical = np.empty(cells)
    for c in range(cells):
        row, column = pair.cell_row[c], pair.cell_column[c]
        written = 0.0
        above = count_in(table, row, column)
        i = pair.cell_relation[c]
        while is_between(relations, i, row, column):
            written += part_of(rewrites, i)
            above += prior.bonus[relations.component[i]]
            i += 1
        cell_lexical[c] = theta(above, table.total[row] + prior.mass[row], row == column)
        cell[c] = written + weight_of_lexical(rewrites, row) * cell_lexical[c]
    return TypeEmission(
        word, lexical, lexical_weight, relation, cell, cell_lexical, null, pair.doc_slots, pair.sum_slots
    )


@borrowing_part
def part_of(rewrites, i):
    """Return the part of a score that relation ``i`` gives: its probability, by its component's weight."""
    return rewrites.weights[rewrites.relations.component[i]] * rewrites.relations.probability[i]


@borrowing_part
def weight_of_lexical(rewrites, row):
    """Return the weight of the lexical table for a document phrase: its own and that of components that do not know it."""
    components = len(rewrites.weights) - 1
    weight = rewrites.weights[components]
    for c in range(components):
        if not rewrites.relations.knows[row, c]:
            weight += rewrites.weights[c]
    return weight


@kernel_part
def explanations(emission, pair, rewrites):
    """Return for each pair of types which component explains it, and that component's part of the score, both ``[s, d]``.

    It is the one with the largest part. A copy counts as a copy wherever one applies, whatever part the others have.
    """
    relations = rewrites.relations
    explained = np.full(emission.word.shape, BY_LEXICAL, np.int8)
    largest = np.empty(emission.word.shape)
    for s in range(explained.shape[0]):
        for d in range(explained.shape[1]):
            i = emission.relation[s, d]
            largest[s, d] = emission.lexical_weight[d] * emission.lexical[s, d]
            while is_between(relations, i, pair.doc_types[d], pair.sum_types[s]):
                component, part = relations.component[i], part_of(rewrites, i)
                is_copy = component == relations.copying and part > 0.0
                if is_copy or part > largest[s, d]:
                    explained[s, d], largest[s, d] = component, part
                if is_copy:
                    break
                i += 1
    return explained, largest


@kernel
def type_scores(pair, rewrites):
    """Return the scores of one pair, for Python."""
    return emission(rewrites, pair, scratch(rewrites))
