"""The generative story told in full: every way to write a summary from a document, one by one."""

import math
from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from sumtrace.rewrites.registry import COMPONENTS
from sumtrace.text import fold
from twins.jumps import dense, statistics
from twins.rewrites import LEXICAL, Rewrites

TOKEN_LEVEL = "token level"


@dataclass(frozen=True)
class Way:
    """One path: steps ``(summary span, document span or None, start)``, its probability, and its score as a best path."""

    steps: tuple
    probability: float
    score: float
    end: int


@dataclass(frozen=True)
class TokenScores:
    """Token-level scores of a pair: ``factor`` and ``added`` by word pair, ``cells`` by (summary, document, length)."""

    factor: np.ndarray
    added: np.ndarray
    cells: dict


@dataclass
class Teller:
    """One pair under given parameters."""

    document: tuple
    summary: tuple
    bounds: np.ndarray
    settings: object
    rewrites: Rewrites
    jump: object
    null: float
    lengths: list
    reach: tuple | None = None
    scores: TokenScores | None = None
    memory: dict = field(default_factory=dict)

    def __post_init__(self):
        self.document = tuple(map(fold, self.document))
        self.summary = tuple(map(fold, self.summary))
        self.m = len(self.document)
        self.matrix = dense(self.jump, self.m, self.bounds)
        self.best = dense(self.jump, self.m, self.bounds, best=True)

    def length(self, n, j):
        """``length(n | j)``; 1 where there is no length model."""
        if self.settings.lengths == "none":
            return 1.0
        return self.lengths[n - 1] / math.fsum(self.lengths[: self.m - j])

    def rewrite(self, s, d):
        """``rewrite(s | d)``, remembered."""
        if (s, d) not in self.memory:
            self.memory[s, d] = self.rewrites.score(s, d) if d is not None else self.rewrites.null(s[0])
        return self.memory[s, d]

    def written(self, t, u, j, k):
        """The score of writing a summary phrase from a document phrase, and the part of it that is the types'."""
        typed = self.rewrite(self.summary[t:u], self.document[j:k])
        if self.scores is None:
            return typed, typed
        if u - t > 1 or k - j > 1:
            if typed == 0:
                return 0.0, 0.0
            return (self.scores.cells.get((t, j, k - j), 1.0) * typed,) * 2  # those out of reach have none
        typed *= self.scores.factor[t, j]
        return typed + self.scores.added[t, j] * self.rewrite(self.summary[t:u], None), typed

    def explained(self, t, j):
        """What explains that summary word t comes from document word j: copying, or what has most of the score."""
        s, d = self.summary[t : t + 1], self.document[j : j + 1]
        parts = self.rewrites.parts(s, d)
        if parts.get("identity"):
            return "identity"
        if self.scores is not None:
            parts = {name: self.scores.factor[t, j] * part for name, part in parts.items()}
            parts[TOKEN_LEVEL] = self.scores.added[t, j] * self.rewrite(s, None)
        return max(parts, key=parts.get)

    def may_come_from(self, t, j):
        """Whether summary word t may come from document word j at all."""
        return self.reach is None or any(a <= j < b for a, b in self.reach[t])

    def paid(self, n):
        """The price of not being null, for a summary phrase of n words."""
        return (1 - self.null) ** (n if self.settings.null_by_word else 1)

    def ways(self, t=0, e=0):
        """Every way to write the rest of the summary from place e, as (steps, probability, score, last place)."""
        if t == len(self.summary):
            if self.settings.stop:
                yield (), (1 - self.null) * self.matrix[e, self.m], (1 - self.null) * self.best[e, self.m], e
            else:
                yield (), 1.0, 1.0, e
            return
        for step, probability, score in self.steps(t, e):
            after = step[1][1] if step[1] else e
            for rest, p, s, end in self.ways(step[0][1], after):
                yield (step, *rest), probability * p, score * s, end

    def steps(self, t, e):
        """Every next step from place e when t words are written, with its probability and score."""
        nothing = self.null * self.rewrite(self.summary[t : t + 1], None)
        yield ((t, t + 1), None, e), nothing, nothing
        for u in range(t + 1, min(t + self.settings.max_summary_phrase, len(self.summary)) + 1):
            for j in range(self.m):
                for k in range(j + 1, min(j + self.settings.max_document_phrase, self.m) + 1):
                    written, _ = self.written(t, u, j, k)
                    # phrases are read word by word: those of several words are stem-identical
                    if written > 0 and all(map(self.may_come_from, range(t, u), range(j, k))):
                        price = self.paid(u - t) * self.length(k - j, j) * written
                        yield ((t, u), (j, k), e), price * self.matrix[e, j], price * self.best[e, j]

    def all_ways(self):
        """Every path, likeliest first by score."""
        return sorted((Way(*way) for way in self.ways()), key=lambda way: -way.score)


