"""Expectation-maximisation under the prior: the loop, and the M-step of everything that is learnt."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from sumtrace.jumps.model import JumpModel
from sumtrace.kernels import kernel
from sumtrace.memory import SHARED, bytes_needed
from sumtrace.rewrites.component import Component, ComponentCounts
from sumtrace.rewrites.encoding import Encoded, with_entries
from sumtrace.rewrites.entries import Merged, merge
from sumtrace.rewrites.lattice import Entries, Pairs, Shares, Table
from sumtrace.rewrites.sparse import Sparse, added_up, row_totals
from sumtrace.training.counting import Counts, count_block
from sumtrace.training.settings import Settings

Floats = npt.NDArray[np.float64]

BLOCK = 1 << 21
"""Pairs are counted in blocks of about this many word pairs: fixed, whatever the number of threads."""


@dataclass(frozen=True, slots=True)
class Parameters:
    """All that is learnt: the lexical table's counts (null's row last), mixture weights, P(null), lengths, jumps, components."""

    table: Sparse
    weights: Floats
    null: float
    lengths: Floats
    jump: JumpModel
    components: Sequence[Component]


@dataclass(frozen=True, slots=True)
class Problem:
    """A corpus ready for training: pairs, relations, and the prior's fake masses."""

    settings: Settings
    pairs: Pairs
    merged: Merged
    mass: Floats
    cells: Floats
    bonus: Floats
    longest: int

    @property
    def rows(self) -> int:
        """The number of types, and so of rows without null's."""
        return len(self.mass) - 1


def pose(encoded: Encoded, settings: Settings, components: Sequence[Component]) -> Problem:
    """Relate the types by all components and weigh the rows of the prior."""
    types, lexicon, stems = encoded.types, encoded.lexicon, encoded.stems
    nowhere = np.zeros(len(types), bool)
    bonus = {"identity": settings.fake_identical, "stem": settings.fake_stem}
    relations = []
    for component in components:
        if component.name in settings.components:
            relations.append(component.relate(types, lexicon, stems))
        else:
            # one that is not used knows nothing, but its relations may earn fake counts
            seen = types if component.name in bonus else replace(types, in_document=nowhere)
            relations.append(replace(component.relate(seen, lexicon, stems), knows=nowhere))
    merged = merge(relations, len(types.words), len(types))
    pairs = with_entries(encoded.pairs, merged.skeleton.at, merged.skeleton.column)
    is_word = merged.skeleton.is_word
    width = float(len(lexicon))
    if settings.fake_mass == "co-occurring":
        cells = np.append(np.where(is_word, partners(pairs, len(types)), 0.0), width)
    else:
        cells = np.append(np.where(is_word, width, 0.0), width)
    mass = settings.fake_word * cells
    mass[:-1] += bonus["identity"] * stems.listed + bonus["stem"] * stems.count
    longest = int(np.diff(pairs.doc_at).max(initial=1))
    bonuses = np.array([bonus.get(component.name, 0.0) for component in components])
    return Problem(settings, pairs, merged, mass, cells, bonuses, longest)


def start(problem: Problem, jump: JumpModel, components: Sequence[Component]) -> Parameters:
    """Return the parameters before any data: uniform, under the prior."""
    settings = problem.settings
    used = np.array([component.name in settings.components for component in components] + [True], float)
    lengths = np.zeros(settings.max_document_phrase)
    if settings.lengths != "none":
        lengths[:] = 1.0 / len(lengths)
    return Parameters(empty_table(problem.rows + 1), used / used.sum(), 0.2, lengths, jump, tuple(components))


def empty_table(rows: int) -> Sparse:
    """Return a lexical table in which nothing has been counted."""
    return Sparse(np.zeros(rows + 1, np.int64), np.zeros(0, np.int32), np.zeros(0))


