"""``sumtrace experiment``: train, align and score many systems, and write one report."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sumtrace.cli.console import Quiet, err, interruptibly, progress


def experiment(
    settings: Annotated[
        str,
        typer.Argument(
            metavar="SETTINGS.toml", help="The plan, or [b]article[/b] for the bundled one.", show_default=False
        ),
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FOLDER", help="Where report and results go.")
    ] = Path("experiment"),
    quiet: Quiet = False,
) -> None:
    """Run a whole experiment: train every system, align the gold pairs, score all, write one report.

    FOLDER gets report.html (self-contained), results.json and the alignments. Run it again after an interruption: what is
    there is not made twice. The bundled plan runs the article's experiments on our examples; copy it for your own data.

    [bold]Examples[/bold]

      sumtrace experiment article -o results

      sumtrace experiment mine.toml
    """
    from sumtrace.cli.gold import write_json
    from sumtrace.experiments.plan import read_plan
    from sumtrace.experiments.results import numbers
    from sumtrace.experiments.run import run, steps
    from sumtrace.files import write_text
    from sumtrace.report.experiment_page import page

    plan, folder = read_plan(settings)
    with progress(quiet) as bar:
        task = bar.add_task("starting", total=steps(plan) + 1)

        def step(what: str) -> None:
            bar.update(task, description=what, advance=1)
            if not quiet and not err.is_terminal:
                err.print(what)

        results = interruptibly(lambda: run(plan, folder, output / "alignments", step=step))
        bar.update(task, description="writing the report", advance=1)
        write_json(numbers(plan, results), output / "results.json")
        write_text(output / "report.html", page(plan, results))
    if not quiet:
        err.print(f"The report is in {output / 'report.html'}")
