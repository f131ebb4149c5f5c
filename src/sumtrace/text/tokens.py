"""The tokeniser: Treebank-style tokens as character spans of the unchanged text.

``text[start:end]`` is the token, always. The conventions:

- clitics split off: ``do|n't``, ``Ana|'s``, ``we|'ll``, ``can|not``, ``gon|na``; other inner apostrophes stay (``O'Brien``);
- **hyphens inside a word stay** (``long-term``, ``10-year``); ``--`` and the long dashes are tokens of their own;
- numbers keep inner points, commas, colons and slashes (``1,250.50``, ``9/11``, ``10:30``); ``%`` and currency signs
  are tokens (``US$`` is one);
- abbreviations, initials and acronyms keep their point (``Mr.``, ``J.``, ``U.S.``), every other full stop is a token;
- URLs and e-mail addresses are one token; so is an emoji with its modifiers, and each Chinese or Japanese character;
- every other visible character is a token; white space, control and zero-width characters are none.
"""

from __future__ import annotations

import re

Span = tuple[int, int]

# Whatever is none of these is part of a word: letters, digits, marks of any script, the underscore, the soft hyphen.
_SPACE = r"\s\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\uffff\ud800-\udfff"
_PUNCTUATION = (
    r"!-/:-@\[-^`{-~\u00a0-\u00a9\u00ab\u00ac\u00ae-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7"
    r"\u2010-\u2027\u2030-\u205e\u20a0-\u20cf\u3000-\u303f\ufe00-\ufe1f\ufe30-\ufe6f\uff01-\uff0f\uff1a-\uff20"
    r"\uff3b-\uff40\uff5b-\uff65"
)
_SYMBOL = r"\u2190-\u2bff\ue000-\uf8ff\U0001f000-\U0001faff\U000e0000-\U0010ffff"
_IDEOGRAPH = (
    r"\u2e80-\u2fff\u3040-\u30ff\u3100-\u312f\u31a0-\u9fff\uf900-\ufaff\U0001b000-\U0001b2ff\U00020000-\U0003ffff"
)
_WORD = rf"[^{_SPACE}{_PUNCTUATION}{_SYMBOL}{_IDEOGRAPH}]"
_CLITIC = r"['’](?:[sSmMdD]|ll|LL|re|RE|ve|VE)(?!\w)"
_EMOJI = r"[\u2190-\u2bff\U0001f000-\U0001faff]"

_TOKEN = re.compile(
    rf"""
      (?:https?://|ftp://|www\.)[^\s<>"“”]*[^\s<>"“”.,;:!?'’)\]}}]          # a URL, without the sentence's punctuation
    | [\w.+-]+@[\w-]+(?:\.[\w-]+)*\.\w\w+                                   # an e-mail address
    | -[LR][RCS]B-                                                          # Treebank's names of brackets
    | (?:[A-Za-z]\.){{2,}}                                                  # an acronym: U.S., e.g.
    | \d+(?:[.,:/]\d+)+(?:[-‐‑]?{_WORD}+)*                                  # a number with inner marks: 1,250.50
    | (?:US|[ACS]|HK|NZ|AU)\$                                               # a dollar sign with its country
    | {_WORD}+(?:(?:[-‐‑&]|(?!{_CLITIC})['’]|(?<=\d)[.,](?=\d)){_WORD}+)*   # a word: O'Brien, long-term, R&D
    | {_CLITIC}                                                             # 's, 'll
    | \.{{2,}} | -{{2,}} | `` | ''                                          # an ellipsis, a dash, Treebank's quotes
    | {_EMOJI}(?:[\ufe0f\u20e3\U0001f3fb-\U0001f3ff]|[\U0001f1e6-\U0001f1ff]|\u200d{_EMOJI})*
    | [^{_SPACE}][\u0300-\u036f\u20d0-\u20ff\ufe0f]*                        # any other visible character with its marks
    """,
    re.VERBOSE,
)

_SPLIT = {"cannot": 3, "gonna": 3, "gotta": 3, "wanna": 3, "lemme": 3, "gimme": 3}
"""Words written as one that Treebank reads as two, with the length of the first."""

TITLES = frozenset("mr mrs ms dr prof rev hon gen col maj capt lt sgt sen rep gov pres st messrs mme mlle supt".split())
"""Abbreviations that a name or number follows: a sentence never ends after them."""

ABBREVIATIONS = TITLES | frozenset(
    "jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun inc ltd "
    "co corp bros jr sr vs etc al cf approx dept est fig figs eq eqs sec no nos vol vols pp ed eds ave "
    "blvd rd ft mt calif fla mass mich ariz conn ill ind minn miss mo okla ore tenn tex va vt wash wis".split()
)
"""Words that keep their full stop."""

_NEEDS_CAPITAL = frozenset(
    "mar sat sun no ed co ill ind mass miss ore wash sec fig mo mon wed al est rev hon gen pres rep jun".split()
)


def tokenise(text: str) -> list[Span]:
    """Return the character span of each token, in order."""
    spans: list[Span] = []
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        if end - start == 1:
            if text[start] == "." and spans and spans[-1][1] == start and _keeps_point(text, spans[-1]):
                spans[-1] = (spans[-1][0], end)
                continue
        else:
            cut = _clitic_cut(text[start:end])
            if cut:
                spans.append((start, start + cut))
                start += cut
        spans.append((start, end))
    return spans


def _clitic_cut(word: str) -> int:
    """Return how many characters stand before ``n't`` (or the second half of ``cannot``), 0 where nothing splits."""
    if len(word) > 3 and word[-2] in "'’" and word[-1] in "tT" and word[-3] in "nN":
        return len(word) - 3
    return _SPLIT.get(word.lower(), 0) if len(word) <= 6 else 0


def _keeps_point(text: str, span: Span) -> bool:
    """Whether the word at ``span`` is an abbreviation, or an initial before a name, to which its full stop belongs."""
    word = text[span[0] : span[1]]
    if len(word) == 1:
        return word.isupper() and re.match(r"\.\s+[^\W\d_a-z]|\.[^\W\d_a-z]", text[span[1] : span[1] + 8]) is not None
    lower = word.lower()
    if lower not in ABBREVIATIONS:
        return False
    if lower in _NEEDS_CAPITAL and not word[0].isupper():
        # "no." and "fig." before a number are abbreviations; "no." before anything else ends a sentence
        return re.match(r"\.\s*\d", text[span[1] : span[1] + 4]) is not None
    return True
