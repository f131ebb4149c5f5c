"""``sumtrace extract``: the document sentences that each summary sentence is about."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sumtrace.cli.console import Json, Quiet, SkipBad, err, keep_inputs, out, progress, say, say_first_run
from sumtrace.cli.gold import STANDARD_OUT, OutFile, write_json
from sumtrace.cli.options import ByLine, DocumentField, Skipped, SummaryField, Threads
from sumtrace.corpus.extracts import DEFAULT_WEIGHTS, SENTENCES, Extracted, Unit, Weights, extract_pairs

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from sumtrace.alignment.alignment import Alignment
    from sumtrace.corpus.pair import Pair
    from sumtrace.training.monitor import Status


def extract(
    sources: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PAIRS",
            help="A file of pairs (JSON Lines, optionally gzipped; Parquet; - for standard input), a document and a "
            "summary, or two folders with matching file names.",
            show_default=False,
        ),
    ] = None,
    output: OutFile = STANDARD_OUT,
    k: Annotated[
        int, typer.Option("--k", metavar="N", min=1, help="Document sentences per summary sentence.")
    ] = SENTENCES,
    unit: Annotated[
        Unit, typer.Option("--unit", help="One extract per summary sentence, or their union for the whole abstract.")
    ] = "sentence",
    weights: Annotated[Weights, typer.Option("--weights", help="How words are weighted.")] = DEFAULT_WEIGHTS,
    own_only: Annotated[
        bool,
        typer.Option(
            "--own-extract-only",
            help="With --unit abstract: restrict each summary sentence to its own extract when aligning.",
        ),
    ] = False,
    rounds: Annotated[
        int,
        typer.Option(
            "--rounds", metavar="N", min=1, help="Rounds of extraction; each learns a model from the previous extracts."
        ),
    ] = 1,
    seed_model1: Annotated[
        bool, typer.Option("--seed-model1", help="Use IBM Model 1 in round 1 to find words that mean the same.")
    ] = False,
    iterations: Annotated[
        int, typer.Option("--iterations", metavar="N", min=1, help="Training iterations between rounds.")
    ] = 5,
    mark: Annotated[
        bool, typer.Option("--mark", help="Write whole pairs, with the sentences of their extracts marked.")
    ] = False,
    sample: Annotated[
        int | None,
        typer.Option("--sample", metavar="N", min=1, help="Write N random extracts, to be rated."),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Random seed for --sample.")] = 0,
    ratings: Annotated[
        list[Path] | None,
        typer.Option(
            "--ratings", metavar="FILE", help="Summarise ratings of a sample, without PAIRS; may be repeated."
        ),
    ] = None,
    restore: Annotated[
        Path | None,
        typer.Option(
            "--restore",
            metavar="ALIGNED",
            help="Map these alignments of extracts back to the whole pairs.",
            show_default=False,
        ),
    ] = None,
    extracts: Annotated[
        Path | None,
        typer.Option(
            "--extracts", metavar="FILE", help="The extracts that --restore's alignments belong to.", show_default=False
        ),
    ] = None,
    by_line: ByLine = False,
    document_field: DocumentField = None,
    summary_field: SummaryField = None,
    threads: Threads = None,
    skip_bad: SkipBad = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """For each summary sentence, find the document sentences that say most of what it says.

    Starting from the whole document, repeatedly delete the sentence whose removal leaves the highest cosine similarity with
    the summary sentence, until K are left (Marcu 1999). Extracts are ordinary pairs; they remember where their tokens came
    from, so alignments of them can be mapped back to the documents (--restore).

    [bold]Examples[/bold]

      sumtrace extract pairs.jsonl -o extracts.jsonl

      sumtrace baseline hmm extracts.jsonl -o hmm.jsonl

      sumtrace extract pairs.jsonl --extracts extracts.jsonl --restore hmm.jsonl -o whole.jsonl

      sumtrace extract pairs.jsonl --rounds 2 -o extracts.jsonl

      sumtrace extract pairs.jsonl --unit abstract --own-extract-only -o abstracts.jsonl

      sumtrace extract pairs.jsonl --sample 20 -o sample.jsonl

      sumtrace annotate sample.jsonl -o ratings.jsonl --rate

      sumtrace extract --ratings ratings.jsonl

      sumtrace extract pairs.jsonl --mark --unit abstract | sumtrace stats -
    """
    learning = rounds > 1 or seed_model1
    _check_options(sources, mark, sample, ratings, restore, extracts, learning)
    if own_only and (unit != "abstract" or mark):
        raise typer.BadParameter(
            "--own-extract-only needs --unit abstract, without --mark; per sentence, every extract is its own anyway"
        )
    if ratings:
        _sum_up(ratings, output, json)
        return
    from sumtrace.corpus.sources import open_pairs

    keep_inputs(output, *(sources or []), restore, extracts)
    skipped = Skipped(skip_bad)
    pairs: Iterable[Pair] = open_pairs(
        sources or [],
        by_line=by_line,
        document_field=document_field,
        summary_field=summary_field,
        on_bad=skipped.on_bad,
    )
    with progress(quiet) as bar, tempfile.TemporaryDirectory() as folder:
        if restore is not None and extracts is not None:
            report = _restore(_shown(pairs, bar, "Restoring"), extracts, restore, output)
        else:
            make = None
            if learning:
                say_first_run(quiet)
                kept = _kept(_shown(pairs, bar, "Reading"), Path(folder))
                make = _in_rounds(
                    kept, bar, k, unit, weights, own_only, rounds, seed_model1, iterations, threads, quiet
                )
                pairs = kept()
            make = make or _maker(k, unit, weights, own_only)
            report = _extract(_shown(pairs, bar, "Extracting"), output, make, mark, sample, seed)
    skipped.report()
    if not quiet:
        err.print(report, soft_wrap=True)


def _check_options(
    sources: list[str] | None,
    mark: bool,
    sample: int | None,
    ratings: list[Path] | None,
    restore: Path | None,
    extracts: Path | None,
    learning: bool,
) -> None:
    wanted = {
        "--mark": mark,
        "--sample": sample is not None,
        "--ratings": bool(ratings),
        "--restore": restore is not None,
    }
    given = [option for option, is_given in wanted.items() if is_given]
    if len(given) > 1:
        raise typer.BadParameter(f"{' and '.join(given)} cannot be combined")
    if bool(sources) == bool(ratings):
        raise typer.BadParameter("--ratings takes no PAIRS" if ratings else "PAIRS to extract from are missing")
    if (restore is None) != (extracts is None):
        raise typer.BadParameter("--restore and --extracts must be given together")
    if learning and (ratings or restore):
        raise typer.BadParameter("--rounds and --seed-model1 apply only when making extracts")


def _shown(pairs: Iterable[Pair], bar: Progress, doing: str) -> Iterable[Pair]:
    """The pairs, and while they are read a line that counts them."""
    task = bar.add_task(doing, total=None)
    for pair in pairs:
        yield pair
        bar.advance(task)
    bar.remove_task(task)


def _kept(pairs: Iterable[Pair], folder: Path) -> Callable[[], Iterator[Pair]]:
    """Keep pairs in a file, so that any source can be read once for every round."""
    from sumtrace.corpus.reading import read_pairs
    from sumtrace.corpus.records import record_of

    file = folder / "pairs.jsonl"
    _write(map(record_of, pairs), file)
    return lambda: read_pairs(file)


def _in_rounds(
    pairs: Callable[[], Iterator[Pair]],
    bar: Progress,
    k: int,
    unit: Unit,
    weights: Weights,
    own_only: bool,
    rounds: int,
    seed_model1: bool,
    iterations: int,
    threads: int | None,
    quiet: bool,
) -> Callable[[Pair], list[Extracted]]:
    from sumtrace.rounds import extracting_in_rounds

    tasks: dict[int, TaskID] = {}

    def report(number: int, now: Status) -> None:
        if number not in tasks:
            tasks[number] = bar.add_task(f"Learning for round {number}", total=now.iterations * now.pairs)
            if not quiet and not err.is_terminal:
                say(f"learning for round {number} from {now.pairs:,} extracts")
        bar.update(tasks[number], completed=now.iteration * now.pairs + now.pairs_done)

    return extracting_in_rounds(
        lambda: _shown(pairs(), bar, "Extracting"),
        k,
        unit,
        rounds=rounds,
        seed_model1=seed_model1,
        weights=weights,
        own_only=own_only,
        iterations=iterations,
        threads=threads,
        report=report,
    )


def _maker(k: int, unit: Unit, weights: Weights, own_only: bool) -> Callable[[Pair], list[Extracted]]:
    return lambda pair: list(extract_pairs(pair, k, unit, weights=weights, own_only=own_only))


def _extract(
    pairs: Iterable[Pair],
    output: Path,
    extracts_of: Callable[[Pair], list[Extracted]],
    mark: bool,
    sample: int | None,
    seed: int,
) -> str:
    from sumtrace.corpus.extracts.ratings import rating_record
    from sumtrace.corpus.extracts.records import marked_record, to_record
    from sumtrace.corpus.sampling import sample as sample_of
    from sumtrace.errors import InputError

    counts = [0, 0, 0]

    def made() -> Iterator[tuple[Pair, list[Extracted]]]:
        for pair in pairs:
            extracts = extracts_of(pair)
            counts[0] += 1
            counts[1] += len(extracts)
            counts[2] += sum(len(extracted.sentences) for extracted in extracts)
            yield pair, extracts
        if not counts[0]:
            raise InputError("there are no pairs to extract from")

    if sample is not None:
        taken = sample_of((extracted for _, extracts in made() for extracted in extracts), sample, seed=seed)
        _write((rating_record(extracted) for extracted in taken), output)
        return (
            f"{len(taken)} of {counts[1]:,} extracts to rate with: sumtrace annotate {output} -o RATINGS.jsonl --rate"
        )
    if mark:
        _write((marked_record(pair, extracts) for pair, extracts in made()), output)
    else:
        _write((to_record(extracted) for _, extracts in made() for extracted in extracts), output)
    return f"{counts[1]:,} extracts with {counts[2]:,} sentences, from {counts[0]:,} pairs"


def _write(records: Iterable[dict[str, Any]], output: Path) -> None:
    import msgspec

    from sumtrace.files import writing

    encode = msgspec.json.Encoder().encode
    with writing(output) as file:
        for record in records:
            file.write(encode(record) + b"\n")


def _restore(pairs: Iterable[Pair], extracts: Path, aligned: Path, output: Path) -> str:
    from sumtrace.alignment.formats import write_alignments
    from sumtrace.alignment.restoring import restore
    from sumtrace.cli.gold import read
    from sumtrace.corpus.extracts.records import read_extracts
    from sumtrace.errors import InputError

    known = {extracted.pair.id: extracted for extracted in read_extracts(extracts)}
    parts: dict[str, list[tuple[Alignment, Extracted]]] = {}
    for alignment in read(aligned, pairs=[extracted.pair for extracted in known.values()]):
        if alignment.id not in known:
            raise InputError(f"not among the extracts in {extracts}", file=aligned, pair=alignment.id)
        extracted = known[alignment.id]
        parts.setdefault(extracted.source, []).append((alignment, extracted))
    total, of = sum(map(len, parts.values())), len(parts)

    def restored() -> Iterator[Alignment]:
        for pair in pairs:
            if pair.id in parts:
                yield restore(parts.pop(pair.id), pair)
        if parts:
            listed = ", ".join(sorted(parts)[:5]) + (", ..." if len(parts) > 5 else "")
            raise InputError(
                f"{len(parts)} pairs that the extracts were made from are missing: {listed}",
                hint="Use the same pairs that the extracts were made from.",
            )

    write_alignments(restored(), output)
    return f"{total:,} alignments of extracts mapped back to {of:,} pairs"


def _sum_up(files: list[Path], output: Path, json: bool) -> None:
    from sumtrace.corpus.extracts.ratings import RATINGS, read_ratings

    counted = {str(file): read_ratings(file) for file in files}
    if json:
        write_json({name: counts.to_dict() for name, counts in counted.items()}, output)
        return
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("Information in the extract")
    for heading in (*(f"{rating} {name}" for rating, name in enumerate(RATINGS)), "rated", "mean"):
        table.add_column(heading, justify="right")
    for name, counts in counted.items():
        shares = (f"{count} ({count / counts.rated:.0%})" for count in counts.counts)
        table.add_row(name, *shares, str(counts.rated), f"{counts.mean:.2f}")
        if counts.unrated:
            err.print(f"{name}: {counts.unrated} pairs have no rating yet", soft_wrap=True)
    out.print(table)
