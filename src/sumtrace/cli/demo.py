"""``sumtrace demo``: a bundled document and summary, checked and aligned by the built-in model."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from sumtrace.cli.console import Quiet, out, say, say_first_run
from sumtrace.cli.options import InFull


def demo(
    page: Annotated[
        Path | None,
        typer.Option(metavar="FILE.html", help="Also write the alignment as an HTML page.", show_default=False),
    ] = None,
    pair: Annotated[
        str | None, typer.Option(metavar="ID", help="Which example to show.", show_default="ferry-refit")
    ] = None,
    in_full: InFull = False,
    quiet: Quiet = False,
) -> None:
    """Check a bundled summary that gets some things wrong: show what was found, and where each phrase comes from.

    The first run compiles the kernels, which takes half a minute.

    [bold]Examples[/bold]

      sumtrace demo

      sumtrace demo --page demo.html
    """
    say_first_run(quiet)
    from sumtrace.aligner import load
    from sumtrace.checking import Checker
    from sumtrace.datasets import examples, flawed
    from sumtrace.errors import InputError
    from sumtrace.report.terminal import show

    pairs = {example.id: example for example in (*flawed(), *examples())}
    if pair is not None and pair not in pairs:
        raise InputError(f"no example {pair!r}", hint=f"Choose one of {', '.join(pairs)}.")
    chosen = pairs[pair] if pair else next(iter(pairs.values()))
    alignment = load().align_pair(chosen)
    check = Checker().check(chosen, alignment)
    if not quiet:
        out.print(Text("The document", style="bold"), Text(chosen.document.string), "", sep="\n")
        out.print(Text("What its summary says", style="bold"))
    out.print(show(alignment, check, in_full=in_full))
    if page is not None:
        from sumtrace.checking import Checker
        from sumtrace.files import write_text
        from sumtrace.report import to_html

        write_text(page, to_html(alignment, checks=Checker().check))
        if not quiet:
            say(f"Page written to {page}")
