"""Links and passages carried from one document to another that holds the same tokens at other places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sumtrace.alignment.alignment import Alignment, Link
from sumtrace.alignment.passages import Passage
from sumtrace.corpus.pair import Pair
from sumtrace.text.spans import spans_of


def moved(alignment: Alignment, pair: Pair, positions: Sequence[int]) -> Alignment:
    """Return the alignment on the document of ``pair``, where token i stands at ``positions[i]``."""
    posteriors, passages = alignment.posteriors, alignment.passages
    return replace(
        alignment,
        pair=pair,
        links=tuple(
            sorted((moved_link(link, positions) for link in alignment.links), key=lambda link: (link.sum, link.doc))
        ),
        posteriors=posteriors
        and tuple(sorted(((positions[i], j, p) for i, j, p in posteriors), key=lambda w: w[1::-1])),
        passages=passages and tuple(moved_passage(passage, positions, pair) for passage in passages),
    )


def moved_link(link: Link, positions: Sequence[int], start: int = 0) -> Link:
    """Return a link with its document tokens at their positions and its summary tokens ``start`` further on."""
    doc = spans_of(sorted(positions[i] for i in link.doc_positions))
    return replace(link, doc=doc, sum=tuple((start + a, start + b) for a, b in link.sum))


def moved_passage(passage: Passage | None, positions: Sequence[int], pair: Pair) -> Passage | None:
    """Return a passage at its place in the document of ``pair``."""
    if passage is None:
        return None
    (start, end), at = passage.doc, positions[passage.at]
    part = pair.part_of(at)
    return replace(
        passage,
        sent=pair.document.sentence_of(at),
        doc=(positions[start], positions[end - 1] + 1),
        at=at,
        document=None if part is None else part.id,
        also=tuple(place for own in passage.also if (place := moved_passage(own, positions, pair))),
    )
