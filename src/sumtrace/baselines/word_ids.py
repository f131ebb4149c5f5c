"""Words as arrays of numbers, so that kernels can compare them."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from sumtrace.array_types import Longs
from sumtrace.corpus.pair import Pair
from sumtrace.encoding.words import WordNumbers
from sumtrace.text import stem

Ids = Longs


def word_ids(words: Iterable[str], numbers: WordNumbers) -> Ids:
    """Return the numbers of words; those never met before get the next ones."""
    return np.array([numbers[word] for word in words], dtype=np.int64)


def stem_ids(pair: Pair) -> tuple[Ids, Ids]:
    """Return document and summary with a number for every stem."""
    numbers = WordNumbers()
    document, summary = (word_ids(map(stem, side.words), numbers) for side in (pair.document, pair.summary))
    return document, summary
