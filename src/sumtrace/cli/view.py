"""``sumtrace view``: alignments and checks as an HTML page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sumtrace.cli.console import Json, Quiet, SkipBad, err, keep_inputs, out, progress, say
from sumtrace.cli.gold import FromPredicted, PairsFile
from sumtrace.cli.options import Skipped

if TYPE_CHECKING:
    from sumtrace.alignment.alignment import Alignment
    from sumtrace.alignment.formats import FormatName
    from sumtrace.checking import Check
    from sumtrace.report.page import Checks

FEW_PAIRS, FEW_WORDS = 20, 40_000
"""Files up to this size are checked by default, which takes seconds."""


def view(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="ALIGNED",
            help="Alignments or checks to show, - for standard input; further files are compared with it.",
            show_default=False,
        ),
    ],
    gold: Annotated[
        Path | None, typer.Option("--gold", metavar="GOLD", help="Gold to compare with and score against.")
    ] = None,
    compare: Annotated[
        list[Path] | None, typer.Option("--compare", metavar="OTHER...", help="Other systems' alignments.")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="PAGE.html", help="Page to write.", show_default="ALIGNED's name with .html"
        ),
    ] = None,
    check: Annotated[
        bool | None,
        typer.Option(
            "--check/--no-check",
            help="Check the summaries and show their claims.",
            show_default=f"up to {FEW_PAIRS} pairs",
        ),
    ] = None,
    show: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
    title: Annotated[
        str | None, typer.Option("--title", metavar="TEXT", help="Title of the page.", show_default=False)
    ] = None,
    pairs: PairsFile = None,
    from_: FromPredicted = None,
    skip_bad: SkipBad = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show summaries in one offline HTML page: which claims hold, and where each word came from.

    Claims come from sumtrace check -o, or are checked now if there are few pairs. Pairs are matched by id with those of
    --gold and --compare. The list of pairs can be searched, and sorted by verdicts, length or score. Press ? on the page
    for its keys.

    [bold]Examples[/bold]

      sumtrace view aligned.jsonl -o page.html --open

      sumtrace check pairs.jsonl -o checked.jsonl; sumtrace view checked.jsonl --open

      sumtrace view aligned.jsonl --gold gold.jsonl -o page.html

      sumtrace view ours.jsonl --compare theirs.jsonl nearest.jsonl -o systems.html

      sumtrace align pairs.jsonl | sumtrace view - -o page.html
    """
    import webbrowser

    from sumtrace.cli.gold import names, read, read_gold
    from sumtrace.files import STANDARD
    from sumtrace.report import write_view

    aligned, *more = files
    others = [*(compare or []), *more]
    target = output or Path(f"{_short(aligned)}.html")
    if show and str(target) == STANDARD:
        raise typer.BadParameter("cannot open a page written to standard output", param_hint="--open")
    keep_inputs(target, aligned, *others, gold, pairs)
    own, *labels = names([Path(_short(aligned)), *others], None)
    skipped = Skipped(skip_bad)
    with progress(quiet) as bar:
        task = bar.add_task("Writing the page", total=None)

        def counted(alignments: Iterable[Alignment]) -> Iterator[Alignment]:
            for alignment in alignments:
                yield alignment
                bar.advance(task)

        alignments, checks = _checked(aligned, check, from_, pairs, skipped, quiet)
        number = write_view(
            counted(alignments),
            target,
            gold=None if gold is None else read_gold([gold], pairs=pairs),
            compare={label: read(file, pairs=pairs) for label, file in zip(labels, others, strict=True)},
            checks=checks,
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


def _checked(
    aligned: Path, wanted: bool | None, from_: FormatName | None, pairs: Path | None, skipped: Skipped, quiet: bool
) -> tuple[Iterable[Alignment], Checks | None]:
    """Return the alignments and their checks, read from the file or made while the page is written."""
    from sumtrace.alignment.formats import read_alignments
    from sumtrace.checking.reading import holds_checks, read_checks
    from sumtrace.files import STANDARD

    if wanted is not False and from_ is None and str(aligned) != STANDARD and holds_checks(aligned):
        latest: dict[str, Check] = {}

        def opened() -> Iterator[Alignment]:
            for found in read_checks(aligned):
                latest[found.id] = found
                yield found.alignment()

        return opened(), lambda pair: latest.pop(pair.id, None)

    alignments = iter(read_alignments(aligned, format=from_, pairs=pairs, on_bad=skipped.on_bad))
    if wanted is False:
        return alignments, None
    first = list(islice(alignments, FEW_PAIRS + 1))
    words = sum(len(one.pair.document) + len(one.pair.summary) for one in first if one.pair is not None)
    if wanted is None and (len(first) > FEW_PAIRS or words > FEW_WORDS):
        if not quiet:
            say("Too many pairs or words to check by default; use --check to check them anyway.")
        return chain(first, alignments), None
    from sumtrace.checking import Checker

    return chain(first, alignments), Checker().check


def _short(file: Path) -> str:
    from sumtrace.cli.gold import short_name

    return "aligned" if str(file) == "-" else short_name(file)
