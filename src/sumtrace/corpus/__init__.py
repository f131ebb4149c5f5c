"""Corpora: pairs of documents and summaries, and their readers."""

from sumtrace.corpus.pair import DocumentPart, Pair

__all__ = ["DocumentPart", "Pair"]
