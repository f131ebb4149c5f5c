"""An experiment: every system trained and run, everything scored; interrupted ones go on where they stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from sumtrace.alignment.alignment import Alignment
from sumtrace.alignment.formats import read_alignments, write_alignments
from sumtrace.corpus.pair import Pair
from sumtrace.errors import InputError
from sumtrace.evaluation.agreement import Agreement, agree
from sumtrace.evaluation.comparison import System
from sumtrace.evaluation.error_analysis import Analysis, analyse
from sumtrace.evaluation.merging import merge
from sumtrace.evaluation.plan import GoldPlan, Plan, SystemPlan, annotators_of, corpus_pairs, fingerprint
from sumtrace.evaluation.properties import Properties, describe
from sumtrace.evaluation.scores import Evaluation
from sumtrace.evaluation.significance import compare, intervals

Step = Callable[[str], None]
"""Told what is being done now."""


@dataclass(frozen=True, slots=True)
class GoldResult:
    """All that was found out on one gold set; agreement and errors where the gold allows."""

    name: str
    pairs: int
    systems: tuple[System, ...]
    properties: dict[str, Properties]
    agreement: Agreement | None
    errors: dict[str, Analysis]


def run(plan: Plan, folder: Path, work: Path, *, step: Step = lambda what: None) -> list[GoldResult]:
    """Train and run every system, then score all; alignments are kept under ``work`` and not made twice.

    Every system learns from the corpus and the gold's own texts (never from its links). ``step`` is called ``steps(plan)``
    times.
    """
    people = {gold.name: annotators_of(gold, folder) for gold in plan.gold}
    golds = {gold.name: merge(list(people[gold.name].values()), how=gold.merge) for gold in plan.gold}
    pairs = [
        replace(alignment.texts, id=f"{name}/{alignment.id}") for name, gold in golds.items() for alignment in gold
    ]
    known = {(pair.document.words, pair.summary.words) for pair in pairs}
    more = [pair for pair in corpus_pairs(plan, folder) if (pair.document.words, pair.summary.words) not in known]
    work.mkdir(parents=True, exist_ok=True)
    made: dict[str, dict[str, Alignment]] = {}
    for system in plan.system:
        step(system.name)
        made[system.name] = {alignment.id: alignment for alignment in _aligned(system, pairs, more, work)}
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


def _aligned(system: SystemPlan, pairs: list[Pair], more: list[Pair], work: Path) -> Iterable[Alignment]:
    file = work / f"{fingerprint(system, [*pairs, *more])}.jsonl.gz"
    if not file.exists():
        write_alignments(_align(system, pairs, more), file, format="native")
    return read_alignments(file, format="native")


def _align(system: SystemPlan, pairs: list[Pair], more: list[Pair]) -> Iterable[Alignment]:
    everything = [*pairs, *more]
    if system.use == "nearest":
        from sumtrace.baselines.nearest import nearest

        return nearest(pairs)
    if system.use == "most-similar-sentence":
        from sumtrace.baselines.similar import most_similar_sentence

        return most_similar_sentence(pairs)
    if system.use == "cut-and-paste":
        from sumtrace.baselines.cut_and_paste import CUTOFF, cut_and_paste

        return cut_and_paste(pairs, cutoff=system.cutoff or CUTOFF)
    if system.use == "jing":
        from sumtrace.baselines.jing import jing

        return jing(pairs, near=system.near, cutoff=system.cutoff or 1)
    if system.use == "semi-hmm":
        return _semi_hmm(system, pairs, everything)
    if system.use == "eflomal":
        from sumtrace.baselines.eflomal import eflomal

        return eflomal(everything, source=system.source, symmetrization=system.symmetrize)[: len(pairs)]
    from sumtrace.baselines.translation import translate

    made = translate(
        everything,
        system.use,
        source=system.source,
        symmetrization=system.symmetrize,
        iterations=system.iterations,
    )
    return made[: len(pairs)]


def _semi_hmm(system: SystemPlan, pairs: list[Pair], everything: list[Pair]) -> Iterable[Alignment]:
    from sumtrace.aligner import Aligner, load

    if system.preset == "shipped":
        if system.settings:
            raise InputError(f"system {system.name!r}: the shipped model is trained already; it takes no settings")
        return load().align_many(pairs)
    settings = {key: tuple(value) if isinstance(value, list) else value for key, value in system.settings.items()}
    return Aligner(system.preset, **settings).fit(everything).align_many(pairs)


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
    )
