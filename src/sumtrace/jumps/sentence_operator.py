"""Sentence-aware jumps inside the kernels (sentence.py has the equation): one pass over a document's sentences.

What enters a sentence from outside is the same for all its words but for their positions, so a step first moves mass
between sentences, by running sums over the far ones, then within each. Sentences longer than ``LONGEST_SENTENCE`` count as
several, which keeps a step linear.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sumtrace.array_types import Floats, Ints, Longs
from sumtrace.jumps.joining import BySum, Joining, join, join_scaled
from sumtrace.jumps.loops import dot
from sumtrace.jumps.operator import column, finish, operator_of, pull, push
from sumtrace.kernels import borrowing_part, implements, kernel_part

LONGEST_SENTENCE = 64
DISTANCES = 2 * LONGEST_SENTENCE + 1
CLASSES = 5
SAME, NEXT, PREVIOUS, LATER, EARLIER = range(CLASSES)
FROM_START = CLASSES
"""Where the statistics of the classes from the start begin, after those from within the text."""
BY_DISTANCE = 2 * CLASSES
BY_POSITION = BY_DISTANCE + DISTANCES
OFFERED = BY_POSITION + LONGEST_SENTENCE
"""Where the offered counts begin, after the taken ones and in the same order."""


class SentenceParameters(NamedTuple):
    """Weights of the classes (from within the text; from the start), of distances ``-64..64``, of positions ``0..63``."""

    classes: Floats
    distance: Floats
    position: Floats


class SentenceOperator(NamedTuple):
    """One document: its sentences (the stop last), what each place normalises by, and scratch space."""

    m: int
    begin: Longs
    of_target: Longs
    classes: Floats
    distance: Floats
    position: Floats
    class_z: Floats
    distance_z: Floats
    position_z: Floats
    mass: Floats
    flow: Floats
    worth: Floats
    leaving: Floats


@implements(operator_of, SentenceParameters)
def _operator_of(parameters: SentenceParameters, m: int, bounds: Ints, structure: Ints) -> SentenceOperator:
    begin = split_bounds(bounds, m)
    sentences = len(begin) - 1
    of_target = np.empty(m + 1, np.int64)
    for a in range(sentences):
        of_target[begin[a] : begin[a + 1]] = a
    class_z = np.zeros(sentences + 1)
    distance_z = np.zeros(m + 1)
    position_z = np.zeros(sentences)
    for a in range(-1, sentences - 1):
        row = 0 if a >= 0 else 1
        for kind in range(CLASSES):
            if class_count(kind, a, sentences) > 0:
                class_z[a + 1] += parameters.classes[row, kind]
    for e in range(1, m + 1):
        a = of_target[e - 1]
        for j in range(begin[a], begin[a + 1]):
            distance_z[e] += parameters.distance[j - e + LONGEST_SENTENCE]
    for a in range(sentences):
        position_z[a] = parameters.position[: begin[a + 1] - begin[a]].sum()
    return SentenceOperator(
        m,
        begin,
        of_target,
        parameters.classes,
        parameters.distance,
        parameters.position,
        class_z,
        distance_z,
        position_z,
        np.zeros(sentences + 1),
        np.zeros(sentences),
        np.zeros(sentences),
        np.zeros(m + 1),
    )


@kernel_part
def split_bounds(bounds: Ints, m: int) -> Longs:
    """Return sentence starts with long sentences cut, the stop as a last sentence of one word, and the end ``m + 1``."""
    begin = np.empty(len(bounds) + m // LONGEST_SENTENCE + 3, np.int64)
    size = 0
    for a in range(len(bounds) - 1):
        for start in range(bounds[a], bounds[a + 1], LONGEST_SENTENCE):
            begin[size] = start
            size += 1
    begin[size], begin[size + 1] = m, m + 1
    return begin[: size + 2].copy()


@borrowing_part
def class_count(kind: int, a: int, sentences: int) -> int:
    """Return how many sentences a class holds from sentence ``a`` (-1 = the start)."""
    if kind == SAME:
        return 1 if a >= 0 else 0
    if kind == NEXT:
        return 1 if a + 1 < sentences else 0
    if kind == PREVIOUS:
        return 1 if a >= 1 else 0
    if kind == LATER:
        return max(0, sentences - a - 2)
    return max(0, a - 1)


@borrowing_part
def class_share(operator: SentenceOperator, a: int, kind: int) -> float:
    """Return the probability of one sentence of a class from sentence ``a``."""
    all_of_class = operator.classes[0 if a >= 0 else 1, kind] / operator.class_z[a + 1]
    share: float = all_of_class / class_count(kind, a, len(operator.begin) - 1)
    return share


@borrowing_part
def sentence_of(operator: SentenceOperator, e: int) -> int:
    """Return the sentence in which a phrase that ended at ``e`` lies, -1 at the start."""
    return operator.of_target[e - 1] if e > 0 else -1


@implements(push, SentenceOperator, inlined=True)
def _push(operator: SentenceOperator, rule: Joining, x: Floats, out: Floats) -> None:
    carry(operator, rule, x, out)


@borrowing_part
def carry(operator: SentenceOperator, rule: Joining, x: Floats, out: Floats) -> None:
    """``out[j] = sum over e of x[e] * jump(j | e)``, or the best of them: what flows in from outside, then jumps within."""
    gather_flow(operator, rule, x)
    for b in range(len(operator.begin) - 1):
        begin, end = operator.begin[b], operator.begin[b + 1]
        for j in range(begin, end):
            out[j] = operator.flow[b] * operator.position[j - begin] / operator.position_z[b]
        if begin < operator.m:
            same = class_share(operator, b, SAME)
            for e in range(begin + 1, end + 1):
                weight = x[e] * same / operator.distance_z[e]
                join_scaled(rule, out, begin, end, operator.distance, begin - e + LONGEST_SENTENCE, weight)


@borrowing_part
def gather_flow(operator: SentenceOperator, rule: Joining, x: Floats) -> None:
    """``flow[b]`` = what enters sentence b from other sentences: running sums over the far ones, or running maxima."""
    sentences = len(operator.begin) - 1
    mass, flow = operator.mass, operator.flow
    # mass[a + 1] belongs to sentence a, mass[0] to the start; the stop's sentence is never left
    mass[0] = x[0]
    for a in range(sentences - 1):
        mass[a + 1] = 0.0
        for e in range(operator.begin[a] + 1, operator.begin[a + 1] + 1):
            mass[a + 1] = join(rule, mass[a + 1], x[e])
    later = 0.0
    for b in range(sentences):
        if b >= 1 and class_count(LATER, b - 2, sentences) > 0:
            later = join(rule, later, mass[b - 1] * class_share(operator, b - 2, LATER))
        flow[b] = join(rule, later, mass[b] * class_share(operator, b - 1, NEXT))
    earlier = 0.0
    for b in range(sentences - 2, -1, -1):
        if b + 2 < sentences - 1:
            earlier = join(rule, earlier, mass[b + 3] * class_share(operator, b + 2, EARLIER))
        flow[b] = join(rule, flow[b], earlier)
        if b + 1 < sentences - 1:
            flow[b] = join(rule, flow[b], mass[b + 2] * class_share(operator, b + 1, PREVIOUS))


@implements(pull, SentenceOperator, inlined=True)
def _pull(operator: SentenceOperator, y: Floats, x: Floats, out: Floats, statistics: Floats) -> None:
    pull_by_class(operator, y, x, out, statistics)
    if len(statistics) > 0:
        count_positions(operator, y, x, statistics)


@kernel_part
def pull_by_class(operator: SentenceOperator, y: Floats, x: Floats, out: Floats, statistics: Floats) -> None:
    """``out[e] = sum over j of jump(j | e) * y[j]``: the worth of each sentence first, then of each class from e."""
    sentences = len(operator.begin) - 1
    worth, later, collecting = operator.worth, operator.mass, len(statistics) > 0
    for b in range(sentences):
        begin, end = operator.begin[b], operator.begin[b + 1]
        total = 0.0
        for j in range(begin, end):
            total += y[j] * operator.position[j - begin]
        worth[b] = total / operator.position_z[b]
    # later[a + 1]: the worth of all sentences after the next one from sentence a
    later[sentences - 1] = 0.0
    for a in range(sentences - 3, -2, -1):
        later[a + 1] = later[a + 2] + worth[a + 2]
    earlier = 0.0
    parts = np.zeros(CLASSES)
    for a in range(-1, sentences - 1):
        if a >= 2:
            earlier += worth[a - 2]
        parts[NEXT] = worth[a + 1]
        parts[PREVIOUS] = worth[a - 1] if a >= 1 else 0.0
        parts[LATER] = later[a + 1]
        parts[EARLIER] = earlier
        outside = 0.0
        for kind in range(NEXT, CLASSES):
            if class_count(kind, a, sentences) > 0:
                parts[kind] *= class_share(operator, a, kind)
                outside += parts[kind]
        if a < 0:
            out[0] = outside
        else:
            pull_within(operator, a, y, x, out, statistics)
        for e in range(0 if a < 0 else operator.begin[a] + 1, 1 if a < 0 else operator.begin[a + 1] + 1):
            if a >= 0:
                out[e] += outside
            if collecting:
                operator.leaving[e] += x[e] * out[e]
                for kind in range(NEXT, CLASSES):
                    statistics[(0 if a >= 0 else FROM_START) + kind] += x[e] * parts[kind]


@borrowing_part
def pull_within(operator: SentenceOperator, a: int, y: Floats, x: Floats, out: Floats, statistics: Floats) -> None:
    """Set ``out[e]`` of the places in sentence ``a`` to the worth of jumps inside it, and count those."""
    share = class_share(operator, a, SAME)
    begin, end = operator.begin[a], operator.begin[a + 1]
    worth, collecting = y[begin:end], len(statistics) > 0
    for e in range(begin + 1, end + 1):
        first = begin - e + LONGEST_SENTENCE
        scale = share / operator.distance_z[e]
        out[e] = scale * dot(y, begin, end, operator.distance, first)
        if collecting and x[e] > 0.0:
            statistics[SAME] += x[e] * out[e]
            weights = operator.distance[first : first + end - begin]
            at = BY_DISTANCE + first
            taken = statistics[at : at + end - begin]
            chances = statistics[OFFERED + at : OFFERED + at + end - begin]
            taking, offering = x[e] * scale, x[e] * out[e] / operator.distance_z[e]
            for i in range(end - begin):
                taken[i] += taking * weights[i] * worth[i]
                chances[i] += offering


@borrowing_part
def count_positions(operator: SentenceOperator, y: Floats, x: Floats, statistics: Floats) -> None:
    """Count where sentences are entered from outside; ``worth`` still holds what ``pull_by_class`` computed."""
    gather_flow(operator, BySum(0), x)
    for b in range(len(operator.begin) - 1):
        begin = operator.begin[b]
        scale = operator.flow[b] / operator.position_z[b]
        for j in range(begin, operator.begin[b + 1]):
            place = BY_POSITION + j - begin
            statistics[place] += scale * operator.position[j - begin] * y[j]
            statistics[OFFERED + place] += scale * operator.worth[b]


@implements(finish, SentenceOperator)
def _finish(operator: SentenceOperator, statistics: Floats) -> None:
    for e in range(operator.m + 1):
        a = sentence_of(operator, e)
        for kind in range(CLASSES):
            if class_count(kind, a, len(operator.begin) - 1) > 0:
                statistics[OFFERED + (0 if a >= 0 else FROM_START) + kind] += (
                    operator.leaving[e] / operator.class_z[a + 1]
                )


@implements(column, SentenceOperator)
def _column(operator: SentenceOperator, j: int, best: bool, out: Floats) -> None:
    b = operator.of_target[j]
    place = operator.position[j - operator.begin[b]] / operator.position_z[b]
    for e in range(operator.m + 1):
        a = sentence_of(operator, e)
        if a == b:
            out[e] = (
                class_share(operator, a, SAME) * operator.distance[j - e + LONGEST_SENTENCE] / operator.distance_z[e]
            )
        elif b == a + 1:
            out[e] = class_share(operator, a, NEXT) * place
        elif b == a - 1:
            out[e] = class_share(operator, a, PREVIOUS) * place
        else:
            out[e] = class_share(operator, a, LATER if b > a else EARLIER) * place
