"""A checked summary with a claim of every verdict, made by hand: what tests of pages and reviews show."""

from typing import Any

from sumtrace import Link, Pair, Text
from sumtrace.checking import Check, Claim, Evidence, Finding

#            0    1      2      3   4      5   6      7 8  9    10   11      12    13 14    15    16      17
DOCUMENT = "The mayor opened the bridge on Friday . It cost four million pounds . Boats wait below today ."
#           0    1   2       3     4  5      6       7 8  9    10   11      12     13 14      15      16   17  18     19    20    21
SUMMARY = "Here is a summary : The bridge opened on Friday . It cost five million pounds . Boats may wait . Penguins live there ."
PAIR = Pair(
    "bridge",
    Text.from_words(DOCUMENT.split(), [(0, 8), (8, 14), (14, 19)]),
    Text.from_words(SUMMARY.split(), [(0, 5), (5, 11), (11, 17), (17, 21), (21, 25)]),
)
FINDING = Finding("number", (13, 16), (10, 13), "five million pounds", "four million pounds", 0.9)


def _evidence(*sentences: int) -> tuple[Evidence, ...]:
    return tuple(Evidence(z, PAIR.document.sentences[z], 0.5) for z in sentences)


def _claim(tokens: tuple[int, int], *rest: Any) -> Claim:
    return Claim(tokens, PAIR.summary.phrase(tokens), *rest)


CHECK = Check(
    PAIR,
    (
        _claim((5, 11), "supported", 0.05, _evidence(0, 1), ()),
        _claim((11, 17), "differs", 0.45, _evidence(0, 1), (FINDING,)),
        _claim((17, 21), "unclear", 0.4, _evidence(2, 0), ()),
        _claim((21, 25), "not found", 0.9, _evidence(2), ()),
    ),
    ((0, 5),),
    tuple([0.0] * 5 + [0.05] * 6 + [0.1, 0.1, 0.8, 0.8, 0.8, 0.1] + [0.4] * 4 + [0.9] * 4),
    (
        Link(((3, 5),), ((5, 7),), "S", 0.95, "identity"),
        Link.word(2, 7, "S", 0.4, "stem"),
        Link(((5, 7),), ((8, 10),), "S", 0.9, "identity"),
        Link(((11, 13),), ((14, 16),), "P", 0.7, "identity"),
        Link.word(14, 17, "S", 0.9, "identity"),
    ),
    tuple([0.0] * 13 + [0.7] * 3 + [0.0] * 9),
    0.8,
)
"""Claims, in order: supported, differs (five for four), unclear, not found; "Here is a summary :" makes no claim."""
