"""Alignments, their expansion to words, and the formats they are exchanged in."""

from sumtrace.alignment.alignment import Alignment, Label, Link
from sumtrace.alignment.expansion import Rule, expand, sure_and_possible, word_links

__all__ = ["Alignment", "Label", "Link", "Rule", "expand", "sure_and_possible", "word_links"]
