"""``sumtrace view``: alignments as a page for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sumtrace.cli.console import Json, Quiet, SkipBad, err, keep_inputs, out, progress
from sumtrace.cli.gold import From, PairsFile
from sumtrace.cli.options import Skipped

if TYPE_CHECKING:
    from sumtrace.alignment.alignment import Alignment


def view(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="ALIGNED",
            help="Alignments to show, - for standard input; files after it are compared with it.",
            show_default=False,
        ),
    ],
    gold: Annotated[
        Path | None, typer.Option("--gold", metavar="GOLD", help="Gold to compare with and to score against.")
    ] = None,
    compare: Annotated[
        list[Path] | None, typer.Option("--compare", metavar="OTHER...", help="Other systems' alignments.")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="PAGE.html", help="Page to write.", show_default="the name of ALIGNED with .html"
        ),
    ] = None,
    show: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
    title: Annotated[str | None, typer.Option("--title", help="Title of the page.", show_default=False)] = None,
    pairs: PairsFile = None,
    from_: From = None,
    skip_bad: SkipBad = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show alignments in one HTML page that needs no network: where each word of a summary came from.

    Pairs are matched by id with those of --gold and --compare. The list of pairs can be searched and put in order of
    the share of unsupported words, of length or of score. Press ? on the page for its keys.

    [bold]Examples[/bold]

      sumtrace view aligned.jsonl -o page.html --open

      sumtrace view aligned.jsonl --gold gold.jsonl -o page.html

      sumtrace view ours.jsonl --compare theirs.jsonl nearest.jsonl -o systems.html

      sumtrace align pairs.jsonl | sumtrace view - -o page.html
    """
    import webbrowser

    from sumtrace.alignment.formats import read_alignments
    from sumtrace.cli.gold import names, read, read_gold
    from sumtrace.files import STANDARD
    from sumtrace.report import write_view

    aligned, *more = files
    others = [*(compare or []), *more]
    target = output or Path(f"{_short(aligned)}.html")
    if show and str(target) == STANDARD:
        raise typer.BadParameter("a page written to standard output cannot be opened", param_hint="--open")
    keep_inputs(target, aligned, *others, gold, pairs)
    own, *labels = names([Path(_short(aligned)), *others], None)
    skipped = Skipped(skip_bad)
    with progress(quiet) as bar:
        task = bar.add_task("Writing the page", total=None)

        def counted(alignments: Iterable[Alignment]) -> Iterator[Alignment]:
            for alignment in alignments:
                yield alignment
                bar.advance(task)

        number = write_view(
            counted(read_alignments(aligned, format=from_, pairs=pairs, on_bad=skipped.on_bad)),
            target,
            gold=None if gold is None else read_gold([gold], pairs=pairs),
            compare={label: read(file, pairs=pairs) for label, file in zip(labels, others, strict=True)},
            name=own,
            title=title,
        )
    skipped.report()
    if str(target) == STANDARD:
        return
    if json:
        out.print_json(data={"page": str(target), "pairs": number, "bytes": target.stat().st_size})
    elif not quiet:
        size = target.stat().st_size / 1e6
        err.print(
            f"{target}: {number} {'pair' if number == 1 else 'pairs'}, {size:.1f} MB", markup=False, soft_wrap=True
        )
    if show:
        webbrowser.open(target.resolve().as_uri())


def _short(file: Path) -> str:
    from sumtrace.cli.gold import short_name

    return "aligned" if str(file) == "-" else short_name(file)
