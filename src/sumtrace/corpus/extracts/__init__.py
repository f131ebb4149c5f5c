"""Extracts: for each sentence of a summary, the few document sentences that say most of what it says.

``making`` makes them, by greedy deletion (``deletion``) with the words that ``index`` counts; ``records`` writes and reads
them, ``ratings`` sums up what people think of them. ``sumtrace.alignment.restoring`` reports their alignments on the
documents they came from.
"""

from sumtrace.corpus.extracts.index import DEFAULT_WEIGHTS, WEIGHTS, ExtractIndex, Related, Weights
from sumtrace.corpus.extracts.making import SENTENCES, UNITS, Extracted, Unit, extract_pairs, extract_sentences

__all__ = [
    "DEFAULT_WEIGHTS",
    "SENTENCES",
    "UNITS",
    "WEIGHTS",
    "ExtractIndex",
    "Extracted",
    "Related",
    "Unit",
    "Weights",
    "extract_pairs",
    "extract_sentences",
]
