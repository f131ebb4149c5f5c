"""Texts: tokens with character offsets, sentences, stems, the ignore-list, WordNet."""

from sumtrace.text.text import Text
from sumtrace.text.tokens import Span, tokenise
from sumtrace.text.words import fold, ignore_list, is_ignored, stem

__all__ = ["Span", "Text", "fold", "ignore_list", "is_ignored", "stem", "tokenise"]
