"""``sumtrace demo``: a bundled pair, aligned by the built-in model."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sumtrace.cli.console import Quiet, out, say, say_first_run


def demo(
    page: Annotated[
        Path | None, typer.Option(metavar="FILE.html", help="Also write the alignment as a page.", show_default=False)
    ] = None,
    pair: Annotated[
        str | None, typer.Option(metavar="ID", help="Which of the example pairs.", show_default="the first")
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Align an example that comes with Sumtrace and show the result.

    [bold]Examples[/bold]

      sumtrace demo

      sumtrace demo --page demo.html
    """
    say_first_run(quiet)
    from sumtrace.aligner import load
    from sumtrace.datasets import examples
    from sumtrace.errors import InputError
    from sumtrace.report.terminal import show

    pairs = {example.id: example for example in examples()}
    if pair is not None and pair not in pairs:
        raise InputError(f"no example {pair!r}", hint=f"Choose one of {', '.join(pairs)}.")
    alignment = load().align_pair(pairs[pair] if pair else next(iter(pairs.values())))
    out.print(show(alignment))
    if page is not None:
        from sumtrace.checking import Checker
        from sumtrace.files import write_text
        from sumtrace.report import to_html

        write_text(page, to_html(alignment, checks=Checker().check))
        if not quiet:
            say(f"The page is in {page}")
