"""Pairs read one at a time, from files of records and from Python objects.

Memory does not grow with the corpus, yet duplicate ids are still found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from sumtrace.corpus.entries import Entries, Entry, read_entries
from sumtrace.corpus.pair import Pair
from sumtrace.corpus.records import pair_from
from sumtrace.corpus.seen import SeenIds
from sumtrace.errors import InputError

OnBad = Callable[[InputError], None]
"""Called with the error of every bad entry, which is then skipped."""


def read_pairs(
    source: str | Path,
    *,
    document_field: str | None = None,
    summary_field: str | None = None,
    on_bad: OnBad | None = None,
) -> Iterator[Pair]:
    """Yield the pairs of a JSON Lines file (``-``: standard input; optionally gzipped), a JSON array or Parquet.

    Fields not named are detected; a pair without an id is named by its line. A bad entry raises
    ``InputError``, or goes to ``on_bad`` and is skipped.
    """
    return pairs_of(read_entries(source), document_field=document_field, summary_field=summary_field, on_bad=on_bad)


def pairs_from(
    corpus: Any,
    *,
    document_field: str | None = None,
    summary_field: str | None = None,
    on_bad: OnBad | None = None,
) -> Iterator[Pair]:
    """Yield the pairs from a file or a Python object.

    Accepts a file name, a pandas DataFrame, a Hugging Face dataset, a PyArrow table, or any iterable of mappings, of
    (document, summary) and of ``Pair``; each mapping is one pair.
    """
    if isinstance(corpus, str | Path):
        return read_pairs(corpus, document_field=document_field, summary_field=summary_field, on_bad=on_bad)
    entries = (Entry(record, number, f"record {number}") for number, record in enumerate(_records(corpus), start=1))
    return pairs_of(entries, document_field=document_field, summary_field=summary_field, on_bad=on_bad)


def pairs_of(
    entries: Entries,
    *,
    document_field: str | None = None,
    summary_field: str | None = None,
    on_bad: OnBad | None = None,
    prefix: str = "",
    seen: SeenIds | None = None,
) -> Iterator[Pair]:
    """Yield the pairs that entries hold, each with an id of its own; ``prefix`` stands before numbers made ids."""
    seen = seen or SeenIds()
    for entry in entries:
        try:
            if isinstance(entry, InputError):
                raise entry
            yield _pair(entry, document_field, summary_field, prefix, seen)
        except InputError as error:
            if on_bad is None:
                raise
            on_bad(error)


def _pair(entry: Entry, document_field: str | None, summary_field: str | None, prefix: str, seen: SeenIds) -> Pair:
    try:
        pair = entry.record
        if not isinstance(pair, Pair):
            pair = pair_from(
                pair, id=f"{prefix}{entry.number}", document_field=document_field, summary_field=summary_field
            )
        place = entry.file or "" if entry.line is None else f"{entry.file}, line {entry.line}"
        before = seen.first(pair.id, place)
        if before is not None:
            raise InputError(f"duplicate id, first used at {before}", pair=pair.id, hint="Ids must be unique.")
        return pair
    except InputError as error:
        raise error.at(file=entry.file, line=entry.line) from error


def _records(corpus: Any) -> Iterable[Any]:
    if isinstance(corpus, Mapping):
        if corpus and all(hasattr(value, "column_names") for value in corpus.values()):  # Hugging Face's DatasetDict
            splits = ", ".join(map(repr, corpus))
            raise InputError(f"this is a dictionary of datasets ({splits})", hint="Choose one: corpus['train'].")
        return [corpus]
    if hasattr(corpus, "columns") and hasattr(corpus, "itertuples"):  # pandas; to_dict would copy it whole
        names = list(corpus.columns)
        return (dict(zip(names, row, strict=True)) for row in corpus.itertuples(index=False, name=None))
    if hasattr(corpus, "to_batches"):  # PyArrow
        return (record for batch in corpus.to_batches(max_chunksize=32) for record in batch.to_pylist())
    if not isinstance(corpus, Iterable):
        raise InputError(
            f"cannot read pairs from a {type(corpus).__name__}",
            hint="Use a file name, a DataFrame, a dataset, or an iterable of mappings or (document, summary).",
        )
    return corpus
