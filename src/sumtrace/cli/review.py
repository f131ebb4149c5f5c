"""``sumtrace review``: people mark in the browser which claims of checked summaries are right."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sumtrace.cli.annotate import (
    Annotator,
    Annotators,
    check_output,
    open_desks,
    outputs,
    show_room,
)
from sumtrace.cli.console import Quiet, keep_inputs
from sumtrace.cli.options import Browser, Host, Port
from sumtrace.errors import InputError


def review(
    checked: Annotated[
        Path,
        typer.Argument(metavar="CHECKED.jsonl", help="Output of sumtrace check -o.", show_default=False),
    ],
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="REVIEW.jsonl", help="File for the marks.", show_default=False),
    ],
    annotator: Annotator = None,
    annotators: Annotators = None,
    blind: Annotated[bool, typer.Option("--blind", help="Hide the verdicts, so that they cannot sway you.")] = False,
    port: Port = None,
    host: Host = "127.0.0.1",
    browser: Browser = True,
    quiet: Quiet = False,
) -> None:
    """Mark each claim of checked summaries as right, wrong or unclear, with a note.

    J and K move between claims, R, W and U mark one, N adds a note. Every mark is on disk before the page says "Saved".
    sumtrace eval scores the check against the marks.

    [bold]Examples[/bold]

      sumtrace check pairs.jsonl -o checked.jsonl

      sumtrace review checked.jsonl -o review.jsonl --annotator ana

      sumtrace eval review.jsonl checked.jsonl
    """
    from sumtrace.annotate.review import ReviewForm
    from sumtrace.annotate.room import Room
    from sumtrace.checking.reading import read_checks
    from sumtrace.web.access import token_for

    if annotators is not None and annotator is not None:
        raise InputError("--annotators cannot be combined with --annotator")
    check_output(output)
    keep_inputs(output, checked)
    checks = {}
    for check in read_checks(checked):
        if check.id in checks:
            raise InputError("more than one check of this pair", file=checked, pair=check.id)
        checks[check.id] = check
    if not checks:
        raise InputError("contains no checks", file=checked, hint="Check first: sumtrace check PAIRS -o CHECKED.jsonl")
    people = outputs(output, annotator, annotators)
    desks = open_desks([check.pair for check in checks.values()], people, ReviewForm(checks))
    room = Room(desks, tuple(token_for(path) for _, path in people), checks=checks, blind=blind)
    show_room(room, host, port, browser=browser, quiet=quiet)
