"""How a check does by people's reviews of its claims: precision and recall of each verdict, and the AUC of support.

A review calls a claim *right* (its document says so), *wrong* or *unclear*. The verdict *supported* stands for right,
*differs* and *not found* for wrong, *unclear* for itself:

    precision(verdict) = share of the claims with this verdict that people gave the mark it stands for
    recall(verdict)    = share of the claims with that mark that got this verdict
    AUC                = P(a wrong claim has less support than a right one), ties half

*differs* and *not found* share the wrong claims between them: ``flagged`` counts them as one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec
import numpy as np

from sumtrace.alignment.formats.helpers.json_lines import first_line_has, read_lines
from sumtrace.errors import InputError
from sumtrace.evaluation.detection import roc_auc
from sumtrace.text import Span

if TYPE_CHECKING:
    from sumtrace.checking import Check, Verdict

Mark = Literal["right", "wrong", "unclear"]
MARKS: tuple[Mark, ...] = ("right", "wrong", "unclear")
STANDS_FOR: Mapping[Verdict, Mark] = {
    "differs": "wrong",
    "not found": "wrong",
    "unclear": "unclear",
    "supported": "right",
}
SAME_CLAIM = 0.5
"""Shared characters, as a share of both claims together, from which a reviewed and a checked claim are the same."""


class Reviewed(msgspec.Struct, frozen=True):
    """A person's word on one claim; the span is of characters."""

    start: int
    end: int
    text: str
    mark: Mark | None = None
    note: str = ""


class Review(msgspec.Struct, frozen=True):
    """A person's review of one summary."""

    id: str
    reviewed: list[Reviewed]
    annotator: str | None = None


@dataclass(frozen=True, slots=True)
class VerdictScore:
    """How often a verdict was given, to claims with which marks, and how well that fits."""

    given: int
    marks: Mapping[Mark, int]
    precision: float
    recall: float


@dataclass(frozen=True, slots=True)
class ReviewScores:
    """A check against reviews; ``unmatched`` reviewed claims have no counterpart among those checked."""

    verdicts: Mapping[Verdict, VerdictScore]
    flagged: VerdictScore
    auc: float
    claims: int
    unmatched: int


def holds_reviews(source: str | Path) -> bool:
    """Whether a file's first line is a review."""
    return first_line_has(source, b"reviewed")


def read_reviews(source: str | Path) -> list[Review]:
    """Return the reviews of a file."""
    return list(read_lines(source, msgspec.json.Decoder(Review).decode))


def merged(reviewers: Sequence[Sequence[Review]]) -> list[Review]:
    """Return the reviews of several people as one: the mark most of them gave, unclear where none has most."""
    by_claim: dict[str, dict[tuple[int, int, str], list[Mark]]] = {}
    for review in (review for reviews in reviewers for review in reviews):
        claims = by_claim.setdefault(review.id, {})
        for one in review.reviewed:
            if one.mark is not None:
                claims.setdefault((one.start, one.end, one.text), []).append(one.mark)
    return [
        Review(name, [Reviewed(*place, mark=_most(marks)) for place, marks in claims.items()])
        for name, claims in by_claim.items()
    ]


def score_reviews(reviews: Iterable[Review], checks: Iterable[Check]) -> ReviewScores:
    """Return how a check does by the reviews of its claims."""
    by_id = {check.id: check for check in checks}
    found: list[tuple[Verdict, Mark, float]] = []
    unmatched = 0
    for review in reviews:
        check = by_id.get(review.id)
        if check is None:
            raise InputError("this pair was reviewed but is not among the checks", pair=review.id)
        for one in review.reviewed:
            if one.mark is None:
                continue
            claim = _counterpart(one, check)
            if claim is None:
                unmatched += 1
            else:
                found.append((check.claims[claim].verdict, one.mark, check.claims[claim].unsupported))
    if not found:
        raise InputError(
            "none of the check's claims was reviewed", hint="Review this check: sumtrace review CHECKED.jsonl"
        )
    decided = [(mark, unsupported) for _, mark, unsupported in found if mark != "unclear"]
    wrong = np.array([mark == "wrong" for mark, _ in decided], dtype=float)
    return ReviewScores(
        {verdict: _score(found, (verdict,), mark) for verdict, mark in STANDS_FOR.items()},
        _score(found, ("differs", "not found"), "wrong"),
        roc_auc(wrong, np.array([unsupported for _, unsupported in decided])) if decided else float("nan"),
        len(found),
        unmatched,
    )


def _most(marks: Sequence[Mark]) -> Mark:
    (best, times), *others = Counter(marks).most_common()
    return best if not others or others[0][1] < times else "unclear"


def _counterpart(one: Reviewed, check: Check) -> int | None:
    """Return the number of the checked claim that a reviewed one is, None where none covers the same text."""
    summary = check.pair.summary
    if summary.string[one.start : one.end] != one.text:
        raise InputError("the summary differs from the one that was reviewed", pair=check.id)
    spans = [summary.characters(claim.tokens) for claim in check.claims]
    shares = [_overlap((one.start, one.end), span) for span in spans]
    best = max(range(len(shares)), key=shares.__getitem__, default=None)
    return best if best is not None and shares[best] > SAME_CLAIM else None


def _overlap(one: Span, other: Span) -> float:
    both = min(one[1], other[1]) - max(one[0], other[0])
    return max(0, both) / (max(one[1], other[1]) - min(one[0], other[0]))


def _score(found: Sequence[tuple[Verdict, Mark, float]], verdicts: Sequence[Verdict], stands_for: Mark) -> VerdictScore:
    marks = Counter(mark for verdict, mark, _ in found if verdict in verdicts)
    given, all_marked = sum(marks.values()), sum(mark == stands_for for _, mark, _ in found)
    hits = marks[stands_for]
    return VerdictScore(
        given,
        {mark: marks[mark] for mark in MARKS},
        hits / given if given else float("nan"),
        hits / all_marked if all_marked else float("nan"),
    )
