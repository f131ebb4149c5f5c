"""Names of people, places and organisations: runs of capitalised words that the parser calls proper nouns."""

from __future__ import annotations

from collections.abc import Sequence

from sumtrace.checking.facts.dates import DAYS, MONTHS, SHORT_DAYS
from sumtrace.text import Span, fold

_TITLES = frozenset(
    "mr mrs ms miss dr prof professor sir lady lord president minister prime secretary senator governor mayor chief "
    "general captain judge justice king queen prince princess pope coach manager director".split()
)
_OPENING = frozenset("meanwhile however additionally furthermore moreover nobody everyone overall also yet".split())
"""Words that the parser takes for names at the head of a sentence."""
_CALENDAR = frozenset([*DAYS, *MONTHS, *SHORT_DAYS])
_LINKING = frozenset(["of", "de", "van", "von", "der", "al", "bin", "the", "la", "le", "du", "&"])


def read_names(words: Sequence[str], tags: Sequence[str]) -> list[Span]:
    """Return the token spans of names, titles left out."""
    spans: list[Span] = []
    start: int | None = None
    for place in range(len(words) + 1):
        if place < len(words) and _is_name(words[place], tags[place]):
            start = place if start is None else start
            continue
        if start is not None:
            spans.append((start, place))
            start = None
    return [span for span in (_without_title(words, span) for span in spans) if span[0] < span[1]]


def name_words(words: Sequence[str], span: Span) -> list[str]:
    """Return the words of a name that tell it from others, case folded."""
    parts = [part for word in words[span[0] : span[1]] for part in fold(word).replace(".", "").split("-")]
    return [part for part in parts if part and part not in _TITLES | _LINKING]


def same_name(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two names may mean the same: they share a word, one is the other's initials, or begins like it."""
    if set(one) & set(other):
        return True
    return any(_initials(a, b) or _initials(b, a) for a, b in ((one, other),)) or any(
        _akin(a, b) for a in one for b in other
    )


def _is_name(word: str, tag: str) -> bool:
    lowered = word.lower().rstrip(".")
    if lowered in _OPENING or (len(lowered) <= 2 and word.isupper()):  # "MN", "WI": initials that prove nothing
        return False
    return tag in ("NNP", "NNPS") and word[:1].isupper() and lowered not in _CALENDAR


def _without_title(words: Sequence[str], span: Span) -> Span:
    start, end = span
    while start < end and fold(words[start]).rstrip(".") in _TITLES:
        start += 1
    return start, end


def _initials(short: Sequence[str], long: Sequence[str]) -> bool:
    letters = "".join(short).replace(".", "")
    return len(short) == 1 and 2 <= len(letters) == len(long) and letters == "".join(word[0] for word in long)


def _akin(one: str, other: str) -> bool:
    """Whether two words begin alike, as "Spain" and "Spanish", "Frances" and "Francis" do."""
    shared = 0
    while shared < min(len(one), len(other)) and one[shared] == other[shared]:
        shared += 1
    return shared >= 4 or (shared >= 3 and min(len(one), len(other)) <= 5 and one != other)
