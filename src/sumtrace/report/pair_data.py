"""What the view's page needs to know of one pair, as plain JSON; static/view/data.js reads it back.

Numbers are kept small, since a page may hold thousands of pairs: offsets are differences, probabilities are
thousandths, and of the document's tokens only those that some link or posterior touches are listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

from sumtrace.alignment.alignment import Alignment, Link
from sumtrace.corpus.pair import Pair
from sumtrace.report.blocks import blocks
from sumtrace.report.units import unit_offsets
from sumtrace.text import Span, fold

LEAST_POSTERIOR = 0.01
"""Posteriors below this are too faint to see in the matrix."""


def pair_data(pair: Pair, alignments: Sequence[tuple[int, Alignment]]) -> dict[str, Any]:
    """Return one pair and its alignments, each with the number of the system it came from.

    The summary's string is not repeated: it stands in the index, which search reads.
    """
    document, summary = pair.document, pair.summary
    at = unit_offsets(document.string)
    sum_at = unit_offsets(summary.string)
    touched = sorted({i for _, alignment in alignments for i in _document_tokens(alignment)})
    data: dict[str, Any] = {
        "document": document.string,
        "blocks": _differences((at(a), at(b)) for a, b in blocks(document)),
        "words": len(document),
        "tokens": _steps(touched),
        "offsets": _differences((at(document.offsets[i][0]), at(document.offsets[i][1])) for i in touched),
        "summary_offsets": _differences((sum_at(a), sum_at(b)) for a, b in summary.offsets),
        "sentences": [end - start for start, end in summary.sentences if start < end],
        "alignments": [_alignment_data(pair, system, alignment) for system, alignment in alignments],
    }
    if pair.documents:
        data["parts"] = [[part.id, at(document.offsets[part.tokens[0]][0])] for part in _shown_parts(pair)]
    return data


def countable(pair: Pair, alignment: Alignment) -> tuple[int, int]:
    """Return how many of the summary's judged words have no source, and how many there are; punctuation is no word."""
    judged = range(len(pair.summary)) if alignment.covered is None else alignment.covered
    words = {j for j in judged if any(character.isalnum() for character in pair.summary.words[j])}
    linked = {j for link in alignment.links for j in link.sum_positions}
    return len(words - linked), len(words)


def _alignment_data(pair: Pair, system: int, alignment: Alignment) -> dict[str, Any]:
    data: dict[str, Any] = {"system": system, "links": [_link_data(pair, link) for link in alignment.links]}
    if alignment.covered is not None:
        data["covered"] = _steps(sorted(set(alignment.covered)))
    if alignment.null_prob is not None:
        data["null_prob"] = [_thousandths(p) for p in alignment.null_prob]
    if alignment.posteriors is not None:
        kept = sorted((j, i, _thousandths(p)) for i, j, p in alignment.posteriors if p >= LEAST_POSTERIOR)
        data["posteriors"] = [
            _steps(j for j, _, _ in kept),
            _steps(i for _, i, _ in kept),
            [p for _, _, p in kept],
        ]
    for name in ("annotator", "model", "comment"):
        if value := getattr(alignment, name):
            data[name] = value
    return data


def _link_data(pair: Pair, link: Link) -> list[Any]:
    """Return [document spans, summary spans, sure?, thousandths or null, component, identical?, comment], short of its
    empty end."""
    data: list[Any] = [
        list(chain.from_iterable(link.doc)),
        list(chain.from_iterable(link.sum)),
        int(link.label == "S"),
        None if link.prob is None else _thousandths(link.prob),
        link.by,
        int(_identical(pair, link)),
        link.comment,
    ]
    while not data[-1]:
        data.pop()
    return data


def _identical(pair: Pair, link: Link) -> bool:
    return [fold(pair.document.words[i]) for i in link.doc_positions] == [
        fold(pair.summary.words[j]) for j in link.sum_positions
    ]


def _document_tokens(alignment: Alignment) -> Iterable[int]:
    for link in alignment.links:
        yield from link.doc_positions
    for i, _, p in alignment.posteriors or ():
        if p >= LEAST_POSTERIOR:
            yield i


def _shown_parts(pair: Pair) -> Iterable[Any]:
    return (part for part in pair.documents if part.tokens[0] < min(part.tokens[1], len(pair.document)))


def _differences(spans: Iterable[Span]) -> list[int]:
    """Return spans as one list: the gap before each, and its length."""
    flat, position = [], 0
    for start, end in spans:
        flat += [start - position, end - start]
        position = end
    return flat


def _steps(numbers: Iterable[int]) -> list[int]:
    flat, previous = [], 0
    for number in numbers:
        flat.append(number - previous)
        previous = number
    return flat


def _thousandths(p: float) -> int:
    return round(p * 1000)
