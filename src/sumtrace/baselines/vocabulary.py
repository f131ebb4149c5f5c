"""Words as numbers, so that kernels can compare them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
import numpy.typing as npt

from sumtrace.corpus.pair import Pair
from sumtrace.text import fold, stem

Ids = npt.NDArray[np.int64]


class Vocabulary:
    """Numbers words in the order they come, under the form by which they count as equal."""

    def __init__(self, form: Callable[[str], str] = fold) -> None:
        self._form = form
        self._ids: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._ids)

    def add(self, words: Iterable[str]) -> Ids:
        """Return the numbers of words; new ones get the next free."""
        ids, form = self._ids, self._form
        return np.array([ids.setdefault(form(word), len(ids)) for word in words], dtype=np.int64)


def stem_ids(pair: Pair) -> tuple[Ids, Ids]:
    """Return document and summary with a number for every stem."""
    vocabulary = Vocabulary(stem)
    return vocabulary.add(pair.document.words), vocabulary.add(pair.summary.words)
