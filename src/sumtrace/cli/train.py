"""``sumtrace train``: train your own model from unlabelled pairs."""

from __future__ import annotations

import contextlib
import itertools
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, get_args

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from sumtrace.cli.console import INTERRUPTED, Json, Quiet, SkipBad, err, fail, interruptibly, say, say_first_run
from sumtrace.cli.options import (
    ByLine,
    ClusterOption,
    DocumentField,
    Inputs,
    Skipped,
    SummaryField,
    Threads,
    Trees,
    WorkersOption,
    a_number,
    a_size,
    in_bytes,
    with_trees_of,
)
from sumtrace.errors import ClusterError
from sumtrace.settings import JumpName, Preset

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sumtrace.corpus import Pair
    from sumtrace.model import Model
    from sumtrace.model.history import Progress as Line
    from sumtrace.training.monitor import Status


MANY_NULL = 0.6
"""A model that leaves a larger share of summary words without a source has learnt little."""


def train(
    sources: Inputs,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FOLDER", help="Folder for the model.")],
    preset: Annotated[
        Preset,
        typer.Option(help="default works best; strings has no encoder; article follows the 2005 article closely."),
    ] = "default",
    iterations: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, help="Maximum number of iterations.", show_default="the preset's: 10"),
    ] = None,
    jump: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help=f"{', '.join(get_args(JumpName))}, or a mixture such as chunk+relative.",
            show_default="the preset's",
        ),
    ] = None,
    max_document_phrase: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Longest document phrase, in words.", show_default="3")
    ] = None,
    max_summary_phrase: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Longest summary phrase, in words.", show_default="3")
    ] = None,
    beam: Annotated[
        float | None,
        typer.Option(
            metavar="SHARE",
            min=0.01,
            max=1.0,
            callback=a_number,
            help="Share of the positions to keep.",
            show_default="1.0",
        ),
    ] = None,
    seed_model1: Annotated[
        bool, typer.Option("--seed-model1", help="Initialise the lexical table with five iterations of IBM Model 1.")
    ] = False,
    start_from: Annotated[
        str | None,
        typer.Option(metavar="FOLDER", help='Start from a model; "default" is the built-in one.', show_default=False),
    ] = None,
    fake_word: Annotated[
        float | None,
        typer.Option(metavar="W", min=0.0, callback=a_number, help="Prior: fake count for any word pair."),
    ] = None,
    fake_identical: Annotated[
        float | None,
        typer.Option(
            metavar="W", min=0.0, callback=a_number, help="Prior: extra for identical phrases.", show_default="4"
        ),
    ] = None,
    fake_stem: Annotated[
        float | None,
        typer.Option(
            metavar="W", min=0.0, callback=a_number, help="Prior: extra for the same stems.", show_default="3"
        ),
    ] = None,
    sample: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Train on N pairs drawn at random.", show_default="all")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Random seed for --sample; EM is deterministic.")] = 1,
    memory: Annotated[
        str | None,
        typer.Option(
            metavar="SIZE",
            help="Limit what is learnt to what fits in this much memory (such as 4G).",
            show_default="no limit",
        ),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue interrupted training where it stopped.")] = False,
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
    """Train a model on document/summary pairs; no labels needed.

    Everything is saved in FOLDER after each iteration, so interrupted training can continue with --resume and gives exactly
    the same model. The number of threads never changes the result.

    The corpus is compiled once into the cache folder and read from there in every iteration, so it may be larger than
    memory. "sumtrace cache" lists what is cached.

    [bold]Examples[/bold]

      sumtrace train pairs.jsonl -o my-model

      sumtrace train pairs.jsonl -o my-model --resume

      sumtrace train pairs.jsonl -o article-model --preset article --jump gaussian

      sumtrace train pairs.jsonl -o adapted --start-from default

      sumtrace train pairs.jsonl -o syntax-model --jump syntax+relative --trees trees.ptb.gz
    """
    from sumtrace.corpus.sampling import sample as drawn
    from sumtrace.corpus.sources import open_pairs

    say_first_run(quiet)
    from sumtrace.aligner import load
    from sumtrace.cluster import client_for
    from sumtrace.errors import ModelError
    from sumtrace.model.folder import CHECKPOINT, save_model
    from sumtrace.model.history import to_records
    from sumtrace.settings import PRESETS, changed
    from sumtrace.training.budget import entries_within
    from sumtrace.training.compiled import PASSES, compiled, corpora_folder, files_of
    from sumtrace.training.corpus import signature_of
    from sumtrace.training.executors import Workers
    from sumtrace.training.gathering import check_trainable
    from sumtrace.training.monitor import is_done
    from sumtrace.training.trainer import train as run

    settings = changed(
        PRESETS[preset],
        iterations=iterations,
        jump=jump,
        max_document_phrase=max_document_phrase,
        max_summary_phrase=max_summary_phrase,
        beam=beam,
        model1=5 if seed_model1 else None,
        fake_word=fake_word,
        fake_identical=fake_identical,
        fake_stem=fake_stem,
    )
    budget = a_size(memory)
    start = None if start_from is None else load(None if start_from == "default" else start_from).model
    skipped = Skipped(skip_bad)
    finished = 0
    said = {"by_line": by_line, "fields": [document_field, summary_field], "sample": [sample, seed], "skip": skip_bad}
    given = files_of([*sources, *([] if trees is None else [trees])], settings, said)
    with (
        contextlib.ExitStack() as stack,
        client_for(workers, cluster) as client,
        prepared_folder(output, resume) as folder,
        interruptible(lambda: finished, folder),
        bar(quiet) as shown,
    ):
        reading = shown.add_task("Reading", total=None, note="")
        encoding = shown.add_task("Compiling", total=None, note="", visible=False)

        def pairs() -> Iterator[Pair]:
            found = open_pairs(
                sources,
                by_line=by_line,
                document_field=document_field,
                summary_field=summary_field,
                on_bad=skipped.on_bad,
            )
            found = with_trees_of(
                skipped.usable(found, lambda pair: check_trainable(pair, settings)), trees, settings.jump
            )
            met = shown.track(found, task_id=reading)
            read = itertools.count()
            for pair in met if sample is None else drawn(met, sample, seed=seed):
                next(read)
                yield pair
            shown.update(reading, visible=False)
            shown.update(encoding, visible=True, total=PASSES * next(read))

        def begin() -> None:
            if not quiet and given.name:
                say(
                    f"Compiling the corpus once (about {in_bytes(given.estimate)}) into {corpora_folder() / given.name}"
                )

        corpus = stack.enter_context(
            compiled(
                pairs,
                settings,
                given,
                threads=threads,
                begin=begin,
                progress=lambda done: shown.advance(encoding, done),
                left_out=lambda: skipped.count,
            )
        )
        skipped.count = skipped.count or corpus.left_out
        skipped.report()
        shown.update(reading, visible=False)
        shown.update(encoding, visible=False)
        most = None if budget is None else entries_within(budget, len(corpus.encoded.types))
        model = finished_before(folder, signature_of(corpus, settings, start, most)) if resume else None
        if model is not None and not is_done(model.history, settings, corpus.summary_words):
            raise ModelError(
                f"training in {folder} finished after {len(model.history)} iterations, and the state needed to add more "
                "was not kept. Leave out --resume to train again from the start."
            )
        task = shown.add_task("Training", total=settings.iterations * corpus.pairs, note="preparing")

        def report(now: Status) -> None:
            nonlocal finished
            finished = now.iteration
            shown.update(task, completed=now.iteration * now.pairs + now.pairs_done, note=note(now))
            if now.last is not None and not now.pairs_done and not quiet:
                say(line(now.last, now.pairs))

        if model is None:
            if resume and not (folder / CHECKPOINT).exists() and not quiet:
                say(f"There is no unfinished training in {folder}: starting from the beginning.")
            model = interruptibly(
                lambda: run(
                    corpus,
                    settings,
                    threads=threads,
                    executor=None if client is None else Workers(client),
                    start_from=start,
                    checkpoint=folder / CHECKPOINT,
                    resume=resume,
                    memory=budget,
                    tell=report,
                )
            )
            save_model(replace(model, name=folder.resolve().name), folder)
            (folder / CHECKPOINT).unlink(missing_ok=True)
        elif not quiet:
            say("This training has already finished: nothing left to do.")
    if json:
        import msgspec

        outcome = {"model": str(folder), "signature": model.signature, "history": to_records(model.history)}
        typer.echo(msgspec.json.encode(outcome))
    elif not quiet:
        if model.parameters.null > MANY_NULL:
            say(
                f"This model finds no source for {model.parameters.null:.0%} of all summary words: {corpus.pairs:,} pairs may "
                "be too few to learn from. Try --start-from default."
            )
        say(f"Model saved in {folder}; inspect it with: sumtrace model show {folder}")


@contextlib.contextmanager
def prepared_folder(folder: Path, resume: bool) -> Iterator[Path]:
    """Make a model's folder, and remove it again if it stays empty.

    A folder with other files is rejected, and so is one whose unfinished training would be lost or is still running.
    """
    from sumtrace.errors import OutputError
    from sumtrace.files import tidy
    from sumtrace.locks import LOCK, working_in
    from sumtrace.model.folder import CHECKPOINT, CONFIG, PARAMETERS, VOCABULARY

    made = [part for part in (folder, *folder.parents) if not part.exists()]
    try:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except FileExistsError as error:
            raise OutputError(f"{folder} is a file; a model needs a folder of its own") from error
        except OSError as error:
            raise OutputError(f"cannot write to the folder {folder}: {error.strerror}") from error
        with working_in(folder):
            try:
                tidy(folder)
                there = {file.name for file in folder.iterdir()}
            except OSError as error:
                raise OutputError(f"cannot read the folder {folder}: {error.strerror}") from error
            foreign = sorted(there - {CHECKPOINT, CONFIG, PARAMETERS, VOCABULARY, LOCK})
            if foreign:
                raise OutputError(f"{folder} contains other files ({foreign[0]}); choose a new or empty folder")
            if CONFIG in there and not _is_model(folder / CONFIG):
                raise OutputError(f"{folder / CONFIG} does not belong to a model; choose a new or empty folder")
            if CHECKPOINT in there and not resume:
                raise OutputError(
                    f"{folder} contains unfinished training; continue it with --resume, or delete "
                    f"{folder / CHECKPOINT} to start again"
                )
            yield folder
    finally:
        with contextlib.suppress(OSError):  # not empty: as it should be
            for part in made:
                part.rmdir()


def _is_model(config: Path) -> bool:
    import msgspec

    from sumtrace.model.folder import FORMAT

    with contextlib.suppress(msgspec.DecodeError, RecursionError, OSError):
        found = msgspec.json.decode(config.read_bytes())
        return isinstance(found, dict) and found.get("format") == FORMAT
    return False


@contextlib.contextmanager
def interruptible(iterations: Callable[[], int], folder: Path) -> Iterator[None]:
    """Say what is kept when the user stops training or its cluster is lost."""
    try:
        yield
    except (KeyboardInterrupt, ClusterError) as error:
        if done := iterations():
            kept = f"{done} iteration{'s are' if done > 1 else ' is'} saved in {folder}; continue with the same command and --resume"
        else:
            kept = "no iteration was finished, so nothing was saved"
        if isinstance(error, ClusterError):
            raise ClusterError(f"{error}; {kept}") from error
        fail(f"interrupted: {kept}", INTERRUPTED)


def finished_before(folder: Path, signature: str) -> Model | None:
    """Return the model in the folder if it comes from this same training; an error if it comes from another."""
    from sumtrace.errors import ModelError
    from sumtrace.model.folder import CHECKPOINT, CONFIG, load_model

    if (folder / CHECKPOINT).exists() or not (folder / CONFIG).exists():
        return None
    model = load_model(folder)
    if model.signature != signature:
        raise ModelError(
            f"{folder} contains a finished model for other texts or settings. Choose another folder, or leave out "
            "--resume to replace it."
        )
    return model


def bar(quiet: bool) -> Progress:
    """Return the progress bar for training."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[note]}"),
        TimeElapsedColumn(),
        console=err,
        transient=True,
        disable=quiet or not err.is_terminal,
    )


def note(now: Status) -> str:
    """Say how far training has got and how long it will take."""
    if now.last is None:
        return f"iteration {now.iteration + 1} of at most {now.iterations}"
    left = now.last.seconds * (now.iterations - now.iteration - now.pairs_done / now.pairs)
    return f"iteration {min(now.iteration + 1, now.iterations)} of at most {now.iterations}, {left:.0f} s left"


def line(last: Line, pairs: int) -> str:
    """Return one line of the report."""
    weights = " ".join(f"{name} {weight:.3f}" for name, weight in last.weights.items() if weight > 0)
    return (
        f"iteration {last.iteration:2d}  log posterior {last.log_posterior:,.1f}  P(null) {last.null:.3f}  "
        f"{weights}  {pairs / last.seconds:,.0f} pairs/s"
    )
