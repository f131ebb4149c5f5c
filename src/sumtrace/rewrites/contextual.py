"""Meaning in the word scores: what the cosines of contextual vectors make of the ratios of a pair's lattice.

A ratio is ``rewrite(s_t | d_j) / null(s_t)``, so that writing a word from nowhere scores one. With ``c[t, j]`` the cosine
of two words' vectors, and -1 where the two cannot mean the same (``comparable``):

    other words       score = (1 - share) * ratio + share * g
                      g     = exp(min(ceiling, (c - middle) / temperature - penalty [s_t on the ignore-list]))
                              * sqrt(softmax over t of c / temperature * softmax over j of c / temperature)
    identical words   score = (1 - share) * ratio * h,   h = exp(clip(slope * (c - level), lowest, highest))

The softmaxes ask whether each word is the other's best match; ``h`` tells the occurrences of one word apart. A copied
phrase takes the product of ``h`` over its words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sumtrace.text import fold, is_ignored

Floats = npt.NDArray[np.float64]
Cosines = npt.NDArray[np.float32]
Booleans = npt.NDArray[np.bool_]
Integers = npt.NDArray[np.integer]


@dataclass(frozen=True, slots=True)
class Contextual:
    """The constants of the scores, chosen on development gold."""

    share: float = 0.5
    middle: float = 0.25
    temperature: float = 0.05
    ceiling: float = 12.0
    penalty: float = 2.0
    slope: float = 8.0
    level: float = 0.65
    lowest: float = -6.0
    highest: float = 3.0


def identical_words(summary: Sequence[str], document: Sequence[str]) -> Booleans:
    """Return which words are the same but for case and the like ``[T, m]``."""
    numbers: dict[str, int] = {}
    rows = np.array([numbers.setdefault(fold(word), len(numbers)) for word in summary], np.int64)
    columns = np.array([numbers.setdefault(fold(word), len(numbers)) for word in document], np.int64)
    return np.asarray(rows[:, None] == columns[None, :])


def comparable(summary: Sequence[str], document: Sequence[str]) -> Booleans:
    """Return which word pairs may mean the same ``[T, m]``.

    Words do not mean punctuation marks. Two numbers are comparable if their digits are the same or, from two digits on,
    one ends with the other ("1998", "'98"); identical words always are.
    """
    said = np.array([_has_letters(word) for word in summary], bool)
    written = np.array([_has_letters(word) for word in document], bool)
    allowed = np.asarray(said[:, None] == written[None, :])
    row_digits, column_digits = [_digits(word) for word in summary], [_digits(word) for word in document]
    columns = np.flatnonzero([bool(digits) for digits in column_digits])
    written_digits = [column_digits[column] for column in columns.tolist()]
    known: dict[str, Booleans] = {}
    for t, digits in enumerate(row_digits):
        if digits:
            if digits not in known:
                known[digits] = np.array([_same_number(digits, other) for other in written_digits], bool)
            allowed[t, columns] &= known[digits]
    return allowed


def cosines(summary: Cosines, document: Cosines, allowed: Booleans) -> Cosines:
    """Return the cosines of unit vectors ``[T, d]`` and ``[m, d]``, -1 where words are not comparable ``[T, m]``."""
    c = np.asarray(summary @ document.T, np.float32)
    np.clip(c, -1.0, 1.0, out=c)
    c[~allowed] = -1.0
    return c


def contextual_scores(
    ratio: Floats, identical: Booleans, cosine: Cosines, ignored: Booleans, settings: Contextual
) -> Floats:
    """Return the scores of all word pairs ``[T, m]``; ``ignored`` marks the summary words on the ignore-list ``[T]``."""
    k = settings
    # exp(c / temperature) up to a factor: the softmaxes and the likelihood are all made of it
    weight = np.exp((cosine - np.float32(1.0)) / np.float32(k.temperature))
    rows, columns = weight.sum(axis=1, dtype=np.float64), weight.sum(axis=0, dtype=np.float64)
    bonus = np.exp((1.0 - k.middle) / k.temperature - k.penalty * ignored)
    score: Floats = np.minimum(weight * bonus[:, None], np.exp(k.ceiling))
    score *= weight
    score /= np.sqrt(rows)[:, None]
    score /= np.sqrt(columns)[None, :]
    score *= k.share
    score += (1.0 - k.share) * ratio
    score[identical] = (1.0 - k.share) * ratio[identical] * np.exp(identity_gain(cosine[identical], k))
    return score


def identity_gain(cosine: Cosines, settings: Contextual) -> Floats:
    """Return ``log h``: how much likelier a copy is for the contexts of its two words being alike or not."""
    return np.clip(settings.slope * (cosine.astype(np.float64) - settings.level), settings.lowest, settings.highest)


def cell_scores(
    ratio: Floats, cosine: Cosines, cell_sum: Integers, cell_doc: Integers, cell_length: Integers, settings: Contextual
) -> Floats:
    """Return the scores of copied phrases ``[cells]``: their ratios times the product of ``h`` over their word pairs."""
    gain = np.zeros(len(ratio))
    for place in range(int(cell_length.max(initial=0))):
        inside = np.flatnonzero(cell_length > place)
        gain[inside] += identity_gain(cosine[cell_sum[inside] + place, cell_doc[inside] + place], settings)
    return np.asarray((1.0 - settings.share) * ratio * np.exp(gain))


def ignored_words(words: Sequence[str]) -> Booleans:
    """Return which words are on the ignore-list or have no letter or digit."""
    return np.array([is_ignored(word) for word in words], bool)


def _has_letters(word: str) -> bool:
    return any(character.isalnum() for character in word)


def _digits(word: str) -> str:
    return "".join(character for character in word if character.isdigit())


def _same_number(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return one == other or (len(short) >= 2 and long.endswith(short))
