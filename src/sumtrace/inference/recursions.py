"""The semi-Markov recursions of one pair: forward, backward with expected counts, and by maximum.

``e`` in ``0..m`` is where the last document phrase ended, ``t`` in ``0..T`` how much of the summary is written:

    jumped[t, j]  = sum over e of alpha[t, e] * jump(j | e)
    alpha[u, k]  += pay(u - t) * jumped[t, j] * length(k - j | j) * rewrite(s[t:u] | d[j:k])
    alpha[t+1,e] += P(null) * null(s_t) * alpha[t, e]

``pay(n)`` is ``1 - P(null)``, or its n-th power where null is counted by words. Each row of alpha is scaled to sum to one
when it is complete; rows already begun are scaled along, so that all numbers stay comparable and nothing underflows.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sumtrace.jumps.operator import pull, push, push_max
from sumtrace.kernels import inner_kernel, kernel

Floats = npt.NDArray[np.float64]


class Forward(NamedTuple):
    """Scaled forward rows ``alpha`` and ``jumped`` ``[T + 1, m + 1]``, the scale of each row, and the log-likelihood."""

    alpha: Floats
    jumped: Floats
    scale: Floats
    log_likelihood: float


@kernel
def length_weights(lengths, m):
    """Return ``length(n | j)`` ``[m, L]``: the weights of the feasible lengths, normalised; zeros in ``lengths`` mean no model."""
    longest = len(lengths)
    weights = np.ones((m, longest))
    if lengths[0] > 0.0:
        for j in range(m):
            total = 0.0
            for n in range(min(longest, m - j)):
                total += lengths[n]
            for n in range(longest):
                weights[j, n] = lengths[n] / total if n < m - j else 0.0
    return weights


@kernel
def prices(shares, longest_sum):
    """Return the price of not being null for summary phrases of each length, from 0 to the longest."""
    pay = np.empty(longest_sum + 1)
    for n in range(longest_sum + 1):
        pay[n] = (1.0 - shares.null) ** n if shares.null_by_word else 1.0 - shares.null
    return pay


@inner_kernel
def forward(pairs, p, lattice, shares, jump, lengths, longest_sum, beam):
    """Run the forward recursion; ``beam`` below 1 keeps only that share of the positions, the likeliest."""
    doc_slots = pairs.doc_slots[pairs.doc_at[p] : pairs.doc_at[p + 1]]
    sum_slots = pairs.sum_slots[pairs.sum_at[p] : pairs.sum_at[p + 1]]
    m, t_end = len(doc_slots), len(sum_slots)
    first_cell, last_cell = pairs.cells_at[p], pairs.cells_at[p + 1]
    alpha = np.zeros((t_end + 1, m + 1))
    jumped = np.empty((t_end + 1, m + 1))
    scale = np.ones(t_end + 1)
    alpha[0, 0] = 1.0
    log_likelihood = 0.0
    cell = first_cell
    pay = prices(shares, longest_sum)
    reach_at = pairs.reach_at[pairs.sum_at[p] : pairs.sum_at[p + 1] + 1]
    for t in range(t_end + 1):
        if beam < 1.0:
            keep_best(alpha[t], beam)
        total = 0.0
        for e in range(m + 1):
            total += alpha[t, e]
        if not total > 0.0:
            return Forward(alpha, jumped, scale, -np.inf)
        scale[t] = total
        log_likelihood += np.log(total)
        rescale(alpha, t, longest_sum, total)
        push(jump, alpha[t], jumped[t])
        if t == t_end:
            break
        stay = shares.null * lattice.null[sum_slots[t]]
        word = lattice.word[sum_slots[t]]
        row, begun, after = alpha[t], jumped[t], alpha[t + 1]
        for e in range(m + 1):
            after[e] += stay * row[e]
        for r in range(reach_at[t], reach_at[t + 1]):
            for j in range(pairs.reach[r, 0], pairs.reach[r, 1]):
                after[j + 1] += pay[1] * begun[j] * lengths[j, 0] * word[doc_slots[j]]
        while cell < last_cell and pairs.cell_sum[cell] == t:
            j, n, a = pairs.cell_doc[cell], pairs.cell_doc_length[cell], pairs.cell_sum_length[cell]
            alpha[t + a, j + n] += pay[a] * begun[j] * lengths[j, n - 1] * lattice.cell[cell - first_cell]
            cell += 1
    if shares.stop:
        log_likelihood += np.log((1.0 - shares.null) * jumped[t_end, m])
    return Forward(alpha, jumped, scale, log_likelihood)


@kernel
def keep_best(row, share):
    """Set all but the best share of a row to zero."""
    drop = len(row) - max(1, int(np.ceil(share * len(row))))
    # quickselect: afterwards ordered[drop] is the least value to keep, everything before it is no larger
    ordered = row.copy()
    low, high = 0, len(row) - 1
    while low < high:
        pivot = ordered[(low + high) >> 1]
        i, k = low, high
        while i <= k:
            while ordered[i] < pivot:
                i += 1
            while ordered[k] > pivot:
                k -= 1
            if i <= k:
                ordered[i], ordered[k] = ordered[k], ordered[i]
                i += 1
                k -= 1
        if drop <= k:
            high = k
        elif drop >= i:
            low = i
        else:
            break
    for e in range(len(row)):
        if row[e] < ordered[drop]:
            row[e] = 0.0


@kernel
def rescale(alpha, t, rows, by):
    """Divide row ``t`` and the begun rows after it, ``rows`` in all."""
    for u in range(t, min(t + rows, len(alpha))):
        for e in range(alpha.shape[1]):
            alpha[u, e] /= by


class Expected(NamedTuple):
    """Expected counts of one pair: word pairs by types, cells, null by token, lengths taken and offered."""

    word: Floats
    cell: Floats
    null: Floats
    lengths: Floats


@inner_kernel
def backward(pairs, p, lattice, shares, jump, lengths, longest_sum, run, statistics, collecting, by_token):
    """Run the backward recursion over a forward run and return the expected counts.

    Jump statistics are added to ``statistics`` when collecting. ``by_token`` ``[T, m]``, unless empty, receives the
    posterior of each pair of single words.
    """
    doc_slots = pairs.doc_slots[pairs.doc_at[p] : pairs.doc_at[p + 1]]
    sum_slots = pairs.sum_slots[pairs.sum_at[p] : pairs.sum_at[p + 1]]
    m, t_end = len(doc_slots), len(sum_slots)
    first_cell, last_cell = pairs.cells_at[p], pairs.cells_at[p + 1]
    longest = lengths.shape[1]
    word_counts = np.zeros(lattice.word.shape)
    cell_counts = np.zeros(last_cell - first_cell)
    null_counts = np.zeros(t_end)
    length_counts = np.zeros((2, longest))
    # beta[u] lives in a ring of longest_sum + 1 rows, scaled like alpha: alpha[t] . beta[t] is a probability
    ring = longest_sum + 1
    beta = np.zeros((ring, m + 1))
    landed = np.zeros(m + 1)
    begun_count = np.zeros(m)
    pay = prices(shares, longest_sum)
    reach_at = pairs.reach_at[pairs.sum_at[p] : pairs.sum_at[p + 1] + 1]
    final = beta[t_end % ring]
    if shares.stop:
        landed[m] = 1.0 / run.jumped[t_end, m]
        pull(jump, landed, run.alpha[t_end], final, statistics, collecting)
        landed[m] = 0.0
    else:
        for e in range(m + 1):
            final[e] = 1.0
    for e in range(m + 1):
        if not run.alpha[t_end, e] > 0.0:
            final[e] = 0.0
    cell = last_cell - 1
    for t in range(t_end - 1, -1, -1):
        after = beta[(t + 1) % ring]
        word = lattice.word[sum_slots[t]]
        counts = word_counts[sum_slots[t]]
        begun = run.jumped[t]
        unscale = 1.0 / run.scale[t + 1]
        for j in range(m):
            landed[j] = 0.0
        for r in range(reach_at[t], reach_at[t + 1]):
            for j in range(pairs.reach[r, 0], pairs.reach[r, 1]):
                landed[j] = pay[1] * lengths[j, 0] * word[doc_slots[j]] * after[j + 1] * unscale
        for j in range(m):
            posterior = begun[j] * landed[j]
            counts[doc_slots[j]] += posterior
            begun_count[j] += posterior
            length_counts[0, 0] += posterior
        if by_token.shape[0] > 0:
            for j in range(m):
                by_token[t, j] += begun[j] * landed[j]
        while cell >= first_cell and pairs.cell_sum[cell] == t:
            j, n, a = pairs.cell_doc[cell], pairs.cell_doc_length[cell], pairs.cell_sum_length[cell]
            value = pay[a] * lengths[j, n - 1] * lattice.cell[cell - first_cell]
            value *= beta[(t + a) % ring, j + n]
            for u in range(t + 1, t + a + 1):
                value /= run.scale[u]
            landed[j] += value
            posterior = begun[j] * value
            cell_counts[cell - first_cell] = posterior
            begun_count[j] += posterior
            length_counts[0, n - 1] += posterior
            cell -= 1
        row = run.alpha[t]
        here = beta[t % ring]
        pull(jump, landed, row, here, statistics, collecting)
        stay = shares.null * lattice.null[sum_slots[t]] * unscale
        kept = 0.0
        for e in range(m + 1):
            kept += row[e] * after[e]
            # a place that the beam dropped has no future either, or paths through it would be counted from both sides
            here[e] = here[e] + stay * after[e] if row[e] > 0.0 else 0.0
        null_counts[t] = stay * kept
    for j in range(m):
        # offered[n] = sum over j of N(j) / (weights of the feasible lengths)
        for n in range(min(longest, m - j)):
            if shares.lengths[n] > 0.0:
                length_counts[1, n] += begun_count[j] * lengths[j, n] / shares.lengths[n]
    return Expected(word_counts, cell_counts, null_counts, length_counts)


@kernel
def best_forward(pairs, p, lattice, shares, jump, lengths, longest_sum):
    """Run the recursion by maximum: ``alpha[t, e]`` is the best path's score, ``jumped[t, j]`` that of the best jump."""
    doc_slots = pairs.doc_slots[pairs.doc_at[p] : pairs.doc_at[p + 1]]
    sum_slots = pairs.sum_slots[pairs.sum_at[p] : pairs.sum_at[p + 1]]
    m, t_end = len(doc_slots), len(sum_slots)
    first_cell, last_cell = pairs.cells_at[p], pairs.cells_at[p + 1]
    alpha = np.zeros((t_end + 1, m + 1))
    jumped = np.empty((t_end + 1, m + 1))
    scale = np.ones(t_end + 1)
    alpha[0, 0] = 1.0
    log_score = 0.0
    cell = first_cell
    pay = prices(shares, longest_sum)
    reach_at = pairs.reach_at[pairs.sum_at[p] : pairs.sum_at[p + 1] + 1]
    for t in range(t_end + 1):
        highest = 0.0
        for e in range(m + 1):
            highest = max(highest, alpha[t, e])
        if not highest > 0.0:
            return Forward(alpha, jumped, scale, -np.inf)
        scale[t] = highest
        log_score += np.log(highest)
        rescale(alpha, t, longest_sum, highest)
        push_max(jump, alpha[t], jumped[t])
        if t == t_end:
            break
        stay = shares.null * lattice.null[sum_slots[t]]
        word = lattice.word[sum_slots[t]]
        row, begun, after = alpha[t], jumped[t], alpha[t + 1]
        for e in range(m + 1):
            after[e] = max(after[e], stay * row[e])
        for r in range(reach_at[t], reach_at[t + 1]):
            for j in range(pairs.reach[r, 0], pairs.reach[r, 1]):
                after[j + 1] = max(after[j + 1], pay[1] * begun[j] * lengths[j, 0] * word[doc_slots[j]])
        while cell < last_cell and pairs.cell_sum[cell] == t:
            j, n, a = pairs.cell_doc[cell], pairs.cell_doc_length[cell], pairs.cell_sum_length[cell]
            moved = pay[a] * begun[j] * lengths[j, n - 1] * lattice.cell[cell - first_cell]
            alpha[t + a, j + n] = max(alpha[t + a, j + n], moved)
            cell += 1
    if shares.stop:
        log_score += np.log((1.0 - shares.null) * jumped[t_end, m])
    return Forward(alpha, jumped, scale, log_score)
