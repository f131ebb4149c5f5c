"""``sumtrace describe``: what alignments look like."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sumtrace.cli.console import Json, Quiet, err
from sumtrace.cli.gold import STANDARD_OUT, From, OutFile, PairsFile, Printed

if TYPE_CHECKING:
    from sumtrace.evaluation.properties import Properties


def describe(
    alignments: Annotated[
        list[Path], typer.Argument(help="Files of alignments: gold, predictions, or both.", show_default=False)
    ],
    name: Annotated[
        list[str] | None, typer.Option("--name", "-n", metavar="NAME", help="Column name, in the order of the files.")
    ] = None,
    picture: Annotated[
        Path | None,
        typer.Option(
            "--picture", metavar="FILE.svg", help="Draw the histogram of jumps as an SVG image.", show_default=False
        ),
    ] = None,
    pairs: PairsFile = None,
    from_: From = None,
    form: Printed = "text",
    output: OutFile = STANDARD_OUT,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Describe alignments: unaligned words, phrase lengths, identical words, jumps, sentences made by deletion alone.

    Jumps are counted between adjacent phrases in the summary; +1 is the next word of the document. Several files, such as
    gold and predictions, are shown side by side.

    [bold]Examples[/bold]

      sumtrace describe gold.jsonl predicted.jsonl

      sumtrace describe gold.jsonl --picture jumps.svg --format markdown
    """
    from sumtrace.cli.gold import names, printed_as, read, write_json, write_tables
    from sumtrace.evaluation.properties import describe as properties_of
    from sumtrace.files import write_text
    from sumtrace.report.analysis_tables import jumps_chart, lengths_table, properties_table

    form = printed_as(form, json)
    sets = {
        label: properties_of(read(file, from_=from_, pairs=pairs))
        for label, file in zip(names(alignments, name), alignments, strict=True)
    }
    if picture is not None:
        write_text(picture, jumps_chart(sets))
        if not quiet:
            err.print(f"wrote {picture}")
    if form == "json":
        write_json({label: _plain(own) for label, own in sets.items()}, output)
    else:
        write_tables([properties_table(sets), lengths_table(sets)], output, form)


def _plain(own: Properties) -> dict[str, Any]:
    import dataclasses

    plain = dataclasses.asdict(own)
    plain["lengths"] = [{"doc": doc, "sum": sum_, "count": n} for (doc, sum_), n in own.lengths.items()]
    return plain
