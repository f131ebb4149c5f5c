"""The tokeniser: Treebank-style tokens as character spans of the unchanged text.

``text[start:end]`` is the token, always. The conventions:

- clitics split off: ``do|n't``, ``Ana|'s``, ``we|'ll``, ``can|not``, ``gon|na``; other inner apostrophes stay (``O'Brien``);
- **hyphens inside a word stay** (``long-term``, ``10-year``); ``--`` and the long dashes are tokens of their own;
- numbers keep inner points, commas, colons and slashes (``1,250.50``, ``9/11``, ``10:30``); ``%`` and currency signs
  are tokens (``US$`` is one);
- abbreviations, initials and acronyms keep their point (``Mr.``, ``J.``, ``U.S.``, ``Ph.D.``), every other full stop is a
  token;
- URLs, web and e-mail addresses are one token; so is an emoji with its modifiers, and each Chinese or Japanese
  character;
- every other visible character is a token; white space, control and zero-width characters are none.
"""

from __future__ import annotations

import re

Span = tuple[int, int]

# Whatever is none of these is part of a word: letters, digits, marks of any script, the underscore, the soft hyphen.
_SPACE = (
    r"\s\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb\ufffe\uffff\ud800-\udfff"
)
_PUNCTUATION = (
    r"!-/:-@\[-^`{-~\u00a0-\u00a9\u00ab\u00ac\u00ae-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7"
    r"\u037e\u0387\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965"
    r"\u2010-\u2027\u2030-\u205e\u20a0-\u20cf\u3000-\u303f\ufe00-\ufe1f\ufe30-\ufe6f\uff01-\uff0f\uff1a-\uff20"
    r"\uff3b-\uff40\uff5b-\uff65\ufffc\ufffd"
)
_SYMBOL = r"\u2190-\u2bff\ue000-\uf8ff\U0001f000-\U0001faff\U000e0000-\U0010ffff"
_IDEOGRAPH = (
    r"\u2e80-\u2fff\u3040-\u30ff\u3100-\u312f\u31a0-\u9fff\uf900-\ufaff\U0001b000-\U0001b2ff\U00020000-\U0003ffff"
)
_WORD = rf"[^{_SPACE}{_PUNCTUATION}{_SYMBOL}{_IDEOGRAPH}]"
_MARKS = r"[\u0300-\u036f\u20d0-\u20ff\ufe00-\ufe0f\U000e0100-\U000e01ef]"
_CLITIC = r"['’](?:[sSmMdD]|ll|LL|re|RE|ve|VE)(?!\w)"
_FLAG = r"[\U0001f1e6-\U0001f1ff]{2}"
_EMOJI = r"[\u2190-\u2bff\U0001f000-\U0001faff]"
_MODIFIER = r"[\ufe0f\u20e3\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]"
_DOMAIN = (
    r"(?:com|org|net|edu|gov|mil|int|info|biz|io|ai|tv|eu|uk|us|ca|au|nz|ie|in|de|fr|es|it|nl|ch|at|se|no|jp|cn|ru|br)"
)


# One blank before a token belongs to its match: two matches for every word would take half as long again.
_TOKEN = re.compile(
    rf"""
    [ \n]?+(?![{_SPACE}])(?:
      [A-Za-z0-9]++(?=[ \n]|,[ \n])                                         # most words: nothing below would take more
    | [,;:?!"()](?=[ \n])                                                   # most marks
    | (?:https?://|ftp://|www\.)[^\s<>"“”]*[^\s<>"“”.,;:!?'’)\]}}]          # a URL, without the sentence's punctuation
    | [\w.+-]{{1,64}}+@[\w-]+(?:\.[\w-]+)*\.\w\w+                           # an e-mail address
    | (?:[\w-]{{1,63}}+\.){{1,5}}{_DOMAIN}(?:/[\w/.?=&%+~-]*[\w/])?(?![\w.-]*\w)  # a web address: example.org/page
    | -[LR][RCS]B-                                                          # Treebank's names of brackets
    | (?:[A-Za-z]\.){{2,}}(?:[A-Za-z](?!\w))?(?:[-‐‑]{_WORD}+)*             # an acronym: U.S., e.g., U.S.-led
    | (?:[A-Z]\.)+[A-HJ-Z](?![\w.])                                         # one without its last point: U.S
    | (?:Ph\.D|[MBD]\.?Sc|[MB]\.Ed)\.                                       # a degree
    | \d+(?:[.,:/]\d+)+(?:[-‐‑]?{_WORD}+)*                                  # a number with inner marks: 1,250.50
    | (?<![\w.])\.\d++(?![.\d])                                             # a fraction: .5
    | ['’]\d\ds?(?!\w)                                                       # a year or decade: '86, '90s
    | [A-Za-z]++[-‐‑](?:[A-Z]\.){{2,}}                                        # a word with an acronym: non-U.S.
    | (?:US|[ACS]|HK|NZ|AU)\$                                               # a dollar sign with its country
    | [\d#*]\ufe0f?\u20e3                                                   # a keycap
    | ({_WORD}+(?:(?:[-‐‑&]|(?!{_CLITIC})['’]|(?<=\d)[.,](?=\d)){_WORD}+)*) # a word: O'Brien, long-term, R&D
    | {_CLITIC}                                                             # 's, 'll
    | (\.(?!\.))                                                            # one point
    | \.{{2,}} | -{{2,}} | `` | ''                                          # an ellipsis, a dash, Treebank's quotes
    | {_FLAG}
    | {_EMOJI}{_MODIFIER}*(?:\u200d{_EMOJI}{_MODIFIER}*)*
    | [^{_SPACE}]{_MARKS}*                                                  # any other visible character with its marks
    )
    """,
    re.VERBOSE,
)
_A_POINT = 2
"""The group that matches one point; a word's is the other."""