def arrays(problem: Problem, parameters: Parameters) -> tuple[Entries, Table, Shares]:
    """Return the parameters as the kernels want them."""
    settings = problem.settings
    counted = parameters.table
    total = row_totals(counted)
    fake_word, mass, bonus = settings.fake_word, problem.mass, problem.bonus
    if not len(counted.column) and not mass.any():
        # with no prior there is nothing to begin from: begin with one word like another
        fake_word, mass = 1.0, problem.cells
    table = Table(counted.at, counted.column, counted.counts, total, mass, fake_word, bonus)
    shares = Shares(parameters.weights, parameters.null, parameters.lengths, settings.null_by_word, settings.stop)
    return problem.merged.entries(parameters.components), table, shares


def blocks(pairs: Pairs) -> Iterator[tuple[int, int]]:
    """Yield runs of pairs of about ``BLOCK`` word pairs each."""
    sizes = np.diff(pairs.doc_at) * np.diff(pairs.sum_at)
    first, total = 0, 0
    for p, size in enumerate(sizes.tolist()):
        if total and total + size > BLOCK:
            yield first, p
            first, total = p, 0
        total += size
    if first < len(sizes):
        yield first, len(sizes)


@dataclass(slots=True)
class Expectation:
    """The counts of a whole corpus, added up block by block in a fixed order."""

    log_likelihood: list[Floats]
    table: list[tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], Floats]]
    sums: list[Floats]

    def add(self, counts: Counts) -> None:
        """Add the counts of the next block."""
        self.log_likelihood.append(counts.log_likelihood)
        self.table.append((counts.row, counts.column, counts.counts))
        parts = [counts.weights, counts.by_row, counts.by_steps, counts.words, counts.lengths, counts.jump]
        self.sums = parts if not self.sums else [a + b for a, b in zip(self.sums, parts, strict=True)]


def e_step(problem: Problem, parameters: Parameters, threads: int, progress: object = None) -> Expectation:
    """Count everything expected under the parameters; the same bits for any number of threads."""
    settings = problem.settings
    entries, table, shares = arrays(problem, parameters)
    jump = parameters.jump.parameters(problem.longest)
    steps = 1 + int(entries.steps.max(initial=0))

    def count(block: tuple[int, int]) -> Counts:
        first, last = block
        words = (np.diff(at[first : last + 1]) for at in (problem.pairs.doc_at, problem.pairs.sum_at))
        with SHARED.held(max(map(bytes_needed, *(lengths.tolist() for lengths in words)))):
            return count_block(  # type: ignore[no-any-return]
                first, last, problem.pairs, entries, table, shares, jump, parameters.jump.size,
                settings.max_summary_phrase, steps, settings.beam, settings.least_count,
            )  # fmt: skip

    expectation = Expectation([], [], [])
    pool = ThreadPoolExecutor(threads)
    try:
        for counts in pool.map(count, blocks(problem.pairs)):
            expectation.add(counts)
            if progress is not None:
                progress(len(counts.log_likelihood))  # type: ignore[operator]
    finally:
        # one who interrupts does not wait for what is under way
        pool.shutdown(wait=False, cancel_futures=True)
    return expectation


def m_step(problem: Problem, parameters: Parameters, expectation: Expectation) -> Parameters:
    """Return the parameters that make the expected counts likeliest under the prior."""
    settings = problem.settings
    weights, by_row, by_steps, words, lengths, jump = expectation.sums
    row, column, count = (np.concatenate(part) for part in zip(*expectation.table, strict=True))
    used = parameters.weights > 0
    raised = np.where(used, weights + settings.weight_count, 0.0)
    null_words, phrase_words, phrases, stops = words.tolist()
    others = (phrase_words if settings.null_by_word else phrases) + stops
    null = (null_words + settings.null_count) / (null_words + others + 2 * settings.null_count)
    new_lengths = parameters.lengths
    if settings.lengths == "learnt":
        # a pseudo-count of one for each length, offered where all lengths fit
        new_lengths = (lengths[0] + 1.0) / (lengths[1] + len(new_lengths) / new_lengths.sum())
        new_lengths = new_lengths / new_lengths.sum()
    components = [
        component.reestimated(relations, ComponentCounts(by_row[number, :-1], by_steps[number]))
        for number, (component, relations) in enumerate(
            zip(parameters.components, problem.merged.relations, strict=True)
        )
    ]
    return Parameters(
        added_up(row, column, count, problem.rows + 1, problem.rows + 1),
        raised / raised.sum(),
        null,
        new_lengths,
        parameters.jump.reestimated(jump),
        tuple(components),
    )


