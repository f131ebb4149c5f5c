"""What people's reviews say of a check, as tables."""

from __future__ import annotations

from collections.abc import Mapping

from sumtrace.evaluation.reviews import MARKS, ReviewScores, VerdictScore
from sumtrace.report.tables import Table, percent

NOTE = (
    "Precision: share of claims with this verdict that reviewers agree with (supported: right; differs, not found: wrong). "
    "Recall: claims they called so that got this verdict. AUC: a wrong claim has less support than a right one."
)


def review_tables(systems: Mapping[str, ReviewScores]) -> list[Table]:
    """Return one table for each check: its verdicts against people's marks."""
    return [_table(name, scores) for name, scores in systems.items()]


def _table(name: str, scores: ReviewScores) -> Table:
    rows = [_row(verdict, score) for verdict, score in scores.verdicts.items()]
    rows.insert(2, _row("differs or not found", scores.flagged))
    missing = f" {scores.unmatched} reviewed claims are not among the checked ones." if scores.unmatched else ""
    return Table(
        f"{name}: {scores.claims} reviewed claims, AUC of support {percent(scores.auc)}",
        ("verdict", "claims", *MARKS, "precision", "recall"),
        tuple(rows),
        note=NOTE + missing,
    )


def _row(name: str, score: VerdictScore) -> tuple[str, ...]:
    marks = (str(score.marks[mark]) for mark in MARKS)
    return name, str(score.given), *marks, percent(score.precision), percent(score.recall)
