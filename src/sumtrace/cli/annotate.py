"""``sumtrace annotate``: gold alignments, ratings and adjudications made in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sumtrace.cli.console import Quiet, SkipBad, err, keep_inputs
from sumtrace.cli.options import Browser, Host, Port, Skipped
from sumtrace.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sumtrace.annotate.desk import Desk
    from sumtrace.annotate.forms import Form
    from sumtrace.annotate.room import Room
    from sumtrace.annotate.sheet import Marks
    from sumtrace.corpus.pair import Pair


Annotator = Annotated[str | None, typer.Option(metavar="NAME", help="Your name; stored in the file.")]
Annotators = Annotated[
    str | None, typer.Option(metavar="A,B", help="Several people, each with their own link and file.")
]


def annotate(
    files: Annotated[
        list[str],
        typer.Argument(metavar="PAIRS", help="The pairs; with --adjudicate, followed by the annotators' files."),
    ],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="GOLD.jsonl", help="File for the annotations.")],
    annotator: Annotator = None,
    annotators: Annotators = None,
    start_from: Annotated[
        Path | None, typer.Option(metavar="ALIGNED", help="Links to start from, in any format, for pairs without any.")
    ] = None,
    suggest: Annotated[bool, typer.Option("--suggest", help="Suggest the aligner's links, one by one.")] = False,
    suggest_from: Annotated[
        Path | None, typer.Option(metavar="ALIGNED", help="Suggest links from a file instead.")
    ] = None,
    adjudicate: Annotated[
        bool, typer.Option("--adjudicate", help="Decide between the two or three files named after PAIRS.")
    ] = False,
    rate: Annotated[bool, typer.Option("--rate", help="Rate pairs 0, 1 or 2 instead of aligning them.")] = False,
    port: Port = None,
    host: Host = "127.0.0.1",
    browser: Browser = True,
    skip_bad: SkipBad = False,
    quiet: Quiet = False,
) -> None:
    """Make gold alignments in the browser.

    A local server shows the pairs one by one. Every change is on disk before the page says "Saved": in GOLD.jsonl.journal
    at once, in GOLD.jsonl a moment later. Stop with Ctrl-C and start again at any time.

    [bold]Examples[/bold]

      sumtrace annotate pairs.jsonl -o gold.jsonl --annotator ana

      sumtrace annotate pairs.jsonl -o gold.jsonl --start-from half-done.jsonl --suggest

      sumtrace annotate pairs.jsonl -o gold.jsonl --annotators ana,ben

      sumtrace annotate pairs.jsonl -o merged.jsonl --adjudicate gold.ana.jsonl gold.ben.jsonl

      sumtrace annotate sample.jsonl -o ratings.jsonl --rate
    """
    from sumtrace.corpus.reading import read_pairs

    _check(files, output, annotator, annotators, adjudicate=adjudicate, rate=rate)
    keep_inputs(output, *files)
    if (suggest or suggest_from or start_from) and (adjudicate or rate):
        raise InputError("--suggest and --start-from cannot be combined with --adjudicate or --rate")
    skipped = Skipped(skip_bad)
    pairs = list(read_pairs(files[0], on_bad=skipped.on_bad))
    skipped.report()
    if not pairs:
        raise InputError("contains no pairs", file=files[0])
    room = (
        _adjudication(files[1:], pairs, output, annotator)
        if adjudicate
        else _room(pairs, outputs(output, annotator, annotators), start_from, suggest, suggest_from, rate)
    )
    show_room(room, host, port, browser=browser, quiet=quiet)


def show_room(room: Room, host: str, port: int | None, *, browser: bool, quiet: bool) -> None:
    """Serve a room until Ctrl-C, printing its links."""
    from sumtrace.annotate.server import serve
    from sumtrace.web.access import link_to
    from sumtrace.web.running import bound_socket

    try:
        listening = bound_socket(host, port)
    except BaseException:
        room.close()
        raise
    links = [link_to(host, listening.getsockname()[1], token) for token in room.tokens]
    for desk, link in zip(room.desks, links, strict=True):
        done = sum(pair["done"] for pair in desk.overview())
        if not quiet:
            who = f"{desk.annotator}: " if desk.annotator else ""
            err.print(f"{who}{done} of {len(desk.pairs)} pairs done, in {desk.output}", soft_wrap=True)
        typer.echo(link)
    if not quiet:
        err.print("Press Ctrl-C to stop; nothing will be lost.")
    if browser:
        import webbrowser

        webbrowser.open(links[0])
    serve(room, listening, host)


def _check(
    files: Sequence[str], output: Path, annotator: str | None, annotators: str | None, *, adjudicate: bool, rate: bool
) -> None:
    if len(files) > 1 and not adjudicate:
        raise InputError(f"only one file of pairs, not also {files[1]!r}", hint="Only --adjudicate takes more files.")
    if adjudicate and rate:
        raise InputError("--adjudicate and --rate cannot be combined")
    if annotators is not None and (annotator is not None or adjudicate):
        raise InputError("--annotators cannot be combined with --annotator or --adjudicate")
    check_output(output)


def check_output(output: Path) -> None:
    """Reject a name that suggests another format."""
    if not output.name.removesuffix(".gz").endswith((".jsonl", ".ndjson")):
        raise InputError(
            "the output is JSON Lines",
            file=output,
            hint="Name it .jsonl; sumtrace convert can turn it into other formats later.",
        )


def outputs(output: Path, annotator: str | None, annotators: str | None) -> list[tuple[str | None, Path]]:
    """Return each annotator's name and file: ``gold.ana.jsonl`` beside ``gold.jsonl``."""
    if annotators is None:
        return [(annotator, output)]
    names = [name.strip() for name in annotators.split(",")]
    for name in names:
        if not name or not all(character.isalnum() or character in "-_" for character in name):
            raise InputError(
                f"annotator {name!r}: use only letters, digits, - and _, since the name becomes part of a file name"
            )
    if len(set(names)) < len(names):
        raise InputError("two annotators have the same name")
    stem, dot, rest = output.name.partition(".")
    return [(name, output.with_name(f"{stem}.{name}{dot}{rest}")) for name in names]


