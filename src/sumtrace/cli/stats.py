"""``sumtrace stats``: the corpus tables of the article."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sumtrace.cli.console import Json, Quiet, SkipBad, out, progress
from sumtrace.cli.options import ByLine, DocumentField, Inputs, Skipped, SummaryField

if TYPE_CHECKING:
    from rich.table import Table

    from sumtrace.corpus.pair import Pair
    from sumtrace.corpus.reading import OnBad
    from sumtrace.corpus.statistics import CorpusStatistics, Counter


def stats(
    sources: Inputs,
    annotated: Annotated[
        Path | None,
        typer.Option(
            "--annotated", metavar="GOLD", help="Add columns for the pairs aligned in this file.", show_default=False
        ),
    ] = None,
    shortest: Annotated[
        int | None,
        typer.Option("--shortest", metavar="N", min=1, help="Count only the N pairs with the shortest documents."),
    ] = None,
    by_line: ByLine = False,
    document_field: DocumentField = None,
    summary_field: SummaryField = None,
    skip_bad: SkipBad = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show corpus statistics: documents, sentences, words, unique words, lengths and compression, for each side.

    Words are tokens, including punctuation; unique words ignore case.

    The compression rate is the number of words per word of the documents.

    If pairs have an "extract" (document sentence numbers), a column for the extracts is added.

    [bold]Examples[/bold]

      sumtrace stats pairs.jsonl.gz

      sumtrace stats pairs.jsonl --annotated gold.jsonl --json

      sumtrace stats articles/ abstracts/ --shortest 100

      zcat corpus.jsonl.gz | sumtrace stats - --document-field body --summary-field tldr
    """
    from sumtrace.corpus.sources import open_pairs
    from sumtrace.corpus.statistics import Counter
    from sumtrace.corpus.statistics import shortest as shortest_of

    skipped = Skipped(skip_bad)
    corpus, gold = Counter(), Counter()
    wanted = _annotated(annotated, gold, skipped.on_bad)
    pairs: Iterable[Pair] = open_pairs(
        sources,
        by_line=by_line,
        document_field=document_field,
        summary_field=summary_field,
        on_bad=skipped.on_bad,
    )
    with progress(quiet) as bar:
        pairs = bar.track(pairs, description="Counting", total=None)
        for pair in pairs if shortest is None else shortest_of(pairs, shortest):
            corpus.add(pair)
            if pair.id in wanted:
                gold.add(pair)
                wanted.remove(pair.id)
    skipped.report()
    columns = {"corpus": _result(corpus, ", ".join(sources))}
    if annotated is not None:
        _check_found(wanted, annotated, ", ".join(sources))
        columns["annotated"] = _result(gold, str(annotated))
    if json:
        import msgspec

        plain = {name: statistics.to_dict() for name, statistics in columns.items()}
        typer.echo(msgspec.json.format(msgspec.json.encode(plain), indent=2))
    else:
        out.print(_table(columns))


def _annotated(file: Path | None, gold: Counter, on_bad: OnBad | None) -> set[str]:
    """Count the annotated pairs that come with their texts; return the ids of those to be found in the corpus."""
    from sumtrace.alignment.formats import read_alignments

    wanted: set[str] = set()
    counted: set[str] = set()
    for alignment in () if file is None else read_alignments(file, on_bad=on_bad):
        if alignment.id in counted:  # the same pair by another annotator
            continue
        if alignment.pair is None:
            wanted.add(alignment.id)
        else:
            counted.add(alignment.id)
            gold.add(alignment.pair)
    return wanted


def _check_found(missing: set[str], file: Path, corpus: str) -> None:
    from sumtrace.errors import InputError

    if missing:
        listed = ", ".join(sorted(missing)[:5]) + (", ..." if len(missing) > 5 else "")
        raise InputError(
            f"{len(missing)} annotated pairs are not in {corpus}: {listed}",
            file=file,
            hint="Ids must match those of the corpus.",
        )


def _result(counter: Counter, source: str) -> CorpusStatistics:
    from sumtrace.errors import InputError

    result = counter.result()
    if not result.pairs:
        raise InputError("there are no pairs", file=source)
    return result


def _table(columns: dict[str, CorpusStatistics]) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("")
    sides = []
    for group, statistics in columns.items():
        for name, side in statistics.sides.items():
            table.add_column(name.capitalize() if group == "corpus" else f"Annotated\n{name}", justify="right")
            together = f"{statistics.unique_words:,}" if name == "documents" else ""
            sides.append((side, together, statistics.compression(name)))
    table.add_row("Documents", *(f"{side.documents:,}" for side, _, _ in sides))
    table.add_row("Sentences", *(f"{side.sentences:,}" for side, _, _ in sides))
    table.add_row("Words", *(f"{side.words:,}" for side, _, _ in sides))
    table.add_row("Unique words", *(f"{side.unique_words:,}" for side, _, _ in sides))
    table.add_row("Unique words, together", *(together for _, together, _ in sides))
    table.add_row("Sentences per document", *(f"{side.sentences_per_document:.2f}" for side, _, _ in sides))
    table.add_row("Words per document", *(f"{side.words_per_document:.2f}" for side, _, _ in sides))
    table.add_row("Words per sentence", *(f"{side.words_per_sentence:.2f}" for side, _, _ in sides))
    table.add_row("Compression rate", *(f"{compression:.3f}" for _, _, compression in sides))
    return table
