"""Sentence-aware jumps: first choose among the same, next, previous, later and earlier sentences, then a word there.

From ``e`` the present sentence is that of word ``e - 1``; before the first word (``e = 0``) there is none, and the first
sentence is "next". The stop ``j = m`` is a sentence of one word after the last.

    jump(j | e) = class(c | those that exist from here) / (sentences in c) * place(j in its sentence)

Within the same sentence the place follows a table over distances, elsewhere one over positions from the sentence's start;
both are renormalised to the sentence. Near distances and first positions have a weight each; further ones share one by
octaves, since what only the longest sentences offer is too rare to be learnt one by one. Sentences longer than ``LONGEST`` count as several, which keeps a step linear.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple, Self

import numpy as np

from sumtrace.jumps.bands import Floats, Integers, log_prior_of, raised
from sumtrace.jumps.loops import add_scaled, dot
from sumtrace.jumps.model import Bar
from sumtrace.jumps.operator import column, finish, prepare, pull, push, push_max
from sumtrace.kernels import implements, kernel

LONGEST = 64
SAME, NEXT, PREVIOUS, LATER, EARLIER = range(5)
CLASSES = ("same sentence", "next", "previous", "later", "earlier")
DISTANCES = 2 * LONGEST + 1
DISTANCE_BANDS = np.array([0, 33, *range(49, 80), 80, 96])
"""Where bands of distances begin: -64..-32, -31..-16, then each from -15 to 15, then 16..31, 32..64."""
POSITION_BANDS = np.array([*range(8), 8, 16, 32])
"""Where bands of positions begin: each from 0 to 7, then 8..15, 16..31, 32..63."""


class SentenceParameters(NamedTuple):
    """Weights of the classes (from within the text; from the start), of distances ``-64..64``, of positions ``0..63``."""

    classes: Floats
    distance: Floats
    position: Floats


class SentenceOperator(NamedTuple):
    """One document: its sentences (the stop last), what each place normalises by, and scratch space."""

    m: int
    begin: Integers
    of_target: Integers
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


@dataclass(frozen=True, slots=True)
class Sentence:
    """The sentence-aware jump model; the prior is ``pseudo_count`` uses of each class and band."""

    name: ClassVar[str] = "sentence"
    is_proper: ClassVar[bool] = True
    classes: Floats
    distance: Floats
    position: Floats
    pseudo_count: float = 1.0

    @classmethod
    def start(cls, pseudo_count: float = 1.0) -> Self:
        """Begin with all classes, distances and positions alike."""
        return cls(np.full((2, 5), 0.2), np.full(DISTANCES, 1.0), np.full(LONGEST, 1.0), pseudo_count)

    @property
    def size(self) -> int:
        """Taken and offered counts of the three tables."""
        return 2 * (10 + DISTANCES + LONGEST)

    def parameters(self, longest: int) -> SentenceParameters:
        """Return the arrays for the kernels."""
        return SentenceParameters(self.classes, self.distance, self.position)

    def reestimated(self, statistics: Floats) -> Self:
        """``weight = (taken + prior) / (offered + prior's offer)`` for each table, as for relative jumps."""
        half = len(statistics) // 2
        taken, offered = _tables(statistics[:half]), _tables(statistics[half:])
        pooled = np.add.reduceat
        classes = raised(self.classes, taken[0], offered[0], np.ones(5), self.pseudo_count)
        distance, position = (
            np.repeat(raised(old[begin], pooled(up, begin), pooled(down, begin), width, self.pseudo_count), width)
            for old, up, down, begin, width in (
                (self.distance, taken[1], offered[1], DISTANCE_BANDS, _widths(DISTANCE_BANDS, DISTANCES)),
                (self.position, taken[2], offered[2], POSITION_BANDS, _widths(POSITION_BANDS, LONGEST)),
            )
        )
        return replace(self, classes=classes, distance=distance, position=position)

    def log_prior(self) -> float:
        """``sum of pseudo_count * log(share)`` over the classes and bands of the three tables."""
        return (
            log_prior_of(self.classes, np.ones(5), self.pseudo_count)
            + log_prior_of(self.distance[DISTANCE_BANDS], _widths(DISTANCE_BANDS, DISTANCES), self.pseudo_count)
            + log_prior_of(self.position[POSITION_BANDS], _widths(POSITION_BANDS, LONGEST), self.pseudo_count)
        )

    def to_arrays(self) -> dict[str, Floats]:
        """Return the three tables and the prior."""
        return {
            "classes": self.classes,
            "distance": self.distance,
            "position": self.position,
            "pseudo_count": np.array([self.pseudo_count]),
        }

    @classmethod
    def from_arrays(cls, arrays: dict[str, Floats]) -> Self:
        """Return the model that ``to_arrays`` described."""
        return cls(arrays["classes"], arrays["distance"], arrays["position"], float(arrays["pseudo_count"][0]))

    def histogram(self) -> list[Bar]:
        """Return the distances within a sentence."""
        share = self.distance / self.distance.sum()
        return [Bar(d - LONGEST + 1, d - LONGEST + 1, float(share[d])) for d in range(DISTANCES)]


def _tables(flat: Floats) -> tuple[Floats, Floats, Floats]:
    return flat[:10].reshape(2, 5), flat[10 : 10 + DISTANCES], flat[10 + DISTANCES :]


def _widths(begin: Integers, end: int) -> Integers:
    return np.diff(begin, append=end)


@implements(prepare, SentenceParameters)
def _prepare(parameters, m, bounds, structure):
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
        for kind in range(5):
            if class_count(kind, a, sentences) > 0:
                class_z[a + 1] += parameters.classes[row, kind]
    for e in range(1, m + 1):
        a = of_target[e - 1]
        for j in range(begin[a], begin[a + 1]):
            distance_z[e] += parameters.distance[j - e + LONGEST]
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


@kernel
def split_bounds(bounds, m):
    """Return sentence starts with long sentences cut, the stop as a last sentence of one word, and the end ``m + 1``."""
    begin = np.empty(len(bounds) + m // LONGEST + 3, np.int64)
    size = 0
    for a in range(len(bounds) - 1):
        for start in range(bounds[a], bounds[a + 1], LONGEST):
            begin[size] = start
            size += 1
    begin[size], begin[size + 1] = m, m + 1
    return begin[: size + 2].copy()


@kernel
def class_count(kind, a, sentences):
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


@kernel
def class_share(operator, a, kind):
    """Return the probability of one sentence of a class from sentence ``a``."""
    return (
        operator.classes[0 if a >= 0 else 1, kind]
        / operator.class_z[a + 1]
        / class_count(kind, a, len(operator.begin) - 1)
    )


@kernel
def sentence_of(operator, e):
    """Return the sentence in which a phrase that ended at ``e`` lies, -1 at the start."""
    return operator.of_target[e - 1] if e > 0 else -1


@implements(push, SentenceOperator)
def _push(operator, x, out):
    flow_by_sum(operator, x)
    for b in range(len(operator.begin) - 1):
        begin, end = operator.begin[b], operator.begin[b + 1]
        for j in range(begin, end):
            out[j] = operator.flow[b] * operator.position[j - begin] / operator.position_z[b]
        if begin < operator.m:
            same = class_share(operator, b, SAME)
            for e in range(begin + 1, end + 1):
                add_scaled(
                    out, begin, end, operator.distance, begin - e + LONGEST, x[e] * same / operator.distance_z[e]
                )


@kernel
def flow_by_sum(operator, x):
    """``flow[b]`` = what enters sentence b from other sentences, by running sums over the far ones."""
    sentences = len(operator.begin) - 1
    mass = operator.mass
    mass[0] = x[0]
    for a in range(sentences - 1):
        mass[a + 1] = x[operator.begin[a] + 1 : operator.begin[a + 1] + 1].sum()
    # mass[a + 1] belongs to sentence a, mass[0] to the start; the stop's sentence is never left
    later = 0.0
    for b in range(sentences):
        if b >= 1 and class_count(LATER, b - 2, sentences) > 0:
            later += mass[b - 1] * class_share(operator, b - 2, LATER)
        operator.flow[b] = later + mass[b] * class_share(operator, b - 1, NEXT)
    earlier = 0.0
    for b in range(sentences - 2, -1, -1):
        if b + 2 < sentences - 1:
            earlier += mass[b + 3] * class_share(operator, b + 2, EARLIER)
        operator.flow[b] += earlier
        if b + 1 < sentences - 1:
            operator.flow[b] += mass[b + 2] * class_share(operator, b + 1, PREVIOUS)


@implements(push_max, SentenceOperator)
def _push_max(operator, x, out):
    flow_by_max(operator, x)
    for b in range(len(operator.begin) - 1):
        begin, end = operator.begin[b], operator.begin[b + 1]
        for j in range(begin, end):
            out[j] = operator.flow[b] * operator.position[j - begin] / operator.position_z[b]
        if begin < operator.m:
            same = class_share(operator, b, SAME)
            for e in range(begin + 1, end + 1):
                weight = x[e] * same / operator.distance_z[e]
                for j in range(begin, end):
                    out[j] = max(out[j], weight * operator.distance[j - e + LONGEST])


@kernel
def flow_by_max(operator, x):
    """The same as ``flow_by_sum`` with the maximum in place of the sum."""
    sentences = len(operator.begin) - 1
    mass = operator.mass
    mass[0] = x[0]
    for a in range(sentences - 1):
        mass[a + 1] = x[operator.begin[a] + 1 : operator.begin[a + 1] + 1].max()
    later = 0.0
    for b in range(sentences):
        if b >= 1 and class_count(LATER, b - 2, sentences) > 0:
            later = max(later, mass[b - 1] * class_share(operator, b - 2, LATER))
        operator.flow[b] = max(later, mass[b] * class_share(operator, b - 1, NEXT))
    earlier = 0.0
    for b in range(sentences - 2, -1, -1):
        if b + 2 < sentences - 1:
            earlier = max(earlier, mass[b + 3] * class_share(operator, b + 2, EARLIER))
        operator.flow[b] = max(operator.flow[b], earlier)
        if b + 1 < sentences - 1:
            operator.flow[b] = max(operator.flow[b], mass[b + 2] * class_share(operator, b + 1, PREVIOUS))


@implements(pull, SentenceOperator)
def _pull(operator, y, x, out, statistics, collecting):
    pull_by_class(operator, y, x, out, statistics, collecting)
    if collecting:
        count_positions(operator, y, x, statistics)


@kernel
def pull_by_class(operator, y, x, out, statistics, collecting):
    """``out[e] = sum over j of jump(j | e) * y[j]``: the worth of each sentence first, then of each class from e."""
    sentences = len(operator.begin) - 1
    worth, later = operator.worth, operator.mass
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
    parts = np.zeros(5)
    for a in range(-1, sentences - 1):
        if a >= 2:
            earlier += worth[a - 2]
        parts[NEXT] = worth[a + 1]
        parts[PREVIOUS] = worth[a - 1] if a >= 1 else 0.0
        parts[LATER] = later[a + 1]
        parts[EARLIER] = earlier
        outside = 0.0
        for kind in range(1, 5):
            if class_count(kind, a, sentences) > 0:
                parts[kind] *= class_share(operator, a, kind)
                outside += parts[kind]
        if a < 0:
            out[0] = outside
        else:
            pull_within(operator, a, y, x, out, statistics, collecting)
        for e in range(0 if a < 0 else operator.begin[a] + 1, 1 if a < 0 else operator.begin[a + 1] + 1):
            if a >= 0:
                out[e] += outside
            if collecting:
                operator.leaving[e] += x[e] * out[e]
                for kind in range(1, 5):
                    statistics[(0 if a >= 0 else 5) + kind] += x[e] * parts[kind]


@kernel
def pull_within(operator, a, y, x, out, statistics, collecting):
    """Set ``out[e]`` of the places in sentence ``a`` to the worth of jumps inside it, and count those."""
    share = class_share(operator, a, SAME)
    offered = 10 + DISTANCES + LONGEST
    begin, end = operator.begin[a], operator.begin[a + 1]
    worth = y[begin:end]
    for e in range(begin + 1, end + 1):
        first = begin - e + LONGEST
        scale = share / operator.distance_z[e]
        out[e] = scale * dot(y, begin, end, operator.distance, first)
        if collecting and x[e] > 0.0:
            statistics[SAME] += x[e] * out[e]
            weights = operator.distance[first : first + end - begin]
            taken = statistics[10 + first : 10 + first + end - begin]
            chances = statistics[offered + 10 + first : offered + 10 + first + end - begin]
            taking, offering = x[e] * scale, x[e] * out[e] / operator.distance_z[e]
            for i in range(end - begin):
                taken[i] += taking * weights[i] * worth[i]
                chances[i] += offering


@kernel
def count_positions(operator, y, x, statistics):
    """Count where sentences are entered from outside; ``worth`` still holds what ``pull_by_class`` computed."""
    flow_by_sum(operator, x)
    offered = 10 + DISTANCES + LONGEST
    for b in range(len(operator.begin) - 1):
        begin = operator.begin[b]
        scale = operator.flow[b] / operator.position_z[b]
        for j in range(begin, operator.begin[b + 1]):
            place = 10 + DISTANCES + j - begin
            statistics[place] += scale * operator.position[j - begin] * y[j]
            statistics[offered + place] += scale * operator.worth[b]


@implements(finish, SentenceOperator)
def _finish(operator, statistics):
    offered = 10 + DISTANCES + LONGEST
    for e in range(operator.m + 1):
        a = sentence_of(operator, e)
        for kind in range(5):
            if class_count(kind, a, len(operator.begin) - 1) > 0:
                statistics[offered + (0 if a >= 0 else 5) + kind] += operator.leaving[e] / operator.class_z[a + 1]


@implements(column, SentenceOperator)
def _column(operator, j, best, out):
    b = operator.of_target[j]
    place = operator.position[j - operator.begin[b]] / operator.position_z[b]
    for e in range(operator.m + 1):
        a = sentence_of(operator, e)
        if a == b:
            out[e] = class_share(operator, a, SAME) * operator.distance[j - e + LONGEST] / operator.distance_z[e]
        elif b == a + 1:
            out[e] = class_share(operator, a, NEXT) * place
        elif b == a - 1:
            out[e] = class_share(operator, a, PREVIOUS) * place
        else:
            out[e] = class_share(operator, a, LATER if b > a else EARLIER) * place
