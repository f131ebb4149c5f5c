"""What the view's page needs to know of one pair, as plain JSON; static/view/data.js reads it back.

Numbers are kept small, since a page may hold thousands of pairs: offsets are differences, probabilities are
hundredths, and of the document's tokens only those that some link or posterior touches are listed;
posteriors name them by their rank in that list.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from itertools import chain
from typing import Any

from sumtrace.alignment.alignment import Alignment, Link
from sumtrace.alignment.expansion import word_links
from sumtrace.alignment.passages import Passage
from sumtrace.corpus.pair import Pair
from sumtrace.report.blocks import blocks
from sumtrace.report.utf16 import utf16_offsets
from sumtrace.text import Span, fold, is_ignored

LEAST_POSTERIOR = 0.02
"""Posteriors below this are too faint to see in the matrix."""
MOST_POSTERIORS = 5
"""Document words shown for a summary word in the matrix, the likeliest."""


def pair_data(pair: Pair, alignments: Sequence[tuple[int, Alignment]]) -> dict[str, Any]:
    """Return one pair and its alignments, each with the number of the system it came from.

    The strings are not part of it: the document's goes before it (page.py), the summary's into the index.
    """
    document, summary = pair.document, pair.summary
    at = utf16_offsets(document.string)
    sum_at = utf16_offsets(summary.string)
    touched = sorted({i for _, alignment in alignments for i in _document_tokens(alignment)})
    ranks = {token: rank for rank, token in enumerate(touched)}
    data: dict[str, Any] = {
        "blocks": _differences((at(a), at(b)) for a, b in blocks(document)),
        "words": len(document),
        "tokens": _steps(touched),
        "offsets": _differences((at(document.offsets[i][0]), at(document.offsets[i][1])) for i in touched),
        "summary_offsets": _differences((sum_at(a), sum_at(b)) for a, b in summary.offsets),
        "sentences": [end - start for start, end in summary.sentences if start < end],
        "alignments": [_alignment_data(pair, system, alignment, ranks, at) for system, alignment in alignments],
    }
    if pair.documents:
        data["parts"] = [[part.id, at(document.offsets[part.tokens[0]][0])] for part in _shown_parts(pair)]
    return data


def countable(pair: Pair, alignment: Alignment) -> tuple[int, int]:
    """Return how many of the summary's judged content words have no link, and how many there are."""
    judged = range(len(pair.summary)) if alignment.covered is None else alignment.covered
    words = {j for j in judged if not is_ignored(pair.summary.words[j])}
    linked = {j for link in alignment.links for j in link.sum_positions}
    return len(words - linked), len(words)


def _alignment_data(
    pair: Pair, system: int, alignment: Alignment, ranks: Mapping[int, int], at: Callable[[int], int]
) -> dict[str, Any]:
    linked = {j for link in alignment.links for j in link.sum_positions}
    data: dict[str, Any] = {"system": system, "links": _link_columns(pair, alignment.links)}
    if alignment.covered is not None:
        data["covered"] = _steps(sorted(set(alignment.covered)))
    if alignment.null_prob is not None:
        data["null_prob"] = [_hundredths(p) for j, p in enumerate(alignment.null_prob) if j not in linked]
    if sources := _sources_without_link(pair, alignment, linked):
        sentences = (pair.document.characters(pair.document.sentences[passage.sent]) for _, passage in sources)
        data["sources"] = [
            _steps(j for j, _ in sources),
            _differences((at(start), at(end)) for start, end in sentences),
            [_hundredths(passage.prob) for _, passage in sources],
        ]
    if alignment.posteriors is not None:
        rows: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for i, j, p in _shown_posteriors(alignment):
            rows[j].append((ranks[i], _hundredths(p)))
        data["posteriors"] = [
            _steps(j for j in sorted(rows) for _ in rows[j]),
            [step for j in sorted(rows) for step in _steps(rank for rank, _ in sorted(rows[j]))],
            [p for j in sorted(rows) for _, p in sorted(rows[j])],
        ]
    if alignment.comment:
        data["comment"] = alignment.comment
    return data


def _sources_without_link(pair: Pair, alignment: Alignment, linked: Set[int]) -> list[tuple[int, Passage]]:
    """Return what the content words that no link explains draw on."""
    return [
        (j, passage)
        for j, passage in enumerate(alignment.passages or ())
        if passage is not None and j not in linked and not is_ignored(pair.summary.words[j])
    ]


def _link_columns(pair: Pair, links: Sequence[Link]) -> dict[str, Any]:
    """Return the links column by column; columns that would say the same of every link are left out."""
    components = sorted({link.by for link in links if link.by is not None})
    columns: dict[str, Any] = {
        "count": len(links),
        "doc": _differences(chain.from_iterable(link.doc for link in links)),
        "sum": _differences(chain.from_iterable(link.sum for link in links)),
        "same": [int(_identical(pair, link)) for link in links],
    }
    if any(len(link.doc) > 1 or len(link.sum) > 1 for link in links):
        columns["doc_spans"] = [len(link.doc) for link in links]
        columns["sum_spans"] = [len(link.sum) for link in links]
    if any(link.label == "P" for link in links):
        columns["possible"] = _steps(k for k, link in enumerate(links) if link.label == "P")
    if any(link.prob is not None for link in links):
        columns["prob"] = [None if link.prob is None else _hundredths(link.prob) for link in links]
    if components:
        columns["components"] = components
        columns["by"] = [-1 if link.by is None else components.index(link.by) for link in links]
    if any(link.cosine is not None for link in links):
        columns["cosine"] = [None if link.cosine is None else _hundredths(link.cosine) for link in links]
    if comments := [[k, link.comment] for k, link in enumerate(links) if link.comment]:
        columns["comments"] = comments
    return columns


def _identical(pair: Pair, link: Link) -> bool:
    return [fold(pair.document.words[i]) for i in link.doc_positions] == [
        fold(pair.summary.words[j]) for j in link.sum_positions
    ]


def _document_tokens(alignment: Alignment) -> Iterable[int]:
    for link in alignment.links:
        yield from link.doc_positions
    for i, _, _ in _shown_posteriors(alignment):
        yield i


def _shown_posteriors(alignment: Alignment) -> list[tuple[int, int, float]]:
    """Return each summary word's likeliest document words, short of those that a link already says as much of."""
    said = {key: _hundredths(link.prob) for key, link in word_links(alignment).items() if link.prob is not None}
    by_word: dict[int, list[tuple[float, int]]] = defaultdict(list)
    for i, j, p in alignment.posteriors or ():
        if p >= LEAST_POSTERIOR:
            by_word[j].append((-p, i))
    likeliest = ((i, j, -p) for j, rivals in by_word.items() for p, i in sorted(rivals)[:MOST_POSTERIORS])
    return [(i, j, p) for i, j, p in likeliest if said.get((i, j)) != _hundredths(p)]


def _shown_parts(pair: Pair) -> Iterable[Any]:
    return (part for part in pair.documents if part.tokens[0] < min(part.tokens[1], len(pair.document)))


def _differences(spans: Iterable[Span]) -> list[int]:
    """Return spans as one list: the gap before each (negative where it goes back), and its length."""
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


def _hundredths(p: float) -> int:
    return round(p * 100)
