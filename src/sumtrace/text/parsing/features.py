"""What the parser sees of a word: its row in the word vectors, in the learnt words, and hashed parts of its spelling."""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from sumtrace.array_types import Ints
from sumtrace.text.words import fold

UNKNOWN, BOUNDARY, FIRST_WORD = 0, 1, 2
"""Rows that every table of words begins with: a word it does not know, the sentence's edges; then its words."""
SPELLING_PARTS = 7
COLUMNS = 2 + SPELLING_PARTS
_DIGIT = re.compile(r"\d")
_REMEMBERED = 1 << 17


def word_key(word: str) -> str:
    """Return the form under which the parser knows a word: folded, every digit a 0."""
    return _DIGIT.sub("0", fold(word))


def spelling_rows(word: str, key: str, rows: int) -> list[int]:
    """Return the rows of the word's endings, beginnings and shape in a hashed table."""
    shape = "X" if word.isupper() else "Xx" if word[:1].isupper() else "x"
    shape += "-" if "-" in word else ""
    shape += "0" if any(character.isdigit() for character in word) else ""
    shape += "" if any(character.isalpha() for character in word) else "!"
    parts = ("1" + key[-1:], "2" + key[-2:], "3" + key[-3:], "4" + key[-4:], "p" + key[:1], "q" + key[:3], "s" + shape)
    return [zlib.crc32(part.encode("utf-8", "surrogatepass")) % rows for part in parts]


@dataclass(frozen=True, slots=True)
class Features:
    """Turns words into rows of the model's tables."""

    vectors: Mapping[str, int]
    """The row of each word in the table of word vectors (made from unlabelled text)."""
    words: Mapping[str, int]
    """The row of each word in the table of words learnt from the treebank."""
    spelling_table: int
    """How many rows the hashed table of spellings has."""
    _seen: dict[str, tuple[int, ...]] = field(default_factory=dict)

    def rows(self, words: Sequence[str]) -> Ints:
        """Return the rows of a sentence's words between its two edges ``[words + 2, COLUMNS]``."""
        if _all_capitals(words):
            words = [word.lower() for word in words]
        before, after = (
            (BOUNDARY, BOUNDARY, *[zlib.crc32(edge) % self.spelling_table] * SPELLING_PARTS) for edge in (b"<", b">")
        )
        return np.array([before, *map(self._word, words), after], np.int32)

    def _word(self, word: str) -> tuple[int, ...]:
        row = self._seen.get(word)
        if row is None:
            key = word_key(word)
            vector = self.vectors.get(key, UNKNOWN)
            if vector == UNKNOWN and "-" in key:  # a compound behaves like its last part
                vector = self.vectors.get(key.rsplit("-", 1)[1], UNKNOWN)
            row = (vector, self.words.get(key, UNKNOWN), *spelling_rows(word, key, self.spelling_table))
            if len(self._seen) >= _REMEMBERED:
                self._seen.clear()
            self._seen[word] = row
        return row


def _all_capitals(words: Sequence[str]) -> bool:
    """Whether a sentence is written in capitals, so that they say nothing about its words."""
    letters = [word for word in words if len(word) > 1 and word.isalpha()]
    return len(letters) > 3 and all(word.isupper() for word in letters)