def log_prior(problem: Problem, parameters: Parameters) -> float:
    """Return the logarithm of the prior's density at the parameters, up to a constant."""
    settings = problem.settings
    entries, table, _ = arrays(problem, parameters)
    total = float(log_prior_of_table(entries, table, problem.cells, settings.fake_word)) if problem.mass.any() else 0.0
    total += parameters.jump.log_prior()
    total += settings.weight_count * float(np.sum(np.log(parameters.weights[parameters.weights > 0])))
    if settings.null_count:
        total += settings.null_count * (math.log(parameters.null) + math.log1p(-parameters.null))
    if settings.lengths == "learnt":
        total += float(np.sum(np.log(parameters.lengths / parameters.lengths.sum())))
    return total


@kernel
def log_prior_of_table(entries, table, cells, fake_word):
    """``sum over rows d and columns s of fake(s, d) * log theta(s | d)``, the cells at the floor counted, not listed."""
    rows = len(table.total)
    plain = fake_word * np.log(fake_word) if fake_word > 0.0 else 0.0
    total = 0.0
    for row in range(rows):
        mass = table.mass[row]
        if not mass > 0.0:
            continue
        floor = fake_word if row == rows - 1 or entries.is_word[row] else 0.0
        at_floor = plain if floor > 0.0 else 0.0
        total += cells[row] * at_floor - mass * np.log(table.total[row] + mass)
        i, last_i = (0, 0) if row == rows - 1 else (entries.at[row], entries.at[row + 1])
        k, last_k = table.at[row], table.at[row + 1]
        while i < last_i or k < last_k:
            column = table.column[k] if k < last_k else np.int32(2147483647)
            if i < last_i:
                column = min(column, entries.column[i])
            one_word = row == rows - 1 or (entries.is_word[row] and entries.is_word[column])
            fake = fake_word if one_word else 0.0
            counted = 0.0
            while i < last_i and entries.column[i] == column:
                fake += table.fake_bonus[entries.component[i]]
                i += 1
            if k < last_k and table.column[k] == column:
                counted = table.counts[k]
                k += 1
            if fake > 0.0:
                total += fake * np.log(counted + fake) - (at_floor if one_word else 0.0)
    return total


@kernel
def partners(pairs, count):
    """Return how many different summary words each document word stands in a pair with."""
    documents = len(pairs.doc_at) - 1
    met = np.full(count, -1, np.int64)
    number = np.zeros(count)
    size = np.zeros(count + 1, np.int64)
    for p in range(documents):
        for i in range(pairs.doc_types_at[p], pairs.doc_types_at[p + 1]):
            size[pairs.doc_types[i] + 1] += 1
    for d in range(count):
        size[d + 1] += size[d]
    where = np.empty(size[count], np.int64)
    free = size[:-1].copy()
    for p in range(documents):
        for i in range(pairs.doc_types_at[p], pairs.doc_types_at[p + 1]):
            where[free[pairs.doc_types[i]]] = p
            free[pairs.doc_types[i]] += 1
    for d in range(count):
        for k in range(size[d], size[d + 1]):
            p = where[k]
            for i in range(pairs.sum_types_at[p], pairs.sum_types_at[p + 1]):
                if met[pairs.sum_types[i]] != d:
                    met[pairs.sum_types[i]] = d
                    number[d] += 1.0
    return number
