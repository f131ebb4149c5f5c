"""An experiment: every system trained and run, everything scored; interrupted ones go on where they stopped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from sumtrace.alignment.alignment import Alignment
from sumtrace.baselines.cut_and_paste import cut_and_paste
from sumtrace.corpus.extracts import extract_pairs
from sumtrace.errors import InputError
from sumtrace.evaluation.agreement import agree
from sumtrace.evaluation.comparison import System
from sumtrace.evaluation.error_analysis import analyse
from sumtrace.evaluation.merging import merge
from sumtrace.evaluation.properties import describe
from sumtrace.evaluation.scores import Evaluation, Scores, evaluate
from sumtrace.evaluation.significance import compare, intervals
from sumtrace.experiments.findings import findings
from sumtrace.experiments.plan import GoldPlan, Plan, annotators_of, corpus_pairs
from sumtrace.experiments.results import GoldResult
from sumtrace.experiments.systems import aligned, check, on_extracts

Step = Callable[[str], None]
"""Told what is being done now."""


def run(plan: Plan, folder: Path, work: Path, *, step: Step = lambda what: None) -> list[GoldResult]:
    """Train and run every system, then score all; alignments are kept under ``work`` and not made twice.

    Every system learns from the corpus and the gold's own texts (never from its links). ``step`` is called ``steps(plan)``
    times.
    """
    people = {gold.name: annotators_of(gold, folder) for gold in plan.gold}
    golds = {gold.name: _merged(gold, people[gold.name]) for gold in plan.gold}
    for system in plan.system:
        check(system)
    pairs = [
        replace(alignment.texts, id=f"{name}/{alignment.id}") for name, gold in golds.items() for alignment in gold
    ]
    known = {(pair.document.words, pair.summary.words) for pair in pairs}
    more = [pair for pair in corpus_pairs(plan, folder) if (pair.document.words, pair.summary.words) not in known]
    work.mkdir(parents=True, exist_ok=True)
    made: dict[str, dict[str, Alignment]] = {}
    for system in plan.system:
        step(system.name)
        made[system.name] = {alignment.id: alignment for alignment in aligned(system, pairs, more, work)}
    results = []
    for gold in plan.gold:
        step(f"scoring on {gold.name}")
        own = {
            system: [replace(by_id[f"{gold.name}/{one.id}"], id=one.id, pair=one.pair) for one in golds[gold.name]]
            for system, by_id in made.items()
        }
        results.append(_scored(gold, golds[gold.name], people[gold.name], own, plan))
    return results


def steps(plan: Plan) -> int:
    """Return how often ``run`` calls ``step``."""
    return len(plan.system) + len(plan.gold)


def _merged(plan: GoldPlan, people: dict[str, list[Alignment]]) -> list[Alignment]:
    """The gold of a set, which must be such that something can be scored on it."""
    try:
        gold = merge(list(people.values()), how=plan.merge)
        Evaluation.of(gold, gold)
    except InputError as error:
        raise InputError(f"gold {plan.name!r}: {error.problem}", pair=error.pair, hint=error.hint) from error
    return gold


def _scored(
    plan: GoldPlan,
    gold: Sequence[Alignment],
    people: dict[str, list[Alignment]],
    made: dict[str, list[Alignment]],
    whole: Plan,
) -> GoldResult:
    evaluations = {name: Evaluation.of(gold, alignments) for name, alignments in made.items()}
    first = next(iter(evaluations.values()))
    systems = tuple(
        System(
            name,
            evaluation,
            evaluation.scores(),
            intervals(evaluation, samples=whole.samples, seed=whole.seed),
            compare(evaluation, first, score=first.main_score(), samples=whole.samples, seed=whole.seed)
            if evaluation is not first
            else None,
        )
        for name, evaluation in evaluations.items()
    )
    return GoldResult(
        plan.name,
        len(gold),
        systems,
        {"gold": describe(gold)} | {name: describe(alignments) for name, alignments in made.items()},
        agree(people, how=plan.merge) if len(people) > 1 else None,
        {name: analyse(gold, alignments) for name, alignments in made.items()} if first.has_sure() else {},
        tuple(findings(whole.system, evaluations, samples=whole.samples, seed=whole.seed)),
        {cutoff: _cut_off_at(cutoff, gold) for cutoff in whole.cutoffs},
        {"gold": gold, **made},
    )


def _cut_off_at(cutoff: int, gold: Sequence[Alignment]) -> tuple[Scores, Scores]:
    """The scores of Cut & Paste on documents, and on the extracts of summary sentences."""
    pairs = [alignment.texts for alignment in gold]
    align = partial(cut_and_paste, cutoff=cutoff)
    return evaluate(gold, list(align(pairs))), evaluate(gold, list(on_extracts(align, pairs, extract_pairs)))
