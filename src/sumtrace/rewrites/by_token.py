"""Scores by token: what looks at a word in its context, computed before the recursions run.

    score(t, j) = factor[t, j] * rewrite(s_t | d_j)  +  added[t, j] * rewrite(s_t | null)
    score(cell) = cell_factor * rewrite(cell)

``factor`` weighs what the types say (where a word may land, which of several equal words is meant), ``added`` brings in a
score of its own, as a multiple of null's. Both come with the pair (encoding/block.py). In training, the types' part of a
score is credited to the types, and the rest only counted.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sumtrace.arrays import Floats
from sumtrace.kernels import implements, kernel, kernel_part
from sumtrace.rewrites.by_type import TypeEmission, TypeRewrites, explanations, scores_by_type
from sumtrace.rewrites.emission import (
    cell_score,
    counts_by_type,
    credit,
    emission,
    empty_tally,
    explain,
    null_score,
    row,
    score,
    scores_of_types,
    scratch,
    tally_row,
    types_behind,
)

Explanations = npt.NDArray[np.int8]


class TokenRewrites(NamedTuple):
    """The rewrites of a model whose pairs come with token-level scores."""

    types: TypeRewrites


class TokenEmission(NamedTuple):
    """The scores of one pair: ``word[t, j]`` and ``null[t]`` by tokens, ``cell`` by cells, and the types' part of them."""

    word: Floats
    null: Floats
    cell: Floats
    types: TypeEmission


class GivenScores(NamedTuple):
    """Scores that are known already, rewrites and emission in one: ``word[t, j]``, ``null[t]``, and ``cell`` by cells."""

    word: Floats
    null: Floats
    cell: Floats


class TokenRow(NamedTuple):
    """One summary token's scores, or counts, by document token."""

    values: Floats


class TokenTally(NamedTuple):
    """Expected counts ``[t, j]`` by tokens."""

    counts: Floats


@implements(scratch, TokenRewrites)
def _scratch(rewrites):
    return scratch(rewrites.types)


@implements(emission, TokenRewrites)
def _emission(rewrites, pair, scratch):
    return scores_by_token(rewrites, pair, scratch)


@implements(null_score, TokenEmission)
def _null_score(emission, t):
    return emission.null[t]


@implements(row, TokenEmission)
def _row(emission, t):
    return TokenRow(emission.word[t])


@implements(scratch, GivenScores)
def _no_scratch(rewrites):
    return None


@implements(emission, GivenScores)
def _given(rewrites, pair, scratch):
    return rewrites


@implements(null_score, GivenScores)
def _given_null(emission, t):
    return emission.null[t]


@implements(row, GivenScores)
def _given_row(emission, t):
    return TokenRow(emission.word[t])


@implements(cell_score, GivenScores)
def _given_cell(emission, c):
    return emission.cell[c]


@implements(score, TokenRow)
def _score(row, j):
    return row.values[j]


@implements(cell_score, TokenEmission)
def _cell_score(emission, c):
    return emission.cell[c]


@implements(tally_row, TokenTally)
def _tally_row(tally, t):
    return TokenRow(tally.counts[t])


@implements(credit, TokenRow)
def _credit(row, j, posterior):
    row.values[j] += posterior


@implements(explain, TokenEmission)
def _explain(emission, pair, rewrites, by):
    pass  # only training has such emissions, and asks for no explanations


@implements(explain, GivenScores)
def _explained(emission, pair, rewrites, by):
    pass  # given_scores, which made them, has explained them


@implements(types_behind, TokenRewrites)
def _types_behind(rewrites):
    return rewrites.types


@implements(scores_of_types, TokenEmission)
def _scores_of_types(emission):
    return emission.types


@implements(empty_tally, TokenEmission)
def _empty_tally(emission):
    return TokenTally(np.zeros(emission.word.shape))


@implements(counts_by_type, TokenEmission)
def _counts_by_type(emission, tally, pair):
    counts = np.zeros(emission.types.word.shape)
    rest = 0.0
    for t in range(emission.word.shape[0]):
        for j in range(emission.word.shape[1]):
            used = tally.counts[t, j]
            if used > 0.0:
                s, d = pair.sum_slots[t], pair.doc_slots[j]
                typed = used * (pair.factor[t, j] * emission.types.word[s, d] / emission.word[t, j])
                counts[s, d] += typed
                rest += used - typed
    return counts, rest


@kernel
def given_scores(pair, rewrites):
    """Return the scores of a pair once and for all, and which component explains each word pair ``[T, m]``."""
    emitted = scores_by_token(TokenRewrites(rewrites), pair, scratch(rewrites))
    by_type = explanations(emitted.types, pair, rewrites)
    by = np.empty(emitted.word.shape, np.int8)
    for t in range(by.shape[0]):
        for j in range(by.shape[1]):
            is_added = pair.added[t, j] * emitted.null[t] > 0.5 * emitted.word[t, j]
            by[t, j] = len(rewrites.weights) - 1 if is_added else by_type[pair.sum_slots[t], pair.doc_slots[j]]
    return GivenScores(emitted.word, emitted.null, emitted.cell), by


@kernel_part
def scores_by_token(rewrites, pair, places):
    """Combine the types' scores with those that came with the pair."""
    types = scores_by_type(rewrites.types, pair, places)
    t_end, m = len(pair.sum_slots), len(pair.doc_slots)
    word = np.empty((t_end, m))
    null = np.empty(t_end)
    for t in range(t_end):
        null[t] = types.null[pair.sum_slots[t]]
        for j in range(m):
            typed = types.word[pair.sum_slots[t], pair.doc_slots[j]]
            word[t, j] = pair.factor[t, j] * typed + pair.added[t, j] * null[t]
    cell = np.empty(len(pair.cell_sum))
    for c in range(len(cell)):
        cell[c] = pair.cell_factor[c] * types.cell[c]
    return TokenEmission(word, null, cell, types)


@kernel_part
def in_full(emission, pair):
    """Return all scores of an emission, whatever it is, as given ones."""
    t_end, m = len(pair.sum_slots), len(pair.doc_slots)
    full = GivenScores(np.empty((t_end, m)), np.empty(t_end), np.empty(len(pair.cell_sum)))
    for t in range(t_end):
        full.null[t] = null_score(emission, t)
        scores = row(emission, t)
        for j in range(m):
            full.word[t, j] = score(scores, j)
    for c in range(len(full.cell)):
        full.cell[c] = cell_score(emission, c)
    return full
