"""Summaries written by the story itself, for a proper model over a known vocabulary; single words and copied phrases."""

import math

import numpy as np

from twins.jumps import dense
from twins.toys import Toy


class Writer:
    """Writes summaries of documents under a slow twin's rewrites (copies only, where a phrase has several words)."""

    def __init__(self, rewrites, jump, null, lengths, random):
        self.rewrites, self.jump, self.null, self.lengths, self.random = rewrites, jump, null, lengths, random
        self.vocabulary = sorted(rewrites.vocabulary)
        self.rows = {}

    def word_for(self, d):
        """One word rewritten, or written from nowhere."""
        if d not in self.rows:
            score = self.rewrites.score if d is not None else self.rewrites.lexical
            self.rows[d] = np.cumsum([score((s,), d) for s in self.vocabulary])
            assert math.isclose(self.rows[d][-1], 1.0, rel_tol=1e-9)
        place = np.searchsorted(self.rows[d], self.random.random() * self.rows[d][-1], side="right")
        return self.vocabulary[place]

    def pair(self, document, bounds):
        """A document with a summary of at least one word."""
        matrix = np.cumsum(dense(self.jump, len(document), bounds), axis=1)
        summary = ()
        while not summary:
            summary = self.summary(document, matrix)
        return Toy(document, summary, bounds)

    def summary(self, document, matrix):
        """The words of one story."""
        m, e, words = len(document), 0, []
        while True:
            if self.random.random() < self.null:
                words.append(self.word_for(None))
                continue
            j = int(np.searchsorted(matrix[e], self.random.random() * matrix[e, -1], side="right"))
            if j == m:
                return tuple(words)
            feasible = np.array(self.lengths[: m - j])
            n = 1 + int(self.random.choice(len(feasible), p=feasible / feasible.sum()))
            d = document[j : j + n]
            words += [self.word_for(d)] if n == 1 else d
            e = j + n
