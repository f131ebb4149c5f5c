"""``sumtrace align``: where each word of a summary comes from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from sumtrace.cli.console import FOUND, Json, Quiet, SkipBad, keep_inputs, out, progress, say, say_first_run
from sumtrace.cli.gold import To
from sumtrace.cli.options import (
    ByLine,
    ClusterOption,
    DocumentField,
    InFull,
    Inputs,
    ModelOption,
    Skipped,
    SummaryField,
    Threads,
    Trees,
    WorkersOption,
    a_number,
    with_trees_of,
)
from sumtrace.cli.unsupported import Unsupported, write_report
from sumtrace.settings import Decoding

if TYPE_CHECKING:
    from sumtrace.aligner import Aligner
    from sumtrace.alignment import Alignment
    from sumtrace.alignment.formats import FormatName
    from sumtrace.checking import Check, Checker


def align(
    sources: Inputs,
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write the alignments here.", show_default="print them"),
    ] = None,
    to: To = None,
    model: ModelOption = None,
    decoding: Annotated[
        Decoding | None,
        typer.Option(help="How links are chosen.", show_default="the model's own"),
    ] = None,
    meaning: Annotated[
        bool,
        typer.Option(
            "--meaning/--no-meaning", help="Compare words in context with the encoder, or only as strings (faster)."
        ),
    ] = True,
    story: Annotated[
        bool, typer.Option("--story", help="Print the steps in which the model would write the summary.")
    ] = False,
    max_unsupported: Annotated[
        float | None,
        typer.Option(
            "--max-unsupported",
            metavar="SHARE",
            min=0.0,
            max=1.0,
            callback=a_number,
            help="Exit with 1 if more than this share of a summary's content words is unsupported.",
            show_default=False,
        ),
    ] = None,
    report: Annotated[
        str | None,
        typer.Option(
            "--report",
            metavar="FILE",
            help="List summaries with unsupported words (or more than --max-unsupported) and the words; "
            "JSON Lines with --json or a .jsonl name.",
            show_default=False,
        ),
    ] = None,
    in_full: InFull = False,
    by_line: ByLine = False,
    document_field: DocumentField = None,
    summary_field: SummaryField = None,
    trees: Trees = None,
    threads: Threads = None,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    skip_bad: SkipBad = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Align summaries with their documents: which words come from where, and which have no source.

    A single summary is shown in the terminal: first whether its claims are supported, then where each phrase comes from. A
    file of pairs is written as JSON Lines, or to FILE in any format that "sumtrace convert" knows. A word is unsupported if
    "sumtrace check" says so. Exit code 1: --max-unsupported was exceeded.

    [bold]Examples[/bold]

      sumtrace align article.txt summary.txt

      sumtrace align minutes.txt letter.txt summary.txt

      sumtrace align pairs.jsonl -o aligned.jsonl

      sumtrace align pairs.jsonl -o aligned.jsonl --max-unsupported 0.2 --report failed.txt

      sumtrace align article.txt summary.txt --story
    """
    from sumtrace.corpus.sources import is_one_pair, open_pairs
    from sumtrace.errors import InputError

    say_first_run(quiet)
    from sumtrace.aligner import load
    from sumtrace.cluster import client_for

    keep_inputs(output, *sources, trees)
    keep_inputs(report, *sources, trees, output)
    aligner = load(model) if meaning else load(model).without_meaning()
    skipped = Skipped(skip_bad)
    pairs = open_pairs(
        sources,
        by_line=by_line,
        document_field=document_field,
        summary_field=summary_field,
        on_bad=skipped.on_bad,
    )
    pairs = with_trees_of(skipped.usable(pairs, aligner.check_pair), trees, aligner.model.jump.name)
    one_pair = is_one_pair(sources, by_line=by_line)
    shown = output is None and to is None and not json and (one_pair or story)
    if story and not shown:
        raise InputError("--story only prints to the terminal", hint="Leave out --output, --to and --json.")
    checker = _checker() if shown or max_unsupported is not None or report is not None else None
    over: list[Unsupported] = []

    def checked(alignments: Iterable[Alignment]) -> Iterator[tuple[Alignment, Check | None]]:
        none = True
        for alignment in alignments:
            none = False
            check = None if checker is None else checker.check(alignment.texts, alignment)
            if check is not None and check.unsupported_share() > (max_unsupported or 0.0):
                over.append(Unsupported.of(check))
            yield alignment, check
        if none:
            raise InputError("there are no pairs", file=None if sources[0] == "-" else sources[0])

    with client_for(workers, cluster) as client, progress(quiet) as bar:
        task = bar.add_task("Aligning", total=None)
        found = checked(
            aligner.align_many(
                pairs, threads=threads, decoding=decoding, client=client, progress=lambda n: bar.advance(task, n)
            )
        )
        if shown:
            _show(aligner, found, story=story, named=not one_pair, in_full=in_full)
        else:
            _write((alignment for alignment, _ in found), "-" if output is None else output, to)
    skipped.report()
    if output is not None and not quiet:
        say(f"Alignments written to {output}")
    if report is not None:
        write_report(over, report, as_json=json)
    if max_unsupported is not None and over:
        for one in over[:20]:
            say(f"{one.id}: {one.share:.0%} of the content words are unsupported (limit {max_unsupported:.0%})")
        if len(over) > 20:
            say(f"... and {len(over) - 20} more")
        raise typer.Exit(FOUND)


def _checker() -> Checker:
    """Return the checker, whose code is read only if it is needed."""
    from sumtrace.checking import Checker

    return Checker()


def _show(
    aligner: Aligner, found: Iterable[tuple[Alignment, Check | None]], *, story: bool, named: bool, in_full: bool
) -> None:
    from sumtrace.report.terminal import show, show_story

    for alignment, check in found:
        assert check is not None
        if named:
            out.rule(Text(alignment.id), align="left", characters="═")
        out.print(show(alignment, check, in_full=in_full))
        for path in aligner.stories(alignment.texts) if story else ():
            out.print(show_story(alignment, path))


def _write(alignments: Iterable[Alignment], target: str, to: FormatName | None) -> None:
    from sumtrace.alignment.formats import write_alignments

    write_alignments(alignments, target, format=to or ("native" if target == "-" else None))
