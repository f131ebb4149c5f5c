"""Suggestions: links that the aligner, or a file, offers to the annotator. They become marks only by a person's hand."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sumtrace.alignment import Alignment
from sumtrace.alignment.formats.format import NO_SUCH_PAIR
from sumtrace.corpus.pair import Pair
from sumtrace.errors import InputError


class Suggestions:
    """Links offered for the pairs, from a file of alignments or from the built-in aligner, loaded when first asked."""

    def __init__(self, pairs: Sequence[Pair], source: str | Path | None = None) -> None:
        self._pairs = pairs
        self._lock = threading.Lock()
        self._aligner: Any = None
        self._made: dict[int, list[dict[str, Any]]] = {}
        if source is not None:
            from sumtrace.alignment.formats.exchange import read_alignments

            read = read_alignments(source, pairs=pairs, on_bad=_pass_over_other_pairs)
            offered = {alignment.id: alignment for alignment in read}
            for number, pair in enumerate(pairs):
                self._made[number] = _links(offered[pair.id]) if pair.id in offered else []

    def of(self, number: int) -> list[dict[str, Any]]:
        """Return the links offered for a pair, in the order of the summary."""
        with self._lock:
            if number not in self._made:
                if self._aligner is None:
                    from sumtrace.aligner import load

                    self._aligner = load()
                self._made[number] = _links(self._aligner.align_pair(self._pairs[number]))
            return self._made[number]


def _pass_over_other_pairs(error: InputError) -> None:
    """A sample is annotated with suggestions from the alignments of its whole corpus; anything else wrong stops."""
    if error.problem != NO_SUCH_PAIR:
        raise error


def _links(alignment: Alignment) -> list[dict[str, Any]]:
    links = sorted(alignment.links, key=lambda link: (link.sum, -(link.prob or 0.0), link.doc))
    return [{"doc": link.doc, "sum": link.sum, "label": link.label, "prob": link.prob, "by": link.by} for link in links]
