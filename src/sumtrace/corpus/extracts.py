"""Extracts: for each sentence of a summary, the few document sentences that say most of what it says.

Found by greedy deletion (``extraction_deletion``) with the words that ``extraction_index`` counts. An extract is a pair of its own, so that anything can align it, and it
remembers where its tokens stood; ``restore`` and ``merge`` report an alignment of it on the document it came from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

import numpy as np

from sumtrace.alignment.alignment import Alignment, Link
from sumtrace.corpus.extraction_index import DEFAULT_WEIGHTS, WEIGHTS, ExtractIndex, Related, Weights
from sumtrace.corpus.pair import DocumentPart, Pair
from sumtrace.errors import InputError
from sumtrace.text import Span, Text

__all__ = [
    "DEFAULT_WEIGHTS",
    "SENTENCES",
    "UNITS",
    "WEIGHTS",
    "ExtractIndex",
    "Extracted",
    "Related",
    "Unit",
    "Weights",
    "extract_pairs",
    "extract_sentences",
    "merge",
    "restore",
    "runs",
]

Unit = Literal["sentence", "abstract"]
"""What an extract is for: one sentence of the summary, or all of it (the union of its sentences' extracts)."""
UNITS: tuple[Unit, ...] = get_args(Unit)

SENTENCES = 3
"""How many document sentences a summary sentence gets unless told otherwise."""


@dataclass(frozen=True, slots=True)
class Extracted:
    """An extract as a pair, and its place in the pair it was made from.

    ``positions`` gives for each token of the extract its token in the document of the pair called ``source``,
    ``sentences`` the document sentences it keeps; the extract's summary begins at token ``summary_start`` of the whole.
    """

    pair: Pair
    source: str
    sentences: tuple[int, ...]
    positions: tuple[int, ...]
    summary_start: int = 0


def extract_sentences(
    document: Text,
    sentence_words: Sequence[str],
    k: int = SENTENCES,
    *,
    weights: Weights = DEFAULT_WEIGHTS,
    related: Related | None = None,
) -> list[int]:
    """Return the numbers of the k document sentences for the words of one summary sentence, in document order.

    From the whole document, the sentence whose removal leaves the highest cosine similarity with the summary sentence is
    deleted until k are left; of equal ones the last is deleted first, so a summary sentence that shares no word with the
    document gets the first k. ``related`` replaces the matching of equal stems, by a model's rewrites for instance.
    """
    _check(k)
    return ExtractIndex(document, weights=weights).sentences_for(sentence_words, k, related=related)


def extract_pairs(
    pair: Pair,
    k: int = SENTENCES,
    unit: Unit = "sentence",
    *,
    weights: Weights = DEFAULT_WEIGHTS,
    related: Related | None = None,
    own_only: bool = False,
) -> Iterator[Extracted]:
    """Yield the extract of each summary sentence, called ``id#0``, ``id#1``..., or the one extract of the whole summary.

    With ``own_only``, the extract of the whole summary lets each of its sentences align only to its own extract.
    """
    _check(k)
    index = ExtractIndex(pair.document, weights=weights)
    union: set[int] = set()
    own: list[Sequence[int]] = [()] * len(pair.summary.sentences)
    for number, (start, end) in enumerate(pair.summary.sentences):
        if start == end:
            continue
        chosen = index.sentences_for(pair.summary.words[start:end], k, related=related)
        if unit == "sentence":
            summary = _cut(pair.summary, [(start, end)])
            yield _extracted(pair, f"{pair.id}#{number}", chosen, summary, start)
        union.update(chosen)
        own[number] = chosen
    if unit == "abstract":
        kept = sorted(union)
        whole = _extracted(pair, pair.id, kept, pair.summary, 0)
        if own_only:
            full = [number for number in kept if len(range(*pair.document.sentences[number]))]
            place = {number: position for position, number in enumerate(full)}
            own_extracts = tuple(tuple(place[number] for number in chosen if number in place) for chosen in own)
            whole = replace(whole, pair=replace(whole.pair, own_extracts=own_extracts))
        yield whole


def restore(alignment: Alignment, extracted: Extracted, pair: Pair) -> Alignment:
    """Return the alignment of an extract as an alignment of ``pair``, from which the extract was made."""
    return merge([(alignment, extracted)], pair)


def merge(parts: Iterable[tuple[Alignment, Extracted]], pair: Pair) -> Alignment:
    """Return the alignments of several extracts of ``pair`` as one alignment of it.

    Summary words that no part is about are not judged (``covered``), and their probability of having no source is 1. A
    phrase of several extract sentences becomes a discontinuous phrase of the document.
    """
    parts = sorted(parts, key=lambda part: part[1].summary_start)
    links: list[Link] = []
    null: list[int] = []
    covered: list[int] = []
    null_prob = [1.0] * len(pair.summary)
    posteriors: list[tuple[int, int, float]] = []
    end = 0
    for alignment, extracted in parts:
        _check_part(alignment, extracted, pair, end)
        start, positions = extracted.summary_start, extracted.positions
        end = start + len(extracted.pair.summary)
        links += [_link(link, positions, start) for link in alignment.links]
        null += [start + j for j in alignment.null or ()]
        covered += range(start, end) if alignment.covered is None else [start + j for j in alignment.covered]
        null_prob[start:end] = alignment.null_prob or null_prob[start:end]
        posteriors += [(positions[i], start + j, p) for i, j, p in alignment.posteriors or ()]
    alignments = [alignment for alignment, _ in parts]
    every = all(alignment.covered is None for alignment in alignments) and len(covered) == len(pair.summary)
    return Alignment(
        pair.id,
        tuple(sorted(links, key=lambda link: (link.sum, link.doc))),
        pair,
        tuple(null_prob) if parts and all(a.null_prob is not None for a in alignments) else None,
        tuple(posteriors) if any(a.posteriors is not None for a in alignments) else None,
        tuple(null) if any(a.null is not None for a in alignments) else None,
        None if every else tuple(covered),
        _common([a.annotator for a in alignments]),
        _common([a.model for a in alignments]),
        _common([a.comment for a in alignments]),
    )


def runs(tokens: Sequence[int]) -> tuple[Span, ...]:
    """Return tokens in order as spans, neighbours together."""
    spans: list[Span] = []
    for token in tokens:
        if spans and spans[-1][1] == token:
            spans[-1] = (spans[-1][0], token + 1)
        else:
            spans.append((token, token + 1))
    return tuple(spans)


def _check(k: int) -> None:
    if k < 1:
        raise ValueError(f"an extract keeps at least one sentence, not {k}")


def _extracted(pair: Pair, name: str, chosen: Sequence[int], summary: Text, summary_start: int) -> Extracted:
    spans = [pair.document.sentences[number] for number in chosen]
    positions = tuple(token for start, end in spans for token in range(start, end))
    made = Pair(name, _cut(pair.document, spans), summary, _documents(pair, positions))
    return Extracted(made, pair.id, tuple(chosen), positions, summary_start)


def _cut(text: Text, spans: Sequence[Span]) -> Text:
    """The given sentences of a text, a sentence a line, their characters as they stand."""
    parts = []
    for start, end in spans:
        if start < end:
            first = text.offsets[start][0]
            offsets = tuple((a - first, b - first) for a, b in text.offsets[start:end])
            parts.append(Text(text.phrase((start, end)), text.words[start:end], offsets, ((0, end - start),)))
    return Text.joined(parts, "\n")


def _documents(pair: Pair, positions: Sequence[int]) -> tuple[DocumentPart, ...]:
    """Which tokens of the extract are whose, where the pair has several documents."""
    parts = []
    for part in pair.documents:
        start, end = np.searchsorted(positions, part.tokens)
        if start < end:
            parts.append(DocumentPart(part.id, (int(start), int(end))))
    return tuple(parts)


def _check_part(alignment: Alignment, extracted: Extracted, pair: Pair, end: int) -> None:
    if alignment.id != extracted.pair.id:
        raise InputError(f"the extract is {extracted.pair.id!r}", pair=alignment.id)
    start, document, summary = extracted.summary_start, extracted.pair.document.words, extracted.pair.summary.words
    kept = [pair.document.words[i] for i in extracted.positions if i < len(pair.document)]
    if (
        extracted.source != pair.id
        or tuple(kept) != document
        or pair.summary.words[start : start + len(summary)] != summary
    ):
        raise InputError(
            "this extract was not made from this pair",
            pair=extracted.pair.id,
            hint="Give the very pairs that the extracts were made from.",
        )
    aligned = alignment.pair or extracted.pair
    if (aligned.document.words, aligned.summary.words) != (document, summary):
        raise InputError("the alignment was made on other tokens than the extract's", pair=alignment.id)
    if start < end:
        raise InputError("two extracts are about the same summary words", pair=extracted.pair.id)
    alignment.with_pair(extracted.pair)


def _link(link: Link, positions: Sequence[int], start: int) -> Link:
    doc = runs([positions[i] for i in link.doc_positions])
    return replace(link, doc=doc, sum=tuple((start + a, start + b) for a, b in link.sum))


def _common(values: Sequence[str | None]) -> str | None:
    """The value that all share, None where they differ."""
    return values[0] if len(set(values)) == 1 else None
