"""Options that several commands share, each with its flags and help in one place, and how they are read."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_args

import typer
from rich.text import Text

from sumtrace.cli.console import err, with_options
from sumtrace.errors import InputError

if TYPE_CHECKING:
    from sumtrace.corpus import Pair
    from sumtrace.corpus.reading import OnBad

Inputs = Annotated[
    list[str],
    typer.Argument(
        metavar="PAIRS",
        help="A file of pairs (JSON Lines, optionally gzipped; Parquet; - for standard input), one or more documents "
        "and a summary, or two folders with matching file names.",
        show_default=False,
    ),
]
DocumentField = Annotated[
    str | None,
    typer.Option("--document-field", metavar="NAME", help="Field with the document.", show_default="detected"),
]
SummaryField = Annotated[
    str | None,
    typer.Option("--summary-field", metavar="NAME", help="Field with the summary.", show_default="detected"),
]
ByLine = Annotated[
    bool, typer.Option("--by-line", help="Pair two text files line by line, instead of treating them as one pair.")
]

Trees = Annotated[
    Path | None,
    typer.Option(
        "--trees",
        metavar="FILE",
        help="Trees for the document sentences, in order (Penn Treebank brackets), for syntax jumps.",
        show_default="parsed by Sumtrace",
    ),
]
ModelOption = Annotated[
    Path | None,
    typer.Option("--model", "-m", metavar="FOLDER", help="Model to use.", show_default="the built-in model"),
]
InFull = Annotated[bool, typer.Option("--all", help="Also show function words, and the evidence for supported claims.")]
Threads = Annotated[
    int | None, typer.Option("--threads", metavar="N", min=1, help="Number of threads.", show_default="all cores")
]
WorkersOption = Annotated[
    int | None,
    typer.Option(
        "--workers", metavar="N", min=1, help="Use N processes on this machine (needs dask).", show_default=False
    ),
]
ClusterOption = Annotated[
    str | None,
    typer.Option(
        "--cluster", metavar="ADDRESS", help="Use the workers of a dask.distributed scheduler.", show_default=False
    ),
]

Port = Annotated[
    int | None,
    typer.Option(
        "--port",
        metavar="N",
        min=0,
        max=65535,
        help="Port to listen on.",
        show_default="the first free one from 8471",
    ),
]
Host = Annotated[
    str,
    typer.Option(
        "--host", metavar="ADDRESS", help="Address to listen on; 0.0.0.0 lets other machines in, with the link."
    ),
]
Browser = Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")]


def any_of(names: Any) -> str:
    """Return the values of a Literal as help lists them: "text, csv or html"."""
    *most, last = get_args(names)
    return f"{', '.join(most)} or {last}"


UNITS = {"k": 1e3, "m": 1e6, "g": 1e9, "t": 1e12}


def a_size(value: str | None) -> float | None:
    """Return the bytes of a size such as 500M or 4G."""
    if value is None:
        return None
    number = value.strip().lower().removesuffix("b")
    unit = UNITS.get(number[-1:], 0.0)
    try:
        size = float(number[:-1]) * unit if unit else float(number)
    except ValueError:
        size = math.nan
    if not 0 < size < math.inf:
        raise InputError(f"{value!r} is not a size", hint="Use a size such as 500M or 4G.")
    return size


def in_bytes(size: float) -> str:
    """Return a human-readable number of bytes."""
    return f"{size / 1e9:,.1f} GB" if size >= 1e9 else f"{size / 1e6:,.1f} MB"


def a_number(value: float | None) -> float | None:
    """Reject NaN, which no range check catches; typer before 0.29 lets it pass."""
    if value is not None and math.isnan(value):
        raise typer.BadParameter("nan is not a number")
    return value


def with_trees_of(pairs: Iterator[Pair], trees: Path | None, jump: str) -> Iterator[Pair]:
    """Return the pairs with the trees from a file, if given; an error if the jump model does not use trees."""
    if trees is None:
        return pairs
    from sumtrace.corpus.trees import with_trees
    from sumtrace.errors import InputError
    from sumtrace.jumps.registry import structure_needed

    if structure_needed(jump) != "trees":
        raise InputError(
            f"{jump} jumps do not use trees",
            hint="Leave out --trees, or train a model with --jump syntax or syntax+relative.",
        )
    return with_trees(pairs, trees)


class Skipped:
    """The bad entries that ``--skip-bad`` skips: each is named as it is found, and all are counted at the end."""

    def __init__(self, skip: bool) -> None:
        self._skip = skip
        self.count = 0

    @property
    def on_bad(self) -> OnBad | None:
        """What a reader calls for a bad entry; None, so that it stops, if nothing is to be skipped."""
        return self._note if self._skip else None

    def _note(self, error: InputError) -> None:
        self.count += 1
        err.print(Text.assemble(("skipped: ", "yellow"), with_options(str(error))), soft_wrap=True)

    def usable(self, pairs: Iterable[Pair], check: Callable[[Pair], None]) -> Iterator[Pair]:
        """Yield the pairs that pass a check."""
        for pair in pairs:
            try:
                check(pair)
            except InputError as error:
                if not self._skip:
                    raise
                self._note(error)
            else:
                yield pair

    def report(self) -> None:
        """Say how many entries were skipped, if any."""
        if self.count:
            err.print(f"{self.count} bad {'entry was' if self.count == 1 else 'entries were'} skipped")
