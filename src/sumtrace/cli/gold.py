"""Options of the commands that use alignments, and how they read gold and predictions and write results."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from sumtrace.alignment.expansion import Rule
from sumtrace.alignment.formats import FormatName
from sumtrace.evaluation.merging import Merge
from sumtrace.report.tables import TableStyle

if TYPE_CHECKING:
    from sumtrace.alignment.alignment import Alignment
    from sumtrace.corpus.pair import Pair
    from sumtrace.report.tables import Table

From = Annotated[
    FormatName | None,
    typer.Option("--from", metavar="FORMAT", help="Format of the alignments to read.", show_default="detected"),
]
FromPredicted = Annotated[
    FormatName | None,
    typer.Option(
        "--from",
        metavar="FORMAT",
        help="Format of the alignments to read; that of gold is always detected.",
        show_default="detected",
    ),
]
To = Annotated[
    FormatName | None,
    typer.Option("--to", metavar="FORMAT", help="Format of the alignments to write.", show_default="by suffix"),
]
Form = Literal[TableStyle, "json"]
Printed = Annotated[Form, typer.Option("--format", "-f", help="Output format.")]
MoreGold = Annotated[
    list[Path] | None,
    typer.Option(
        "--gold", "-g", metavar="GOLD", help="Gold from another annotator, merged with the first; may be repeated."
    ),
]
MergeGold = Annotated[
    Merge, typer.Option("--merge", help="A link is sure if any, most or all annotators call it sure.")
]
PhraseRule = Annotated[Rule, typer.Option("--phrases", help="How soft scores split phrases into words.")]
SystemNames = Annotated[
    list[str] | None, typer.Option("--name", "-n", metavar="NAME", help="System name, in the order of the files.")
]
PairsFile = Annotated[
    Path | None,
    typer.Option("--pairs", metavar="FILE", help="The pairs, for alignment formats without texts.", show_default=False),
]
OutFile = Annotated[
    Path,
    typer.Option("--output", "-o", metavar="FILE", help="File to write the result to.", show_default="standard output"),
]
STANDARD_OUT = Path("-")


def read(file: Path, *, from_: FormatName | None = None, pairs: Path | Sequence[Pair] | None = None) -> list[Alignment]:
    """Return the alignments of a file, at least one; pairs supply the texts if the format has none."""
    from sumtrace.alignment.formats import read_alignments
    from sumtrace.errors import InputError

    alignments = list(read_alignments(file, format=from_, pairs=pairs))
    if not alignments:
        raise InputError("there are no alignments in this file", file=file)
    return alignments


def read_gold(
    files: Sequence[Path],
    *,
    how: Merge = "majority",
    rule: Rule = "soft",
    pairs: Path | None = None,
    from_: FormatName | None = None,
) -> list[Alignment]:
    """Return the gold of one file, or the merged gold of several annotators."""
    from sumtrace.evaluation.merging import by_annotator, merge

    annotators = [alignments for file in files for alignments in by_annotator(read(file, pairs=pairs, from_=from_))]
    return merge(annotators, how=how, rule=rule)


def read_predicted(file: Path, gold: Sequence[Alignment], *, from_: FormatName | None = None) -> list[Alignment]:
    """Return a system's alignments; one without ids or texts belongs to the gold's pairs in order."""
    from sumtrace.alignment.formats import by_name, format_of
    from sumtrace.files import STANDARD

    if from_ is None and str(file) != STANDARD:
        from_ = format_of(file).name
    ordered = from_ is not None and by_name(from_).ordered
    return read(file, from_=from_, pairs=[alignment.texts for alignment in gold] if ordered else None)


def short_name(file: Path) -> str:
    """Return a file's name without its suffixes: gpt-4.1.jsonl.gz is gpt-4.1."""
    name = file.name
    for kind in (r"\.(gz|bz2|xz|zst)$", r"\.[A-Za-z]+$"):
        name = re.sub(kind, "", name)
    return name or str(file)


def names(files: Sequence[Path], given: Sequence[str] | None) -> list[str]:
    """Return a short name for every file: the given ones, or file names, with folders if two are equal."""
    if given:
        if len(given) != len(files):
            raise typer.BadParameter(f"{len(given)} names, but files: {len(files)}", param_hint="--name")
        labels = list(given)
    else:
        stems = [short_name(file) for file in files]
        labels = [short if stems.count(short) == 1 else str(file) for short, file in zip(stems, files, strict=True)]
    if len(set(labels)) < len(labels):
        raise typer.BadParameter(f"the names {', '.join(labels)} are not unique", param_hint="--name")
    return labels


def printed_as(form: Form, json: bool) -> Form:
    """Return the form that --format and --json ask for together."""
    from sumtrace.errors import InputError

    if json and form not in ("text", "json"):
        raise InputError(f"--json and --format {form} ask for different things", hint="Give only one of them.")
    return "json" if json else form


def write_tables(tables: Sequence[Table], target: Path, style: TableStyle) -> None:
    """Write tables one below the other."""
    from sumtrace.files import write_text

    write_text(target, "\n".join(table.render(style) for table in tables))


def write_json(value: object, target: Path) -> None:
    """Write plain data as indented JSON; NaN becomes null."""
    import msgspec

    from sumtrace.evaluation.comparison import without_nan
    from sumtrace.files import writing

    with writing(target) as file:
        file.write(msgspec.json.format(msgspec.json.encode(without_nan(value)), indent=2) + b"\n")
