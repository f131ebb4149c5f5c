"""Marks and alignments: what the names of marks mean, and how the two turn into each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

from sumtrace.alignment import Alignment, Link
from sumtrace.annotate.sheet import Marks
from sumtrace.corpus.pair import Pair
from sumtrace.errors import InputError
from sumtrace.text import Span
from sumtrace.text.spans import joined

LONGEST_NOTE = 10_000
"""Characters that a comment may have."""


def linked_words(marks: Mapping[str, Any]) -> set[int]:
    """Return the summary words in some link."""
    return {
        j for name, value in marks.items() if name.startswith("link/") for a, b in value["sum"] for j in range(a, b)
    }


def null_words(marks: Mapping[str, Any]) -> set[int]:
    """Return the summary words marked as having no source."""
    return {int(name[5:]) for name in marks if name.startswith("null/")}


def marks_from(
    source: str | Path,
    pairs: Sequence[Pair],
    *,
    format: str | None = None,  # noqa: A002  # the word everybody uses
) -> dict[str, Marks]:
    """Return the alignments of a file, in any of the formats, as marks by the ids of their pairs."""
    from sumtrace.alignment.formats.exchange import read_alignments

    marks: dict[str, Marks] = {}
    for alignment in read_alignments(source, format=format, pairs=pairs):
        if alignment.id in marks:
            raise InputError(
                "more than one alignment of this pair",
                file=source,
                pair=alignment.id,
                hint="Use a file with the alignments of a single annotator or model.",
            )
        marks[alignment.id] = from_alignment(alignment)
    return marks


def from_alignment(alignment: Alignment) -> Marks:
    """Return the marks that an alignment amounts to; a link's name follows from the words it joins."""
    marks: Marks = {}
    for link in alignment.links:
        value: Marks = {"doc": _lists(link.doc), "sum": _lists(link.sum), "label": link.label}
        if link.comment:
            value["comment"] = link.comment[:LONGEST_NOTE]
        marks[f"link/{_link_name(link)}"] = value
    linked = linked_words(marks)
    marks.update({f"null/{j}": "" for j in alignment.null or () if j not in linked})
    if alignment.comment:
        marks["comment"] = alignment.comment[:LONGEST_NOTE]
    return marks


def to_alignment(marks: Mapping[str, Any], pair: Pair, annotator: str | None = None) -> Alignment:
    """Return the alignment that the marks amount to; ``covered`` is None once every summary word is judged."""
    links = [
        Link(_spans(value["doc"]), _spans(value["sum"]), value["label"], comment=value.get("comment") or None)
        for name, value in marks.items()
        if name.startswith("link/")
    ]
    links.sort(key=lambda link: (link.sum, link.doc, link.label))
    null = sorted(null_words(marks))
    judged = sorted(linked_words(marks) | set(null))
    return Alignment(
        pair.id,
        tuple(links),
        pair,
        null=tuple(null),
        covered=None if len(judged) == len(pair.summary) else tuple(judged),
        annotator=annotator,
        comment=marks.get("comment") or None,
    ).checked()


def _link_name(link: Link) -> str:
    return "x" + blake2b(repr((link.doc, link.sum)).encode(), digest_size=6).hexdigest()


def _lists(spans: Iterable[Span]) -> list[list[int]]:
    """Return spans as lists, neighbours that touch joined."""
    return [list(span) for span in joined(spans)]


def _spans(lists: Iterable[Iterable[int]]) -> tuple[Span, ...]:
    return tuple((start, end) for start, end in lists)
