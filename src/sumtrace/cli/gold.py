"""Reading gold and predictions for the commands that compare them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from sumtrace.alignment.alignment import Alignment
    from sumtrace.alignment.expansion import Rule
    from sumtrace.corpus.pair import Pair
    from sumtrace.evaluation.merging import Merge
    from sumtrace.evaluation.tables import Style, Table

FileFormat = Annotated[
    str | None, typer.Option("--file-format", help="Format of the alignment files, if it cannot be told from them.")
]
PairsFile = Annotated[
    Path | None, typer.Option("--pairs", help="The pairs, for alignment files that carry no texts.", show_default=False)
]
OutFile = Annotated[Path, typer.Option("--output", "-o", help="File to write the result to.")]
STANDARD_OUT = Path("-")


def read(file: Path, *, file_format: str | None = None, pairs: Path | Sequence[Pair] | None = None) -> list[Alignment]:
    """Return the alignments of a file, never none; pairs help where the format carries no texts."""
    from sumtrace.alignment.formats import read_alignments
    from sumtrace.errors import InputError

    alignments = list(read_alignments(file, format=file_format, pairs=pairs))
    if not alignments:
        raise InputError("there are no alignments in this file", file=file)
    return alignments


def read_gold(
    files: Sequence[Path],
    *,
    how: Merge = "majority",
    rule: Rule = "soft",
    file_format: str | None = None,
    pairs: Path | None = None,
) -> list[Alignment]:
    """Return the gold of one file, or the merged gold of several annotators."""
    from sumtrace.evaluation.merging import by_annotator, merge

    annotators = [
        alignments for file in files for alignments in by_annotator(read(file, file_format=file_format, pairs=pairs))
    ]
    return merge(annotators, how=how, rule=rule)


def read_predicted(file: Path, gold: Sequence[Alignment], *, file_format: str | None = None) -> list[Alignment]:
    """Return a system's alignments; one without ids or texts belongs to the gold's pairs in order."""
    from sumtrace.alignment.formats import by_name
    from sumtrace.alignment.formats.format import Input
    from sumtrace.alignment.formats.registry import guess_input
    from sumtrace.files import STANDARD, reading

    if file_format is None and str(file) != STANDARD and not file.is_dir():
        with reading(file) as opened:
            file_format = guess_input(Input(file, opened)).name
    ordered = file_format is not None and by_name(file_format).ordered
    return read(file, file_format=file_format, pairs=[alignment.texts for alignment in gold] if ordered else None)


def short_name(file: Path) -> str:
    """Return a file's name without what tells its kind: gpt-4.1.jsonl.gz is gpt-4.1."""
    name = file.name
    for kind in (r"\.(gz|bz2|xz|zst)$", r"\.[A-Za-z]+$"):
        name = re.sub(kind, "", name)
    return name or str(file)


def names(files: Sequence[Path], given: Sequence[str] | None) -> list[str]:
    """Return a short name for every file: those given, else file names, with folders where two are equal."""
    if given:
        if len(given) != len(files):
            raise typer.BadParameter(f"{len(given)} names for {len(files)} files", param_hint="--name")
        labels = list(given)
    else:
        stems = [short_name(file) for file in files]
        labels = [short if stems.count(short) == 1 else str(file) for short, file in zip(stems, files, strict=True)]
    if len(set(labels)) < len(labels):
        raise typer.BadParameter(f"the names {', '.join(labels)} are not all different", param_hint="--name")
    return labels


def write_tables(tables: Sequence[Table], target: Path, style: Style) -> None:
    """Write tables below each other."""
    from sumtrace.files import write_text

    write_text(target, "\n".join(table.render(style) for table in tables))


def write_json(value: object, target: Path) -> None:
    """Write plain data as indented JSON; NaN becomes null."""
    import msgspec

    from sumtrace.evaluation.comparison import without_nan
    from sumtrace.files import writing

    with writing(target) as file:
        file.write(msgspec.json.format(msgspec.json.encode(without_nan(value)), indent=2) + b"\n")
