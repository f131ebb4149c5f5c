"""What a format is: its name, what it can hold, how it is recognised, read and written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal, get_args

from sumtrace import files
from sumtrace.alignment.alignment import Alignment
from sumtrace.corpus.pair import Pair
from sumtrace.errors import InputError

FormatName = Literal[
    "native",
    "gold",
    "pharaoh",
    "naacl",
    "a3",
    "msr",
    "jacana",
    "multimwa",
    "superpal",
    "brat",
    "csv",
    "parquet",
]
"""The formats by name, as the command line offers them."""

Feature = Literal[
    "ids",
    "text",
    "tokens",
    "sentences",
    "documents",
    "phrases",
    "gaps",
    "possible",
    "prob",
    "by",
    "cosine",
    "comments",
    "null",
    "covered",
    "null_prob",
    "posteriors",
    "sources",
    "about",
]
"""What a format may be able to hold.

``ids`` of pairs; ``text`` as it was written, its ``tokens`` and ``sentences``; the several ``documents`` behind a summary;
``phrases`` and those with ``gaps``; ``possible`` beside sure links; of a link ``prob``, ``by``, ``cosine`` and ``comments``; of a
summary word ``null``, ``covered`` and ``null_prob``; ``posteriors``; ``sources``, the passages drawn on; ``about``: annotator, model, comment on the whole.
"""

EVERYTHING: frozenset[Feature] = frozenset(get_args(Feature))

Entry = tuple[int | None, Alignment | InputError]
"""One entry of a file: its line, and an alignment or what is wrong with it (reading goes on after a bad entry)."""

Writer = Callable[[Iterable[Alignment], str | Path], None]

HEAD = 1 << 16
"""How many bytes are looked at to recognise a format (more only where the first line is longer)."""


class Input:
    """An open file whose first lines can be looked at before it is read."""

    def __init__(self, source: str | Path, file: IO[bytes] | None) -> None:
        self.source = source
        self._rest = iter(()) if file is None else files.raw_lines(file, source)
        self._head: list[bytes] = []
        self._looked = False

    @property
    def head(self) -> list[bytes]:
        """The first lines: complete ones, the first however long it is."""
        if not self._looked:
            self._looked = True
            size = 0
            while size < HEAD and (line := next(self._rest, None)):
                self._head.append(line[1])
                size += len(line[1])
        return self._head

    def raw_lines(self) -> Iterator[tuple[int, bytes]]:
        """Yield (line number from 1, line with its end)."""
        yield from enumerate(self._head, start=1)
        yield from self._rest

    def read(self) -> bytes:
        """Return the whole contents."""
        return b"".join(line for _, line in self.raw_lines())


NO_SUCH_PAIR = "no pair with this id among the given pairs"


class GivenPairs:
    """The pairs that alignments without texts belong to, found by id or taken in order."""

    def __init__(self, pairs: Iterable[Pair]) -> None:
        self._rest = iter(pairs)
        self._known: dict[str, Pair] = {}
        self.taken = 0

    def of(self, name: str) -> Pair:
        """Return the pair of that id; reads only as far as needed."""
        while name not in self._known:
            pair = next(self._rest, None)
            if pair is None:
                raise InputError(NO_SUCH_PAIR, pair=name, hint="Add it to the pairs, or remove the entry.")
            self._known[pair.id] = pair
        return self._known[name]

    def next(self) -> Pair | None:
        """Return the next pair in order, None after the last."""
        pair = next(self._rest, None)
        self.taken += pair is not None
        return pair

    def count(self) -> int:
        """Return how many pairs there are in all, reading to their end."""
        while self.next() is not None:
            pass
        return self.taken


@dataclass(frozen=True, slots=True)
class Format:
    """A format: its name on the command line, how it looks, what it holds, and its reader and writer.

    ``directed``: the format has a first and a second side (source and target) rather than a named document and summary,
    so that it can be reversed. ``sparse``: only entries with links need be there. ``folder``: it may be a folder of files.
    """

    name: FormatName
    title: str
    suffixes: tuple[str, ...]
    holds: frozenset[Feature]
    sniff: Callable[[list[bytes]], bool]
    read: Callable[[Input, GivenPairs | None], Iterator[Entry]]
    write: Writer
    directed: bool = False
    sparse: bool = False
    folder: bool = False

    @property
    def ordered(self) -> bool:
        """Whether entries carry no id and so belong to the pairs in order."""
        return "ids" not in self.holds


def line_entries(source: Input, parse: Callable[[int, str], Alignment]) -> Iterator[Entry]:
    """Yield the alignment of each line, ``parse`` given the line's number and text."""
    for number, raw in source.raw_lines():
        try:
            yield number, parse(number, files.decoded(raw, source.source, number).rstrip("\r\n")).checked()
        except InputError as error:
            yield number, error


def write_lines(encode: Callable[[Alignment], bytes]) -> Writer:
    """Return a writer of one chunk of bytes per alignment, in order."""

    def write(alignments: Iterable[Alignment], target: str | Path) -> None:
        with files.writing(target) as file:
            for alignment in alignments:
                file.write(encode(alignment))

    return write


def lost(alignment: Alignment, form: Format) -> set[Feature]:
    """Return what of the alignment the format cannot hold."""
    has: set[Feature] = set()
    for link in alignment.links:
        if len(link.doc) > 1 or len(link.sum) > 1:
            has.update(("phrases", "gaps"))
        elif link.doc[0][1] - link.doc[0][0] > 1 or link.sum[0][1] - link.sum[0][0] > 1:
            has.add("phrases")
        if link.label == "P":
            has.add("possible")
        if link.prob is not None:
            has.add("prob")
        if link.by is not None:
            has.add("by")
        if link.cosine is not None:
            has.add("cosine")
        if link.comment is not None:
            has.add("comments")
    present: dict[Feature, object] = {
        "null": alignment.null,
        "covered": alignment.covered,
        "null_prob": alignment.null_prob,
        "posteriors": alignment.posteriors,
        "sources": alignment.passages,
    }
    has.update(feature for feature, value in present.items() if value is not None)
    if any(value is not None for value in (alignment.annotator, alignment.model, alignment.comment)):
        has.add("about")
    if alignment.pair is not None:
        has.update(("text", "tokens"))
        if max(len(alignment.pair.document.sentences), len(alignment.pair.summary.sentences)) > 1:
            has.add("sentences")
        if alignment.pair.documents:
            has.add("documents")
    return has - form.holds
