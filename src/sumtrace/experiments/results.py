"""What an experiment found out, for the page and for programs."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from sumtrace.alignment.alignment import Alignment
from sumtrace.evaluation.agreement import Agreement
from sumtrace.evaluation.comparison import System, tree, without_nan
from sumtrace.evaluation.error_analysis import Analysis
from sumtrace.evaluation.properties import Properties
from sumtrace.evaluation.scores import Scores
from sumtrace.experiments.findings import DecidedClaim
from sumtrace.experiments.plan import Plan


@dataclass(frozen=True, slots=True)
class GoldResult:
    """All that was found out on one gold set; agreement and errors where the gold allows.

    ``sweep`` has the scores of Cut & Paste by cut-off, on the documents and on extracts. ``alignments`` are the gold's, then
    each system's.
    """

    name: str
    pairs: int
    systems: tuple[System, ...]
    properties: dict[str, Properties]
    agreement: Agreement | None
    errors: dict[str, Analysis]
    findings: tuple[DecidedClaim, ...]
    sweep: dict[int, tuple[Scores, Scores]]
    alignments: dict[str, Sequence[Alignment]]


def numbers(plan: Plan, results: Sequence[GoldResult]) -> dict[str, Any]:
    """Return every number of an experiment as plain data."""
    sets = [
        {
            "gold": result.name,
            "pairs": result.pairs,
            "systems": [tree(system) for system in result.systems],
            "properties": {
                name: dataclasses.asdict(own)
                | {"lengths": [{"doc": a, "sum": b, "count": n} for (a, b), n in own.lengths.items()]}
                for name, own in result.properties.items()
            },
            "kappas": [dataclasses.asdict(kappa) for kappa in result.agreement.kappas] if result.agreement else [],
            "errors": {name: dataclasses.asdict(own.errors) for name, own in result.errors.items()},
            "findings": [dataclasses.asdict(one) | {"verdict": one.verdict} for one in result.findings],
            "cutoffs": {
                str(cutoff): {"documents": dataclasses.asdict(whole), "extracts": dataclasses.asdict(extracts)}
                for cutoff, (whole, extracts) in result.sweep.items()
            },
        }
        for result in results
    ]
    plain: dict[str, Any] = without_nan({"plan": msgspec.to_builtins(plan), "results": sets})
    return plain
