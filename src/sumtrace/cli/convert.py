"""``sumtrace convert``: alignments from one format to another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from sumtrace.cli.console import Quiet, SkipBad, err, progress
from sumtrace.cli.gold import From, PairsFile, To

if TYPE_CHECKING:
    from sumtrace.alignment import Alignment
    from sumtrace.alignment.formats import Feature
    from sumtrace.errors import InputError


WHAT: dict[Feature, str] = {
    "text": "the original texts (only their tokens)",
    "tokens": "the tokens (to be restored from the text)",
    "sentences": "sentence boundaries",
    "documents": "which document is which",
    "phrases": "phrases (written as word links)",
    "gaps": "discontinuous phrases (written as word links)",
    "possible": "possible links (written like sure ones)",
    "prob": "probabilities",
    "by": "what explains a link",
    "cosine": "how close in meaning the words of a link are",
    "comments": "comments on links",
    "null": "words judged to have no source",
    "covered": "which words were judged",
    "null_prob": "null probabilities",
    "posteriors": "posteriors",
    "sources": "sources",
    "about": "annotator, model and comment",
}
"""What a format may not be able to hold, in words."""


def convert(
    source: Annotated[
        str, typer.Argument(metavar="IN", help="File to read, - for standard input.", show_default=False)
    ],
    target: Annotated[
        str, typer.Argument(metavar="OUT", help="File to write, - for standard output.", show_default=False)
    ],
    from_: From = None,
    to: To = None,
    reverse: Annotated[
        bool,
        typer.Option(
            "--reverse", help="The summary comes first: in IN if its format has a first side, otherwise in OUT."
        ),
    ] = False,
    pairs: PairsFile = None,
    skip_bad: SkipBad = False,
    quiet: Quiet = False,
) -> None:
    """Convert alignments between formats.

    [bold]Formats[/bold]: native, gold, pharaoh, naacl, a3 (GIZA++), msr, jacana, multimwa, superpal, brat, csv, parquet.

    Anything the new format cannot hold is reported on standard error; docs/formats.md describes each format.

    [bold]Examples[/bold]

      sumtrace convert alignments.jsonl links.csv

      sumtrace convert fast_align.txt alignments.jsonl --from pharaoh --pairs pairs.jsonl

      sumtrace convert gold.jsonl.gz gold.pharaoh

      sumtrace convert giza.A3.final - --to native --reverse | head -1
    """
    from sumtrace.alignment.formats import by_name, format_of, guess_output, lost, read_alignments, write_alignments

    form = by_name(to) if to else guess_output(target)
    bad: list[InputError] = []
    losses: Counter[Feature] = Counter()
    reading_reversed = reverse and (by_name(from_) if from_ else format_of(source)).directed

    with progress(quiet) as bar:
        task = bar.add_task("Converting", total=None)

        def counted(alignments: Iterable[Alignment]) -> Iterator[Alignment]:
            for alignment in alignments:
                losses.update(lost(alignment, form))
                bar.advance(task)
                yield alignment
            bar.update(task, total=bar.tasks[task].completed)

        alignments = read_alignments(
            source,
            format=from_,
            pairs=pairs,
            reverse=reading_reversed,
            on_bad=bad.append if skip_bad else None,
        )
        write_alignments(counted(alignments), target, format=form.name, reverse=reverse and not reading_reversed)
        done = int(bar.tasks[task].completed)
    for problem in bad:
        err.print(f"skipped: {problem}", markup=False, soft_wrap=True)
    if bad:
        err.print(f"{len(bad)} bad {'entry' if len(bad) == 1 else 'entries'} skipped", soft_wrap=True)
    if not quiet:
        err.print(f"{done} {'alignment' if done == 1 else 'alignments'} written as {form.name}", soft_wrap=True)
        if losses:
            err.print(f"{form.name} cannot hold: {', '.join(_said(set(losses)))}", markup=False, soft_wrap=True)


def _said(losses: set[Feature]) -> list[str]:
    """Return descriptions of what was lost; texts lost entirely count as one item."""
    if {"text", "tokens"} <= losses:
        return ["the texts", *_said(losses - {"text", "tokens", "sentences", "documents"})]
    return [text for feature, text in WHAT.items() if feature in losses]
