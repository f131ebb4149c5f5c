"""``sumtrace tune``: fit a model to your own gold."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sumtrace.cli.console import Json, Quiet, interruptibly, progress, say, say_first_run
from sumtrace.cli.gold import STANDARD_OUT, From, MergeGold, PairsFile, PhraseRule, Printed
from sumtrace.cli.options import Threads


def tune(
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="NEW", help="Folder for the tuned model.", show_default=False)
    ],
    gold: Annotated[
        list[Path],
        typer.Option(
            "--gold",
            "-g",
            metavar="GOLD",
            help="Gold alignments, in any format; repeat to merge several annotators.",
            show_default=False,
        ),
    ],
    model: Annotated[
        Path | None,
        typer.Argument(metavar="MODEL", help="Model to start from.", show_default="the built-in model"),
    ] = None,
    merge: MergeGold = "majority",
    phrases: PhraseRule = "soft",
    score: Annotated[
        str,
        typer.Option(
            "--score",
            metavar="NAME",
            help="Score to tune by, as named in 'sumtrace eval --json'.",
            show_default="by gold",
        ),
    ] = "",
    trials: Annotated[
        int, typer.Option("--trials", metavar="N", min=1, help="Number of changes to try; each aligns the gold once.")
    ] = 30,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Random seed for trials and folds.")] = 0,
    pairs: PairsFile = None,
    from_: From = None,
    form: Printed = "text",
    threads: Threads = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Fit a model to your own annotated pairs: its threshold, a few constants, and the calibration of its probabilities.

    Twenty pairs are enough to begin with. The choice is cross-validated on held-out pairs; if it does not beat the original
    model, the command says so and no link changes. docs/tune.md walks through annotating, tuning and aligning.

    [bold]Examples[/bold]

      sumtrace tune --gold anna.jsonl -o tuned && sumtrace align pairs.jsonl --model tuned -o aligned.jsonl

      sumtrace tune my-model --gold anna.jsonl --gold ben.jsonl --merge intersection -o tuned
    """
    from dataclasses import replace

    from sumtrace.cli.gold import printed_as, read_gold, write_json, write_tables
    from sumtrace.cli.train import prepared_folder

    form = printed_as(form, json)
    _keep_the_start(output, model)
    own = read_gold(gold, how=merge, rule=phrases, pairs=pairs, from_=from_)
    say_first_run(quiet)
    from sumtrace.aligner import load
    from sumtrace.model.folder import save_model
    from sumtrace.report.tuning_tables import tuning_tables
    from sumtrace.tuning import tune as fit
    from sumtrace.tuning.tuner import WAYS

    aligner = load(model)
    with prepared_folder(output, resume=False) as folder, progress(quiet) as bar:
        task = bar.add_task("Tuning", total=None)
        found = interruptibly(
            lambda: fit(
                aligner,
                own,
                score=score,
                trials=trials,
                seed=seed,
                rule=phrases,
                threads=threads,
                progress=lambda done, total: bar.update(task, completed=done, total=total),
            )
        )
        save_model(replace(found.aligner.model, name=folder.resolve().name), folder)
    if form == "json":
        write_json(found.figures(), STANDARD_OUT)
    else:
        write_tables(tuning_tables(found), STANDARD_OUT, form)
    if not quiet:
        if found.chosen == WAYS[0]:
            say("No other threshold or constants did better on held-out pairs: no link changes.")
        say(f"Model saved in {output}")


def _keep_the_start(output: Path, model: Path | None) -> None:
    from sumtrace.errors import OutputError

    if model is not None and output.resolve() == model.resolve():
        raise OutputError(f"{output} is the model to start from; choose another folder for the tuned one")
