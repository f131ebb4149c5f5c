"""``sumtrace errors``: where systems go wrong."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sumtrace.cli.console import Json, Quiet, progress
from sumtrace.cli.gold import STANDARD_OUT, FromPredicted, MergeGold, MoreGold, OutFile, PairsFile, Printed, SystemNames

if TYPE_CHECKING:
    from sumtrace.evaluation.error_analysis import Analysis


def errors(
    gold: Annotated[Path, typer.Argument(help="Gold alignments with sure links.", show_default=False)],
    predicted: Annotated[
        list[Path], typer.Argument(help="One or more files of predicted alignments.", show_default=False)
    ],
    more_gold: MoreGold = None,
    merge: MergeGold = "majority",
    name: SystemNames = None,
    sample: Annotated[
        int, typer.Option("--sample", metavar="N", min=0, help="Number of mistakes to show per system.")
    ] = 10,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Random seed for the sample.")] = 0,
    context: Annotated[bool, typer.Option("--context", help="Show the words around each mistake.")] = False,
    pairs: PairsFile = None,
    from_: FromPredicted = None,
    form: Printed = "text",
    output: OutFile = STANDARD_OUT,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Analyse errors: the null oracle, kinds of wrong and missed links, and a random sample of mistakes.

    The null oracle is the score a system would reach if it knew which words have no source. A mistake is partial if some
    of the true source words were found, otherwise incorrect.

    [bold]Examples[/bold]

      sumtrace errors gold.jsonl predicted.jsonl

      sumtrace errors gold.jsonl ours.jsonl hmm.jsonl --sample 20 --seed 3 --context --format markdown
    """
    import dataclasses

    from sumtrace.cli.gold import names, printed_as, read_gold, read_predicted, write_json, write_tables
    from sumtrace.evaluation.error_analysis import analyse
    from sumtrace.evaluation.error_analysis import sample as sample_of
    from sumtrace.report.analysis_tables import kinds_table, mistakes_table, oracle_table

    form = printed_as(form, json)
    labels = names(predicted, name)
    merged = read_gold([gold, *(more_gold or [])], how=merge, pairs=pairs)
    analyses: dict[str, Analysis] = {}
    with progress(quiet) as bar:
        task = bar.add_task("analysing", total=len(predicted))
        for label, file in zip(labels, predicted, strict=True):
            analyses[label] = analyse(merged, read_predicted(file, merged, from_=from_))
            bar.advance(task)
    if form == "json":
        report = {
            label: {
                **dataclasses.asdict(dataclasses.replace(own, mistakes=())),
                "mistakes": [dataclasses.asdict(one) for one in sample_of(own.mistakes, sample, seed=seed)],
                "mistake_count": len(own.mistakes),
            }
            for label, own in analyses.items()
        }
        write_json(report, output)
        return
    tables = [oracle_table(analyses), kinds_table(analyses)]
    if sample:
        tables += [
            mistakes_table(label, own, count=sample, seed=seed, context=context) for label, own in analyses.items()
        ]
    write_tables(tables, output, form)
