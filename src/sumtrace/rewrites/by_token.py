"""Scores by token: what looks at a word in its context, computed before the recursions run.

    score(t, j) = factor[t, j] * rewrite(s_t | d_j)  +  added[t, j] * rewrite(s_t | null)
    score(cell) = cell_factor * rewrite(cell)

``factor`` weighs what the types say (where a word may land, which of several equal words is meant), ``added`` brings in a
score of its own, as a multiple of null's. Both come with the pair (encoding/block.py).

Pairs read in context have their scores computed once and then *given*. EM could also learn the types under such scores: their
part of a score would be credited to them, and the rest only counted. The trainer compares strings and does not.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sumtrace.array_types import Floats
from sumtrace.kernels import implements, kernel, kernel_part
from sumtrace.rewrites.by_type import Explanations, TypeEmission, TypeRewrites, explanations, scores_by_type
from sumtrace.rewrites.emission import (
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
    """Scores that are known already, rewrites and emission in one: ``word[t, j]``, ``null[t]``, and ``cell`` by cells.

    ``by`` is what explains each word pair, empty where nobody will ask.
    """

    word: Floats
    null: Floats
    cell: Floats
    by: Explanations


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


@implements(scratch, GivenScores)
def _no_scratch(rewrites):
    return None


@implements(emission, GivenScores)
def _given(rewrites, pair, scratch):
    return rewrites


@implements(null_score, TokenEmission, GivenScores)
def _null_score(emission, t):
    return emission.null[t]


@implements(scores_at, TokenEmission, GivenScores)
def _row(emission, t):
    return TokenRow(emission.word[t])


@implements(score, TokenRow)
def _score(row, j):
    return row.values[j]


@implements(cell_score, TokenEmission, GivenScores)
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
    token_level, copying = len(rewrites.types.weights) - 1, rewrites.types.relations.copying
    explained, part = explanations(emission.types, pair, rewrites.types)
    for t in range(by.shape[0]):
        for j in range(by.shape[1]):
            s, d = pair.sum_slots[t], pair.doc_slots[j]
            by[t, j] = explained[s, d]
            if explained[s, d] == copying and copying >= 0:
                continue
            if pair.added[t, j] * emission.null[t] > pair.factor[t, j] * part[s, d]:
                by[t, j] = token_level


@implements(explain, GivenScores)
def _explained(emission, pair, rewrites, by):
    for t in range(emission.by.shape[0]):
        for j in range(emission.by.shape[1]):
            by[t, j] = emission.by[t, j]


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
    """Return the scores of a pair once and for all, from the types' and those that came with the pair."""
    both = TokenRewrites(rewrites)
    emitted = emission(both, pair, scratch(both))
    by = np.empty(emitted.word.shape, np.int8)
    explain(emitted, pair, both, by)
    return GivenScores(emitted.word, emitted.null, emitted.cell, by)


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
    unasked = np.empty((0, 0), np.int8)
    full = GivenScores(np.empty((t_end, m)), np.empty(t_end), np.empty(len(pair.cell_sum)), unasked)
    for t in range(t_end):
        full.null[t] = null_score(emission, t)
        scores = scores_at(emission, t)
        for j in range(m):
            full.word[t, j] = score(scores, j)
    for c in range(len(full.cell)):
        full.cell[c] = cell_score(emission, c)
    return full
