"""Corpora: pairs of documents and summaries, and their readers."""

from sumtrace.corpus.pair import DocumentPart, Pair
from sumtrace.corpus.reading import pairs_from, read_pairs

__all__ = ["DocumentPart", "Pair", "pairs_from", "read_pairs"]
