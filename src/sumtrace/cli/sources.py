"""``sumtrace sources``: a summary with numbered citations to the sentences it draws on."""

from __future__ import annotations

from typing import Annotated

import typer

from sumtrace.cli.console import Quiet, SkipBad, keep_inputs, progress, say, say_first_run
from sumtrace.cli.options import ByLine, DocumentField, Inputs, ModelOption, Skipped, SummaryField, Threads
from sumtrace.report.citations.registry import StyleName


def sources(
    inputs: Inputs,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="Write the citations here.", show_default="print them")
    ] = "-",
    form: Annotated[
        StyleName | None,
        typer.Option("--format", "-f", help="Output format.", show_default="by FILE's suffix, else text"),
    ] = None,
    model: ModelOption = None,
    by_line: ByLine = False,
    document_field: DocumentField = None,
    summary_field: SummaryField = None,
    threads: Threads = None,
    skip_bad: SkipBad = False,
    quiet: Quiet = False,
) -> None:
    """Cite sources: each summary with numbered citations to the document sentences it draws on.

    Consecutive words that draw on the same sentence share one number. With several documents, each citation names its own.

    [bold]Examples[/bold]

      sumtrace sources article.txt summary.txt

      sumtrace sources minutes.txt letter.txt report.txt summary.txt --format markdown

      sumtrace sources pairs.jsonl -o cited.jsonl
    """
    from sumtrace.corpus.sources import is_one_pair, open_pairs
    from sumtrace.errors import InputError

    say_first_run(quiet)
    from sumtrace.aligner import load
    from sumtrace.files import STANDARD, writing
    from sumtrace.report.citations import cite, style_of

    keep_inputs(output, *inputs)
    style = style_of(form, output)
    aligner = load(model)
    skipped = Skipped(skip_bad)
    pairs = open_pairs(
        inputs,
        by_line=by_line,
        document_field=document_field,
        summary_field=summary_field,
        on_bad=skipped.on_bad,
    )
    one = is_one_pair(inputs, by_line=by_line)
    count = 0
    with progress(quiet) as bar, writing(output) as file:
        task = bar.add_task("Citing", total=None)
        found = aligner.align_many(
            skipped.usable(pairs, aligner.check_pair), threads=threads, progress=lambda n: bar.advance(task, n)
        )
        for count, alignment in enumerate(found, start=1):
            if count == 1:
                file.write(style.head.encode())
            file.write(style.render(cite(alignment), None if one else count).encode())
        if not count:
            raise InputError("there are no pairs", file=None if inputs[0] == STANDARD else inputs[0])
        file.write(style.foot.encode())
    skipped.report()
    if output != STANDARD and not quiet:
        say(f"Citations written to {output}")