def check_explanations(by, teller):
    """Check which component explains each word pair that has a score."""
    names = [*COMPONENTS, TOKEN_LEVEL, LEXICAL]
    for t, j in np.ndindex(by.shape):
        if teller.written(t, t + 1, j, j + 1)[0] > 0:
            assert names[by[t, j]] == teller.explained(t, j)


@dataclass
class Expectations:
    """What all paths of a pair say together, each weighed by its posterior."""

    total: float
    link: np.ndarray
    null: np.ndarray
    lexical: Counter
    weights: Counter
    token_level: float
    null_words: float
    phrase_words: float
    phrases: float
    stops: float
    lengths_taken: np.ndarray
    lengths_offered: np.ndarray
    jump: np.ndarray


def expectations(teller):
    """Add up all paths of a pair."""
    ways = teller.all_ways()
    total = math.fsum(way.probability for way in ways)
    m, t_end = teller.m, len(teller.summary)
    link, null = np.zeros((t_end, m)), np.zeros(t_end)
    lexical, weights = Counter(), Counter()
    token_level = null_words = phrase_words = phrases = stops = 0.0
    taken, offered = np.zeros((2, teller.settings.max_document_phrase))
    jumps = np.zeros((m + 1, m + 1))
    for way in ways:
        share = way.probability / total
        for (t, u), place, e in way.steps:
            s = teller.summary[t:u]
            if place is None:
                null[t] += share
                lexical[None, s] += share
                null_words += share
                continue
            j, k = place
            d = teller.document[j:k]
            for i in range(u - t):
                link[t + i, j + i] += share
            phrase_words += share * (u - t)
            phrases += share
            taken[k - j - 1] += share
            if teller.settings.lengths != "none":
                feasible = min(teller.settings.max_document_phrase, m - j)
                offered[:feasible] += share / math.fsum(teller.lengths[:feasible])
            jumps[e, j] += share
            score, typed = teller.written(t, u, j, k)
            token_level += share * (1 - typed / score)
            if typed > 0:
                credit(teller.rewrites, s, d, share * typed / score, lexical, weights)
        if teller.settings.stop:
            jumps[way.end, m] += share
            stops += share
    jump = statistics(teller.jump, m, teller.bounds, jumps)
    return Expectations(
        total, link, null, lexical, weights, token_level, null_words, phrase_words, phrases, stops, taken, offered, jump
    )


def credit(rewrites, s, d, share, lexical, weights):
    """Credit the parts of one rewrite; components that do not know d share the lexical table's credit by weight."""
    parts = rewrites.parts(s, d)
    score = math.fsum(parts.values())
    for name, part in parts.items():
        if name != LEXICAL:
            weights[name] += share * part / score
    learnt = share * parts[LEXICAL] / score
    lexical[d, s] += learnt
    for name, weight in rewrites.weights.items():
        if name not in parts or name == LEXICAL:
            weights[name] += learnt * weight / rewrites.lexical_weight(d)
