"""Extracts made: an extract is a pair of its own, so that anything can align it, and remembers where its tokens stood."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

import numpy as np

from sumtrace.corpus.extracts.index import DEFAULT_WEIGHTS, ExtractIndex, Related, Weights
from sumtrace.corpus.pair import DocumentPart, Pair
from sumtrace.text import Span, Text

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


def _check(k: int) -> None:
    if k < 1:
        raise ValueError(f"an extract keeps at least one sentence, not {k}")


def _extracted(pair: Pair, name: str, chosen: Sequence[int], summary: Text, summary_start: int) -> Extracted:
    spans = [pair.document.sentences[number] for number in chosen]
    positions = tuple(token for start, end in spans for token in range(start, end))
    made = Pair(name, _cut(pair.document, spans), summary, _documents(pair, positions))
    return Extracted(made, pair.id, tuple(chosen), positions, summary_start)


def _cut(text: Text, spans: Sequence[Span]) -> Text:
    """The given sentences of a text, one per line, their characters unchanged."""
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
