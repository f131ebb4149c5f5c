"""Words with which a text talks about itself or to its reader, which no document can support or contradict.

"Based on the given passages, I am unable to answer" is not a claim about the world. Such words are left out of every mean,
and a sentence fades to "supported" as their share in it grows. The list was written by hand, after reading answers of
language models; nothing in it was fitted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sumtrace.text import Span, Text, fold, is_ignored

_ABOUT_THE_TEXT = (
    "answer answers answered passage passages text texts article articles summary summaries summarize summarise "
    "summarized summarised context question questions document documents source sources reference references refer "
    "referring content details detail detailed information query request requested user response respond example"
)
_ABOUT_WHAT_IT_HOLDS = (
    "provide provides provided given based mention mentions mentioned specify specifies specified specific specifically "
    "stated states explicit explicitly directly discussed described determine determined clear clearly unclear unknown "
    "available accurate precise sufficient insufficient enough relevant regarding according unable cannot impossible"
)
_TO_THE_READER = (
    "i me my hope help helps sorry apologize apologies please sure certainly here let know feel free ask anything else "
    "assist assistance happy glad luck consult seek professional recommended advice note noted notes important importantly"
)
_BETWEEN_SENTENCES = (
    "however therefore thus overall conclusion conclude additional additionally further furthermore moreover also always "
    "following follows above below"
)
TALK = frozenset(" ".join([_ABOUT_THE_TEXT, _ABOUT_WHAT_IT_HOLDS, _TO_THE_READER, _BETWEEN_SENTENCES]).split())

_FADE_FROM, _FADED_AT = 0.25, 0.6
"""Shares of talk among a sentence's content words between which it fades."""

_PREAMBLE = re.compile(
    r"""^\W*(?:sure|certainly|of\s+course|okay|ok|absolutely|yes)?\W*
    (?:here(?:\s+is|\s+are|['’]s)|below\s+(?:is|are)|this\s+is|the\s+following\s+is)?\s*
    (?:a|an|the|your|my)?\s*
    (?:(?:brief|short|concise|quick|one-\w+|\w+-word|\w+-sentence|possible|factual)\s+)*
    (?:summary|summaries|overview|answer|response|recap|tl;?dr|key\s+points|main\s+points)\b
    [^.!?\n]{0,80}:\s*\W*$""",
    re.IGNORECASE | re.VERBOSE,
)
_COURTESY = re.compile(r"^\W*(?:sure|certainly|of\s+course|okay|ok|absolutely)\W*$", re.IGNORECASE)
_ITEM_NUMBER = re.compile(r"\d{1,2}|[A-Za-z]")
_BARE_NUMBER = re.compile(r"[0-9]{1,2}")
_LABELLED = frozenset("passage passages step steps excerpt excerpts document documents source sources".split())
_JOINING = frozenset(["and", ",", "&"])


def talks(words: Sequence[str]) -> list[bool]:
    """Return of every word whether it is on the list."""
    return [fold(word) in TALK for word in words]


def fading(words: Sequence[str]) -> float:
    """Return how much of a sentence's suspicion is kept: 1 for one that talks of the world, 0 for mere talk."""
    return 1.0 - min(1.0, max(0.0, (talk_share(words) - _FADE_FROM) / (_FADED_AT - _FADE_FROM)))


def talk_share(words: Sequence[str]) -> float:
    """Return the share of talk among the content words; 0 if there are none."""
    content = [word for word in words if not is_ignored(word)]
    return sum(talks(content)) / len(content) if content else 0.0


def is_preamble(string: str) -> bool:
    """Whether a sentence only announces what follows: "Here is a summary of the article:"."""
    return bool(_PREAMBLE.match(string) or _COURTESY.match(string))


def whole_sentences(text: Text) -> list[Span]:
    """Return the sentences' token spans, the number of a list's item ("2.") joined to the sentence it introduces."""
    joined: list[Span] = []
    start: int | None = None
    for number, (first, end) in enumerate(text.sentences):
        begun = first if start is None else start
        spoken = [word for word in text.words[first:end] if any(map(str.isalnum, word))]
        only_number = len(spoken) <= 1 and all(_ITEM_NUMBER.fullmatch(word) for word in spoken)
        if only_number and number + 1 < len(text.sentences):
            start = begun
            continue
        joined.append((begun, end))
        start = None
    return joined


def item_numbers(text: Text, sentences: Sequence[Span]) -> list[int]:
    """Return the tokens that only number the items of a list: "2" in "2. Open the lid."."""
    heads = [(_first_word(text, span), span[1]) for span in sentences]
    return [
        head
        for head, end in heads
        if head + 1 < end and text.words[head + 1] in (".", ")", ":") and _ITEM_NUMBER.fullmatch(text.words[head])
    ]


def label_numbers(text: Text) -> set[int]:
    """Return the tokens of numbers that count nothing: those of items, with or without a point, and of passages and steps.

    "3 Replace the lid" is an item only where the text has an item 2 or 4 as well: "3 Frenchmen won" is not.
    """
    found = set(item_numbers(text, whole_sentences(text)))
    bare: dict[int, list[int]] = {}
    for start, end in text.sentences:
        head = _first_word(text, (start, end))
        if head + 1 < end and _BARE_NUMBER.fullmatch(text.words[head]) and text.words[head + 1][:1].isupper():
            bare.setdefault(int(text.words[head]), []).append(head)
    found.update(head for number, heads in bare.items() if {number - 1, number + 1} & bare.keys() for head in heads)
    expected = listed = False  # a number after "passage"; more of them after "passages 1," or "passages 1 and"
    for t, word in enumerate(text.words):
        if (expected or listed) and _BARE_NUMBER.fullmatch(word):
            found.add(t)
            expected, listed = False, True
        elif not (listed and fold(word) in _JOINING):
            expected, listed = fold(word) in _LABELLED, False
    return found


def _first_word(text: Text, span: Span) -> int:
    start, end = span
    return next((t for t in range(start, end) if any(map(str.isalnum, text.words[t]))), end)
