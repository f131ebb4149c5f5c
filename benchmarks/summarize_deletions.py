"""A small deletion model: which words of a sentence a compression keeps, by ordinary features and logistic regression."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import StandardScaler

from sumtrace.array_types import Floats
from sumtrace.text import is_ignored


def features(words: Sequence[str]) -> Floats:
    """Return what can be said of each word without knowing the compression ``[words, features]``: itself, its neighbours."""
    own = np.array([_of(word) for word in words])
    blank = np.zeros((1, own.shape[1]))
    before, after = np.concatenate([blank, own[:-1]]), np.concatenate([own[1:], blank])
    place = np.arange(len(words))
    brackets = np.cumsum([word in ("(", "-LRB-") for word in words]) - np.cumsum(
        [word in (")", "-RRB-") for word in words]
    )
    commas = np.cumsum([word in (",", "--", ";", ":") for word in words])
    position = np.stack([place / len(words), np.log1p(place), np.log1p(len(words) - place), brackets, commas], axis=1)
    return np.concatenate([own, before, after, position, commas[:, None] == commas[-1]], axis=1)


def fitted(records: Sequence[dict[str, Any]]) -> Pipeline:
    """Return a model trained on exported compressions."""
    model = make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000))
    kept = np.concatenate([record["kept"] for record in records])
    return model.fit(np.concatenate([features(record["tokens"]) for record in records]), kept)


def kept_by(model: Pipeline, words: Sequence[str], number: int) -> list[int]:
    """Return the places of the words that a model keeps, so many of them."""
    scores = model.predict_proba(features(words))[:, 1]
    return sorted(np.argsort(-scores, kind="stable")[:number].tolist())


def kept_at_random(words: Sequence[str], number: int, random: np.random.Generator) -> list[int]:
    """Return as many places at random."""
    return sorted(random.permutation(len(words))[:number].tolist())


def _of(word: str) -> list[float]:
    spoken = any(character.isalnum() for character in word)
    return [
        float(is_ignored(word)),
        float(not spoken),
        float(word[:1].isupper()),
        float(any(character.isdigit() for character in word)),
        math.log1p(len(word)),
        float(word.endswith("ly")),
        float(word.lower() in ("not", "n't", "no", "never")),
        float(
            word.lower() in ("who", "which", "that", "where", "when", "while", "because", "although", "after", "before")
        ),
        float(word.lower() in ("said", "says", "told", "according", "reported", "added")),
        float(word.lower() in ("a", "an", "the")),
        float(word.lower() in ("of", "in", "on", "at", "to", "for", "from", "by", "with")),
    ]
