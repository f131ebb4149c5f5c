"""Nearest identical word: the floor that every aligner must beat.

Each summary word, in order, is linked to the identical document word (case ignored) nearest to the one right after the
last linked word; of two equally near the earlier. Words that the document lacks stay unlinked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from sumtrace.alignment.alignment import Alignment, Link
from sumtrace.corpus.pair import Pair
from sumtrace.text import fold


def nearest(pairs: Iterable[Pair]) -> Iterator[Alignment]:
    """Align pairs one after the other; nothing is learnt."""
    for pair in pairs:
        yield Alignment(pair.id, tuple(_links(pair)), pair, model="nearest")


def _links(pair: Pair) -> Iterator[Link]:
    places: dict[str, list[int]] = defaultdict(list)
    for i, word in enumerate(pair.document.words):
        places[fold(word)].append(i)
    expected = 0
    for j, word in enumerate(pair.summary.words):
        if candidates := places.get(fold(word)):
            i = min(candidates, key=lambda i: (abs(i - expected), i))
            yield Link.word(i, j)
            expected = i + 1
