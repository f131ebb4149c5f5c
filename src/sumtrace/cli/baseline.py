"""``sumtrace baseline``: align pairs with a rival system."""

from __future__ import annotations

import enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, cast

import typer

from sumtrace.cli.console import Quiet, SkipBad, err, interruptibly, keep_inputs, progress
from sumtrace.cli.gold import STANDARD_OUT, OutFile
from sumtrace.cli.options import DocumentField, Skipped, SummaryField

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sumtrace.alignment.alignment import Alignment
    from sumtrace.baselines.symmetrization import Symmetrization
    from sumtrace.baselines.systems import Heuristic
    from sumtrace.baselines.translation import Model
    from sumtrace.corpus.pair import Pair


class System(enum.StrEnum):
    """The rival systems."""

    nearest = "nearest"
    most_similar_sentence = "most-similar-sentence"
    cut_and_paste = "cut-and-paste"
    jing = "jing"
    model1 = "model1"
    hmm = "hmm"
    model4 = "model4"
    eflomal = "eflomal"


class Source(enum.StrEnum):
    """The side that explains the other."""

    document = "document"
    summary = "summary"


class Both(enum.StrEnum):
    """How two directions become one alignment."""

    intersect = "intersect"
    union = "union"
    grow_diag = "grow-diag"
    grow_diag_final = "grow-diag-final"
    grow_diag_final_and = "grow-diag-final-and"


HEURISTICS = (System.nearest, System.most_similar_sentence, System.cut_and_paste, System.jing)


def baseline(
    system: Annotated[System, typer.Argument(help="The rival system.", show_default=False)],
    pairs: Annotated[
        Path, typer.Argument(metavar="PAIRS", help="Pairs to align (- for standard input).", show_default=False)
    ],
    output: OutFile = STANDARD_OUT,
    train: Annotated[
        list[Path] | None,
        typer.Option(
            "--train", help="Further pairs for model1, hmm, model4 and eflomal to learn from; may be repeated."
        ),
    ] = None,
    source: Annotated[
        Source | None,
        typer.Option("--source", help="Side whose words explain the other's.  [default: document]", show_default=False),
    ] = None,
    symmetrize: Annotated[
        Both | None, typer.Option("--symmetrize", help="Run both directions and combine them.", show_default=False)
    ] = None,
    iterations: Annotated[int, typer.Option("--iterations", min=1, help="Of EM for each of the models in turn.")] = 5,
    seeds: Annotated[
        bool, typer.Option("--seeds/--no-seeds", help="Teach the models that every word translates itself.")
    ] = True,
    cutoff: Annotated[
        int | None,
        typer.Option("--cutoff", min=1, help="Least words in a row.  [default: cut-and-paste 2, jing 1]"),
    ] = None,
    near: Annotated[
        int, typer.Option("--near", min=0, help="How many sentences count as near (C in Jing's model).")
    ] = 3,
    file_format: Annotated[
        str | None, typer.Option("--format", "-f", help="Format of the output, if its name does not tell.")
    ] = None,
    document_field: DocumentField = None,
    summary_field: SummaryField = None,
    skip_bad: SkipBad = False,
    quiet: Quiet = False,
) -> None:
    """Align pairs with a rival system: simple heuristics, or translation models trained on the pairs themselves.

    With the document as source, every summary word comes from at most one document word. docs/evaluation.md describes
    each system; eflomal must be installed.

    [bold]Examples[/bold]

      sumtrace baseline nearest pairs.jsonl -o nearest.jsonl

      sumtrace baseline cut-and-paste pairs.jsonl --cutoff 3 -o blocks.jsonl

      sumtrace baseline hmm pairs.jsonl --symmetrize intersect --train more.jsonl -o hmm.jsonl
    """
    from sumtrace.alignment.formats import write_alignments
    from sumtrace.corpus.reading import read_pairs
    from sumtrace.errors import InputError

    if source is not None and symmetrize is not None:
        raise typer.BadParameter("both directions are run, so there is no one source", param_hint="--symmetrize")
    keep_inputs(output, pairs, *(train or []))
    skipped = Skipped(skip_bad)

    def read(file: Path) -> Iterable[Pair]:
        return read_pairs(file, document_field=document_field, summary_field=summary_field, on_bad=skipped.on_bad)

    if system in HEURISTICS:
        from sumtrace.baselines.systems import heuristic

        made = heuristic(cast("Heuristic", system.value), read(pairs), cutoff=cutoff, near=near)
        write_alignments(made, output, format=file_format)
        skipped.report()
        return
    own = list(read(pairs))
    if not own:
        raise InputError("there are no pairs to align", file=pairs)
    more = [pair for file in train or [] for pair in read(file)]
    skipped.report()
    trained = _learnt(system, own, more, source or Source.document, symmetrize, iterations, seeds, quiet)
    write_alignments(trained, output, format=file_format)
    if not quiet:
        linked = sum(bool(alignment.links) for alignment in trained)
        err.print(f"aligned {len(trained)} pairs, {linked} of them with links")


def _learnt(
    system: System,
    pairs: Sequence[Pair],
    more: Sequence[Pair],
    source: Source,
    symmetrize: Both | None,
    iterations: int,
    seeds: bool,
    quiet: bool,
) -> list[Alignment]:
    from sumtrace.baselines.systems import learnt
    from sumtrace.baselines.translation import steps

    how: Symmetrization | None = None if symmetrize is None else symmetrize.value
    name = cast("Model | Literal['eflomal']", system.value)
    total = None if name == "eflomal" else steps(name, iterations=iterations, symmetrization=how)
    with progress(quiet) as bar:
        task = bar.add_task(f"training {name}", total=total)
        return interruptibly(
            lambda: learnt(
                name,
                pairs,
                more,
                source=source.value,
                symmetrization=how,
                iterations=iterations,
                seeded=seeds,
                advance=lambda: bar.advance(task),
            )
        )
