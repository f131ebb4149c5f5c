"""``sumtrace experiment``: train, align and score many systems, and write one report."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sumtrace.cli.console import Quiet, err, interruptibly, progress

if TYPE_CHECKING:
    from sumtrace.experiments.results import GoldResult


def experiment(
    settings: Annotated[
        str,
        typer.Argument(
            metavar="SETTINGS.toml", help="The plan, or [b]article[/b] for the bundled one.", show_default=False
        ),
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FOLDER", help="Folder for the report and results.")
    ] = Path("experiment"),
    quiet: Quiet = False,
) -> None:
    """Run a whole experiment: train every system, align the gold pairs, score everything, write one report.

    FOLDER gets report.html, results.json, the alignments and a page that shows them. After an interruption, run it again: no
    work is repeated. The bundled plan runs the article's experiments on our examples; copy it for your own data.

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
        views = [_view(result, number, output) for number, result in enumerate(results)]
        write_text(output / "report.html", page(plan, results, views))
    if not quiet:
        err.print(f"Report written to {output / 'report.html'}")


def _view(result: GoldResult, number: int, output: Path) -> str:
    """Write the alignments on a gold set as a page, and return its address as seen from the report."""
    from sumtrace.report import write_view

    systems = dict(result.alignments)
    gold = systems.pop("gold")
    first = next(iter(systems))
    page = f"alignments-{number + 1}.html"
    write_view(systems.pop(first), output / page, gold=gold, compare=systems, name=first, title=result.name)
    return page
