"""Alignments of extracts reported on the documents that the extracts came from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sumtrace.alignment.alignment import Alignment, Link
from sumtrace.alignment.moving import moved_link, moved_passage
from sumtrace.alignment.passages import Passage
from sumtrace.corpus.extracts import Extracted
from sumtrace.corpus.pair import Pair
from sumtrace.errors import InputError


def restore(parts: Iterable[tuple[Alignment, Extracted]], pair: Pair) -> Alignment:
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
    passages: list[Passage | None] = [None] * len(pair.summary)
    end = 0
    for alignment, extracted in parts:
        _check_part(alignment, extracted, pair, end)
        start, positions = extracted.summary_start, extracted.positions
        end = start + len(extracted.pair.summary)
        links += [moved_link(link, positions, start) for link in alignment.links]
        null += [start + j for j in alignment.null or ()]
        covered += range(start, end) if alignment.covered is None else [start + j for j in alignment.covered]
        null_prob[start:end] = alignment.null_prob or null_prob[start:end]
        posteriors += [(positions[i], start + j, p) for i, j, p in alignment.posteriors or ()]
        for j, passage in enumerate(alignment.passages or ()):
            passages[start + j] = moved_passage(passage, positions, pair)
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
        tuple(passages) if any(a.passages is not None for a in alignments) else None,
    )


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
            hint="Use the same pairs that the extracts were made from.",
        )
    aligned = alignment.pair or extracted.pair
    if (aligned.document.words, aligned.summary.words) != (document, summary):
        raise InputError("the alignment has different tokens from the extract", pair=alignment.id)
    if start < end:
        raise InputError("two extracts cover the same summary words", pair=extracted.pair.id)
    alignment.with_pair(extracted.pair)


def _common(values: Sequence[str | None]) -> str | None:
    """The value that all share, None where they differ."""
    return values[0] if len(set(values)) == 1 else None
