"""Agreement while adjudicating: kappa between the annotators, and of each with the gold as decided so far."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Any, NamedTuple

from sumtrace.alignment import Alignment, sure_and_possible
from sumtrace.annotate.adjudication import Adjudication
from sumtrace.annotate.desk import Desk
from sumtrace.annotate.marks import to_alignment
from sumtrace.evaluation.agreement import cohen
from sumtrace.evaluation.counts import judged_words


class Overlap(NamedTuple):
    """How many word links both made, the first made, the second made, of how many decisions."""

    both: int = 0
    first: int = 0
    second: int = 0
    decisions: int = 0


class LiveAgreement:
    """Kappa over all word pairs, sure and possible links alike, kept up pair by pair."""

    def __init__(self, adjudication: Adjudication) -> None:
        self._names = adjudication.names
        self._versions = adjudication.alignments
        couples = list(combinations(range(len(self._names)), 2))
        self._between = {
            (self._names[a], self._names[b]): _kappa(map(_tally, self._versions[a], self._versions[b]))
            for a, b in couples
        }
        self._tallies: dict[int, tuple[int, list[Overlap]]] = {}

    def now(self, desk: Desk) -> dict[str, Any]:
        """Return the kappas as things stand; undecided words do not count against the gold."""
        for number, pair in enumerate(desk.pairs):
            revision = desk.revision(number)
            if self._tallies.get(number, (-1,))[0] != revision:
                gold = to_alignment(desk.marks(number), pair)
                self._tallies[number] = (revision, [_tally(version[number], gold) for version in self._versions])
        with_gold = [
            _kappa(tallies[place] for _, tallies in self._tallies.values()) for place in range(len(self._names))
        ]
        return {
            "between": [{"names": names, "kappa": kappa} for names, kappa in self._between.items()],
            "with_gold": [{"name": name, "kappa": kappa} for name, kappa in zip(self._names, with_gold, strict=True)],
        }


def _tally(first: Alignment, second: Alignment) -> Overlap:
    judged = set(judged_words(first)) & set(judged_words(second))
    mine, theirs = (
        {key for key in sure_and_possible(version, "all-pairs")[1] if key[1] in judged} for version in (first, second)
    )
    return Overlap(len(mine & theirs), len(mine), len(theirs), len(judged) * len(first.texts.document))


def _kappa(tallies: Iterable[Overlap]) -> float | None:
    """Return kappa over the tallies together, None where there is nothing to tell."""
    total = Overlap(*(sum(column) for column in zip(*tallies, strict=True)))
    if not total.decisions:
        return None
    kappa = cohen(*total)
    return None if kappa != kappa else round(kappa, 4)
