"""The E-step of a block of pairs: run the recursions and gather what every part of the model wants counted."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sumtrace.inference.recursions import backward, forward, length_weights
from sumtrace.jumps.operator import finish, prepare
from sumtrace.kernels import kernel
from sumtrace.rewrites.lattice import fill, weight_of_lexical

Floats = npt.NDArray[np.float64]


class Counts(NamedTuple):
    """Expected counts of some pairs.

    ``row, column, counts`` are the lexical table's, not yet merged (null's row is the last). ``weights`` counts the uses
    of each component (the lexical table last), ``by_row`` and ``by_steps`` those of each component in more detail.
    ``words`` holds the expected numbers of null words, of words in phrases, of phrases, and of stops.
    ``impossible`` lists the pairs that have no path at all.
    """

    log_likelihood: Floats
    row: npt.NDArray[np.int32]
    column: npt.NDArray[np.int32]
    counts: Floats
    weights: Floats
    by_row: Floats
    by_steps: Floats
    words: Floats
    lengths: Floats
    jump: Floats


@kernel
def count_block(first, last, pairs, entries, table, shares, parameters, jump_size, longest_sum, steps, beam, least):
    """Return the expected counts of pairs ``first..last``; lexical counts of at most ``least`` in a pair are dropped."""
    components = len(shares.weights) - 1
    null_row = len(table.total) - 1
    slot_of = np.full(len(table.total), -1, np.int64)
    log_likelihood = np.zeros(last - first)
    weights = np.zeros(components + 1)
    by_row = np.zeros((components, len(table.total)))
    by_steps = np.zeros((components, steps))
    words = np.zeros(4)
    length_counts = np.zeros((2, len(shares.lengths)))
    jump_statistics = np.zeros(jump_size)
    no_tokens = np.zeros((0, 0))
    rows = np.empty(1024, np.int32)
    columns = np.empty(1024, np.int32)
    counts = np.empty(1024)
    size = 0
    for p in range(first, last):
        lattice = fill(pairs, p, entries, table, shares, slot_of)
        m = pairs.doc_at[p + 1] - pairs.doc_at[p]
        t_end = pairs.sum_at[p + 1] - pairs.sum_at[p]
        bounds = pairs.bounds[pairs.bounds_at[p] : pairs.bounds_at[p + 1]]
        structure = pairs.structure[pairs.structure_at[p] : pairs.structure_at[p + 1]]
        jump = prepare(parameters, m, bounds, structure)
        lengths = length_weights(shares.lengths, m)
        run = forward(pairs, p, lattice, shares, jump, lengths, longest_sum, beam)
        log_likelihood[p - first] = run.log_likelihood
        if not run.log_likelihood > -np.inf:
            continue
        expected = backward(
            pairs, p, lattice, shares, jump, lengths, longest_sum, run, jump_statistics, True, no_tokens
        )
        finish(jump, jump_statistics)
        for n in range(len(shares.lengths)):
            length_counts[0, n] += expected.lengths[0, n]
            length_counts[1, n] += expected.lengths[1, n]
        doc_types = pairs.doc_types[pairs.doc_types_at[p] : pairs.doc_types_at[p + 1]]
        sum_types = pairs.sum_types[pairs.sum_types_at[p] : pairs.sum_types_at[p + 1]]
        sum_slots = pairs.sum_slots[pairs.sum_at[p] : pairs.sum_at[p + 1]]
        cells = pairs.cells_at[p + 1] - pairs.cells_at[p]
        need = size + len(sum_types) * (len(doc_types) + 1) + cells
        if need > len(rows):
            rows, columns, counts = enlarged(rows, columns, counts, size, need)
        if shares.stop:
            words[3] += 1.0
        nulls = np.zeros(len(sum_types))
        for t in range(t_end):
            nulls[sum_slots[t]] += expected.null[t]
        for s in range(len(sum_types)):
            words[0] += nulls[s]
            if nulls[s] > least:
                rows[size], columns[size], counts[size] = null_row, sum_types[s], nulls[s]
                size += 1
        for s in range(len(sum_types)):
            for d in range(len(doc_types)):
                used = expected.word[s, d]
                if used <= 0.0:
                    continue
                words[1] += used
                words[2] += used
                row = doc_types[d]
                learnt = used
                i = lattice.entry[s, d]
                if i >= 0:
                    share = used / lattice.word[s, d]
                    learnt = share * lattice.lexical_weight[d] * lattice.lexical[s, d]
                    credit(i, sum_types[s], row, share, entries, shares, weights, by_row, by_steps)
                credit_lexical(row, learnt, entries, shares, lattice.lexical_weight[d], weights)
                if learnt > least:
                    rows[size], columns[size], counts[size] = row, sum_types[s], learnt
                    size += 1
        for c in range(cells):
            used = expected.cell[c]
            if used <= 0.0:
                continue
            cell = pairs.cells_at[p] + c
            words[1] += used * pairs.cell_sum_length[cell]
            words[2] += used
            row, column = pairs.cell_row[cell], pairs.cell_column[cell]
            share = used / lattice.cell[c]
            weight = weight_of_lexical(entries, shares, row)
            learnt = share * weight * lattice.cell_lexical[c]
            credit(pairs.cell_entry[cell], column, row, share, entries, shares, weights, by_row, by_steps)
            credit_lexical(row, learnt, entries, shares, weight, weights)
            if learnt > least and table.mass[row] > 0.0:
                rows[size], columns[size], counts[size] = row, column, learnt
                size += 1
    return Counts(
        log_likelihood,
        rows[:size].copy(),
        columns[:size].copy(),
        counts[:size].copy(),
        weights,
        by_row,
        by_steps,
        words,
        length_counts,
        jump_statistics,
    )


@kernel
def credit(i, column, row, share, entries, shares, weights, by_row, by_steps):
    """Credit the components for a phrase pair by their parts of its score."""
    while 0 <= i < entries.at[row + 1] and entries.column[i] == column:
        component = entries.component[i]
        part = share * shares.weights[component] * entries.probability[i]
        weights[component] += part
        by_row[component, row] += part
        by_steps[component, entries.steps[i]] += part
        i += 1


@kernel
def credit_lexical(row, learnt, entries, shares, weight, weights):
    """Credit the lexical table, and the components that left this document phrase to it, by their weights."""
    if learnt <= 0.0:
        return
    components = len(shares.weights) - 1
    weights[components] += learnt * shares.weights[components] / weight
    for c in range(components):
        if not entries.knows[row, c]:
            weights[c] += learnt * shares.weights[c] / weight


@kernel
def enlarged(rows, columns, counts, size, need):
    """Return larger copies of the three arrays."""
    room = max(need, 2 * len(rows))
    more_rows, more_columns, more_counts = np.empty(room, np.int32), np.empty(room, np.int32), np.empty(room)
    for i in range(size):
        more_rows[i], more_columns[i], more_counts[i] = rows[i], columns[i], counts[i]
    return more_rows, more_columns, more_counts
