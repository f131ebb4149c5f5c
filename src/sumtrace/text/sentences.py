"""Sentence bounds over tokens.

A sentence ends after ``. ! ? ...`` and the quotes or brackets that close after it, when what follows can open a
sentence; and at every blank line. Single line breaks end a sentence only where the text has one sentence a line (more
than half of its lines end like sentences), not where lines are merely wrapped.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sumtrace.text.tokens import TITLES, Span

_END = frozenset([".", "!", "?", "...", "....", "…", "。", "！", "？"])
_CLOSERS = frozenset(["''", '"', "”", "’", "'", ")", "]", "}", "-RRB-", "-RSB-", "-RCB-", "»"])
_OPENERS = frozenset(
    ["``", '"', "“", "‘", "'", "(", "[", "-LRB-", "-LSB-", "«", "-", "--", "–", "—", "•", "*", "¿", "¡"]
)
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n|[\u2028\u2029\f]")
_ENDS_LIKE_A_SENTENCE = re.compile(r"""[.!?:…]['"’”)\]\s]*$""")
_STARTERS = frozenset(
    "the a an it he she they we you i in on at but and this that these those there his her its their our "
    "my for as if when while after before however although to what who why how where so no some many most "
    "more".split()
)
"""Words that, capitalised after an abbreviation such as "Inc." or "U.S.", are taken to open a sentence."""


def split_sentences(text: str, tokens: Sequence[Span]) -> list[Span]:
    """Return the token spans of the sentences; together they cover all tokens."""
    if not tokens:
        return []
    line_breaks = _one_sentence_a_line(text)
    bounds = [0]
    position = 0
    while position < len(tokens) - 1:
        start, end = tokens[position]
        word = text[start:end]
        last = position
        ends = word in _END
        if ends:
            while last + 1 < len(tokens) and _closes(text, tokens, last + 1):
                last += 1
        if last + 1 == len(tokens):
            break
        gap = text[tokens[last][1] : tokens[last + 1][0]]
        if (
            ("\n" in gap and (line_breaks or _BLANK_LINE.search(gap)))
            or _BLANK_LINE.search(gap)
            or (ends and _opens(text, tokens, last + 1, gap))
            or (
                word[-1] == "."
                and len(word) > 1
                and not ends
                and _starts_after_abbreviation(word, text, tokens, last + 1)
            )
        ):
            bounds.append(last + 1)
        position = last + 1
    return list(zip(bounds, [*bounds[1:], len(tokens)], strict=True))


def _one_sentence_a_line(text: str) -> bool:
    lines = [line for line in text.split("\n") if line.strip()]
    return len(lines) > 1 and sum(bool(_ENDS_LIKE_A_SENTENCE.search(line)) for line in lines) * 2 > len(lines)


def _closes(text: str, tokens: Sequence[Span], position: int) -> bool:
    """Whether the token closes the sentence before it: it touches it, or white space follows it."""
    start, end = tokens[position]
    if text[start:end] not in _CLOSERS:
        return text[start:end] in _END
    touches = tokens[position - 1][1] == start
    return touches or position + 1 == len(tokens) or (text[start:end] not in _OPENERS and tokens[position + 1][0] > end)


def _opens(text: str, tokens: Sequence[Span], position: int, gap: str) -> bool:
    """Whether a sentence can begin at this token: a capital, a digit, an opening mark, or a script without case."""
    word = text[slice(*tokens[position])]
    if word in _OPENERS:
        return position + 1 == len(tokens) or not text[tokens[position + 1][0]].islower()
    first = word[0]
    if not gap and first.isdigit():
        return False
    return first.isupper() or first.isdigit() or (first.isalpha() and not first.islower()) or not first.isalnum()


def _starts_after_abbreviation(word: str, text: str, tokens: Sequence[Span], position: int) -> bool:
    if word[:-1].lower() in TITLES or (len(word) == 2 and word[0].isupper()):
        return False
    following = text[slice(*tokens[position])]
    return following[0].isupper() and following.lower() in _STARTERS
