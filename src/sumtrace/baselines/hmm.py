"""The HMM aligner (Vogel, Ney & Tillmann 1996): a target word's source depends on where the one before came from.

    P(target | source) = sum over paths of product over t of  (1 - P0) * jump(j | e) * t(f_t | e_j)   moving from e to j + 1
                                                          or  P0 * t(f_t | null)                      staying at e
                                                         times  jump(m | e)                           at the end

``e`` is where the last linked source word ended (0: none yet) and ``j`` where the next begins, as in jumps/operator.py, whose
operator over distance bands (jumps/bands.py) serves here too. The null word remembers the position (Och & Ney 2003). The jump
to the end is ours: without it the final full stop of short texts loses its anchor. Trained by EM from Model 1's table; P0 is fixed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sumtrace.array_types import Floats
from sumtrace.baselines.bitext import Bitext, Rows
from sumtrace.baselines.model1 import Advance, blocks
from sumtrace.baselines.translation_table import CellNumbers, TableCells, TranslationTable, cells_of, look_up
from sumtrace.baselines.word_ids import Ids
from sumtrace.jumps.bands import BandOperator, BandParameters, Bands, band_parameters
from sumtrace.jumps.joining import ByMaximum, BySum
from sumtrace.jumps.operator import column, finish, operator_of, pull, push
from sumtrace.kernels import borrowing_part, kernel

ITERATIONS = 5
NULL = 0.2
DIRECT = 16
"""Source words up to this far before or after the last one have a weight each; farther ones share one per octave."""
LEAST = 1e-12
"""No weight of a jump falls below this."""


def _bands() -> Bands:
    # the word at j is j + 1 - e words from the last one, so both sides are alike around -1
    low, level = list(range(-DIRECT - 1, DIRECT)), [0] * (2 * DIRECT + 1)
    width = DIRECT
    while width < 1 << 20:
        low += [-2 * width - 1, width]
        level += [width.bit_length() - 1] * 2
        width *= 2
    return Bands(np.array(low), np.array(level))


BANDS = _bands()


class HmmParameters(NamedTuple):
    """The model as the kernels take it: what finds a cell of the table, ``prob`` by cell, the jumps, P(null)."""

    cells: TableCells
    prob: Floats
    jumps: BandParameters
    null: float


@dataclass(slots=True)
class Hmm:
    """The model: the table of words, the weights of jumps by band of distance, and the probability of null."""

    table: TranslationTable
    weight: Floats
    null: float = NULL

    @classmethod
    def start(cls, table: TranslationTable, *, null: float = NULL) -> Hmm:
        """Return the model in which every jump is equally likely."""
        return cls(table, np.ones(len(BANDS.low)), null)

    def parameters(self, longest: int) -> HmmParameters:
        """Return what the kernels need, good for sources of up to ``longest`` words."""
        jumps = band_parameters(BANDS, self.weight, longest)
        return HmmParameters(self.table.cells, self.table.prob, jumps, self.null)


def train_hmm(
    bitext: Bitext,
    table: TranslationTable,
    *,
    iterations: int = ITERATIONS,
    null: float = NULL,
    advance: Advance = lambda: None,
) -> Hmm:
    """Return the model after some iterations of EM; the table is trained on in place."""
    model = Hmm.start(table, null=null)
    for _ in range(iterations):
        e_and_m_step(bitext, model)
        advance()
    return model


def e_and_m_step(bitext: Bitext, model: Hmm) -> float:
    """Run one iteration of EM and return the log likelihood before it."""
    words, statistics = np.zeros(len(model.table.prob)), np.zeros(2 * len(model.weight))
    parameters = model.parameters(bitext.longest_source)
    likelihood = 0.0
    for first, end in blocks(bitext):
        likelihood += _collect(bitext.rows, first, end, parameters, words, statistics)
    model.table.estimate(words)
    taken, offered = np.split(statistics, 2)
    known = offered > 0
    model.weight[known] = np.maximum(taken[known] / offered[known], LEAST)
    model.weight[~known] = model.weight[known].min() if known.any() else 1.0
    return likelihood


def decode_hmm(bitext: Bitext, model: Hmm) -> Iterator[Ids]:
    """Yield for every pair the source positions of target words on the likeliest path, -1 for null."""
    parameters = model.parameters(bitext.longest_source)
    return (_viterbi(cells_of(parameters.cells, bitext.rows, n), parameters) for n in range(bitext.pairs))


def posteriors(source: Ids, target: Ids, model: Hmm) -> tuple[Floats, float]:
    """Return P(target word t comes from source word i), ``[t, i]`` with null last, and the pair's log likelihood."""
    gamma, unused = np.zeros((len(target), len(source) + 1)), np.zeros(2 * len(model.weight))
    own = look_up(model.table.cells, source, target)
    likelihood = _forward_backward(own, model.parameters(len(source)), gamma, unused)
    return gamma, float(likelihood)


