"""The rewrite scores of one pair: ``rewrite(s[t:u] | d[j:k])`` for every summary and document phrase.

Word to word, the score depends on the two words alone, so it is held once for each pair of *types*: a dense table of the
document's different words by the summary's different words. It is filled with the prior's floor, then with the sparse
exceptions: what the components say of related words, and the learnt counts. Longer phrases have scores only where some
component relates them: a sparse list of *cells*.

    rewrite(s | d) = sum over components c that know d of w_c * p_c(s | d)  +  (the other weights) * theta(s | d)
    theta(s | d)   = (count(s, d) + fake(s, d)) / (count(d) + mass(d))
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sumtrace.kernels import kernel

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int32]
Longs = npt.NDArray[np.int64]
Booleans = npt.NDArray[np.bool_]


class Pairs(NamedTuple):
    """Many pairs as numbers: pair ``p`` owns ``x[x_at[p] : x_at[p + 1]]`` of every array ``x``.

    ``doc_slots`` and ``sum_slots`` give each token's place among its text's types; ``bounds`` are the document's sentence
    borders, ``structure`` its nodes (jumps/structure.py) where the jumps look at them. Summary token ``t`` (of all pairs in a
    row) may come from the document tokens of the spans ``reach[reach_at[t] : reach_at[t + 1]]``, usually from all. Cells are phrase pairs (not of one word
    each) by increasing ``cell_sum``: summary ``[sum, sum + sum_length)``, document ``[doc, doc + doc_length)``,
    ``row`` and ``column`` their types, ``entry`` the first component entry for them (-1: none), ``by_word`` whether they
    are read word by word.
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
    cell_entry: Longs
    cell_by_word: Booleans
    cells_at: Longs


class Entries(NamedTuple):
    """What the components say: entry ``i`` of row ``d`` gives ``probability[i]`` to ``column[i]`` by ``component[i]``.

    Entries of a row are sorted by column. ``steps`` is a component's own note on an entry (a WordNet distance).
    ``knows[d, c]`` tells whether component ``c`` has a distribution for ``d`` at all, ``is_word`` whether a type is one
    word.
    """

    at: Longs
    column: Ints
    component: npt.NDArray[np.int8]
    steps: npt.NDArray[np.int16]
    probability: Floats
    knows: Booleans
    is_word: Booleans


class Table(NamedTuple):
    """The lexical table: sparse expected counts by row, sorted by column, with the fake counts of the prior.

    ``mass`` is the whole fake mass of a row, ``total`` its expected count; the last row is null's. ``fake_word`` is the
    fake count of any word for any word, ``fake_bonus[c]`` what an entry of component ``c`` adds.
    """

    at: Longs
    column: Ints
    counts: Floats
    total: Floats
    mass: Floats
    fake_word: float
    fake_bonus: Floats


class Shares(NamedTuple):
    """The few numbers beside the tables: mixture weights (the last is the lexical table's), P(null), phrase lengths.

    ``null_by_word``: every summary word of a phrase pays ``1 - null``, not only the phrase as one event. ``stop``:
    whether the summary ends with a jump to the document's end.
    """

    weights: Floats
    null: float
    lengths: Floats
    null_by_word: bool
    stop: bool


class Lattice(NamedTuple):
    """The scores of one pair: ``word[s, d]`` and ``null[s]`` by types, ``cell`` by cells.

    ``lexical`` holds ``theta``, ``lexical_weight[d]`` the weight that falls to the lexical table for type ``d``.
    """

    word: Floats
    lexical: Floats
    lexical_weight: Floats
    entry: Longs
    cell: Floats
    cell_lexical: Floats
    null: Floats


@kernel
def fill(pairs, p, entries, table, shares, slot_of):
    """Return the lattice of pair ``p``; ``slot_of`` is scratch space for all types, -1 everywhere."""
    doc_types = pairs.doc_types[pairs.doc_types_at[p] : pairs.doc_types_at[p + 1]]
    sum_types = pairs.sum_types[pairs.sum_types_at[p] : pairs.sum_types_at[p + 1]]
    rows, columns = len(doc_types), len(sum_types)
    word = np.zeros((columns, rows))
    lexical = np.empty((columns, rows))
    entry = np.full((columns, rows), -1, np.int64)
    lexical_weight = np.empty(rows)
    for s in range(columns):
        slot_of[sum_types[s]] = s
    for d in range(rows):
        row = doc_types[d]
        lexical_weight[d] = weight_of_lexical(entries, shares, row)
        below = table.total[row] + table.mass[row]
        for s in range(columns):
            lexical[s, d] = table.fake_word
        for i in range(entries.at[row], entries.at[row + 1]):
            s = slot_of[entries.column[i]]
            if s >= 0:
                component = entries.component[i]
                word[s, d] += shares.weights[component] * entries.probability[i]
                lexical[s, d] += table.fake_bonus[component]
                if entry[s, d] < 0:
                    entry[s, d] = i
        first, last = table.at[row], table.at[row + 1]
        if last - first <= 8 * columns:
            for i in range(first, last):
                s = slot_of[table.column[i]]
                if s >= 0:
                    lexical[s, d] += table.counts[i]
        else:
            for s in range(columns):
                lexical[s, d] += count_in(table, row, sum_types[s])
        for s in range(columns):
            if below > 0.0:
                lexical[s, d] /= below
            else:
                lexical[s, d] = 1.0 if sum_types[s] == row else 0.0
            word[s, d] += lexical_weight[d] * lexical[s, d]
    for s in range(columns):
        slot_of[sum_types[s]] = -1
    null_row = np.int32(len(table.total) - 1)
    null_below = table.total[null_row] + table.mass[null_row]
    null = np.empty(columns)
    for s in range(columns):
        null[s] = (count_in(table, null_row, sum_types[s]) + table.fake_word) / null_below
    first_cell, last_cell = pairs.cells_at[p], pairs.cells_at[p + 1]
    cell = np.empty(last_cell - first_cell)
    cell_lexical = np.empty(last_cell - first_cell)
    for c in range(first_cell, last_cell):
        row, column = pairs.cell_row[c], pairs.cell_column[c]
        score = 0.0
        above = count_in(table, row, column)
        i = pairs.cell_entry[c]
        while 0 <= i < entries.at[row + 1] and entries.column[i] == column:
            score += shares.weights[entries.component[i]] * entries.probability[i]
            above += table.fake_bonus[entries.component[i]]
            i += 1
        below = table.total[row] + table.mass[row]
        theta = above / below if below > 0.0 else (1.0 if row == column else 0.0)
        cell_lexical[c - first_cell] = theta
        cell[c - first_cell] = score + weight_of_lexical(entries, shares, row) * theta
    return Lattice(word, lexical, lexical_weight, entry, cell, cell_lexical, null)


@kernel
def weight_of_lexical(entries, shares, row):
    """Return the weight of the lexical table for a document phrase: its own and that of components that do not know it."""
    components = len(shares.weights) - 1
    weight = shares.weights[components]
    for c in range(components):
        if not entries.knows[row, c]:
            weight += shares.weights[c]
    return weight


@kernel
def count_in(table, row, column):
    """Return the expected count of a summary type in a row, by binary search; 0 where there is none."""
    low, high = table.at[row], table.at[row + 1]
    while low < high:
        middle = (low + high) >> 1
        if table.column[middle] < column:
            low = middle + 1
        else:
            high = middle
    if low < table.at[row + 1] and table.column[low] == column:
        return table.counts[low]
    return 0.0
