"""``sumtrace parse``: a constituency tree for every sentence."""

from __future__ import annotations

import functools
import itertools
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sumtrace.cli.console import Json, Quiet, SkipBad, err, out, progress, say_first_run
from sumtrace.cli.options import ClusterOption, DocumentField, Skipped, SummaryField, WorkersOption, any_of
from sumtrace.text.parsing import ParserName

if TYPE_CHECKING:
    from sumtrace.text import Text
    from sumtrace.text.parsing import Parser
    from sumtrace.text.trees import Tree

_AT_ONCE = 64
"""Sentences that are sent to a worker at a time."""
_CORPUS_NAMES = (".jsonl", ".json", ".ndjson", ".parquet")


def parse(
    source: Annotated[
        str,
        typer.Argument(
            metavar="TEXT|PAIRS", help="A plain-text file, - for standard input, or a file of pairs (*.jsonl ...)."
        ),
    ],
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="TREES.ptb",
            help="File for the trees, one per line; .gz compresses it.",
            show_default="standard output",
        ),
    ] = "-",
    parser_name: Annotated[
        ParserName,
        typer.Option("--parser", metavar="NAME", help=f"Parser: {any_of(ParserName)}; sumtrace's own is bundled."),
    ] = "sumtrace",
    threads: Annotated[int, typer.Option("--threads", metavar="N", min=1, help="Number of threads.")] = 1,
    show: Annotated[bool, typer.Option("--show", help="Draw the trees in the terminal.")] = False,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Draw the trees as an SVG image.")] = None,
    document_field: DocumentField = None,
    summary_field: SummaryField = None,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    skip_bad: SkipBad = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Parse sentences into constituency trees, written as Penn Treebank brackets.

    A plain text gives one tree per sentence; a corpus of pairs gives the trees of its documents, in order, as expected by
    `sumtrace train --trees`. The same tokens always give the same tree, whatever the number of threads.

    [bold]Examples[/bold]

      sumtrace parse pairs.jsonl -o trees.ptb.gz --threads 4

      echo "The long-term plan failed." | sumtrace parse - --show

      sumtrace parse letter.txt --svg letter.svg
    """
    from sumtrace.cluster import client_for
    from sumtrace.errors import InputError
    from sumtrace.text.parsing import parse_stream, parser

    if output == "-" and json:
        raise InputError(
            "--json and the trees would both go to standard output", hint="Name a file for the trees with -o."
        )
    chosen = parser(parser_name, threads=threads)
    if parser_name == "sumtrace":
        say_first_run(quiet)
    skipped = Skipped(skip_bad)
    texts = _texts(source, document_field, summary_field, skipped)
    started = time.perf_counter()
    report = {"sentences": 0, "tokens": 0}
    with client_for(workers, cluster) as client, progress(quiet) as bar:
        task = bar.add_task("sentences parsed", total=None)
        parsed = (
            parse_stream(chosen, _sentences(texts))
            if client is None
            else _on_workers(client, parser_name, _sentences(texts))
        )

        def trees() -> Iterator[Tree]:
            for words, tree in parsed:
                report["sentences"] += 1
                report["tokens"] += len(words)
                bar.advance(task)
                yield tree

        _deliver(trees(), output, show=show, svg=svg)
    skipped.report()
    seconds = time.perf_counter() - started
    if json:
        out.print_json(data={**report, "seconds": round(seconds, 3), "parser": parser_name})
    elif not quiet:
        per_second = report["sentences"] / max(seconds, 1e-9)
        number = report["sentences"]
        sentences = "sentence" if number == 1 else "sentences"
        err.print(f"{number:,} {sentences}, {report['tokens']:,} tokens, {per_second:,.0f} sentences/s")


def _on_workers(
    client: Any, name: ParserName, sentences: Iterator[Sequence[str]]
) -> Iterator[tuple[Sequence[str], Tree]]:
    """Yield each sentence with its tree, parsed on a client's workers."""
    from sumtrace.cluster import Cluster
    from sumtrace.text.parsing import parser

    batches = iter(lambda: list(itertools.islice(sentences, _AT_ONCE)), [])
    for parsed in Cluster(client).map(_parsed, batches, functools.partial(parser, name)):
        yield from parsed


def _parsed(batch: list[Sequence[str]], parser: Parser) -> list[tuple[Sequence[str], Tree]]:
    return list(zip(batch, parser.parse(batch), strict=True))


def _deliver(trees: Iterator[Tree], output: str, *, show: bool, svg: Path | None) -> None:
    """Draw the trees, or write them where there is nothing to draw or a file was named as well."""
    from sumtrace import files
    from sumtrace.report.tree_drawing import draw, draw_svg
    from sumtrace.text.trees import write_trees

    if not show and svg is None:
        write_trees(trees, output)
        return
    kept = []
    for tree in trees:
        if show:
            out.print(draw(tree, width=out.width), markup=False, soft_wrap=True)
        if svg is not None or output != files.STANDARD:
            kept.append(tree)
    if svg is not None:
        files.write_text(svg, draw_svg(*kept))
    if output != files.STANDARD:
        write_trees(kept, output)


def _texts(source: str, document_field: str | None, summary_field: str | None, skipped: Skipped) -> Iterator[Text]:
    """Yield the one text of a text file, or the document of each pair of a corpus."""
    from sumtrace import files
    from sumtrace.corpus.reading import read_pairs
    from sumtrace.text import Text

    if not source.removesuffix(".gz").endswith(_CORPUS_NAMES):
        yield Text.from_string(files.read_text(source))
        return
    pairs = read_pairs(source, document_field=document_field, summary_field=summary_field, on_bad=skipped.on_bad)
    yield from (pair.document for pair in pairs)


def _sentences(texts: Iterator[Text]) -> Iterator[Sequence[str]]:
    for text in texts:
        for start, end in text.sentences:
            yield text.words[start:end]
