"""Phrases that pairs of words do not show: the rest of a WordNet phrase, and the other parts of a name.

A word linked to part of a phrase takes the free words of the rest ("established" - "set up", "Curie" - "Marie Curie"):

- where WordNet knows the phrase and either gives it a sense that the word has too, or the words of the rest are near
  the word in meaning; nearness does not count for a copy, which left the rest of its phrase out;
- where the link copies a name and its neighbours begin with capitals and are near in meaning.

Links are an array of (summary word, document word) ``[n, 2]``, sorted. Both texts are looked at in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sumtrace.array_types import Booleans, Singles
from sumtrace.inference.growing import Places, with_links
from sumtrace.inference.names import is_name
from sumtrace.text import Span, is_ignored, wordnet

LONGEST_PHRASE = 4
"""Words of a WordNet phrase."""
LEAST_PHRASE_COSINE = 0.25
"""How near the rest of a WordNet phrase must be to a word that shares no sense with it; chosen on development gold."""
LEAST_NAME_COSINE = 0.3
"""How near the rest of a name must be; chosen on development gold."""


def completed(
    links: Places, identical: Booleans, cosine: Singles, summary: Sequence[str], document: Sequence[str]
) -> Places:
    """Return the links with the rest of WordNet phrases and names joined to them, first in the document."""
    links = with_links(links, _joining(document, links.tolist(), identical, cosine, summary))
    flipped = _joining(summary, links[:, ::-1].tolist(), identical.T, cosine.T, document)
    return with_links(links, [(t, j) for j, t in flipped])


def _joining(
    text: Sequence[str],
    links: Sequence[Sequence[int]],
    identical: Booleans,
    cosine: Singles,
    words: Sequence[str],
) -> list[tuple[int, int]]:
    """Return the links by which words of ``text``, the second of each link, join those of ``words``."""
    linked: dict[int, set[int]] = {}
    for t, j in links:
        linked.setdefault(j, set()).add(t)
    joined = []
    for t, j in links:
        if not is_ignored(text[j]):
            near = None if identical[t, j] else cosine[t]
            rest = _rest_of_phrase(text, j, words[t], _free_around(j, text, linked, t), near)
            if identical[t, j] and is_name(text[j]):
                rest = rest | _rest_of_name(text, j, linked, cosine[t])
            joined += [(t, place) for place in sorted(rest)]
    return joined


def _free_around(j: int, text: Sequence[str], linked: dict[int, set[int]], t: int) -> Span:
    """Return the words around ``j``, as many as a phrase may have, that are free or linked with ``t`` alone.

    No phrase of WordNet goes beyond a punctuation mark.
    """
    own = {t}
    start, end = j, j + 1
    while start > max(0, j + 1 - LONGEST_PHRASE) and linked.get(start - 1, own) == own and _is_word(text[start - 1]):
        start -= 1
    while end < min(len(text), j + LONGEST_PHRASE) and linked.get(end, own) == own and _is_word(text[end]):
        end += 1
    return start, end


def _rest_of_phrase(text: Sequence[str], j: int, word: str, free: Span, near: Singles | None) -> set[int]:
    """Return the other words of the WordNet phrases around ``text[j]`` inside a span.

    ``near`` holds the cosines of the text's words with ``word``, where nearness counts.
    """
    known = wordnet.load()
    found: set[int] = set()
    for start, end in _spans_around(j, free):
        phrase = " ".join(text[start:end])
        if known.contains(phrase):
            rest = [place for place in range(start, end) if place != j]
            is_near = near is not None and all(near[place] >= LEAST_PHRASE_COSINE for place in rest)
            if is_near or _share_a_sense(word, phrase):
                found.update(rest)
    return found


def _rest_of_name(text: Sequence[str], j: int, linked: dict[int, set[int]], cosine: Singles) -> set[int]:
    """Return the free names beside ``text[j]``."""
    found = set()
    for step in (-1, 1):
        place = j + step
        while 0 <= place < len(text) and place not in linked and is_name(text[place]):
            if cosine[place] < LEAST_NAME_COSINE:
                break
            found.add(place)
            place += step
    return found


def _spans_around(place: int, free: Span) -> Iterator[Span]:
    """Yield the spans of two words or more around a place inside another span."""
    for size in range(2, LONGEST_PHRASE + 1):
        for start in range(max(free[0], place - size + 1), min(place, free[1] - size) + 1):
            yield start, start + size


def _share_a_sense(word: str, phrase: str) -> bool:
    if is_ignored(word):
        return False
    one, other = (
        {sense for senses in wordnet.load().synsets(text).values() for sense in senses} for text in (word, phrase)
    )
    return bool(one & other)


def _is_word(token: str) -> bool:
    return token.isalnum() or any(map(str.isalnum, token))
