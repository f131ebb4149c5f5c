"""GIZA++'s A3 files: three lines per pair.

``# Sentence pair (1) source length 2 target length 3 alignment score : 0.01``, the target (our summary), then the source
(our document) with the summary tokens of each word, from 1; ``NULL`` has the summary words without a source:
``NULL ({ 3 }) old ({ 1 }) news ({ 2 })``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from sumtrace.alignment.alignment import Alignment, Link
from sumtrace.alignment.formats.format import Entry, Format, GivenPairs, Input
from sumtrace.alignment.formats.helpers.dashed import once
from sumtrace.alignment.formats.helpers.marked import braced, marked, three_lines
from sumtrace.alignment.formats.helpers.tokens import line_of, pair_of
from sumtrace.alignment.formats.helpers.words import as_word_links
from sumtrace.errors import InputError
from sumtrace.files import writing

_HEADER = re.compile(r"# Sentence pair \((\d{1,9})\)", re.ASCII)


def _parse(header: str, target: str, source: str) -> Alignment:
    match = _HEADER.match(header)
    if match is None:
        raise InputError(f"{header!r} is not the first line of a record", hint="Expected '# Sentence pair (1) ...'.")
    null, *words = marked(source)
    name = str(int(match[1]))
    links = [Link.word(i, j) for i, (_, positions) in enumerate(words) for j, _ in positions]
    pair = pair_of(name, " ".join(word for word, _ in words), target)
    return Alignment(name, once(links), pair, null=tuple(sorted({j for j, _ in null[1]})))


def _encode(alignment: Alignment, number: int) -> bytes:
    pair = alignment.texts
    target = line_of(pair.summary, pair.id)
    line_of(pair.document, pair.id)
    linked: dict[int, list[int]] = {}
    for i, j in as_word_links(alignment):
        linked.setdefault(i, []).append(j + 1)
    free = set(range(1, len(pair.summary) + 1)).difference(*linked.values())
    words = [braced("NULL", sorted(free))]
    words += [braced(word, linked.get(i, [])) for i, word in enumerate(pair.document.words)]
    return (
        f"# Sentence pair ({number}) source length {len(pair.document)} target length {len(pair.summary)} "
        f"alignment score : 1\n{target} \n{' '.join(words)} \n"
    ).encode()


def _read(source: Input, pairs: GivenPairs | None) -> Iterator[Entry]:
    return three_lines(source, _parse)


def _write(alignments: Iterable[Alignment], target: str | Path) -> None:
    with writing(target) as file:
        for number, alignment in enumerate(alignments, start=1):
            file.write(_encode(alignment, number))


def _sniff(head: list[bytes]) -> bool:
    return bool(head) and head[0].startswith(b"# Sentence pair (")


A3 = Format(
    name="a3",
    title="GIZA++ A3, three lines per pair",
    suffixes=(".a3", ".a3.final"),
    holds=frozenset({"tokens", "null"}),
    sniff=_sniff,
    read=_read,
    write=_write,
    directed=True,
)
