"""``sumtrace eval``: score alignments against gold, or checks against people's reviews."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from sumtrace.cli.console import Json, Quiet, err, progress
from sumtrace.cli.gold import (
    STANDARD_OUT,
    Form,
    FromPredicted,
    MergeGold,
    MoreGold,
    OutFile,
    PairsFile,
    PhraseRule,
    Printed,
    SystemNames,
)


def eval(  # noqa: A001  # the command's name
    gold: Annotated[Path, typer.Argument(help="Gold alignments, in any format, or reviews.", show_default=False)],
    predicted: Annotated[
        list[Path],
        typer.Argument(help="One or more files of predicted alignments, or of checks for reviews.", show_default=False),
    ],
    more_gold: MoreGold = None,
    merge: MergeGold = "majority",
    phrases: PhraseRule = "soft",
    name: SystemNames = None,
    intervals: Annotated[bool, typer.Option("--intervals/--no-intervals", help="Give 95% bootstrap intervals.")] = True,
    against: Annotated[
        str | None,
        typer.Option("--against", metavar="NAME", help="System to test the others against.", show_default="the first"),
    ] = None,
    score: Annotated[
        str, typer.Option("--score", metavar="NAME", help="Score to test, as named in --json.", show_default="by gold")
    ] = "",
    samples: Annotated[
        int, typer.Option("--samples", metavar="N", min=1, help="Resamples for intervals and tests.")
    ] = 2000,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Random seed for resampling.")] = 0,
    pairs: PairsFile = None,
    from_: FromPredicted = None,
    form: Printed = "text",
    output: OutFile = STANDARD_OUT,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Score alignments against gold; several files are compared, with significance tests.

    Reports precision, recall, F, soft precision, soft F and AER over word links (all words, without the ignore-list,
    identical and other words separately; micro and macro), words without a source, and exact phrases; for span gold, hit,
    coverage and F_hit; for gold that lists unsupported words, their detection. docs/evaluation.md defines the scores.

    Reviews (sumtrace review) score checks: precision and recall of each verdict, AUC of support.

    [bold]Examples[/bold]

      sumtrace eval gold.jsonl predicted.jsonl

      sumtrace eval gold.jsonl nearest.jsonl ours.jsonl --format markdown

      sumtrace eval anna.jsonl ours.jsonl --gold ben.jsonl --merge intersection --json

      sumtrace eval review.jsonl checked.jsonl
    """
    from sumtrace.cli.gold import names, printed_as, read_gold, read_predicted, write_json, write_tables
    from sumtrace.evaluation.comparison import System, tree
    from sumtrace.evaluation.reviews import holds_reviews
    from sumtrace.evaluation.scores import Evaluation
    from sumtrace.evaluation.significance import check_score, compare
    from sumtrace.evaluation.significance import intervals as bootstrap
    from sumtrace.files import STANDARD
    from sumtrace.report.score_tables import tables

    form = printed_as(form, json)
    labels = names(predicted, name)
    if str(gold) != STANDARD and holds_reviews(gold):
        _score_checks([gold, *(more_gold or [])], dict(zip(labels, predicted, strict=True)), output, form)
        return
    if against is not None and against not in labels:
        raise typer.BadParameter(f"no system {against!r}; there are {', '.join(labels)}", param_hint="--against")
    merged = read_gold([gold, *(more_gold or [])], how=merge, rule=phrases, pairs=pairs)
    reference = against or labels[0]
    with progress(quiet) as bar:
        task = bar.add_task("scoring", total=len(predicted))
        evaluations: dict[str, Evaluation] = {}
        for label, file in zip(labels, predicted, strict=True):
            system = read_predicted(file, merged, from_=from_)
            evaluations[label] = Evaluation.of(merged, system, rule=phrases)
            extra = len(system) - len(merged)
            if extra and not quiet:
                err.print(f"{file}: {extra} alignments for pairs that are not in the gold were ignored")
            bar.advance(task)
        tested = score or evaluations[reference].main_score()
        check_score(evaluations[reference], tested)
        systems = [
            System(
                label,
                evaluation,
                evaluation.scores(),
                bootstrap(evaluation, samples=samples, seed=seed) if intervals else None,
                compare(evaluation, evaluations[reference], score=tested, samples=samples, seed=seed)
                if label != reference
                else None,
            )
            for label, evaluation in evaluations.items()
        ]
    if form == "json":
        report = {"signature": systems[0].scores.signature, "reference": reference, "systems": list(map(tree, systems))}
        write_json(report, output)
    else:
        write_tables(tables(systems, reference=reference), output, form)


def _score_checks(reviews: Sequence[Path], checks: Mapping[str, Path], output: Path, form: Form) -> None:
    """Score checks against the reviews of one or several people."""
    from dataclasses import asdict

    from sumtrace.checking.reading import read_checks
    from sumtrace.cli.gold import write_json, write_tables
    from sumtrace.evaluation.reviews import merged, read_reviews, score_reviews
    from sumtrace.report.review_tables import review_tables

    read = merged([read_reviews(file) for file in reviews])
    systems = {label: score_reviews(read, read_checks(file)) for label, file in checks.items()}
    if form == "json":
        write_json({"systems": [{"name": label, **asdict(scores)} for label, scores in systems.items()]}, output)
    else:
        write_tables(review_tables(systems), output, form)
