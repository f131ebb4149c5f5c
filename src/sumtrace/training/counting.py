"""Expected counts of a block of pairs: run the recursions and gather what every part of the model wants counted."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sumtrace.array_types import Floats, Ints, Longs
from sumtrace.encoding.block import Block, pair_at
from sumtrace.inference.problem import KernelModel
from sumtrace.inference.recursions import backward, forward, lattice_of
from sumtrace.jumps.joining import BySum
from sumtrace.jumps.operator import finish
from sumtrace.kernels import borrowing_part, kernel, kernel_part
from sumtrace.rewrites.by_type import weight_of_lexical
from sumtrace.rewrites.emission import counts_by_type, empty_tally, scores_of_types, scratch, types_behind
from sumtrace.rewrites.lexical import Triples
from sumtrace.rewrites.mixture import with_relations
from sumtrace.rewrites.relations import is_between


class Counting(NamedTuple):
    """A model together with what only counting needs to know of it.

    ``rows`` are those of the lexical table, null's included, of which the first ``words`` are single words'; ``jump_size`` is
    how many statistics the jump model collects, ``steps`` how many different notes the components' relations have, ``beam``
    the share of positions kept; lexical counts of at most ``least`` in a pair are dropped.
    """

    model: KernelModel
    rows: int
    words: int
    jump_size: int
    steps: int
    beam: float
    least: float


class RowUses(NamedTuple):
    """Expected uses of components for document words: of ``component[i]``, for ``row[i]``, ``amount[i]`` times."""

    component: Ints
    row: Ints
    amount: Floats


class Counts(NamedTuple):
    """Expected counts of some pairs.

    ``lexical`` are those of the lexical table, one by one (null's row is the last). ``weights`` counts the uses of each
    component (the lexical table last), ``by_row`` those for each word, ``by_steps`` those of each distance, ``token_level``
    those of scores that no component gave (rewrites/by_token.py). A pair that no path can write has a log-likelihood of
    -inf and adds to nothing else.
    """

    log_likelihood: Floats
    lexical: Triples
    weights: Floats
    by_row: RowUses
    by_steps: Floats
    token_level: float
    null_words: float
    phrase_words: float
    phrases: float
    stops: float
    lengths_taken: Floats
    lengths_offered: Floats
    jump: Floats


class Ledger(NamedTuple):
    """Lexical counts as they come: the first ``size[0]`` of ``counts`` are written, each more than ``least``."""

    counts: Triples
    size: Longs
    least: float


class Uses(NamedTuple):
    """Running sums over the pairs of a block; ``sums`` holds the plain numbers, in the order named below."""

    weights: Floats
    by_row: Floats
    by_steps: Floats
    sums: Floats


TOKEN_LEVEL, NULL_WORDS, PHRASE_WORDS, PHRASES, STOPS = range(5)


def counts_of(block: Block, counting: Counting) -> Counts:
    """Return the expected counts of a block of pairs; cells are related here, since to keep that on disk would cost more."""
    relations = counting.model.rewrites.relations
    return count_block(with_relations(block, relations), counting)  # type: ignore[no-any-return]


def counts_of_words(block: Block, counting: Counting) -> Counts:
    """Return the expected counts of a block whose phrases of several words are overlooked."""
    none = {name: getattr(block, name)[:0] for name in block._fields if name.startswith("cell_")}
    return counts_of(block._replace(cells_at=np.zeros_like(block.cells_at), **none), counting)


@kernel
def count_block(block, counting):
    """Return the expected counts of a block of pairs."""
    model = counting.model
    rewrites = types_behind(model.rewrites)
    components = len(rewrites.weights) - 1
    pairs = len(block.doc_at) - 1
    room = scratch(model.rewrites)
    ledger = Ledger(empty_counts(1024), np.zeros(1, np.int64), counting.least)
    uses = Uses(
        weights=np.zeros(components + 1),
        by_row=np.zeros((components, counting.words)),
        by_steps=np.zeros((components, counting.steps)),
        sums=np.zeros(5),
    )
    log_likelihood = np.zeros(pairs)
    longest = len(model.lengths)
    taken, offered = np.zeros(longest), np.zeros(longest)
    jump_statistics = np.zeros(counting.jump_size)
    for p in range(pairs):
        pair = pair_at(block, p)
        lattice = lattice_of(pair, model, room)
        run = forward(lattice, BySum(0), counting.beam)
        log_likelihood[p] = run.log_likelihood
        if not run.log_likelihood > -np.inf:
            continue
        tally = empty_tally(lattice.emission)
        expected = backward(lattice, run, tally, jump_statistics)
        finish(lattice.jump, jump_statistics)
        for n in range(longest):
            taken[n] += expected.lengths_taken[n]
            offered[n] += expected.lengths_offered[n]
        if model.stop:
            uses.sums[STOPS] += 1.0
        ledger = with_room(ledger, len(pair.sum_types) * (len(pair.doc_types) + 1) + len(pair.cell_sum))
        count_null(pair, expected.null, counting.rows - 1, ledger, uses)
        by_type, rest = counts_by_type(lattice.emission, tally, pair)
        uses.sums[TOKEN_LEVEL] += rest
        uses.sums[PHRASE_WORDS] += rest
        uses.sums[PHRASES] += rest
        scores = scores_of_types(lattice.emission)
        count_words(pair, scores, rewrites, by_type, ledger, uses)
        count_cells(pair, scores, rewrites, expected.cell, ledger, uses)
    sums, counts, size = uses.sums, ledger.counts, ledger.size[0]
    return Counts(
        log_likelihood=log_likelihood,
        lexical=Triples(counts.row[:size].copy(), counts.column[:size].copy(), counts.amount[:size].copy()),
        weights=uses.weights,
        by_row=row_uses(uses.by_row),
        by_steps=uses.by_steps,
        token_level=sums[TOKEN_LEVEL],
        null_words=sums[NULL_WORDS],
        phrase_words=sums[PHRASE_WORDS],
        phrases=sums[PHRASES],
        stops=sums[STOPS],
        lengths_taken=taken,
        lengths_offered=offered,
        jump=jump_statistics,
    )


@kernel_part
def count_null(pair, expected, null_row, ledger, uses):
    """Count null words by type."""
    nulls = np.zeros(len(pair.sum_types))
    for t in range(len(expected)):
        nulls[pair.sum_slots[t]] += expected[t]
    for s in range(len(nulls)):
        uses.sums[NULL_WORDS] += nulls[s]
        enter(ledger, null_row, pair.sum_types[s], nulls[s])


@borrowing_part
def count_words(pair, scores, rewrites, by_type, ledger, uses):
    """Count pairs of single words, each component by its part of their scores."""
    for s in range(len(pair.sum_types)):
        for d in range(len(pair.doc_types)):
            used = by_type[s, d]
            if used <= 0.0:
                continue
            uses.sums[PHRASE_WORDS] += used
            uses.sums[PHRASES] += used
            row, column = pair.doc_types[d], pair.sum_types[s]
            learnt = used
            first = scores.relation[s, d]
            if first >= 0:
                share = used / scores.word[s, d]
                learnt = share * scores.lexical_weight[d] * scores.lexical[s, d]
                credit_components(first, column, row, share, rewrites, uses)
            credit_lexical(row, learnt, scores.lexical_weight[d], rewrites, uses)
            enter(ledger, row, column, learnt)


@borrowing_part
def count_cells(pair, scores, rewrites, expected, ledger, uses):
    """Count phrase pairs of several words."""
    for c in range(len(expected)):
        used = expected[c]
        if used <= 0.0:
            continue
        uses.sums[PHRASE_WORDS] += used * pair.cell_sum_length[c]
        uses.sums[PHRASES] += used
        row, column = pair.cell_row[c], pair.cell_column[c]
        share = used / scores.cell[c]
        weight = weight_of_lexical(rewrites, row)
        learnt = share * weight * scores.cell_lexical[c]
        credit_components(pair.cell_relation[c], column, row, share, rewrites, uses)
        credit_lexical(row, learnt, weight, rewrites, uses)
        if rewrites.prior.mass[row] > 0.0:
            enter(ledger, row, column, learnt)


@borrowing_part
def enter(ledger, row, column, amount):
    """Write down a count, unless it is too small."""
    if amount > ledger.least:
        size = ledger.size[0]
        ledger.counts.row[size], ledger.counts.column[size], ledger.counts.amount[size] = row, column, amount
        ledger.size[0] = size + 1


@borrowing_part
def credit_components(i, column, row, share, rewrites, uses):
    """Credit the components for a phrase pair, whose first relation is ``i``, by their parts of its score."""
    relations = rewrites.relations
    while is_between(relations, i, row, column):
        component = relations.component[i]
        part = share * rewrites.weights[component] * relations.probability[i]
        uses.weights[component] += part
        if row < uses.by_row.shape[1]:
            uses.by_row[component, row] += part
        uses.by_steps[component, relations.steps[i]] += part
        i += 1


@borrowing_part
def credit_lexical(row, learnt, weight, rewrites, uses):
    """Credit the lexical table, and the components that left this document phrase to it, by their weights."""
    if learnt <= 0.0:
        return
    weights = rewrites.weights
    components = len(weights) - 1
    uses.weights[components] += learnt * weights[components] / weight
    for c in range(components):
        if not rewrites.relations.knows[row, c]:
            uses.weights[c] += learnt * weights[c] / weight


@kernel_part
def row_uses(by_row):
    """Return the uses that there are: most words of a corpus do not occur in a block."""
    size = 0
    for component in range(by_row.shape[0]):
        for row in range(by_row.shape[1]):
            size += by_row[component, row] > 0.0
    uses = RowUses(np.empty(size, np.int32), np.empty(size, np.int32), np.empty(size))
    size = 0
    for component in range(by_row.shape[0]):
        for row in range(by_row.shape[1]):
            if by_row[component, row] > 0.0:
                uses.component[size], uses.row[size], uses.amount[size] = component, row, by_row[component, row]
                size += 1
    return uses


@kernel_part
def empty_counts(room):
    """Return room for counts of the lexical table."""
    return Triples(np.empty(room, np.int32), np.empty(room, np.int32), np.empty(room))


@kernel_part
def with_room(ledger, more):
    """Return the ledger with room for more counts."""
    size, counts = ledger.size[0], ledger.counts
    if size + more <= len(counts.row):
        return ledger
    larger = empty_counts(max(size + more, 2 * len(counts.row)))
    for i in range(size):
        larger.row[i], larger.column[i], larger.amount[i] = counts.row[i], counts.column[i], counts.amount[i]
    return Ledger(larger, ledger.size, ledger.least)