def _room(
    pairs: Sequence[Pair],
    people: Sequence[tuple[str | None, Path]],
    start_from: Path | None,
    suggest: bool,
    suggest_from: Path | None,
    rate: bool,
) -> Room:
    from sumtrace.annotate.forms import AlignmentForm, RatingForm
    from sumtrace.annotate.marks import marks_from
    from sumtrace.annotate.room import Room
    from sumtrace.annotate.suggestions import Suggestions
    from sumtrace.web.access import token_for

    start = marks_from(start_from, pairs) if start_from is not None else {}
    suggestions = Suggestions(pairs, suggest_from) if suggest or suggest_from is not None else None
    desks = open_desks(pairs, people, RatingForm() if rate else AlignmentForm(), start)
    return Room(desks, tuple(token_for(path) for _, path in people), suggestions)


def open_desks(
    pairs: Sequence[Pair],
    people: Sequence[tuple[str | None, Path]],
    form: Form,
    start: Mapping[str, Marks] | None = None,
) -> tuple[Desk, ...]:
    """Return a desk for each person, or none if one fails."""
    from sumtrace.annotate.desk import Desk

    desks: list[Desk] = []
    try:
        for name, path in people:
            desks.append(Desk(pairs, path, form, annotator=name, start=start))
    except BaseException:
        for desk in desks:
            desk.close()
        raise
    return tuple(desks)


def _adjudication(files: Sequence[str], pairs: Sequence[Pair], output: Path, annotator: str | None) -> Room:
    from sumtrace.annotate.adjudication import Adjudication
    from sumtrace.annotate.agreement import LiveAgreement
    from sumtrace.annotate.desk import Desk
    from sumtrace.annotate.forms import AdjudicationForm
    from sumtrace.annotate.room import Room
    from sumtrace.web.access import token_for

    if any(Path(file).resolve() == output.resolve() for file in files):
        raise InputError("the merged gold would replace an annotator's file", file=output, hint="Choose another -o.")
    adjudication = Adjudication.of(files, pairs)
    if adjudication.left_out:
        err.print(f"{adjudication.left_out} pairs were not aligned by all annotators and are skipped")
    form = AdjudicationForm({name: [one.key for one in found] for name, found in adjudication.disagreements.items()})
    desk = Desk(adjudication.pairs, output, form, annotator=annotator, start=adjudication.agreed)
    return Room((desk,), (token_for(output),), adjudication=adjudication, agreement=LiveAgreement(adjudication))
