"""``sumtrace agree``: how well annotators agree."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sumtrace.cli.console import Json, Quiet, err
from sumtrace.cli.gold import STANDARD_OUT, From, OutFile, PairsFile, Printed
from sumtrace.evaluation.merging import Merge

if TYPE_CHECKING:
    from sumtrace.alignment.alignment import Alignment
    from sumtrace.alignment.formats import FormatName


def agree(
    annotations: Annotated[list[Path], typer.Argument(help="One file per annotator.", show_default=False)],
    name: Annotated[
        list[str] | None,
        typer.Option("--name", "-n", metavar="NAME", help="Annotator's name, in the order of the files."),
    ] = None,
    skip: Annotated[
        list[str] | None,
        typer.Option(
            "--skip", metavar="ID,ID", help="Pairs to leave out, such as those annotated together; may be repeated."
        ),
    ] = None,
    merge: Annotated[
        Merge, typer.Option("--merge", help="How the others are merged when one is scored against them.")
    ] = "intersection",
    show: Annotated[
        int, typer.Option("--list", metavar="N", min=0, help="Number of disagreements to list (--json: all).")
    ] = 20,
    pairs: PairsFile = None,
    from_: From = None,
    form: Printed = "text",
    output: OutFile = STANDARD_OUT,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Measure how well annotators agree: kappa, raw agreement, each against the others, and where they differ.

    Every pair of a document word and a summary word is a decision; phrases count as all pairs of their words. Reports
    Cohen's kappa for two annotators, and also Fleiss' for more.

    [bold]Examples[/bold]

      sumtrace agree anna.jsonl ben.jsonl

      sumtrace agree anna.jsonl ben.jsonl cara.jsonl --skip p1,p2,p3,p4,p5 --format markdown
    """
    import dataclasses

    from sumtrace.cli.gold import printed_as, write_json, write_tables
    from sumtrace.evaluation.agreement import agree as compare
    from sumtrace.report.analysis_tables import agreement_tables

    form = printed_as(form, json)
    skipped = [one.strip() for group in skip or [] for one in group.split(",") if one.strip()]
    people = _people(annotations, name, from_, pairs)
    result = compare(people, skip=skipped, how=merge)
    most = max(map(len, people.values())) - len(set(skipped))
    if most > result.pairs and not quiet:
        err.print(f"{most - result.pairs} pairs not annotated by everyone were left out")
    if form == "json":
        report = dataclasses.asdict(result)
        for kappa, made in zip(report["kappas"], result.kappas, strict=True):
            kappa["band"] = made.band
        write_json(report, output)
    else:
        write_tables(agreement_tables(result, show=show), output, form)


def _people(
    files: Sequence[Path], given: Sequence[str] | None, from_: FormatName | None, pairs: Path | None
) -> dict[str, list[Alignment]]:
    """Return the alignments of every annotator; one file may contain several."""
    from sumtrace.cli.gold import names, read
    from sumtrace.evaluation.merging import by_annotator

    if len(files) > 1:
        return {
            label: read(file, from_=from_, pairs=pairs) for label, file in zip(names(files, given), files, strict=True)
        }
    lists = by_annotator(read(files[0], from_=from_, pairs=pairs))
    return {own[0].annotator or f"annotator {number}": own for number, own in enumerate(lists, start=1)}
