"""The HMM aligner (Vogel, Ney & Tillmann 1996): a target word's source depends on where the one before came from.

    P(target | source) = sum over paths of product over t of  (1 - P0) * jump(k | e) * t(f_t | e_k)   moving from e to k
                                                          or  P0 * t(f_t | null)                      staying at e
                                                         times  jump(m + 1 | e)                         at the end

The null word remembers the position (Och & Ney 2003). The jump to the end is ours: without it the final full stop of short
texts loses its anchor. Trained by EM from Model 1's table; P0 is fixed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sumtrace.baselines.bitext import Bitext, Rows
from sumtrace.baselines.jump_table import (
    Jumps,
    in_reach,
    normalisers,
    pull,
    push,
    push_best,
    range_of,
    tally,
    targets,
    uniform_jumps,
)
from sumtrace.baselines.lexicon import CellNumbers, Cells, Lexicon, Numbers, cells_of, look_up
from sumtrace.baselines.model1 import Advance, blocks
from sumtrace.baselines.vocabulary import Ids
from sumtrace.kernels import kernel

ITERATIONS = 5
NULL = 0.2


@dataclass(slots=True)
class Hmm:
    """The model: the table of words, that of jumps, and the probability of null."""

    lexicon: Lexicon
    jumps: Jumps
    null: float = NULL

    @classmethod
    def start(cls, lexicon: Lexicon, *, null: float = NULL) -> Hmm:
        """Return the model in which every jump is equally likely."""
        return cls(lexicon, uniform_jumps(), null)

    @property
    def weight(self) -> Numbers:
        """The weights of jumps by range of distance."""
        return self.jumps.weight


def train_hmm(
    bitext: Bitext,
    lexicon: Lexicon,
    *,
    iterations: int = ITERATIONS,
    null: float = NULL,
    advance: Advance = lambda: None,
) -> Hmm:
    """Return the model after some iterations of EM; the table is trained on in place."""
    model = Hmm.start(lexicon, null=null)
    for _ in range(iterations):
        e_and_m_step(bitext, model)
        advance()
    return model


def e_and_m_step(bitext: Bitext, model: Hmm) -> float:
    """Run one iteration of EM and return the log likelihood before it."""
    words = np.zeros(len(model.lexicon.prob))
    jumps, chances = np.zeros(len(model.weight)), np.zeros(len(model.weight))
    likelihood = 0.0
    for first, end in blocks(bitext):
        likelihood += _collect(
            bitext.rows, first, end, model.lexicon.cells, model.lexicon.prob, model.jumps, model.null,
            words, jumps, chances,
        )  # fmt: skip
    model.lexicon.estimate(words)
    # Jumps are renormalised to the sentence, so plain frequencies are not the M-step: divide by the chances instead.
    known = chances > 0
    model.weight[known] = np.maximum(model.weight[known] * jumps[known] / chances[known], 1e-12)
    model.weight[~known] = model.weight[known].min() if known.any() else 1.0
    return likelihood


def decode_hmm(bitext: Bitext, model: Hmm) -> list[Ids]:
    """Return for every pair the source positions of target words on the likeliest path, -1 for null."""
    cells, prob = model.lexicon.cells, model.lexicon.prob
    return [_viterbi(cells_of(cells, bitext.rows, n), prob, model.jumps, model.null) for n in range(bitext.pairs)]


def posteriors(source: Ids, target: Ids, model: Hmm) -> tuple[Numbers, float]:
    """Return P(target word t comes from source word i), ``[t, i]`` with null last, and the pair's log likelihood."""
    gamma, unused = np.zeros((len(target), len(source) + 1)), np.zeros(len(model.weight))
    own = look_up(model.lexicon.cells, source, target)
    likelihood = _forward_backward(model.lexicon.prob, own, model.jumps, model.null, gamma, unused, unused.copy())
    return gamma, float(likelihood)


