"""``sumtrace baseline``: align pairs with a baseline system."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sumtrace.baselines.bitext import Side
from sumtrace.baselines.names import Rival
from sumtrace.baselines.symmetrization import Symmetrization
from sumtrace.cli.console import Quiet, SkipBad, err, interruptibly, keep_inputs, progress
from sumtrace.cli.gold import STANDARD_OUT, OutFile, To
from sumtrace.cli.options import DocumentField, Skipped, SummaryField, any_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sumtrace.alignment.alignment import Alignment
    from sumtrace.baselines.names import Learnt
    from sumtrace.corpus.pair import Pair
    from sumtrace.corpus.reading import OnBad


def baseline(
    system: Annotated[
        Rival, typer.Argument(metavar="SYSTEM", help=f"The baseline system: {any_of(Rival)}.", show_default=False)
    ],
    pairs: Annotated[
        Path, typer.Argument(metavar="PAIRS", help="Pairs to align (- for standard input).", show_default=False)
    ],
    output: OutFile = STANDARD_OUT,
    train: Annotated[
        list[Path] | None,
        typer.Option(
            "--train",
            metavar="PAIRS",
            help="More pairs for model1, hmm, model4 and eflomal to learn from; may be repeated.",
        ),
    ] = None,
    source: Annotated[
        Side | None,
        typer.Option("--source", help="Side whose words explain the other's.", show_default="document"),
    ] = None,
    symmetrize: Annotated[
        Symmetrization | None,
        typer.Option(
            "--symmetrize",
            metavar="HOW",
            help=f"Run both directions and combine them: {any_of(Symmetrization)}.",
            show_default=False,
        ),
    ] = None,
    iterations: Annotated[
        int, typer.Option("--iterations", metavar="N", min=1, help="EM iterations for each model in turn.")
    ] = 5,
    seeds: Annotated[
        bool, typer.Option("--seeds/--no-seeds", help="Teach the models that every word translates itself.")
    ] = True,
    cutoff: Annotated[
        int | None,
        typer.Option(
            "--cutoff",
            metavar="N",
            min=1,
            help="Minimum number of words in a row.",
            show_default="cut-and-paste 2, jing 1",
        ),
    ] = None,
    near: Annotated[
        int,
        typer.Option("--near", metavar="N", min=0, help="Number of sentences that count as near (C in Jing's model)."),
    ] = 3,
    to: To = None,
    document_field: DocumentField = None,
    summary_field: SummaryField = None,
    skip_bad: SkipBad = False,
    quiet: Quiet = False,
) -> None:
    """Align pairs with a baseline system: simple heuristics, or translation models trained on the pairs themselves.

    With the document as source, every summary word comes from at most one document word. docs/evaluation.md describes
    each system; eflomal must be installed.

    [bold]Examples[/bold]

      sumtrace baseline nearest pairs.jsonl -o nearest.jsonl

      sumtrace baseline cut-and-paste pairs.jsonl --cutoff 3 -o blocks.jsonl

      sumtrace baseline hmm pairs.jsonl --symmetrize intersect --train more.jsonl -o hmm.jsonl
    """
    from sumtrace.alignment.formats import write_alignments
    from sumtrace.corpus.reading import read_pairs

    if source is not None and symmetrize is not None:
        raise typer.BadParameter("runs both directions, so --source does not apply", param_hint="--symmetrize")
    keep_inputs(output, pairs, *(train or []))
    skipped = Skipped(skip_bad)

    def read(file: Path, on_bad: OnBad | None = skipped.on_bad) -> Iterator[Pair]:
        return read_pairs(file, document_field=document_field, summary_field=summary_field, on_bad=on_bad)

    if system == "nearest" or system == "most-similar-sentence" or system == "cut-and-paste" or system == "jing":
        from sumtrace.baselines.systems import heuristic

        made = heuristic(system, read(pairs), cutoff=cutoff, near=near)
        write_alignments(made, output, format=to)
        skipped.report()
        return
    more = (pair for file in train or [] for pair in read(file))
    made = _learnt(system, _Pairs(pairs, read), more, source or "document", symmetrize, iterations, seeds, quiet)
    skipped.report()
    linked = Counter[bool]()

    def counted() -> Iterator[Alignment]:
        for alignment in made:
            linked[bool(alignment.links)] += 1
            yield alignment

    write_alignments(counted(), output, format=to)
    if not quiet:
        err.print(f"aligned {linked.total()} pairs, {linked[True]} of them with links")


class _Pairs:
    """The pairs of a file, read each time they are gone through; those of standard input are kept."""

    def __init__(self, file: Path, read: Callable[..., Iterator[Pair]]) -> None:
        self._file, self._read = file, read
        self._again: Callable[[], Iterator[Pair]] | None = None

    def __iter__(self) -> Iterator[Pair]:
        from sumtrace.errors import InputError
        from sumtrace.files import STANDARD

        if self._again is not None:
            yield from self._again()
            return
        kept: list[Pair] | None = [] if str(self._file) == STANDARD else None
        pair = None
        for pair in self._read(self._file):
            if kept is not None:
                kept.append(pair)
            yield pair
        if pair is None:
            raise InputError("there are no pairs to align", file=self._file)
        # bad entries have been told of
        self._again = (lambda: self._read(self._file, lambda error: None)) if kept is None else lambda: iter(kept)


def _learnt(
    system: Learnt,
    pairs: Iterable[Pair],
    more: Iterable[Pair],
    source: Side,
    symmetrize: Symmetrization | None,
    iterations: int,
    seeds: bool,
    quiet: bool,
) -> Iterator[Alignment]:
    from sumtrace.baselines.systems import learnt
    from sumtrace.baselines.translation import steps

    total = None if system == "eflomal" else steps(system, iterations=iterations, symmetrization=symmetrize)
    with progress(quiet) as bar:
        task = bar.add_task(f"training {system}", total=total)
        return interruptibly(
            lambda: learnt(
                system,
                pairs,
                more,
                source=source,
                symmetrization=symmetrize,
                iterations=iterations,
                seeded=seeds,
                advance=lambda: bar.advance(task),
            )
        )
