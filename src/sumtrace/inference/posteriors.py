"""What the model believes of one pair: the probability of each word link, and of each summary word being null."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sumtrace.inference.recursions import backward, forward, length_weights
from sumtrace.jumps.operator import prepare
from sumtrace.kernels import kernel
from sumtrace.rewrites.lattice import fill

Floats = npt.NDArray[np.float64]


class Posteriors(NamedTuple):
    """``link[t, j]``: the sum over all phrase pairs whose expansion links summary word t to document word j ``[T, m]``.

    ``null[t]`` is the probability that summary word t comes from nowhere; ``by[t, j]`` the component that explains most of
    the word pair's score (-1: none, the lexical table).
    """

    link: Floats
    null: Floats
    by: npt.NDArray[np.int8]
    log_likelihood: float


@kernel
def posteriors(pairs, p, entries, table, shares, parameters, longest_sum):
    """Run forward and backward over pair ``p`` and return the posteriors."""
    lattice = fill(pairs, p, entries, table, shares, np.full(len(table.total), -1, np.int64))
    m = pairs.doc_at[p + 1] - pairs.doc_at[p]
    t_end = pairs.sum_at[p + 1] - pairs.sum_at[p]
    jump = operator_of(parameters, pairs, p)
    lengths = length_weights(shares.lengths, m)
    run = forward(pairs, p, lattice, shares, jump, lengths, longest_sum, 1.0)
    link = np.zeros((t_end, m))
    by = np.full((t_end, m), -1, np.int8)
    if not run.log_likelihood > -np.inf:
        return Posteriors(link, np.ones(t_end), by, run.log_likelihood)
    expected = backward(pairs, p, lattice, shares, jump, lengths, longest_sum, run, np.zeros(0), False, link)
    add_phrases(pairs, p, expected.cell, link)
    doc_slots = pairs.doc_slots[pairs.doc_at[p] : pairs.doc_at[p + 1]]
    sum_slots = pairs.sum_slots[pairs.sum_at[p] : pairs.sum_at[p + 1]]
    explained = explanations(lattice, entries, shares)
    for t in range(t_end):
        expected.null[t] = min(1.0, expected.null[t])
        for j in range(m):
            link[t, j] = min(1.0, link[t, j])
            by[t, j] = explained[sum_slots[t], doc_slots[j]]
    return Posteriors(link, expected.null, by, run.log_likelihood)


@kernel
def operator_of(parameters, pairs, p):
    """Return the jump operator of pair ``p``'s document."""
    bounds = pairs.bounds[pairs.bounds_at[p] : pairs.bounds_at[p + 1]]
    structure = pairs.structure[pairs.structure_at[p] : pairs.structure_at[p + 1]]
    return prepare(parameters, pairs.doc_at[p + 1] - pairs.doc_at[p], bounds, structure)


@kernel
def add_phrases(pairs, p, expected, link):
    """Add the posteriors of pair ``p``'s phrase pairs to those of the words that their expansions link."""
    for c in range(pairs.cells_at[p], pairs.cells_at[p + 1]):
        used = expected[c - pairs.cells_at[p]]
        t, a = pairs.cell_sum[c], pairs.cell_sum_length[c]
        j, n = pairs.cell_doc[c], pairs.cell_doc_length[c]
        if pairs.cell_by_word[c]:
            for i in range(a):
                link[t + i, j + i] += used
        else:
            for u in range(t, t + a):
                for k in range(j, j + n):
                    link[u, k] += used


@kernel
def explanations(lattice, entries, shares):
    """Return for each pair of types which component explains it best, -1 for the lexical table."""
    explained = np.empty(lattice.word.shape, np.int8)
    for s in range(explained.shape[0]):
        for d in range(explained.shape[1]):
            explained[s, d] = explanation(lattice, s, d, entries, shares)
    return explained


@kernel
def explanation(lattice, s, d, entries, shares):
    """Return the component with the largest part of a word pair's score, -1 for the lexical table.

    A copy counts as a copy: identity comes first wherever it applies, whatever part of the score the others have.
    """
    i = lattice.entry[s, d]
    if i < 0:
        return -1
    best, largest = -1, lattice.lexical_weight[d] * lattice.lexical[s, d]
    column = entries.column[i]
    while i < len(entries.column) and entries.column[i] == column:
        component = entries.component[i]
        if component == 0:
            return 0
        part = shares.weights[component] * entries.probability[i]
        if part > largest:
            best, largest = component, part
        i += 1
    return best