@kernel
def _forward_backward(
    prob: Numbers,
    own: CellNumbers,
    table: Jumps,
    null: float,
    gamma: Numbers,
    jumps: Numbers,
    chances: Numbers,
) -> float:
    # alpha[t + 1, k] = null * t(f_t | null) * alpha[t, k] + (1 - null) * t(f_t | e_k) * sum_e alpha[t, e] * jump(k | e)
    t_max, m = own.shape[0], own.shape[1] - 1
    total = normalisers(table, m)
    alpha = np.zeros((t_max + 1, m + 1))
    moved = np.zeros((t_max, m + 1))
    share, running = np.empty(m + 1), np.empty(m + 2)
    alpha[0, 0] = 1.0
    likelihood: float = 0.0
    for t in range(t_max):
        for e in range(m + 1):
            share[e] = alpha[t, e] / total[e]
        push(table, share, running, moved[t])
        empty = null * prob[own[t, m]]
        scale = empty * alpha[t, 0]
        alpha[t + 1, 0] = scale
        for k in range(1, m + 1):
            moved[t, k] = max(0.0, moved[t, k]) * (1 - null) * prob[own[t, k - 1]]
            alpha[t + 1, k] = empty * alpha[t, k] + moved[t, k]
            scale += alpha[t + 1, k]
        for k in range(m + 1):
            alpha[t + 1, k] /= scale
            moved[t, k] /= scale
        gamma[t, m] = scale  # kept here until the way back overwrites it
        likelihood += np.log(scale)
    beta, before, after, leaving = np.empty(m + 1), np.empty(m + 1), np.zeros(m + 1), np.zeros(m + 1)
    ending = 0.0
    for e in range(m + 1):
        beta[e] = table.weight[range_of(table, m + 1 - e)] / total[e]
        ending += alpha[t_max, e] * beta[e]
    for e in range(m + 1):
        beta[e] /= ending
        leaving[e] = alpha[t_max, e] * beta[e]
        b = range_of(table, m + 1 - e)
        jumps[b] += leaving[e] / table.weight[b]
    likelihood += np.log(ending)
    for t in range(t_max - 1, -1, -1):
        scale = gamma[t, m]
        empty = null * prob[own[t, m]] / scale
        linked = 0.0
        for k in range(1, m + 1):
            gamma[t, k - 1] = moved[t, k] * beta[k]
            linked += gamma[t, k - 1]
            after[k] = (1 - null) * prob[own[t, k - 1]] * beta[k] / scale
        for e in range(m + 1):
            share[e] = alpha[t, e] / total[e]
        gamma[t, m] = max(0.0, 1.0 - linked)
        pull(table, after, running, before)
        for e in range(m + 1):
            step = max(0.0, before[e]) / total[e]
            leaving[e] += alpha[t, e] * step
            beta[e] = empty * beta[e] + step
        tally(table, share, after, running, jumps)
    first, end = in_reach(table, m)
    for e in range(m + 1):
        for b in range(first, end):
            chances[b] += leaving[e] / total[e] * targets(e, table.low[b], table.high[b], m)
    return likelihood


@kernel
def _collect(
    rows: Rows,
    first: int,
    end: int,
    cells: Cells,
    prob: Numbers,
    table: Jumps,
    null: float,
    counts: Numbers,
    jumps: Numbers,
    chances: Numbers,
) -> float:
    likelihood = 0.0
    for n in range(first, end):
        own = cells_of(cells, rows, n)
        gamma = np.empty(own.shape)
        likelihood += _forward_backward(prob, own, table, null, gamma, jumps, chances)
        for t in range(own.shape[0]):
            for i in range(own.shape[1]):
                counts[own[t, i]] += gamma[t, i]
    return likelihood


@kernel
def _viterbi(own: CellNumbers, prob: Numbers, table: Jumps, null: float) -> Ids:
    # best[t + 1, k] = max(null * t(f_t | null) * best[t, k], (1 - null) * t(f_t | e_k) * max_e best[t, e] * jump(k | e))
    t_max, m = own.shape[0], own.shape[1] - 1
    total = normalisers(table, m)
    best, share, moved = np.zeros(m + 1), np.empty(m + 1), np.empty(m + 1)
    origin, queue = np.zeros(m + 1, np.int64), np.empty(m + 1, np.int64)
    came_from = np.empty((t_max, m + 1), np.int32)  # -1: null, the state stays
    best[0] = 1.0
    for t in range(t_max):
        for e in range(m + 1):
            share[e] = best[e] / total[e]
        push_best(table, share, queue, moved, origin)
        top = 0.0
        for k in range(m + 1):
            stay = null * prob[own[t, m]] * best[k]
            move = (1 - null) * prob[own[t, k - 1]] * moved[k] if k else -1.0
            came_from[t, k] = origin[k] if move > stay else -1
            best[k] = max(move, stay)
            top = max(top, best[k])
        for k in range(m + 1):
            best[k] /= top
    for e in range(m + 1):
        best[e] *= table.weight[range_of(table, m + 1 - e)] / total[e]
    path = np.full(t_max, -1, np.int64)
    k = int(np.argmax(best))
    for t in range(t_max - 1, -1, -1):
        if came_from[t, k] >= 0:
            path[t], k = k - 1, came_from[t, k]
    return path
