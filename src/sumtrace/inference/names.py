"""Names in documents of several sentences: all words of a name lead to one mention.

A document gives a name in full and then goes on with part of it ("Marie Curie", later "Curie"). If the summary gives it
in full, its words must not lead to different sentences: "Curie" to the one it draws on, and "Marie" to the one that
happens to have the full name. The copy with the highest score decides,

    (t*, j*) = arg max over the copies (t, j) among the name's links of score[t, sentence(j)]

and a word of the name that is linked only to other sentences is linked to the same word in the sentence of j*, if it has
one, else to j*.

A name is two or more capitalised words in a row of which each two neighbours stand side by side, capitalised, in the
document too.
Links are an array of (summary word, document word) ``[n, 2]``, sorted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from sumtrace.array_types import Booleans, Floats
from sumtrace.inference.growing import Places, sorted_links
from sumtrace.text import Span, fold, is_ignored


def at_one_mention(
    links: Places,
    score: Floats,
    identical: Booleans,
    summary: Sequence[str],
    document: Sequence[str],
    sentence: npt.NDArray[np.integer],
) -> Places:
    """Relink the words of a name that lead away from its mention.

    ``score`` is what speaks for each document sentence ``[T, Z]``; ``sentence`` is that of each document word ``[m]``.
    """
    linked: dict[int, list[int]] = {}
    for t, j in links.tolist():
        linked.setdefault(t, []).append(j)
    for start, end in _names(summary, document, sentence):
        copies = [(t, j) for t in range(start, end) for j in linked.get(t, ()) if identical[t, j]]
        if copies:
            _, at = max(copies, key=lambda copy: (score[copy[0], sentence[copy[1]]], copy[0]))
            for t in range(start, end):
                if t in linked and all(sentence[j] != sentence[at] for j in linked[t]):
                    same = np.flatnonzero(identical[t] & (sentence == sentence[at]))
                    linked[t] = [int(same[np.abs(same - at).argmin()]) if len(same) else at]
    return sorted_links(np.array([(t, j) for t, own in linked.items() for j in own], np.int64).reshape(-1, 2))


def _names(summary: Sequence[str], document: Sequence[str], sentence: npt.NDArray[np.integer]) -> Iterator[Span]:
    """Yield the spans of the names in the summary that the document has too."""
    said, written = _as_names(summary), _as_names(document)
    known = {
        (written[j], written[j + 1])
        for j in range(len(document) - 1)
        if written[j] and written[j + 1] and sentence[j] == sentence[j + 1]
    }
    start = 0
    for end in range(1, len(summary) + 1):
        if end == len(summary) or (said[end - 1], said[end]) not in known:
            if end - start > 1:
                yield start, end
            start = end


def _as_names(words: Sequence[str]) -> list[str]:
    """Return the folded words, an empty one for each that is not written as a name."""
    return [fold(word) if is_name(word) else "" for word in words]


def is_name(word: str) -> bool:
    """Whether a word is written as a name: with a capital, and not on the ignore-list."""
    return word[:1].isupper() and not is_ignored(word)
