"""Sentence bounds over tokens.

A sentence ends after ``. ! ? ...`` and the quotes or brackets that close after it, when what follows can open a
sentence; at every blank line; and before the bullet of a list. Single line breaks end a sentence only where the text has
one sentence a line (more than half of its lines end like sentences), not where lines are merely wrapped.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from sumtrace.text.tokens import STARTERS, TITLES, Span

_END = frozenset([".", "!", "?", "...", "....", "…", "。", "！", "？"])
_LAST = frozenset(".!?…。！？")
_CLOSERS = frozenset(["''", '"', "”", "’", "'", ")", "]", "}", "-RRB-", "-RSB-", "-RCB-", "»", "」", "』", "）"])
_OPENERS = frozenset(
    [
        "``",
        '"',
        "“",
        "‘",
        "'",
        "(",
        "[",
        "-LRB-",
        "-LSB-",
        "«",
        "-",
        "--",
        "–",
        "—",
        "•",
        "*",
        "¿",
        "¡",
        "「",
        "『",
        "（",
    ]
)
_NEVER_OPEN = frozenset(",;:)]}%=<>/&、，；：）」』")
_LINE = re.compile(r"\n")
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n|[\u2028\u2029\f]|\n(?=[^\S\n]*[•*·‣◦–-][^\S\n])")
_ENDS_LIKE_A_SENTENCE = re.compile(r"""[.!?:…。！？]['"’”)\]\s]*$""")
_AFTER_A_TIME = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august "
    "september october november december et est edt ct cst cdt mt mst mdt pt pst pdt gmt utc bst cet eastern central "
    "pacific mountain".split()
)


def split_sentences(text: str, tokens: Sequence[Span], words: Sequence[str] | None = None) -> list[Span]:
    """Return the token spans of the sentences; together they cover all tokens. ``words`` saves cutting them again."""
    if not tokens:
        return []
    words = [text[start:end] for start, end in tokens] if words is None else words
    bounds = _line_bounds(text, tokens)
    caseless = text.islower()
    for position, word in enumerate(words):
        if word[-1:] not in _LAST:
            continue
        following = position + 1
        if word in _END:
            while following < len(words) and _closes(words, tokens, following):
                following += 1
            ends = following < len(words) and not _numbers_an_item(words, position, bounds)
            touching = ends and tokens[following - 1][1] == tokens[following][0]
            ends = ends and _opens(words, following, touching, caseless)
        else:
            ends = following < len(words) and len(word) > 1 and _ends_with_abbreviation(word, words[following])
        if ends:
            bounds.add(following)
    starts = sorted(bounds)
    return list(zip(starts, [*starts[1:], len(tokens)], strict=True))


def _line_bounds(text: str, tokens: Sequence[Span]) -> set[int]:
    """The tokens that begin a sentence because of the line or page they stand on; the first one always does."""
    lines = [line for line in text.split("\n") if line.strip()]
    ending = sum(_ENDS_LIKE_A_SENTENCE.search(line) is not None for line in lines)
    breaks = _LINE if len(lines) > 1 and 2 * ending > len(lines) else _BLANK_LINE
    starts = [start for start, _ in tokens]
    bounds = {bisect_left(starts, found.start()) for found in breaks.finditer(text)}
    return (bounds - {len(tokens)}) | {0}


def _closes(words: Sequence[str], tokens: Sequence[Span], position: int) -> bool:
    """Whether the token closes the sentence before it: it touches it, or white space follows it."""
    word = words[position]
    if word not in _CLOSERS:
        return word in _END
    if tokens[position - 1][1] == tokens[position][0] or position + 1 == len(words):
        return True
    return word not in _OPENERS and tokens[position + 1][0] > tokens[position][1]


def _opens(words: Sequence[str], position: int, touching: bool, caseless: bool) -> bool:
    """Whether a sentence can begin at this token: a capital, a digit, an opening mark, or a script without case."""
    word = words[position]
    if word in _OPENERS:
        return position + 1 == len(words) or caseless or not words[position + 1][:1].islower()
    first = word[:1]
    if touching and (first.isdigit() or first.islower()):
        return False
    return first not in _NEVER_OPEN and (caseless or not first.islower())


def _numbers_an_item(words: Sequence[str], position: int, bounds: set[int]) -> bool:
    """Whether the point only follows the number of a list's item: "2. Open the lid."."""
    return words[position] == "." and position - 1 in bounds and words[position - 1].isdigit()


def _ends_with_abbreviation(word: str, following: str) -> bool:
    """Whether a sentence ends after an abbreviation, whose point would be its full stop too."""
    lower = word.lower()
    if not following[:1].isupper() or lower[:-1] in TITLES or len(word) == 2:
        return False
    if lower in ("a.m.", "p.m."):
        return following.lower() not in _AFTER_A_TIME
    return lower == "etc." or following.lower() in STARTERS
