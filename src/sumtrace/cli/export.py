"""``sumtrace export``: training data from alignments."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sumtrace.cli.console import Quiet, SkipBad, keep_inputs, progress, say, say_first_run
from sumtrace.cli.gold import From, PairsFile
from sumtrace.cli.options import ByLine, DocumentField, ModelOption, Skipped, SummaryField, Threads, any_of
from sumtrace.export.kind import KindName
from sumtrace.export.tables import TableName

if TYPE_CHECKING:
    from sumtrace.aligner import Aligner
    from sumtrace.alignment import Alignment
    from sumtrace.export import Kind, Limits, Tally


def export(
    kind: Annotated[
        KindName, typer.Argument(metavar="KIND", help=f"What to make: {any_of(KindName)}.", show_default=False)
    ],
    sources: Annotated[
        list[str],
        typer.Argument(
            metavar="PAIRS",
            help="Alignments, or pairs to align first: a file (- for standard input), a document and a summary, "
            "or two folders with matching file names.",
            show_default=False,
        ),
    ],
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="File to write.", show_default="standard output")
    ] = "-",
    to: Annotated[
        TableName | None,
        typer.Option(
            "--format", "-f", help="Output format.", show_default="by FILE's suffix; jsonl on standard output"
        ),
    ] = None,
    min_prob: Annotated[
        float,
        typer.Option("--min-prob", metavar="P", min=0.0, max=1.0, help="Leave out links with a lower probability."),
    ] = 0.0,
    min_support: Annotated[
        float,
        typer.Option(
            "--min-support",
            metavar="SHARE",
            min=0.0,
            max=1.0,
            help="Leave out pairs if a smaller share of the summary's content words has a link.",
        ),
    ] = 0.0,
    card: Annotated[
        Path | None,
        typer.Option("--card", metavar="FILE.md", help="File for the data card.", show_default="beside the output"),
    ] = None,
    licence: Annotated[
        str | None,
        typer.Option("--licence", metavar="NAME", help="Licence of the source, for the data card.", show_default=False),
    ] = None,
    model: ModelOption = None,
    from_: From = None,
    pairs: PairsFile = None,
    by_line: ByLine = False,
    document_field: DocumentField = None,
    summary_field: SummaryField = None,
    threads: Threads = None,
    skip_bad: SkipBad = False,
    quiet: Quiet = False,
) -> None:
    """Make training data from alignments, or from pairs that are aligned on the fly.

    [bold]Kinds[/bold]: pairs (a cleaned corpus), sentences and phrases (extraction labels), compressions, fusions, words
    (copy, rewrite or invent), masks (content selection), citations, paraphrases (a Moses phrase table).

    The file is JSON Lines, CSV, Parquet or, for paraphrases, .moses. A data card beside it describes its contents and what
    was left out; docs/export.md describes each kind. A file whose lines have "links" is read as alignments; for standard
    input, use --from native.

    [bold]Examples[/bold]

      sumtrace export pairs noisy.jsonl --min-support 0.8 -o clean.jsonl

      sumtrace export compressions pairs.jsonl -o compressions.parquet --licence CC-BY-4.0

      sumtrace export words aligned.jsonl --min-prob 0.5 -o words.jsonl

      sumtrace export paraphrases aligned.jsonl -o phrase-table.moses.gz

      sumtrace align pairs.jsonl | sumtrace export masks - --from native | head -1
    """
    from sumtrace.export import KINDS, Limits, table_of
    from sumtrace.export import export as write
    from sumtrace.files import write_text
    from sumtrace.report.data_card import Origin
    from sumtrace.report.data_card import card as card_of

    keep_inputs(output, *sources, pairs)
    table = to or table_of(output)
    card = card or (None if output == "-" else _beside(output))
    keep_inputs(card, *sources, pairs, output)
    limits = Limits(min_prob, min_support)
    skipped = Skipped(skip_bad)
    aligner: Aligner | None = None
    with progress(quiet) as bar:
        task = bar.add_task("Exporting", total=None)

        def told(done: int) -> None:
            bar.advance(task, done)

        if from_ is not None or pairs is not None or _are_aligned(sources):
            _refuse_model(model, sources)
            alignments = _read(sources, from_, pairs, skipped, told)
        else:
            say_first_run(quiet)
            from sumtrace.aligner import load
            from sumtrace.corpus.sources import open_pairs

            aligner = load(model)
            found = open_pairs(
                sources,
                by_line=by_line,
                document_field=document_field,
                summary_field=summary_field,
                on_bad=skipped.on_bad,
            )
            alignments = aligner.align_many(skipped.usable(found, aligner.check_pair), threads=threads, progress=told)
        tally = write(alignments, KINDS[kind], output, table=table, limits=limits)
    skipped.report()
    if card is not None:
        names = [Path(source).name for source in sources]
        origin = Origin(names, licence=licence)
        if aligner is not None:
            own = aligner.model
            origin = Origin(names, own.name, own.signature, own.encoder, licence)
        write_text(card, card_of(Path(output).name, KINDS[kind], origin, limits, tally))
    if not quiet:
        _report(KINDS[kind], limits, tally)


def _beside(output: str) -> Path:
    """Return the name of the card of a file: data.jsonl.gz has data.card.md."""
    path = Path(output)
    plain = path.with_suffix("") if path.suffix == ".gz" else path
    return plain.with_suffix(".card.md")


def _are_aligned(sources: list[str]) -> bool:
    """Whether files hold our own format rather than pairs: whether the first has a line with links."""
    from sumtrace.alignment.formats.format import Input
    from sumtrace.alignment.formats.native import NATIVE
    from sumtrace.files import STANDARD, reading

    if sources[0] == STANDARD or not Path(sources[0]).is_file():
        return False
    with reading(sources[0]) as file:
        return NATIVE.sniff(Input(sources[0], file).head)


def _refuse_model(model: Path | None, sources: list[str]) -> None:
    from sumtrace.errors import InputError

    if model is not None:
        raise InputError(
            "these are already alignments, so no model is used", file=sources[0], hint="Leave out --model."
        )


def _read(
    sources: list[str], from_: str | None, pairs: Path | None, skipped: Skipped, told: Callable[[int], None]
) -> Iterator[Alignment]:
    from sumtrace.alignment.formats import read_alignments

    for source in sources:
        for alignment in read_alignments(source, format=from_, pairs=pairs, on_bad=skipped.on_bad):
            told(1)
            yield alignment


def _report(kind: Kind, limits: Limits, tally: Tally) -> None:
    """Say what was written and what was left out."""
    say(f"{kind.name}: {tally.records:,} written, from {tally.kept_pairs:,} of {tally.pairs:,} pairs")
    if limits.min_support:
        dropped = tally.pairs - tally.kept_pairs
        say(f"pairs left out: {dropped:,} ({dropped / tally.pairs:.1%}), with support below {limits.min_support:g}")
    if limits.min_prob:
        dropped = tally.links - tally.kept_links
        share = f" ({dropped / tally.links:.1%})" if tally.links else ""
        say(f"links left out: {dropped:,}{share}, with a probability below {limits.min_prob:g}")
