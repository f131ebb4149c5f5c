"""WordPiece: the pieces of words that the shipped encoder knows, as BERT's uncased tokeniser makes them.

A word is lower-cased, its accents are dropped, punctuation and ideographs stand by themselves, and what remains is cut
greedily into the longest pieces of the vocabulary; a part that cannot be cut so becomes ``[UNK]``.
"""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Iterator, Sequence

Pieces = tuple[int, ...]

_LONGEST = 100
"""Characters; a longer part is unknown, as it was when the encoder was trained."""
_TREEBANK = {
    "``": '"',
    "''": '"',
    "-lrb-": "(",
    "-rrb-": ")",
    "-lsb-": "[",
    "-rsb-": "]",
    "-lcb-": "{",
    "-rcb-": "}",
    "\\/": "/",
    "\\*": "*",
}
"""What Treebank's tokens stand for."""
_IDEOGRAPHS = (
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2CEAF),
    (0x2F800, 0x2FA1F),
)


class WordPiece:
    """Cuts words into numbers of pieces, by a vocabulary whose lines are the pieces in order."""

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self._numbers = {piece: number for number, piece in enumerate(vocabulary)}
        self.unknown = self._numbers["[UNK]"]
        self.first = self._numbers["[CLS]"]
        self.last = self._numbers["[SEP]"]
        self.pieces = functools.lru_cache(maxsize=1 << 16)(self._pieces)

    def _pieces(self, word: str) -> Pieces:
        """Return a word's pieces; none for a word of blanks and control characters alone."""
        found: list[int] = []
        for part in _parts(_TREEBANK.get(word.lower(), word)):
            number = self._numbers.get(part)  # most parts are pieces themselves
            found += self._cut(part) if number is None else [number]
        return tuple(found)

    def _cut(self, part: str) -> list[int]:
        if len(part) > _LONGEST:
            return [self.unknown]
        found = []
        start = 0
        while start < len(part):
            head = "##" if start else ""
            for end in range(len(part), start, -1):
                number = self._numbers.get(head + part[start:end])
                if number is not None:
                    break
            else:
                return [self.unknown]
            found.append(number)
            start = end
        return found


def _parts(word: str) -> Iterator[str]:
    """Yield the runs between blanks, punctuation marks and ideographs, and each of those marks and ideographs."""
    if word.isascii() and word.isalnum():
        yield word.lower()
        return
    run = ""
    for character in unicodedata.normalize("NFD", word.lower()):
        category = unicodedata.category(character)
        if category == "Mn" or (category[0] == "C" and not character.isspace()) or character == "\ufffd":
            continue
        alone = category[0] == "P" or _is_ideograph(character) or (character.isascii() and not character.isalnum())
        if alone or character.isspace():
            if run:
                yield run
            run = ""
            if not character.isspace():
                yield character
        else:
            run += character
    if run:
        yield run


def _is_ideograph(character: str) -> bool:
    return any(first <= ord(character) <= last for first, last in _IDEOGRAPHS)
