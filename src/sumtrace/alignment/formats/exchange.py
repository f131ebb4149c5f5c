"""Alignments read from and written to files in any of the formats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from sumtrace.alignment.alignment import Alignment
from sumtrace.alignment.formats.format import Format, GivenPairs, Input
from sumtrace.alignment.formats.registry import by_name, guess_input, guess_output
from sumtrace.corpus.pair import Pair
from sumtrace.corpus.reading import OnBad, read_pairs
from sumtrace.corpus.seen import SeenIds
from sumtrace.errors import InputError
from sumtrace.files import STANDARD, reading
from sumtrace.text import Text


def read_alignments(
    source: str | Path,
    *,
    format: str | None = None,  # noqa: A002  # the word everybody uses
    pairs: Iterable[Pair] | str | Path | None = None,
    reverse: bool = False,
    on_bad: OnBad | None = None,
) -> Iterator[Alignment]:
    """Yield the alignments of a file, each with its texts if the file or ``pairs`` has them.

    ``pairs`` is a file of pairs or the pairs themselves. ``reverse`` reads a two-sided format with the summary first.
    A bad entry raises, or goes to ``on_bad`` and is skipped.
    """
    try:
        if str(source) != STANDARD and Path(source).is_dir():
            yield from _entries(Input(source, None), _folder_format(source, format), pairs, reverse, on_bad)
            return
        with reading(source) as file:
            opened = Input(source, file)
            form = by_name(format) if format else guess_input(opened)
            yield from _entries(opened, form, pairs, reverse, on_bad)
    except InputError as error:
        raise error.at(file=source) from error


def format_of(source: str | Path) -> Format:
    """Return the format that a file or folder would be read in."""
    if str(source) == STANDARD:
        raise InputError("cannot detect the format of standard input", hint="Name the format.")
    if Path(source).is_dir():
        return _folder_format(source, None)
    with reading(source) as file:
        return guess_input(Input(source, file))


def write_alignments(
    alignments: Iterable[Alignment],
    target: str | Path,
    *,
    format: str | None = None,  # noqa: A002  # the word everybody uses
    reverse: bool = False,
) -> None:
    """Write alignments to a file, completely or not at all; ``reverse`` writes a two-sided format with the summary first."""
    form = by_name(format) if format else guess_output(target)
    if reverse:
        _refuse_reverse(form)
        alignments = (reversed_alignment(alignment) for alignment in alignments)
    form.write((alignment.checked() for alignment in alignments), target)


def reversed_alignment(alignment: Alignment) -> Alignment:
    """Return the alignment with its two sides exchanged; what only summary words have is dropped."""
    pair = alignment.pair
    links = [replace(link, doc=link.sum, sum=link.doc) for link in alignment.links]
    return Alignment(
        alignment.id,
        tuple(sorted(links, key=lambda link: (link.doc, link.sum))),
        None if pair is None else Pair(pair.id, pair.summary, pair.document),
        annotator=alignment.annotator,
        model=alignment.model,
        comment=alignment.comment,
    )


def _entries(
    source: Input,
    form: Format,
    given: Iterable[Pair] | str | Path | None,
    reverse: bool,
    on_bad: OnBad | None,
) -> Iterator[Alignment]:
    if reverse:
        _refuse_reverse(form)
    if isinstance(given, str | Path):
        # Where alignments belong to pairs by their order, a pair left out would shift all that follow.
        given = read_pairs(given, on_bad=None if form.ordered else on_bad)
    pairs = None if given is None else GivenPairs(given)
    seen = SeenIds()
    entries = 0
    for line, entry in form.read(source, pairs):
        entries += 1
        # An entry of an ordered format stands for its pair even where it is bad.
        pair = pairs.next() if pairs is not None and form.ordered else None
        try:
            if isinstance(entry, InputError):
                raise entry
            alignment = reversed_alignment(entry) if reverse else entry
            if pairs is not None:
                if pair is None and form.ordered:
                    continue  # more entries than pairs: said once, when all are counted
                alignment = _on(alignment, pair or pairs.of(alignment.id))
            _refuse_second(alignment, seen, line)
        except InputError as error:
            placed = error.at(file=source.source, line=line)
            if on_bad is None:
                raise placed from error
            on_bad(placed)
            continue
        yield alignment
    if pairs is None or not form.ordered:
        return
    while form.sparse and (pair := pairs.next()) is not None:
        entries += 1
        yield Alignment(pair.id, pair=pair)
    if entries != pairs.count():
        raise InputError(
            f"{entries} alignments, but {pairs.count()} pairs",
            file=source.source,
            hint="In this format the n-th alignment belongs to the n-th pair, so there must be the same number of both.",
        )


def _refuse_second(alignment: Alignment, seen: SeenIds, line: int | None) -> None:
    """Refuse a second alignment of a pair, unless another annotator or model made it."""
    key = "\0".join((alignment.id, alignment.annotator or "", alignment.model or ""))
    first = seen.first(key, "" if line is None else f", the first being on line {line}")
    if first is not None:
        raise InputError(
            f"a second alignment of this pair{first}",
            pair=alignment.id,
            hint="Keep one alignment per pair, or name the annotators.",
        )


def _on(alignment: Alignment, pair: Pair) -> Alignment:
    """Return the alignment on the texts of a given pair, which must be its own where it has its own."""
    own = alignment.pair
    if own is not None:
        _same_words(own.document, pair.document, "document", pair.id)
        _same_words(own.summary, pair.summary, "summary", pair.id)
    return replace(alignment, id=pair.id, pair=pair).checked()


def _same_words(own: Text, given: Text, side: str, name: str) -> None:
    if own.words == given.words:
        return
    place = next(
        (i for i, (a, b) in enumerate(zip(own.words, given.words, strict=False)) if a != b),
        min(len(own), len(given)),
    )
    here = repr(own.words[place]) if place < len(own) else "nothing"
    there = repr(given.words[place]) if place < len(given) else "nothing"
    raise InputError(
        f"its {side} is not that of the given pair: token {place} is {here} here and {there} there",
        pair=name,
        hint="The tokens must be the same; leave out `pairs` to use the texts in the file itself.",
    )


def _refuse_reverse(form: Format) -> None:
    if not form.directed:
        raise InputError(f"the format {form.name} names the document and the summary, so there is no order to reverse")


def _folder_format(source: str | Path, name: str | None) -> Format:
    form = by_name(name or "brat")
    if not form.folder:
        raise InputError(f"this is a folder; a file in the format {form.name} was expected", file=source)
    return form
