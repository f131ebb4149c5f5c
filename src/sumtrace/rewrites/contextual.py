"""Meaning in the word scores: what the cosines of contextual vectors say of two words, beside what their types say.

With ``c[t, j]`` the cosine of two words' vectors, and -1 where the two cannot mean the same (``comparable``), the scores of
a pair (by_token.py) are

    other words       score = (1 - share) * rewrite + share * g * null
                      g     = exp(min(ceiling, (c - middle) / temperature - penalty [s_t on the ignore-list]))
                              * sqrt(softmax over t of c / temperature * softmax over j of c / temperature)
    identical words   score = (1 - share) * h * rewrite,   h = exp(clip(slope * (c - level), lowest, highest))
    words that cannot mean the same: 0

The softmaxes ask whether each word is the other's best match; ``h`` tells the occurrences of one word apart. A copied
phrase takes the product of ``h`` over its words. All is multiplied by landing weights, where there are any (landing.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from unicodedata import category

import numpy as np

from sumtrace.array_types import Booleans, Floats, Ints, Singles
from sumtrace.rewrites.products import products
from sumtrace.settings import Contextual
from sumtrace.text import fold, is_ignored


def identical_words(summary: Sequence[str], document: Sequence[str]) -> Booleans:
    """Return which words are the same but for case and the like ``[T, m]``."""
    numbers: dict[str, int] = {}
    rows = np.array([numbers.setdefault(fold(word), len(numbers)) for word in summary], np.int64)
    columns = np.array([numbers.setdefault(fold(word), len(numbers)) for word in document], np.int64)
    return np.asarray(rows[:, None] == columns[None, :])


def comparable(summary: Sequence[str], document: Sequence[str]) -> Booleans:
    """Return which word pairs may mean the same ``[T, m]``.

    Words do not mean punctuation marks, but signs that are read as words ("%", "$", "&") are words. Two numbers are
    comparable if their digits are the same or, from two digits on, one ends with the other ("1998", "'98"); identical
    words always are.
    """
    said = np.array([_is_spoken(word) for word in summary], bool)
    written = np.array([_is_spoken(word) for word in document], bool)
    allowed = np.asarray(said[:, None] == written[None, :])
    rows = [(t, digits) for t, word in enumerate(summary) if (digits := _digits(word))]
    columns = [(j, digits) for j, word in enumerate(document) if (digits := _digits(word))] if rows else []
    places = [j for j, _ in columns]
    known: dict[str, Booleans] = {}
    for t, digits in rows:
        if digits not in known:
            known[digits] = np.array([_same_number(digits, other) for _, other in columns], bool)
        allowed[t, places] &= known[digits]
    return allowed


def cosines(summary: Singles, document: Singles, allowed: Booleans) -> Singles:
    """Return the cosines of unit vectors ``[T, d]`` and ``[m, d]``, -1 where words are not comparable ``[T, m]``."""
    c = products(summary, document)
    np.clip(c, -1.0, 1.0, out=c)
    c[~allowed] = -1.0
    return c


def token_scores(
    identical: Booleans, cosine: Singles, ignored: Booleans, settings: Contextual
) -> tuple[Singles, Singles]:
    """Return ``factor`` and ``added`` of all word pairs ``[T, m]``; ``ignored`` marks summary words on the ignore-list."""
    k = settings
    # exp(c / temperature) up to a factor: the softmaxes and the likelihood are all made of it
    weight = np.exp((cosine - np.float32(1.0)) / np.float32(k.temperature))
    rows, columns = weight.sum(axis=1, dtype=np.float64), weight.sum(axis=0, dtype=np.float64)
    bonus = np.exp((1.0 - k.middle) / k.temperature - k.penalty * ignored)
    added = np.minimum(weight * bonus.astype(np.float32)[:, None], np.float32(np.exp(k.ceiling)))
    added *= weight
    added *= (k.share / np.sqrt(rows)).astype(np.float32)[:, None]
    added *= (1.0 / np.sqrt(columns)).astype(np.float32)[None, :]
    added[identical] = 0.0
    factor = np.where(cosine > -1.0, np.float32(1.0 - k.share), np.float32(0.0))
    factor[identical] = (1.0 - k.share) * np.exp(identity_gain(cosine[identical], k)).astype(np.float32)
    return factor, added


def identity_gain(cosine: Singles, settings: Contextual) -> Floats:
    """Return ``log h``: how much likelier a copy is for the contexts of its two words being alike or not."""
    return np.clip(settings.slope * (cosine.astype(np.float64) - settings.level), settings.lowest, settings.highest)


def cell_factors(cosine: Singles, starts: tuple[Ints, Ints], length: Ints, settings: Contextual) -> Singles:
    """Return the factors of copied phrases ``[cells]``, which start at summary and document words ``starts``."""
    gain = np.zeros(len(length))
    for place in range(int(length.max(initial=0))):
        inside = np.flatnonzero(length > place)
        gain[inside] += identity_gain(cosine[starts[0][inside] + place, starts[1][inside] + place], settings)
    return np.asarray((1.0 - settings.share) * np.exp(gain), np.float32)


def ignored_words(words: Sequence[str]) -> Booleans:
    """Return which words are on the ignore-list or have no letter or digit."""
    return np.array([is_ignored(word) for word in words], bool)


@lru_cache(maxsize=1 << 16)
def _is_spoken(word: str) -> bool:
    return any(character.isalnum() or character in "%‰&" or category(character) == "Sc" for character in word)


@lru_cache(maxsize=1 << 16)
def _digits(word: str) -> str:
    return "".join(character for character in word if character.isdigit())


def _same_number(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return one == other or (len(short) >= 2 and long.endswith(short))
