"""The format of the NAACL 2003 and ACL 2005 shared tasks on word alignment: one line per word link.

``0001 2 5 S 0.87``: number of the pair, document token, summary token (all from 1), S or P (S where absent), and a
confidence that may be absent. Token 0 stands for no word: ``0001 0 5`` says that summary word 5 has no source.
A pair without any line has an empty alignment; so that a few lines cannot stand for billions of pairs, a number is at
most 10,000 and 100 for each line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from sumtrace.alignment.alignment import Alignment, Label, Link
from sumtrace.alignment.formats.format import Entry, Format, GivenPairs, Input
from sumtrace.alignment.formats.helpers.dashed import once, probability
from sumtrace.alignment.formats.helpers.words import as_word_links
from sumtrace.errors import InputError
from sumtrace.files import decoded, writing

_LINE = re.compile(r"\s*(\d{1,9})\s+(\d{1,9})\s+(\d{1,9})(?:\s+([SP]))?(?:\s+(\S+))?\s*", re.ASCII)

_PAIRS, _PAIRS_BY_LINE = 10_000, 100


@dataclass(slots=True)
class _Sentence:
    """The lines of one pair so far."""

    number: int
    line: int
    links: list[Link] = field(default_factory=list)
    null: list[int] = field(default_factory=list)
    error: InputError | None = None

    def add(self, doc: int, summary: int, label: Label, prob: float | None) -> None:
        if doc and summary:
            self.links.append(Link.word(doc - 1, summary - 1, label, prob))
        elif summary:
            self.null.append(summary - 1)

    def entry(self) -> Entry:
        if self.error is not None:
            return self.error.line, self.error
        null = tuple(sorted(set(self.null))) or None
        return self.line, Alignment(str(self.number), once(self.links), null=null).checked()


def _read(source: Input, pairs: GivenPairs | None) -> Iterator[Entry]:
    current: _Sentence | None = None
    for line, raw in source.raw_lines():
        if not raw.strip():
            continue
        try:
            number, doc, summary, label, prob = _parsed(decoded(raw, source.source, line))
            last = 0 if current is None else current.number
            if number < last:
                raise InputError(
                    f"pair {number} after pair {last}",
                    hint="Sort the file by pair number: sort -n -s -k1,1.",
                )
            if number > _PAIRS + _PAIRS_BY_LINE * line:
                raise InputError(f"pair {number} on line {line}: nearly all pairs before it would have no link")
        except InputError as error:
            placed = error.at(file=source.source, line=line)
            if current is None:
                current = _Sentence(1, line)
            # One bad line spoils its pair; which pair that is, a broken line cannot tell: the one it stands in.
            current.error = current.error or placed
            continue
        if current is None or number > current.number:
            if current is not None:
                yield current.entry()
            for absent in range(last + 1, number):
                yield line, Alignment(str(absent))
            current = _Sentence(number, line)
        current.add(doc, summary, label, prob)
    if current is not None:
        yield current.entry()


def _parsed(line: str) -> tuple[int, int, int, Label, float | None]:
    match = _LINE.fullmatch(line)
    if match is None or int(match[1]) < 1:
        raise InputError(
            f"{line.strip()!r} is not a link", hint="A line is: pair, document token, summary token, S or P."
        )
    label: Label = "P" if match[4] == "P" else "S"
    return int(match[1]), int(match[2]), int(match[3]), label, None if match[5] is None else probability(match[5])


def _write(alignments: Iterable[Alignment], target: str | Path) -> None:
    with writing(target) as file:
        for number, alignment in enumerate(alignments, start=1):
            rows = [(i + 1, j + 1, link.label, link.prob) for (i, j), link in as_word_links(alignment).items()]
            rows += [(0, j + 1, "S", None) for j in alignment.null or ()]
            for i, j, label, prob in rows:
                file.write(f"{number:04d} {i} {j} {label}{'' if prob is None else f' {prob!r}'}\n".encode())


def _sniff(head: list[bytes]) -> bool:
    lines = [line.decode("utf-8", "replace") for line in head if line.strip()]
    return bool(lines) and all(_LINE.fullmatch(line) for line in lines)


NAACL = Format(
    name="naacl",
    title="NAACL/WPT 2003, one line per word link",
    suffixes=(".naacl", ".wpt", ".wa", ".nonullalign", ".nullalign"),
    holds=frozenset({"possible", "prob", "null"}),
    sniff=_sniff,
    read=_read,
    write=_write,
    directed=True,
    sparse=True,
)
