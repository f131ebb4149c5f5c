"""Spelling: a document word is spelt another way, as names, compounds and slips of the pen are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np

from sumtrace.array_types import Longs
from sumtrace.rewrites.distance import Distance
from sumtrace.rewrites.edits import near_spellings
from sumtrace.settings import Settings

MOST = (0, 0, 0, 0, 0, 1, 1, 2)
"""How far apart two words may be, by the letters of the longer one: in short words one letter makes another word."""

THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Spelling(Distance):
    """The distance is the number of edits between the letters of two words, marks left out (cease-fire, ceasefire: 0).

    Where the first letters differ, that counts as one edit more: most re-spellings keep the first letter, most other
    words that look alike (right, night) do not. Digits must be the same: another number is never a spelling.
    """

    name: ClassVar[str] = "spelling"
    reach: int = MOST[-1]

    @classmethod
    def start(cls, settings: Settings) -> Self:
        """There is nothing to set."""
        return cls()

    def neighbours(self, rows: Sequence[str], columns: Sequence[str]) -> tuple[Longs, Longs, Longs]:
        """Compare the letters of all words, then the digits of those that are near."""
        found = near_spellings([letters(word) for word in rows], [letters(word) for word in columns], MOST)
        same = [
            digits(rows[row]) == digits(columns[column])
            for row, column in zip(found[0].tolist(), found[1].tolist(), strict=True)
        ]
        kept = np.array(same, bool)
        return found[0][kept], found[1][kept], found[2][kept]


def letters(word: str) -> str:
    """Return a word without its marks: what is left of U.S. and of 3,000."""
    return word if word.isalnum() else "".join(filter(str.isalnum, word))


def digits(word: str) -> list[str]:
    """Return the runs of digits of a word, a thousand written as 1,000 or as 1000."""
    return [] if word.isalpha() else DIGITS.findall(THOUSANDS.sub("", word))
