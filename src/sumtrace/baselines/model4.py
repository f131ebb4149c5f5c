"""IBM Model 4 (Brown et al. 1993): how many words a source word becomes, and where they go as a group.

    P(target, links | source) = C(T - n0, n0) p0^(T - 2 n0) (1 - p0)^n0  *  product over i of n(size_i | e_i)
        *  product over t of t(f_t | e_link)  *  product over cepts of head(first - center before | classes) * rest(gaps)

``head`` depends on the class of the source word of the cept before and of the target word, ``rest`` on the latter's.
Sums over all alignments are out of reach, so each pair's alignment climbs from the HMM's, and counts are taken over it and
all alignments one move away (distortions: over it alone). p0 is fixed.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np

from sumtrace.array_types import Floats
from sumtrace.baselines.bitext import Bitext
from sumtrace.baselines.classes import CLASSES, word_classes
from sumtrace.baselines.hmm import Hmm, decode_hmm, posteriors
from sumtrace.baselines.model1 import Advance
from sumtrace.baselines.model4_climb import NO_CHANGE, PairScores, center, cepts_of, climb, neighbours
from sumtrace.baselines.stored_rows import StoredRows
from sumtrace.baselines.translation_table import FLOOR, CellNumbers, TranslationTable, cells_of
from sumtrace.baselines.word_ids import Ids
from sumtrace.kernels import kernel

ITERATIONS = 5
FERTILITIES = 10
"""Fertilities 0..9 have a probability; more are as good as impossible."""
REACH = 40
"""Distortions beyond this distance share one probability."""
CANDIDATES = 64
"""Source words a target word may move to: all in sentences, the likeliest by the HMM in longer texts."""
STAY = 0.98
SMOOTHING = 10.0
"""Weight of the pooled tables against those of one word or class."""


@dataclass(frozen=True, slots=True)
class Model4:
    """The tables: t in ``table``; as logarithms n by word and size, head by classes and distance, rest by class."""

    table: TranslationTable
    classes: Ids
    fertility: Floats
    head: Floats
    rest: Floats
    stay: float = STAY

    def scores(self, source: Ids, target: Ids, own: CellNumbers) -> PairScores:
        """Return what the kernels need to know of one pair with its cells."""
        lexical = np.log(self.table.prob[np.concatenate([own[:, -1:], own[:, :-1]], axis=1)])
        fertility = np.zeros((len(source) + 1, self.fertility.shape[1]))
        fertility[1:] = self.fertility[source]
        return PairScores(
            lexical, fertility, self.head, self.rest, self.classes[source], self.classes[target], self.stay
        )


class _Counts:
    """Expected counts of one iteration."""

    def __init__(self, bitext: Bitext, table: TranslationTable) -> None:
        self.words = np.zeros(len(table.prob))
        self.fertility = np.zeros((bitext.words, FERTILITIES))
        self.head = np.zeros((CLASSES + 1, CLASSES, 2 * REACH + 1))
        self.rest = np.zeros((CLASSES, REACH + 1))

    def add(self, source: Ids, target: Ids, links: Ids, weight: Floats, own: CellNumbers, classes: Ids) -> None:
        """Count one pair with its cells: ``weight[t, i]`` as from ``neighbours``, distortions from ``links``."""
        _collect(own, source, links, weight, self.words, self.fertility)
        _collect_places(links, len(source), classes[source], classes[target], self.head, self.rest)

    def add_seeds(self, words: Ids, cells: Ids, classes: Ids) -> None:
        """Count the seeds, words whose only link is known, with their cells."""
        np.add.at(self.words, cells, 1.0)
        np.add.at(self.fertility[:, 1], words, 1.0)
        np.add.at(self.head[CLASSES, :, REACH + 1], classes[words], 1.0)

    def estimate(self, table: TranslationTable, classes: Ids) -> Model4:
        """Return the model of relative frequencies, words and classes smoothed by all of them together."""
        fertility = np.full((len(self.fertility), FERTILITIES + 1), FLOOR)
        fertility[:, :-1] = _smoothed(self.fertility, self.fertility.sum(axis=0))
        head = _smoothed(self.head, self.head.sum(axis=(0, 1)))
        rest = _smoothed(self.rest, self.rest.sum(axis=0))
        fertility, head, rest = (np.log(np.maximum(chance, FLOOR)) for chance in (fertility, head, rest))
        return Model4(table, classes, fertility, head, rest)


def train_model4(
    bitext: Bitext, hmm: Hmm, *, iterations: int = ITERATIONS, advance: Advance = lambda: None
) -> tuple[Model4, list[Ids]]:
    """Return the model and every pair's links (source word from 1, 0 for null), climbed to from the HMM's.

    The HMM's table is trained on in place.
    """
    table, classes = hmm.table, word_classes(bitext)
    candidates = _Candidates(bitext, hmm)
    targets = bitext.rows.target_start
    joined = np.concatenate([np.empty(0, np.int64), *(path + 1 for path in decode_hmm(bitext, hmm))])
    links = [joined[targets[n] : targets[n + 1]] for n in range(bitext.pairs)]
    seeds = bitext.rows.source[bitext.rows.source_start[bitext.pairs] :]
    seed_cells = np.array([table.number(word, word) for word in seeds], np.int64)
    counts = _Counts(bitext, table)
    for n in range(bitext.pairs):
        source, target = bitext.words_of(n)
        own = cells_of(table.cells, bitext.rows, n)
        counts.add(source, target, links[n], _one_hot(links[n], len(source)), own, classes)
    counts.add_seeds(seeds, seed_cells, classes)
    model = counts.estimate(table, classes)  # the HMM's own table serves the first climb
    for _ in range(iterations):
        counts = _Counts(bitext, table)
        for n in range(bitext.pairs):
            source, target = bitext.words_of(n)
            own = cells_of(table.cells, bitext.rows, n)
            scores = model.scores(source, target, own)
            weight = np.empty(scores.lexical.shape)
            climb(links[n], candidates[n], scores)
            neighbours(links[n], candidates[n], scores, weight)
            counts.add(source, target, links[n], weight, own, classes)
        counts.add_seeds(seeds, seed_cells, classes)
        table.estimate(counts.words)
        model = counts.estimate(table, classes)
        advance()
    for n in range(bitext.pairs):
        own = cells_of(table.cells, bitext.rows, n)
        climb(links[n], candidates[n], model.scores(*bitext.words_of(n), own))
    return model, links


class _Candidates:
    """The source words that each target word of a pair may be linked to, null first; those of long sources lie on disk."""

    def __init__(self, bitext: Bitext, hmm: Hmm) -> None:
        self._sizes = np.diff(bitext.rows.source_start), np.diff(bitext.rows.target_start)
        self._rows = StoredRows()
        for n in range(bitext.pairs):
            self._rows.append(np.empty(0, np.int64) if self._sizes[0][n] <= CANDIDATES else _likeliest(bitext, n, hmm))
        self._joined, self._starts = self._rows.joined(), self._rows.starts()
        longest = int(self._sizes[1].max(initial=0))
        self._all = functools.cache(lambda source: np.tile(np.arange(source + 1), (longest, 1)))

    def __getitem__(self, n: int) -> Ids:
        source, target = (int(sizes[n]) for sizes in self._sizes)
        if source <= CANDIDATES:
            return self._all(source)[:target]
        return self._joined[self._starts[n] : self._starts[n + 1]].reshape(target, -1)


def _likeliest(bitext: Bitext, n: int, hmm: Hmm) -> Ids:
    """Return the likeliest source words by the HMM, a row for each target word, joined."""
    source, target = bitext.words_of(n)
    gamma, _ = posteriors(source, target, hmm)
    best = np.argsort(-gamma[:, :-1], axis=1, kind="stable")[:, :CANDIDATES]
    return np.concatenate([np.zeros((len(target), 1), np.int64), np.sort(best, axis=1) + 1], axis=1).ravel()


def _one_hot(links: Ids, m: int) -> Floats:
    weight = np.zeros((len(links), m + 1))
    weight[np.arange(len(links)), links] = 1.0
    return weight


def _smoothed(counts: Floats, pooled: Floats) -> Floats:
    pooled = (pooled + 0.1) / (pooled + 0.1).sum()
    smoothed: Floats = (counts + SMOOTHING * pooled) / (counts.sum(axis=-1, keepdims=True) + SMOOTHING)
    return smoothed


@kernel
def _collect(own: CellNumbers, source: Ids, links: Ids, weight: Floats, words: Floats, fertility: Floats) -> None:
    t_max, m = own.shape[0], own.shape[1] - 1
    size, out, into = np.zeros(m + 1, np.int64), np.zeros(m + 1), np.zeros(m + 1)
    for t in range(t_max):
        size[links[t]] += 1
        for i in range(m + 1):
            words[own[t, i - 1 if i else m]] += weight[t, i]
            if i != links[t]:
                into[i] += weight[t, i]
                out[links[t]] += weight[t, i]
    most = fertility.shape[1] - 1
    for i in range(1, m + 1):
        # one word more after a move in, one fewer after a move out, else as it is
        fertility[source[i - 1], min(size[i] + 1, most)] += into[i]
        if size[i]:
            fertility[source[i - 1], min(size[i] - 1, most)] += out[i]
        fertility[source[i - 1], min(size[i], most)] += 1.0 - into[i] - out[i]


@kernel
def _collect_places(links: Ids, m: int, source_class: Ids, target_class: Ids, head: Floats, rest: Floats) -> None:
    cepts = cepts_of(links, m)
    after = cepts.after
    reach = head.shape[2] // 2
    before, middle = head.shape[0] - 1, 0
    for i in range(1, m + 1):
        if cepts.size[i] == 0:
            continue
        place = cepts.first[i]
        head[before, target_class[place], min(max(place + 1 - middle, -reach), reach) + reach] += 1.0
        while after[place] >= 0:
            rest[target_class[after[place]], min(after[place] - place, rest.shape[1] - 1)] += 1.0
            place = after[place]
        before, middle = source_class[i - 1], center(i, NO_CHANGE, cepts)
