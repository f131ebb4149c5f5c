"""The whole prior: fake counts of the lexical table, as in the article, and pseudo-counts of all else that is learnt.

    theta(s | d) = (count(s, d) + fake(s, d)) / (count(d) + mass(d))

    fake(s, d)   = fake_word       where both are one word
                 + fake_identical  where s is d
                 + fake_stem       where s has the stems of d, word by word
    mass(d)      = sum of fake(s, d) over the whole summary vocabulary V
                 = fake_word * |V| [d is one word] + fake_identical [d in V] + fake_stem #{v in V with the stems of d}
    log prior    = sum over d and s of fake(s, d) * log theta(s | d)

Null is a row of single words: ``fake_word`` for each. A row without any mass, a phrase that no summary holds, is a certain
copy. "co-occurring" fake masses, over the words that stand in a pair with d instead of V, are a reading that collapses.

    log prior of the weights  = weight_count * sum over components c in use of log w_c
    log prior of P(null)      = null_count * (log P(null) + log(1 - P(null)))
    log prior of the lengths  = LENGTH_COUNT * sum over n of log length(n)

Each jump model has a prior of its own kind beside its statistics (jumps/): most have pseudo-counts of bands or of choices.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from sumtrace.array_types import Floats, Longs
from sumtrace.encoding.block import Block
from sumtrace.encoding.distinct import Distinct
from sumtrace.encoding.encode import Encoded
from sumtrace.kernels import kernel
from sumtrace.rewrites.component import Component
from sumtrace.rewrites.lexical import LexicalTable
from sumtrace.rewrites.relations import RelationTable
from sumtrace.settings import Settings

LENGTH_COUNT = 1.0
"""The pseudo-count of each length, offered where all lengths fit."""


class Prior(NamedTuple):
    """The fake counts for the kernels: of any word for any word, and what a relation of each component adds.

    ``mass`` is the whole fake mass of each row, ``columns`` how many columns have ``word``; the last row is null's.
    """

    word: float
    bonus: Floats
    mass: Floats
    columns: Floats


def bonuses(settings: Settings) -> dict[str, float]:
    """Return the fake counts that components' relations earn, by component."""
    return {"identity": settings.fake_identical, "stem": settings.fake_stem}


def prior_of(encoded: Encoded, settings: Settings, components: Sequence[Component]) -> Prior:
    """Return the prior of the rows of all types."""
    types, stems, bonus = encoded.types, encoded.stems, bonuses(settings)
    is_word = np.arange(len(types)) < len(types.words)
    width = float(len(encoded.vocabulary))
    if settings.fake_mass == "co-occurring":
        columns = np.append(np.where(is_word, partners(encoded.blocks, len(types)), 0.0), width)
    else:
        columns = np.append(np.where(is_word, width, 0.0), width)
    mass = settings.fake_word * columns
    mass[:-1] += bonus["identity"] * stems.listed + bonus["stem"] * stems.count
    added = np.array([bonus.get(component.name, 0.0) for component in components])
    return Prior(settings.fake_word, added, mass, columns)


def for_empty_table(prior: Prior) -> Prior:
    """Return the prior before there are counts: without fake counts all words are alike, or EM could not start."""
    return prior if prior.mass.any() else prior._replace(word=1.0, mass=prior.columns)


@kernel
def theta(above: float, below: float, is_copy: bool) -> float:
    """Return ``theta(s | d)`` from counts and fake counts above and below the line."""
    if below > 0.0:
        return above / below
    return 1.0 if is_copy else 0.0


@kernel
def log_prior_of_table(relations: RelationTable, table: LexicalTable, prior: Prior) -> float:
    """``sum over rows d and columns s of fake(s, d) * log theta(s | d)``, the cells at the floor counted, not listed."""
    rows = len(table.total)
    plain = prior.word * np.log(prior.word) if prior.word > 0.0 else 0.0
    total = 0.0
    for row in range(rows):
        mass = prior.mass[row]
        if not mass > 0.0:
            continue
        floor = prior.word if row == rows - 1 or relations.is_word[row] else 0.0
        at_floor = plain if floor > 0.0 else 0.0
        total += prior.columns[row] * at_floor - mass * np.log(table.total[row] + mass)
        i, last_i = (0, 0) if row == rows - 1 else (relations.at[row], relations.at[row + 1])
        k, last_k = table.at[row], table.at[row + 1]
        while i < last_i or k < last_k:
            column = table.column[k] if k < last_k else np.int32(2147483647)
            if i < last_i:
                column = min(column, relations.column[i])
            one_word = row == rows - 1 or (relations.is_word[row] and relations.is_word[column])
            fake = prior.word if one_word else 0.0
            counted = 0.0
            while i < last_i and relations.column[i] == column:
                fake += prior.bonus[relations.component[i]]
                i += 1
            if k < last_k and table.column[k] == column:
                counted = table.counts[k]
                k += 1
            if fake > 0.0:
                total += fake * np.log(counted + fake) - (at_floor if one_word else 0.0)
    return total


def log_prior_of_weights(weights: Floats, settings: Settings) -> float:
    """Return the log prior of the mixture weights."""
    return settings.weight_count * float(np.sum(np.log(weights[weights > 0])))


def log_prior_of_null(null: float, settings: Settings) -> float:
    """Return the log prior of P(null); 0 where it has none, and may be 0 or 1."""
    if settings.null_count == 0.0:
        return 0.0
    return settings.null_count * (math.log(null) + math.log1p(-null))


def log_prior_of_lengths(lengths: Floats, settings: Settings) -> float:
    """Return the log prior of the lengths' weights, where they are learnt."""
    if settings.lengths != "learnt":
        return 0.0
    return LENGTH_COUNT * float(np.sum(np.log(lengths / lengths.sum())))


def partners(blocks: Iterable[Block], count: int) -> Floats:
    """Return how many different summary words each document word stands in a pair with."""
    met = Distinct(np.int64)
    for block in blocks:
        met.add(word_pairs(block, count))
    return np.bincount(met.sorted() // count, minlength=count).astype(float)


@kernel
def word_pairs(block: Block, count: int) -> Longs:
    """Return ``d * count + s`` for the document and summary types of each pair of a block."""
    pairs = len(block.doc_at) - 1
    room = 0
    for p in range(pairs):
        room += (block.doc_types_at[p + 1] - block.doc_types_at[p]) * (
            block.sum_types_at[p + 1] - block.sum_types_at[p]
        )
    keys = np.empty(room, np.int64)
    size = 0
    for p in range(pairs):
        for i in range(block.doc_types_at[p], block.doc_types_at[p + 1]):
            for k in range(block.sum_types_at[p], block.sum_types_at[p + 1]):
                keys[size] = np.int64(block.doc_types[i]) * count + block.sum_types[k]
                size += 1
    return keys