_HALVES = {"cannot": 3, "gonna": 3, "gotta": 3, "wanna": 3, "lemme": 3, "gimme": 3}
"""Words written as one that Treebank reads as two, with the length of the first."""

TITLES = frozenset("mr mrs ms dr prof rev hon gen col maj capt lt sgt sen rep gov pres st messrs mme mlle supt".split())
"""Abbreviations that a name or number follows: a sentence never ends after them."""

_BEFORE_NUMBERS = frozenset("no nos fig figs eq eqs sec sect vol vols pp chap ref refs mar jun sat sun".split())
"""Words that keep their full stop only before a number, a comma or a bracket: "No. 7" but "She said no."."""

_CAPITALISED = frozenset(
    "jan feb apr jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri inc ltd co corp bros jr sr dept est ed "
    "ave blvd rd mt calif fla mass mich ariz conn ill ind minn miss mo okla ore tenn tex va vt wash wis pa colo nev ga ala ky md pty rev hon gen pres "
    "rep".split()
)
"""Words that keep their full stop where they are capitalised."""

ABBREVIATIONS = (
    TITLES | _BEFORE_NUMBERS | _CAPITALISED | frozenset("vs etc al cf approx eds ft viz resp incl esp".split())
)
"""Words that keep their full stop, some of them under a condition."""

STARTERS = frozenset(
    "the a an it he she they we you i in on at but and this that these those there his her its their our "
    "my for as if when while after before however although to what who why how where so no some many most "
    "more".split()
)
"""Words that, capitalised after an abbreviation such as "Inc." or "U.S.", are taken to open a sentence."""

_NAME_FOLLOWS = re.compile(r"\.\s*([^\W\d_a-z]\w*)(\.?)")
_NUMBER_FOLLOWS = re.compile(r"\.\s*[\d,()\[]")


def tokenise(text: str) -> list[Span]:
    """Return the character span of each token, in order."""
    spans: list[Span] = []
    add = spans.append
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        if text[start] in " \n":
            start += 1
        kind = match.lastindex
        if kind is not None:
            if kind == _A_POINT:
                if spans and spans[-1][1] == start and _keeps_point(text, *spans[-1]):
                    spans[-1] = (spans[-1][0], end)
                    continue
            elif text[end - 1] in "tT" and end - start > 3 and text[end - 2] in "'’" and text[end - 3] in "nN":
                add((start, end - 3))
                start = end - 3
        add((start, end))
    lowered = text.lower()
    if any(word in lowered for word in _HALVES):
        return [half for span in spans for half in _halves(text, *span)]
    return spans


def _halves(text: str, start: int, end: int) -> tuple[Span, ...]:
    cut = _HALVES.get(text[start:end].lower(), 0) if end - start <= 6 else 0
    return ((start, start + cut), (start + cut, end)) if cut else ((start, end),)


def _keeps_point(text: str, start: int, end: int) -> bool:
    """Whether a word is an abbreviation, or an initial before a name, to which the full stop after it belongs."""
    if end - start == 1:
        if not text[start].isupper():
            return False
        name = _NAME_FOLLOWS.match(text, end)
        if name is None:
            return text.startswith(".,", end)
        return bool(name[2]) or name[1].lower() not in STARTERS
    word = text[start:end].lower() if end - start <= 8 else ""
    if word not in ABBREVIATIONS:
        return False
    if word == "al":
        return text[max(0, start - 3) : start].lower().startswith("et")
    if word in _BEFORE_NUMBERS:
        return _NUMBER_FOLLOWS.match(text, end) is not None
    return word not in _CAPITALISED or text[start].isupper()
