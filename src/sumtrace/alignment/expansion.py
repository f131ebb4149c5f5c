"""Phrase links read as word links, by one of three rules.

- ``all-pairs``: every document word of the phrase with every summary word (the article's, for agreement);
- ``soft``: identical phrases, case ignored, word by word; all else all pairs (the article's, for soft scores);
- ``stem``: phrases of equal length with equal stems word by word; all else all pairs (ours).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from sumtrace.alignment.alignment import Alignment, Label, Link
from sumtrace.corpus.pair import Pair
from sumtrace.errors import InputError
from sumtrace.text import Span, fold, stem

Rule = Literal["all-pairs", "soft", "stem"]
WordPair = tuple[int, int]
"""(document token, summary token)"""

MOST_PAIRS = 1_000_000
"""Word pairs that one link may stand for."""


def expand(link: Link, pair: Pair | None, rule: Rule) -> list[WordPair]:
    """Return the word pairs of one link; a link of single words needs no pair."""
    doc_size, sum_size = _size(link.doc), _size(link.sum)
    if doc_size * sum_size > MOST_PAIRS:
        raise InputError(
            f"a link of {doc_size} document words with {sum_size} summary words is {doc_size * sum_size:,} word pairs; "
            f"the limit is {MOST_PAIRS:,}",
            pair=None if pair is None else pair.id,
        )
    doc, summary = link.doc_positions, link.sum_positions
    if doc_size > 1 and doc_size == sum_size and rule != "all-pairs":
        if pair is None:
            raise ValueError(f"rule {rule!r} compares words, so it needs the pair's texts")
        same = fold if rule == "soft" else stem
        words = zip((pair.document.words[i] for i in doc), (pair.summary.words[j] for j in summary), strict=True)
        if all(same(a) == same(b) for a, b in words):
            return list(zip(doc, summary, strict=True))
    return [(i, j) for i in doc for j in summary]


def _size(side: tuple[Span, ...]) -> int:
    total = 0
    for start, end in side:  # for every link that is evaluated: several times as fast as sum()
        total += end - start
    return total


def word_links(alignment: Alignment, rule: Rule = "soft") -> dict[WordPair, Link]:
    """Return the alignment's word links by their (document, summary) tokens, in order.

    A word pair in several links is sure if one of them is, and takes the highest probability.
    """
    best: dict[WordPair, Link] = {}
    for link in alignment.links:
        for i, j in expand(link, alignment.pair, rule):
            known = best.get((i, j))
            best[i, j] = Link.word(i, j, link.label, link.prob, link.by) if known is None else _merged(known, link)
    return {key: best[key] for key in sorted(best)}


def sure_and_possible(alignment: Alignment, rule: Rule = "soft") -> tuple[set[WordPair], set[WordPair]]:
    """Return the sure word pairs, and the possible ones, which contain them."""
    links = word_links(alignment, rule)
    return {key for key, link in links.items() if link.label == "S"}, set(links)


def from_word_pairs(sure: Iterable[WordPair], possible: Iterable[WordPair]) -> tuple[Link, ...]:
    """Return word links for the two sets of word pairs, in order."""
    certain = set(sure)
    labels: dict[WordPair, Label] = {key: "S" if key in certain else "P" for key in certain.union(possible)}
    return tuple(Link.word(i, j, labels[i, j]) for i, j in sorted(labels))


def _merged(known: Link, link: Link) -> Link:
    label: Label = "S" if "S" in (known.label, link.label) else "P"
    stronger = link if (link.prob or 0.0) > (known.prob or 0.0) else known
    return Link(known.doc, known.sum, label, stronger.prob, stronger.by)
