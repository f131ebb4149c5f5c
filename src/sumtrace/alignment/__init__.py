"""Alignments, their expansion to words, and the formats they are exchanged in."""

from sumtrace.alignment.alignment import Alignment, Label, Link
from sumtrace.alignment.expansion import Rule, expand, sure_and_possible, word_links
from sumtrace.alignment.passages import Passage, Source

__all__ = ["Alignment", "Label", "Link", "Passage", "Rule", "Source", "expand", "sure_and_possible", "word_links"]
