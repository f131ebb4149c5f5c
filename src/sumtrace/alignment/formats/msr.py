"""The files of the MSR annotation of RTE-2 (Brockett 2007), which look like GIZA++'s: three lines per pair.

``# sentence pair 1``, the text (our document), then the hypothesis (our summary) with the document tokens of each word,
from 1, possible ones marked ``p``: ``NULL ({ / / }) staff ({ 5 p4 / / })``. Positions count wherever they stand between
the slashes, and those after ``NULL`` (document words without a partner) say nothing about the summary.
"""

from __future__ import annotations

from collections.abc import Iterator

from sumtrace.alignment.alignment import Alignment, Link
from sumtrace.alignment.formats.format import Entry, Format, GivenPairs, Input, write_lines
from sumtrace.alignment.formats.helpers.dashed import once
from sumtrace.alignment.formats.helpers.marked import braced, marked, three_lines
from sumtrace.alignment.formats.helpers.tokens import line_of, one_word, pair_of
from sumtrace.alignment.formats.helpers.words import as_word_links


def _parse(header: str, document: str, summary: str) -> Alignment:
    name = header.split(" ")[-1]
    words = marked(summary)[1:]
    links = [Link.word(i, j, label) for j, (_, positions) in enumerate(words) for i, label in positions]
    return Alignment(name, once(links), pair_of(name, document, " ".join(word for word, _ in words)))


def _encode(alignment: Alignment) -> bytes:
    pair = alignment.texts
    line_of(pair.summary, pair.id)
    sure: dict[int, list[str]] = {}
    possible: dict[int, list[str]] = {}
    for (i, j), link in as_word_links(alignment).items():
        if link.label == "S":
            sure.setdefault(j, []).append(str(i + 1))
        else:
            possible.setdefault(j, []).append(f"p{i + 1}")
    words = [braced("NULL", ["/", "/"])]
    for j, word in enumerate(pair.summary.words):
        words.append(braced(word, [*sure.get(j, []), *possible.get(j, []), "/", "/"]))
    name = one_word(alignment.id, "the id")
    return f"# sentence pair {name}\n{line_of(pair.document, pair.id)}\n{' '.join(words)}\n".encode()


def _read(source: Input, pairs: GivenPairs | None) -> Iterator[Entry]:
    return three_lines(source, _parse)


def _sniff(head: list[bytes]) -> bool:
    return len(head) >= 3 and head[0].startswith(b"# ") and b"/ / })" in head[2]


MSR = Format(
    name="msr",
    title="MSR annotation of RTE-2, three lines per pair",
    suffixes=(".msr", ".align.txt"),
    holds=frozenset({"ids", "tokens", "possible"}),
    sniff=_sniff,
    read=_read,
    write=write_lines(_encode),
    directed=True,
)
