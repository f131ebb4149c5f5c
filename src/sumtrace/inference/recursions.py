"""The semi-Markov recursions of one pair: forward, by sum or by maximum, and backward with expected counts.

``e`` in ``0..m`` is where the last document phrase ended, ``t`` in ``0..T`` how much of the summary is written:

    jumped[t, j]  = sum over e of alpha[t, e] * jump(j | e)
    alpha[u, k]  += sourced(u - t) * jumped[t, j] * length(k - j | j) * rewrite(s[t:u] | d[j:k])
    alpha[t+1,e] += P(null) * null(s_t) * alpha[t, e]

``sourced(n)`` is ``1 - P(null)``, or its n-th power where null is counted by words. By maximum, every sum above is a
maximum. Each row of alpha is scaled to sum to one (by maximum: to have the maximum one) when it is complete; rows already
begun are scaled along, so that all numbers stay comparable and nothing underflows.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sumtrace.array_types import Floats
from sumtrace.jumps.joining import join
from sumtrace.jumps.operator import operator_of, pull, push
from sumtrace.kernels import borrowing_part, inlined_part, kernel, kernel_part
from sumtrace.rewrites.emission import cell_score, credit, emission, null_score, score, scores_at, tally_row


class Forward(NamedTuple):
    """Scaled forward rows ``alpha`` and ``jumped`` ``[T + 1, m + 1]``, the scale of each row, and the log-likelihood."""

    alpha: Floats
    jumped: Floats
    scale: Floats
    log_likelihood: float


class Lattice(NamedTuple):
    """A pair under a model, ready for the recursions: its emission, jump operator, and ``length(n | j)`` ``[m, L]``."""

    pair: Any
    model: Any
    emission: Any
    jump: Any
    lengths: Floats


@inlined_part
def lattice_of(pair, model, scratch):
    """Return the lattice of a pair; ``scratch`` is what its emission works with."""
    m = len(pair.doc_slots)
    emitted = emission(model.rewrites, pair, scratch)
    jump = operator_of(model.jump, m, pair.bounds, pair.structure)
    return Lattice(pair, model, emitted, jump, length_weights(model.lengths, m))


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


@inlined_part
def forward(lattice, rule, beam):
    """Run the forward recursion by sum or by maximum, as the ``rule`` says.

    A ``beam`` below 1 keeps only that share of the positions, the likeliest.
    """
    pair, model, emitted, jump, lengths = lattice
    m, t_end, longest = len(pair.doc_slots), len(pair.sum_slots), len(model.sourced) - 1
    alpha = np.zeros((t_end + 1, m + 1))
    jumped = np.empty((t_end + 1, m + 1))
    scale = np.ones(t_end + 1)
    alpha[0, 0] = 1.0
    log_likelihood = 0.0
    cell = 0
    sourced = model.sourced
    for t in range(t_end + 1):
        if beam < 1.0:
            keep_best(alpha[t], beam)
        total = 0.0
        for e in range(m + 1):
            total = join(rule, total, alpha[t, e])
        if not total > 0.0:
            return Forward(alpha, jumped, scale, -np.inf)
        scale[t] = total
        log_likelihood += np.log(total)
        rescale(alpha, t, longest, total)
        push(jump, rule, alpha[t], jumped[t])
        if t == t_end:
            break
        stay = model.null * null_score(emitted, t)
        scores = scores_at(emitted, t)
        here, begun, after = alpha[t], jumped[t], alpha[t + 1]
        for e in range(m + 1):
            after[e] = join(rule, after[e], stay * here[e])
        for r in range(pair.reach_at[t], pair.reach_at[t + 1]):
            for j in range(pair.reach[r, 0], pair.reach[r, 1]):
                after[j + 1] = join(rule, after[j + 1], sourced[1] * begun[j] * lengths[j, 0] * score(scores, j))
        while cell < len(pair.cell_sum) and pair.cell_sum[cell] == t:
            j, n, a = pair.cell_doc[cell], pair.cell_doc_length[cell], pair.cell_sum_length[cell]
            moved = sourced[a] * begun[j] * lengths[j, n - 1] * cell_score(emitted, cell)
            alpha[t + a, j + n] = join(rule, alpha[t + a, j + n], moved)
            cell += 1
    if model.stop:
        log_likelihood += np.log((1.0 - model.null) * jumped[t_end, m])
    return Forward(alpha, jumped, scale, log_likelihood)


@kernel_part
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


@borrowing_part
def rescale(alpha, t, rows, by):
    """Divide row ``t`` and the begun rows after it, ``rows`` in all."""
    for u in range(t, min(t + rows, len(alpha))):
        for e in range(alpha.shape[1]):
            alpha[u, e] /= by


class Expected(NamedTuple):
    """Expected counts of one pair beside its word pairs: cells, null by token, lengths taken and offered."""

    cell: Floats
    null: Floats
    lengths_taken: Floats
    lengths_offered: Floats


@inlined_part
def backward(lattice, run, tally, statistics):
    """Run the backward recursion over a forward run by sum and return the expected counts.

    The posteriors of pairs of single words go into ``tally``, those of jumps into ``statistics``, unless it is empty.
    """
    pair, model, emitted, jump, lengths = lattice
    m, t_end = len(pair.doc_slots), len(pair.sum_slots)
    longest = lengths.shape[1]
    cell_counts = np.zeros(len(pair.cell_sum))
    null_counts = np.zeros(t_end)
    taken = np.zeros(longest)
    offered = np.zeros(longest)
    # beta[u] lives in a ring of as many rows as a step can look ahead, scaled like alpha: alpha[t] . beta[t] is a probability
    ring = len(model.sourced)
    beta = np.zeros((ring, m + 1))
    landed = np.zeros(m + 1)
    begun_count = np.zeros(m)
    sourced = model.sourced
    cell = len(pair.cell_sum) - 1
    for t in range(t_end, -1, -1):
        before, here, after = run.alpha[t], beta[t % ring], beta[(t + 1) % ring]
        stay = kept = 0.0
        if t == t_end:
            landed[m] = 1.0 / run.jumped[t_end, m] if model.stop else 0.0
        else:
            landed[m] = 0.0
            scores = scores_at(emitted, t)
            counts = tally_row(tally, t)
            begun = run.jumped[t]
            unscale = 1.0 / run.scale[t + 1]
            for j in range(m):
                landed[j] = 0.0
            for r in range(pair.reach_at[t], pair.reach_at[t + 1]):
                for j in range(pair.reach[r, 0], pair.reach[r, 1]):
                    landed[j] = sourced[1] * lengths[j, 0] * score(scores, j) * after[j + 1] * unscale
            for j in range(m):
                posterior = begun[j] * landed[j]
                credit(counts, j, posterior)
                begun_count[j] += posterior
                taken[0] += posterior
            while cell >= 0 and pair.cell_sum[cell] == t:
                j, n, a = pair.cell_doc[cell], pair.cell_doc_length[cell], pair.cell_sum_length[cell]
                value = sourced[a] * lengths[j, n - 1] * cell_score(emitted, cell)
                value *= beta[(t + a) % ring, j + n]
                for u in range(t + 1, t + a + 1):
                    value /= run.scale[u]
                landed[j] += value
                posterior = begun[j] * value
                cell_counts[cell] = posterior
                begun_count[j] += posterior
                taken[n - 1] += posterior
                cell -= 1
            stay = model.null * null_score(emitted, t) * unscale
        if t < t_end or model.stop:
            pull(jump, landed, before, here, statistics)  # the one call: each is compiled on its own
        else:
            for e in range(m + 1):
                here[e] = 1.0
        for e in range(m + 1):
            kept += before[e] * after[e]
            # a place that the beam dropped has no future either, or paths through it would be counted from both sides
            here[e] = here[e] + stay * after[e] if before[e] > 0.0 else 0.0
        if t < t_end:
            null_counts[t] = stay * kept
    for j in range(m):
        # offered[n] = sum over j of N(j) / (weights of the feasible lengths)
        for n in range(min(longest, m - j)):
            if model.lengths[n] > 0.0:
                offered[n] += begun_count[j] * lengths[j, n] / model.lengths[n]
    return Expected(cell_counts, null_counts, taken, offered)
