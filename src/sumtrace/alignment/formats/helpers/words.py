"""Alignments as formats of word pairs hold them."""

from __future__ import annotations

from sumtrace.alignment.alignment import Alignment, Link
from sumtrace.alignment.expansion import WordPair, word_links


def as_word_links(alignment: Alignment) -> dict[WordPair, Link]:
    """Return the word links that stand for the alignment where phrases cannot be written.

    Identical phrases go word by word, all others as all pairs; without texts every phrase goes as all pairs, because
    nothing can be compared.
    """
    return word_links(alignment, "all-pairs" if alignment.pair is None else "soft")
