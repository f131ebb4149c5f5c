"""The rival systems by name, for the commands and experiments that let one choose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sumtrace.alignment.alignment import Alignment
from sumtrace.baselines.bitext import Side
from sumtrace.baselines.cut_and_paste import CUTOFF, cut_and_paste
from sumtrace.baselines.eflomal import eflomal
from sumtrace.baselines.jing import NEAR, jing
from sumtrace.baselines.model1 import Advance
from sumtrace.baselines.names import Heuristic, Learnt
from sumtrace.baselines.nearest import nearest
from sumtrace.baselines.similar import most_similar_sentence
from sumtrace.baselines.symmetrization import Symmetrization
from sumtrace.baselines.translation import translate
from sumtrace.corpus.pair import Pair


def heuristic(
    name: Heuristic, pairs: Iterable[Pair], *, cutoff: int | None = None, near: int = NEAR
) -> Iterator[Alignment]:
    """Align pairs one after the other by a system that learns nothing; ``cutoff`` None is the system's own."""
    if name == "nearest":
        return nearest(pairs)
    if name == "most-similar-sentence":
        return most_similar_sentence(pairs)
    if name == "cut-and-paste":
        return cut_and_paste(pairs, cutoff=cutoff or CUTOFF)
    return jing(pairs, near=near, cutoff=cutoff or 1)


def learnt(
    name: Learnt,
    pairs: Iterable[Pair],
    more: Iterable[Pair] = (),
    *,
    source: Side = "document",
    symmetrization: Symmetrization | None = None,
    iterations: int = 5,
    seeded: bool = True,
    advance: Advance = lambda: None,
) -> Iterator[Alignment]:
    """Align pairs by a system that learns from them and from ``more``; the pairs are gone through more than once."""
    if name == "eflomal":
        return eflomal(pairs, more=more, source=source, symmetrization=symmetrization, seeded=seeded)
    return translate(
        pairs,
        name,
        more=more,
        source=source,
        symmetrization=symmetrization,
        iterations=iterations,
        seeded=seeded,
        advance=advance,
    )
