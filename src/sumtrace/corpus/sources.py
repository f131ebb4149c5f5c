"""Pairs from whatever files a command is given: files of records, texts, two folders, two line-parallel files."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from sumtrace import files
from sumtrace.corpus.documents import pair_of_documents
from sumtrace.corpus.entries import Entries, Entry, read_entries
from sumtrace.corpus.pair import Pair
from sumtrace.corpus.reading import OnBad, pairs_of, read_pairs
from sumtrace.corpus.seen import SeenIds
from sumtrace.errors import InputError
from sumtrace.text import Text

RECORD_SUFFIXES = frozenset([".jsonl", ".ndjson", ".json", ".parquet"])
"""Names that say a file holds records; a ``.gz`` after them is overlooked. Everything else is taken for text."""

_LISTED = 5


def open_pairs(
    sources: Sequence[str | Path],
    *,
    by_line: bool = False,
    document_field: str | None = None,
    summary_field: str | None = None,
    on_bad: OnBad | None = None,
) -> Iterator[Pair]:
    """Yield the pairs of the files or folders a user names.

    - one file: its records (JSON Lines, a JSON array, Parquet; ``-`` for standard input);
    - two folders: files with the same names; two texts: one pair, or with ``by_line`` one pair per line;
    - more texts: one pair of several documents, named after their files, and the summary, which comes last;
    - several files of records: one after the other, with ids unique across all of them.
    """
    folders = [source for source in sources if str(source) != files.STANDARD and Path(source).is_dir()]
    if len(sources) == 2 and len(folders) == 2:
        return read_folders(sources[0], sources[1], on_bad=on_bad)
    if folders:
        raise InputError("this is a folder", file=folders[0], hint="Use a file, or two folders: documents, summaries.")
    if len(sources) == 1 and not by_line:
        return read_pairs(sources[0], document_field=document_field, summary_field=summary_field, on_bad=on_bad)
    records = [source for source in sources if _suffix(source) in RECORD_SUFFIXES]
    if len(sources) == 2 and not records and by_line:
        return read_parallel(sources[0], sources[1], on_bad=on_bad)
    if by_line:
        raise InputError("`by_line` needs two text files", hint="Give the documents, then the summaries.")
    if is_one_pair(sources, by_line=by_line):
        return read_single(sources[:-1], sources[-1], on_bad=on_bad)
    if len(records) != len(sources) or not sources:
        raise InputError(
            f"cannot tell what to read from {', '.join(map(str, sources)) or 'no file'}",
            hint="Give one file of pairs (JSON Lines, Parquet), one or more documents and a summary, or two folders.",
        )
    return _one_after_the_other(sources, document_field, summary_field, on_bad)


def is_one_pair(sources: Sequence[str | Path], *, by_line: bool = False) -> bool:
    """Whether files are the documents and the summary of one pair."""
    return (
        len(sources) > 1
        and not by_line
        and not any(_suffix(source) in RECORD_SUFFIXES or Path(source).is_dir() for source in sources)
    )


def read_single(documents: Sequence[str | Path], summary: str | Path, *, on_bad: OnBad | None = None) -> Iterator[Pair]:
    """Yield the one pair of documents' and a summary's text files, named after its one document, else the summary."""
    source = documents[0] if len(documents) == 1 else summary
    name = "1" if str(source) == files.STANDARD else _stem(source)
    return pairs_of(_text_entries([(name, documents, summary)]), on_bad=on_bad)


def read_folders(documents: str | Path, summaries: str | Path, *, on_bad: OnBad | None = None) -> Iterator[Pair]:
    """Yield a pair for each file name that both folders have, in the order of the names."""
    names = [_file_names(folder) for folder in (documents, summaries)]
    alone = [
        InputError(f"no file with this name in {other}", file=Path(folder) / name, hint="Add it, or remove this one.")
        for folder, own, other, others in (
            (documents, names[0], summaries, names[1]),
            (summaries, names[1], documents, names[0]),
        )
        for name in sorted(own - others)
    ]
    if alone and on_bad is None:
        listed = ", ".join(str(error.file) for error in alone[:_LISTED]) + (", ..." if len(alone) > _LISTED else "")
        raise InputError(
            f"{len(alone)} file{'s have' if len(alone) > 1 else ' has'} no counterpart with the same name: {listed}",
            hint=f"{documents} and {summaries} must contain files with the same names.",
        )
    both = sorted(names[0] & names[1])
    found = _text_entries((_stem(name), [Path(documents) / name], Path(summaries) / name) for name in both)
    return pairs_of(itertools.chain(alone, found), on_bad=on_bad)


def read_parallel(documents: str | Path, summaries: str | Path, *, on_bad: OnBad | None = None) -> Iterator[Pair]:
    """Yield a pair for each line of two text files: line n of one is the document of line n of the other."""
    return pairs_of(_parallel_entries(documents, summaries), on_bad=on_bad)


def _parallel_entries(documents: str | Path, summaries: str | Path) -> Entries:
    left, right = _numbered(documents), _numbered(summaries)
    for number in itertools.count(1):
        document, summary = next(left, None), next(right, None)
        if document is None and summary is None:
            return
        if document is None or summary is None:
            counts = [
                number - 1 if side is None else number + sum(1 for _ in rest)
                for side, rest in ((document, left), (summary, right))
            ]
            raise InputError(
                f"{documents} has {counts[0]} {'line' if counts[0] == 1 else 'lines'} but {summaries} has {counts[1]}",
                hint="Both files need the same number of lines.",
            )
        try:
            pair = Pair(
                str(number),
                _text(files.decoded(document, documents, number), "document", documents),
                _text(files.decoded(summary, summaries, number), "summary", summaries),
            )
        except InputError as error:
            yield error.at(line=number, pair=str(number))
        else:
            yield Entry(pair, number, str(documents), number)


def _numbered(source: str | Path) -> Iterator[bytes]:
    with files.reading(source) as file:
        for _, raw in files.raw_lines(file, source):
            yield raw


def _text_entries(found: Iterable[tuple[str, Sequence[str | Path], str | Path]]) -> Entries:
    """Pairs of text files: (id, documents, summary)."""
    for number, (name, documents, summary) in enumerate(found, start=1):
        try:
            names = _names(documents)
            texts = [_text(files.read_text(document), "document", document) for document in documents]
            written = _text(files.read_text(summary), "summary", summary)
            if len(texts) == 1:
                pair = Pair(name, texts[0], written)
            else:
                pair = pair_of_documents(name, dict(zip(names, texts, strict=True)), written)
        except InputError as error:
            yield error.at(pair=name)
        else:
            yield Entry(pair, number, str(documents[0]))


def _names(documents: Sequence[str | Path]) -> list[str]:
    """Files named without their folders; with them where two would have one name."""
    given = [str(document) for document in documents]
    twice = next((name for name, count in Counter(given).items() if count > 1), None)
    if twice is not None:
        raise InputError("this document is given twice", file=twice, hint="Name each document once.")
    short = Counter(Path(name).name for name in given)
    return [Path(name).name if short[Path(name).name] == 1 else name for name in given]


def _text(string: str, side: str, source: object) -> Text:
    text = Text.from_string(string)
    if not text.words:
        raise InputError(f"the {side} is empty", file=source, hint="Remove the pair or give it a text.")
    return text


def _one_after_the_other(
    sources: Sequence[str | Path], document_field: str | None, summary_field: str | None, on_bad: OnBad | None
) -> Iterator[Pair]:
    seen = SeenIds()
    for source in sources:
        yield from pairs_of(
            read_entries(source),
            document_field=document_field,
            summary_field=summary_field,
            on_bad=on_bad,
            prefix=f"{_stem(source)}:",
            seen=seen,
        )


def _file_names(folder: str | Path) -> set[str]:
    """The names of a folder's files, hidden ones left out."""
    try:
        names = {path.name for path in Path(folder).iterdir() if path.is_file() and not path.name.startswith(".")}
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=folder) from error
    if not names:
        raise InputError("the folder contains no files", file=folder)
    return names


def _without_gz(source: str | Path) -> Path:
    path = Path(source)
    return path.with_suffix("") if path.suffix == ".gz" else path


def _suffix(source: str | Path) -> str:
    return _without_gz(source).suffix.lower()


def _stem(source: str | Path) -> str:
    return _without_gz(source).stem