@kernel
def _forward_backward(own: CellNumbers, model: HmmParameters, gamma: Floats, statistics: Floats) -> float:
    # alpha[t + 1, j + 1] = P0 * t(f_t | null) * alpha[t, j + 1] + (1 - P0) * t(f_t | e_j) * sum_e alpha[t, e] * jump(j | e)
    t_max, m = own.shape[0], own.shape[1] - 1
    prob, null = model.prob, model.null
    operator = operator_of(model.jumps, m, np.zeros(0, np.int32), np.zeros(0, np.int32))
    alpha, moved, scale = np.zeros((t_max + 1, m + 1)), np.empty((t_max, m + 1)), np.empty(t_max)
    alpha[0, 0] = 1.0
    likelihood: float = 0.0
    for t in range(t_max):
        push(operator, BySum(0), alpha[t], moved[t])
        empty = null * prob[own[t, m]]
        alpha[t + 1, 0] = empty * alpha[t, 0]
        scale[t] = alpha[t + 1, 0]
        for j in range(m):
            moved[t, j] *= (1 - null) * prob[own[t, j]]
            alpha[t + 1, j + 1] = empty * alpha[t, j + 1] + moved[t, j]
            scale[t] += alpha[t + 1, j + 1]
        for e in range(m + 1):
            alpha[t + 1, e] /= scale[t]
            moved[t, e] /= scale[t]
        likelihood += np.log(scale[t])
    beta, step, after = np.empty(m + 1), np.empty(m + 1), np.zeros(m + 1)
    push(operator, BySum(0), alpha[t_max], step)
    likelihood += np.log(step[m])
    after[m] = 1.0 / step[m]
    pull(operator, after, alpha[t_max], beta, statistics)
    after[m] = 0.0
    for t in range(t_max - 1, -1, -1):
        empty = null * prob[own[t, m]] / scale[t]
        linked = 0.0
        for j in range(m):
            gamma[t, j] = moved[t, j] * beta[j + 1]
            linked += gamma[t, j]
            after[j] = (1 - null) * prob[own[t, j]] * beta[j + 1] / scale[t]
        gamma[t, m] = max(0.0, 1.0 - linked)
        pull(operator, after, alpha[t], step, statistics)
        for e in range(m + 1):
            beta[e] = empty * beta[e] + step[e]
    finish(operator, statistics)
    return likelihood


@kernel
def _collect(rows: Rows, first: int, end: int, model: HmmParameters, words: Floats, statistics: Floats) -> float:
    likelihood = 0.0
    for n in range(first, end):
        own = cells_of(model.cells, rows, n)
        gamma = np.empty(own.shape)
        likelihood += _forward_backward(own, model, gamma, statistics)
        for t in range(own.shape[0]):
            for i in range(own.shape[1]):
                words[own[t, i]] += gamma[t, i]
    return likelihood


@kernel
def _viterbi(own: CellNumbers, model: HmmParameters) -> Ids:
    # best[t + 1, j + 1] = max(P0 * t(f_t | null) * best[t, j + 1], (1 - P0) * t(f_t | e_j) * max_e best[t, e] * jump(j | e))
    t_max, m = own.shape[0], own.shape[1] - 1
    prob, null = model.prob, model.null
    operator = operator_of(model.jumps, m, np.zeros(0, np.int32), np.zeros(0, np.int32))
    best, moved = np.zeros((t_max + 1, m + 1)), np.empty(m + 1)
    is_linked = np.zeros((t_max, m + 1), np.bool_)
    best[0, 0] = 1.0
    for t in range(t_max):
        push(operator, ByMaximum(0), best[t], moved)
        empty = null * prob[own[t, m]]
        best[t + 1, 0] = top = empty * best[t, 0]
        for j in range(m):
            stay, move = empty * best[t, j + 1], (1 - null) * prob[own[t, j]] * moved[j]
            is_linked[t, j + 1] = move > stay
            best[t + 1, j + 1] = max(move, stay)
            top = max(top, best[t + 1, j + 1])
        for e in range(m + 1):
            best[t + 1, e] /= top
    path = np.full(t_max, -1, np.int64)
    e = _origin(operator, m, best[t_max], moved)
    for t in range(t_max - 1, -1, -1):
        if is_linked[t, e]:
            path[t] = e - 1
            e = _origin(operator, e - 1, best[t], moved)
    return path


@borrowing_part
def _origin(operator: BandOperator, j: int, best: Floats, chance: Floats) -> int:
    """Return from where ``j`` is best reached; of equals the last, which jumps ahead the least."""
    column(operator, j, True, chance)
    origin = 0
    for e in range(len(best)):
        if best[e] * chance[e] >= best[origin] * chance[origin]:
            origin = e
    return origin
