"""What all commands share: output for people on stderr, exit codes, the progress bar, common options."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Annotated, NoReturn, TypeVar

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.text import Text

from sumtrace.errors import OutputError

Result = TypeVar("Result")

FOUND = 1
"""Exit code: a condition the command was asked to fail on was met."""
BAD_INPUT = 2
"""Exit code: bad input or usage."""
INTERRUPTED = 130
"""Exit code: stopped by the user, as in shells."""

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)

Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print only results and errors.")]
Json = Annotated[bool, typer.Option("--json", help="Print machine-readable JSON.")]
SkipBad = Annotated[bool, typer.Option("--skip-bad", help="Skip bad entries and report them, instead of stopping.")]


def fail(problem: object, code: int = BAD_INPUT) -> NoReturn:
    """Say what is wrong in one line and exit; arguments of the library go by the names of their options."""
    err.print(Text.assemble(("sumtrace: ", "bold red"), with_options(str(problem))), soft_wrap=True)
    sys.exit(code)


def with_options(message: str) -> str:
    """Return a message of the library in the words of the command line: `summary_field` becomes --summary-field."""
    return re.sub(r"`([a-z_]+)`", lambda found: "--" + found[1].replace("_", "-"), message)


def say(message: str) -> None:
    """Tell the user something in one line; names in it are printed as they are."""
    err.print(message, soft_wrap=True, markup=False, emoji=False)


def interruptibly(work: Callable[[], Result]) -> Result:
    """Do long work in another thread, so that Ctrl-C finds this one outside of compiled code."""
    pool = ThreadPoolExecutor(1)
    try:
        return pool.submit(work).result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def keep_inputs(output: str | Path | None, *inputs: str | Path | None) -> None:
    """Refuse to write over a file that is being read."""
    if output is None or not os.path.isfile(output):
        return
    for given in inputs:
        if given is not None and os.path.isfile(given) and os.path.samefile(output, given):
            raise OutputError(f"{output} is also an input of this command; choose another name for the output")


def say_first_run(quiet: bool) -> None:
    """Say what a first run waits for, should it have to wait: the kernels are compiled once, then kept."""
    from sumtrace.kernels import COMPILING, tell_of_compiling

    tell_of_compiling(lambda: None if quiet else err.print(f"{COMPILING} ..."))


def progress(quiet: bool) -> Progress:
    """Return a progress bar on stderr that leaves nothing behind in files and pipes."""
    return Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=err,
        transient=True,
        disable=quiet or not err.is_terminal,
    )
