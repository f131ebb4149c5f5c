"""Training data from alignments: one file per kind, written as JSON lines, csv, Parquet or a Moses phrase table."""

from sumtrace.export.citations import CITATIONS
from sumtrace.export.compressions import COMPRESSIONS
from sumtrace.export.export import Limits, Tally, export
from sumtrace.export.fusions import FUSIONS
from sumtrace.export.kind import Column, Kind, KindName, Record
from sumtrace.export.masks import MASKS
from sumtrace.export.pairs import PAIRS
from sumtrace.export.paraphrases import PARAPHRASES
from sumtrace.export.phrases import PHRASES
from sumtrace.export.sentences import SENTENCES
from sumtrace.export.tables import TableName, table_of
from sumtrace.export.words import WORDS

__all__ = [
    "KINDS",
    "Column",
    "Kind",
    "KindName",
    "Limits",
    "Record",
    "TableName",
    "Tally",
    "export",
    "table_of",
]

KINDS: dict[KindName, Kind] = {
    kind.name: kind for kind in (PAIRS, SENTENCES, PHRASES, COMPRESSIONS, FUSIONS, WORDS, MASKS, CITATIONS, PARAPHRASES)
}
"""The kinds of training data by name."""
