"""``sumtrace describe``: what alignments look like."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from sumtrace.cli.console import Json, Quiet, err
from sumtrace.cli.eval import Output
from sumtrace.cli.gold import STANDARD_OUT, FileFormat, OutFile, PairsFile

if TYPE_CHECKING:
    from sumtrace.evaluation.properties import Properties
    from sumtrace.evaluation.tables import Style, Table

FAR = 30
"""Jumps beyond this distance share the outermost bars of the picture."""
LONGEST = 5
"""Phrases of this many words and more share a row of the table."""


def describe(
    alignments: Annotated[
        list[Path], typer.Argument(help="Files of alignments: gold, predictions, or both.", show_default=False)
    ],
    name: Annotated[
        list[str] | None, typer.Option("--name", "-n", help="Name of a file's column, in the order of the files.")
    ] = None,
    picture: Annotated[
        Path | None,
        typer.Option("--picture", help="Write the histogram of jumps to this SVG file.", show_default=False),
    ] = None,
    pairs: PairsFile = None,
    file_format: FileFormat = None,
    form: Annotated[Output, typer.Option("--format", "-f", help="How to print the result.")] = Output.text,
    output: OutFile = STANDARD_OUT,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Describe alignments: unaligned words, phrase lengths, identical words, jumps, sentences made by deletion alone.

    A jump is counted between phrases next to each other in the summary; +1 is the next word of the document. Several
    files, such as gold and predictions, stand beside each other.

    [bold]Examples[/bold]

      sumtrace describe gold.jsonl predicted.jsonl

      sumtrace describe gold.jsonl --picture jumps.svg --format markdown
    """
    from sumtrace.cli.gold import names, read, write_json, write_tables
    from sumtrace.evaluation.properties import describe as properties_of
    from sumtrace.files import write_text
    from sumtrace.report.svg import bar_chart

    sets = {
        label: properties_of(read(file, file_format=file_format, pairs=pairs))
        for label, file in zip(names(alignments, name), alignments, strict=True)
    }
    if picture is not None:
        axis = range(-FAR, FAR + 1)
        series = {label: _percentages(own.jumps) for label, own in sets.items()}
        chart = bar_chart(
            "Jumps to the next summary phrase's source",
            [f"{jump:+d}" if jump else "0" for jump in axis],
            {label: [shares.get(jump, 0.0) for jump in axis] for label, shares in series.items()},
            x_label=f"distance in the document (+1: the next word; ±{FAR}: that far or farther)",
            y_label="% of jumps",
            every=5,
        )
        write_text(picture, chart)
        if not quiet:
            err.print(f"wrote {picture}")
    if json or form is Output.json:
        write_json({label: _plain(own) for label, own in sets.items()}, output)
    else:
        write_tables([_overview(sets), _lengths(sets)], output, cast("Style", form.value))


def _percentages(jumps: Mapping[int, int]) -> dict[int, float]:
    total = sum(jumps.values())
    shares: dict[int, float] = {}
    for jump, count in jumps.items():
        kept = max(-FAR, min(FAR, jump))
        shares[kept] = shares.get(kept, 0.0) + 100 * count / total
    return shares


def _plain(own: Properties) -> dict[str, Any]:
    import dataclasses

    plain = dataclasses.asdict(own)
    plain["lengths"] = [{"doc": doc, "sum": sum_, "count": n} for (doc, sum_), n in own.lengths.items()]
    return plain


def _overview(sets: Mapping[str, Properties]) -> Table:
    from sumtrace.evaluation.properties import KINDS
    from sumtrace.evaluation.tables import Table, percent

    def near(own: Properties, *wanted: int) -> str:
        total = sum(own.jumps.values())
        return percent(sum(own.jumps.get(jump, 0) for jump in wanted) / total if total else None)

    every = list(sets.values())
    rows = [
        ("pairs", *(f"{own.pairs:,}" for own in every)),
        ("summary words judged", *(f"{own.words:,}" for own in every)),
    ]
    rows.append(("unaligned, % of words", *(percent(own.unaligned) for own in every)))
    for kind in KINDS:
        rows.append((f"  {kind}, % of the unaligned", *(percent(own.unaligned_by_kind[kind]) for own in every)))
        rows.append((f"  {kind} words unaligned, %", *(percent(own.share_unaligned[kind]) for own in every)))
    for title, part in (("single words", "singletons"), ("phrases", "phrases")):
        rates = [getattr(own, part) for own in every]
        rows.append((f"{title} linked", *(f"{rate.count:,}" for rate in rates)))
        rows.append(("  identical, %", *(percent(rate.identical) for rate in rates)))
        rows.append(("  stem-identical, %", *(percent(rate.stem_identical) for rate in rates)))
    rows.append(("jumps between neighbours", *(f"{sum(own.jumps.values()):,}" for own in every)))
    rows.append(("  to the next word (+1), %", *(near(own, 1) for own in every)))
    rows.append(("  within 5 words, %", *(near(own, *range(-5, 6)) for own in every)))
    rows.append(("sentences with words only deleted, %", *(percent(own.deletions) for own in every)))
    rows.append(("  of them verbatim, % of sentences", *(percent(own.verbatim) for own in every)))
    return Table("Properties of alignments", ("", *sets), tuple(rows), 1)


def _lengths(sets: Mapping[str, Properties]) -> Table:
    from sumtrace.evaluation.tables import Table, percent

    def label(size: int) -> str:
        return str(size) if size < LONGEST else f"{LONGEST}+"

    def share(own: Properties, doc: int, summary: int) -> str:
        total = sum(own.lengths.values())
        found = sum(n for (a, b), n in own.lengths.items() if min(a, LONGEST) == doc and min(b, LONGEST) == summary)
        return percent(found / total if total else None)

    rows = tuple(
        (label(doc), label(summary), *(share(own, doc, summary) for own in sets.values()))
        for doc in range(1, LONGEST + 1)
        for summary in range(1, LONGEST + 1)
    )
    return Table("Lengths of linked phrases, % of links", ("document words", "summary words", *sets), rows, 2)
