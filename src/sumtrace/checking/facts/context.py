"""Where in the document a claim belongs: what two facts must share before they can be said to differ.

For a summary fact S and a document fact D in sentence z, three cosines of last-layer vectors:

    role = cos(S, D)                                            do the two words stand in like company?
    fit  = mean over the claim's other words t of max over j in z of cos(t, j)
    near = the same, words near S counting most (exp(-distance/3)), j near D counting most (exp(-distance/10))
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from sumtrace.array_types import Booleans, Floats, Singles
from sumtrace.checking.copying import copied_runs
from sumtrace.checking.talk import talks
from sumtrace.meaning import WordVectors
from sumtrace.text import Span, Text, fold, is_ignored, stem
from sumtrace.text.parsing.shipped import ShippedParser
from sumtrace.text.trees import Tree

SENTENCES = 3
"""Document sentences that are looked at for one fact."""


class Match(NamedTuple):
    """How well the places of two facts match."""

    role: float
    fit: float
    near: float

    @property
    def evidence(self) -> float:
        """near + .3 role."""
        return self.near + 0.3 * self.role

    def sureness(self, least: float, more: float = 0.0) -> float:
        """Return the evidence with ``more`` of another kind, at most 1, or 0 where it is less than asked for."""
        evidence = self.evidence + more
        return min(1.0, evidence) if evidence >= least else 0.0


@functools.cache
def parser() -> ShippedParser:
    """Return the shipped parser, loaded once."""
    return ShippedParser()


@dataclass(frozen=True)
class Context:
    """A document and its summary with their vectors; trees are made when they are asked for."""

    document: Text
    summary: Text
    doc_vectors: WordVectors
    sum_vectors: WordVectors
    best: Singles
    """Each summary token's greatest cosine inside each document sentence ``[T, Z]``."""
    _trees: dict[int, Tree] = field(default_factory=dict)

    @functools.cached_property
    def counted(self) -> Booleans:
        """Which summary tokens carry a claim: content words that do not talk about the text."""
        words = self.summary.words
        talk = talks(words)
        return np.array([not is_ignored(word) and not talk[t] for t, word in enumerate(words)], bool)

    @functools.cached_property
    def novelty(self) -> Floats:
        """1 / (1 + the longest copied run with it) for each summary token: 1 where the document lacks the word."""
        return 1.0 / (1.0 + copied_runs(self.document.words, self.summary.words))

    @functools.cached_property
    def doc_stems(self) -> list[str]:
        """The stem of each document token."""
        return [stem(word) for word in self.document.words]

    @functools.cached_property
    def doc_places(self) -> dict[str, list[int]]:
        """Where each word of the document stands: case, points and what follows a hyphen ignored."""
        places: dict[str, list[int]] = {}
        for place, word in enumerate(self.document.words):
            for part in set(fold(word).replace(".", "").split("-")):
                places.setdefault(part, []).append(place)
        return places

    @functools.cached_property
    def doc_lower(self) -> frozenset[str]:
        """The words that the document has in lower case."""
        return frozenset(word for word in self.document.words if word.islower())

    @functools.cached_property
    def summary_trees(self) -> list[Tree]:
        """One tree for each summary sentence."""
        return parser().parse([self.summary.words[a:b] for a, b in self.summary.sentences])

    @functools.cached_property
    def summary_tags(self) -> list[str]:
        """The part of speech of each summary token."""
        return [tag for tree in self.summary_trees for tag in tree.tags]

    def tree(self, sentence: int) -> Tree:
        """Return the tree of a document sentence."""
        if sentence not in self._trees:
            start, end = self.document.sentences[sentence]
            self._trees[sentence] = parser().parse_one(self.document.words[start:end])
        return self._trees[sentence]

    def tag(self, sentence: int, token: int) -> str:
        """Return the part of speech of a document token, given its sentence."""
        return self.tree(sentence).tags[token - self.document.sentences[sentence][0]]

    def fits(self, claim: Span, without: Span) -> Singles:
        """Return how well each document sentence fits a claim, some of its tokens left out ``[Z]``."""
        places = [t for t in range(*claim) if self.counted[t] and not without[0] <= t < without[1]]
        if not places:
            return np.zeros(self.best.shape[1], np.float32)
        mean: Singles = self.best[places].mean(axis=0)
        return mean

    def likeliest(self, claim: Span, without: Span) -> list[int]:
        """Return the document sentences that fit a claim best, some of its tokens left out."""
        fits = self.fits(claim, without)
        order = np.argsort(-fits, kind="stable")[:SENTENCES]
        return [int(z) for z in order if fits[z] > 0]

    def covering(self, claim: Span, most: int) -> list[int]:
        """Return up to ``most`` sentences that together cover a claim best, the best one first.

        Each is the one that adds most to what those before it cover: a claim may be made of several sentences.
        """
        places = [t for t in range(*claim) if self.counted[t]]
        best = self.best[places]
        covered = np.zeros((len(places), 1), np.float32)
        chosen: list[int] = []
        while places and len(chosen) < min(most, best.shape[1]):
            together = np.maximum(best, covered).mean(axis=0)
            together[chosen] = 0.0
            found = int(np.argmax(together))
            if best[:, found].mean() <= 0:
                break
            chosen.append(found)
            covered = np.maximum(covered, best[:, found : found + 1])
        return chosen

    def alike(self, token: int, other: int) -> float:
        """Return how alike a summary token and a document token are as words."""
        return float(self.sum_vectors.words[token] @ self.doc_vectors.words[other])

    def match(self, claim: Span, own: Span, other: Span, sentence: int) -> Match:
        """Return how well the place of the summary's ``own`` tokens matches that of the document's ``other``."""
        role = float(_mean(self.sum_vectors.context, own) @ _mean(self.doc_vectors.context, other))
        start, end = self.document.sentences[sentence]
        places = [t for t in range(*claim) if self.counted[t] and not own[0] <= t < own[1]]
        if not places:
            return Match(role, 0.0, 0.0)
        tokens = np.array([j for j in range(start, end) if not other[0] <= j < other[1]], int)
        if not len(tokens):
            return Match(role, 0.0, 0.0)
        cosines = self.sum_vectors.context[places] @ self.doc_vectors.context[tokens].T
        closeness = np.exp(-np.array([_distance(j, other) for j in tokens]) / 10.0)
        weights = np.exp(-np.array([_distance(t, own) for t in places]) / 3.0)
        near = float(weights @ (cosines * closeness[None, :]).max(axis=1) / weights.sum())
        return Match(role, float(cosines.max(axis=1).mean()), near)


def _mean(vectors: Singles, span: Span) -> Singles:
    mean = vectors[span[0] : span[1]].mean(axis=0)
    unit: Singles = mean / max(float(np.linalg.norm(mean)), 1e-9)
    return unit


def _distance(place: int, span: Span) -> int:
    return span[0] - place if place < span[0] else place - span[1] + 1


def phrase(text: Text, span: Span) -> str:
    """Return the surface of a token span on one line."""
    return " ".join(text.phrase(span).split())
