"""A small extractive summarizer: ordinary features of sentences, logistic regression, and two ways to label them."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import StandardScaler

from sumtrace.alignment import Alignment
from sumtrace.array_types import Floats
from sumtrace.corpus import Pair
from sumtrace.export import KINDS
from sumtrace.text import Text, is_ignored, stem

SENTENCES = 3
"""Sentences of an extract, as lead-3 has them."""


def features(document: Text) -> Floats:
    """Return what can be said of each sentence without its summary ``[sentences, features]``."""
    stems = [[stem(word) for word in words if not is_ignored(word)] for words in _sentences(document)]
    counts = Counter(one for own in stems for one in own)
    holders = Counter(one for own in stems for one in set(own))
    total, number = max(1, counts.total()), len(stems)
    first = set(stems[0])
    rows = []
    for place, (words, own) in enumerate(zip(_sentences(document), stems, strict=True)):
        size = max(1, len(own))
        rows.append(
            [
                math.log1p(place),
                place / number,
                *(float(place == start) for start in range(4)),
                math.log1p(len(words)),
                sum(counts[one] for one in own) / size / total,
                sum(math.log(number / holders[one]) for one in own) / size,
                sum(holders[one] > 1 for one in own) / size,
                len(first & set(own)) / size,
                sum(word[:1].isupper() for word in words[1:]) / max(1, len(words)),
                sum(any(c.isdigit() for c in word) for word in words) / max(1, len(words)),
                float(any(word in ("``", "''", '"', "“", "”") for word in words)),
            ]
        )
    return np.array(rows)


def our_labels(alignment: Alignment) -> Floats:
    """Return the labels that `sumtrace export sentences` gives."""
    return np.array([float(record["label"]) for record in KINDS["sentences"].records([alignment])])


def greedy_labels(pair: Pair) -> Floats:
    """Return the usual labels: sentences are added one by one as long as ROUGE-1 and ROUGE-2 of the extract rise."""
    goal = _grams([pair.summary.words])
    sentences = _sentences(pair.document)
    labels, taken, reached = np.zeros(len(sentences)), list[int](), 0.0
    while len(taken) < len(sentences):
        gains = {
            place: _rouge(_grams([sentences[one] for one in sorted([*taken, place])]), goal)
            for place in range(len(sentences))
            if place not in taken
        }
        best = max(gains, key=lambda place: gains[place])
        if gains[best] <= reached:
            break
        taken.append(best)
        reached = gains[best]
    labels[taken] = 1.0
    return labels


def fitted(rows: Sequence[Floats], labels: Sequence[Floats]) -> Pipeline:
    """Return a scorer of sentences."""
    scorer = make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000, class_weight="balanced"))
    return scorer.fit(np.concatenate(rows), np.concatenate(labels))


def extract(document: Text, scores: Sequence[float]) -> str:
    """Return the best sentences in the document's order, a sentence a line."""
    best = sorted(range(len(scores)), key=lambda place: (-scores[place], place))[:SENTENCES]
    return "\n".join(" ".join(_sentences(document)[place]) for place in sorted(best))


def _sentences(text: Text) -> list[Sequence[str]]:
    return [text.words[start:end] for start, end in text.sentences]


def _grams(sentences: Sequence[Sequence[str]]) -> tuple[Counter[tuple[str, ...]], ...]:
    """Return how often each stem and each two stems in a row occur."""
    ones, twos = Counter[tuple[str, ...]](), Counter[tuple[str, ...]]()
    for words in sentences:
        stems = [stem(word) for word in words if any(character.isalnum() for character in word)]
        ones.update((one,) for one in stems)
        twos.update(itertools.pairwise(stems))
    return ones, twos


def _rouge(found: Sequence[Counter[tuple[str, ...]]], goal: Sequence[Counter[tuple[str, ...]]]) -> float:
    """Return ROUGE-1 and ROUGE-2 (F) together."""
    return sum(
        2 * (own & wanted).total() / max(1, own.total() + wanted.total())
        for own, wanted in zip(found, goal, strict=True)
    )
