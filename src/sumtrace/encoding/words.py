"""Words as numbers, given out in the order in which they are met."""

from __future__ import annotations

from collections.abc import Iterable

from sumtrace.text import fold


class WordNumbers(dict[str, int]):
    """Numbers words as they are met: a surface form gets the number of its folded form."""

    def __init__(self, words: Iterable[str] = ()) -> None:
        super().__init__((word, number) for number, word in enumerate(words))
        self.words: list[str] = list(self)

    def __missing__(self, surface: str) -> int:
        word = fold(surface)
        number = self.get(word)
        if number is None:
            number = len(self.words)
            self.words.append(word)
            self[word] = number
        self[surface] = number
        return number
