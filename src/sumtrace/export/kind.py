"""What a kind of export is: its name, its columns, and how alignments become its records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from sumtrace.alignment.alignment import Alignment
from sumtrace.export.traced import Traced, trace

KindName = Literal[
    "pairs", "sentences", "phrases", "compressions", "fusions", "words", "masks", "citations", "paraphrases"
]
"""The kinds by name, as the command line offers them."""

Type = Literal[
    "string", "int", "float", "bool", "list<string>", "list<int>", "list<list<int>>", "list<list<list<int>>>"
]
Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Column:
    """A field of the records: its name, its type and what it means."""

    name: str
    type: Type
    about: str


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of training data; ``one`` says what one record is, ``records`` makes them from a stream of alignments."""

    name: KindName
    one: str
    columns: tuple[Column, ...]
    records: Callable[[Iterable[Alignment]], Iterator[Record]]


def of_each(make: Callable[[Traced], Iterable[Record]]) -> Callable[[Iterable[Alignment]], Iterator[Record]]:
    """Return how a stream becomes records where each alignment has its own."""
    return lambda alignments: (record for alignment in alignments for record in make(trace(alignment)))


ID = Column("id", "string", "the pair's id")
SUM_SENTENCE = Column("sum_sentence", "int", "the summary sentence, counted from 0")
DOC_SENTENCE = Column("doc_sentence", "int", "the document sentence, counted from 0")
