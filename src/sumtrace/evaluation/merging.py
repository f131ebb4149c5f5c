"""Several annotators' alignments of the same pairs made into one gold.

A link is possible if any annotator made it. It is sure if any annotator (``union``), more than half of them
(``majority``) or all of them (``intersection``) called it sure; so are words without a source decided. Only words that
all of them judged count.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Literal

from sumtrace.alignment.alignment import Alignment
from sumtrace.alignment.expansion import Rule, from_word_pairs, sure_and_possible
from sumtrace.errors import InputError
from sumtrace.evaluation.matching import match

Merge = Literal["union", "majority", "intersection"]


def merge(
    annotators: Sequence[Sequence[Alignment]], *, how: Merge = "majority", rule: Rule = "soft"
) -> list[Alignment]:
    """Return one alignment per pair, in the first annotator's order; all must have annotated the same pairs."""
    if not annotators:
        raise InputError("there are no annotations to merge")
    first, *others = annotators
    if not others:
        return list(first)
    columns: list[list[Alignment]] = []
    for other in others:
        if len(other) != len(first):
            raise InputError(
                f"one annotator has {len(first)} pairs, another {len(other)}",
                hint="Keep only the pairs that all of them annotated.",
            )
        both = match(first, other)
        if not columns:
            columns.append([mine for mine, _ in both])
        columns.append([theirs for _, theirs in both])
    return [_merged(versions, how, rule) for versions in zip(*columns, strict=True)]


def by_annotator(alignments: Sequence[Alignment]) -> list[list[Alignment]]:
    """Return one file's alignments as one list per annotator; a file without a repeated id is one list."""
    if len({alignment.id for alignment in alignments}) == len(alignments):
        return [list(alignments)]
    lists: dict[str | None, list[Alignment]] = defaultdict(list)
    for alignment in alignments:
        lists[alignment.annotator].append(alignment)
    return list(lists.values())


def _merged(versions: Sequence[Alignment], how: Merge, rule: Rule) -> Alignment:
    needed = {"union": 1, "majority": len(versions) // 2 + 1, "intersection": len(versions)}[how]
    votes: Counter[tuple[int, int]] = Counter()
    anyone: set[tuple[int, int]] = set()
    for version in versions:
        sure, possible = sure_and_possible(version, rule)
        votes.update(sure)
        anyone |= possible
    judged = [set(version.covered) for version in versions if version.covered is not None]
    nulls = [set(version.null) for version in versions if version.null is not None]
    missing = Counter(j for null in nulls for j in null)
    return Alignment(
        versions[0].id,
        from_word_pairs((key for key, n in votes.items() if n >= needed), anyone),
        versions[0].pair,
        covered=tuple(sorted(set.intersection(*judged))) if judged else None,
        null=tuple(sorted(j for j, n in missing.items() if n >= needed)) if len(nulls) == len(versions) else None,
        annotator="+".join(version.annotator or "?" for version in versions),
    )
