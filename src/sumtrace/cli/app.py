"""The application: its help page and the list of its commands.

A command's module imports what it works with inside its function, so that --help and completion stay quick.
"""

from __future__ import annotations

import inspect
from typing import Annotated

import typer

from sumtrace.cli import (
    agree,
    align,
    annotate,
    baseline,
    cache,
    check,
    convert,
    demo,
    describe,
    errors,
    experiment,
    export,
    extract,
    model,
    parse,
    review,
    serve,
    sources,
    stats,
    train,
    tune,
    view,
)
from sumtrace.cli import eval as eval_command
from sumtrace.cli.help import Command, Group
from sumtrace.version import __version__

app = typer.Typer(
    cls=Group,
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def version(wanted: bool) -> None:
    """Print the version and exit, if asked to."""
    if wanted:
        typer.echo(f"sumtrace {__version__}")
        raise typer.Exit


@app.callback()
def sumtrace(
    show_version: Annotated[
        bool, typer.Option("--version", callback=version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Trace every word of a summary back to the document it came from.

    [bold]Start here[/bold]

      sumtrace demo     a worked example

      sumtrace serve    a page to paste a document and a summary into

      sumtrace check summary.txt --against article.txt

      sumtrace align article.txt summary.txt

      sumtrace align pairs.jsonl -o aligned.jsonl

      sumtrace view aligned.jsonl --open

    A file of pairs has one JSON object per line, with a "document" and a "summary". Texts should be English.
    """


ALIGN, LOOK, MEASURE, DATA = "Align", "View and annotate", "Measure", "Data"
app.command(rich_help_panel=ALIGN)(demo.demo)
app.command(rich_help_panel=ALIGN)(align.align)
app.command(rich_help_panel=ALIGN)(check.check)
app.command(rich_help_panel=ALIGN)(sources.sources)
app.command(rich_help_panel=ALIGN)(train.train)
app.command(rich_help_panel=ALIGN)(tune.tune)
app.add_typer(model.model, name="model", rich_help_panel=ALIGN)
app.command(rich_help_panel=LOOK)(serve.serve)
app.command(rich_help_panel=LOOK)(view.view)
app.command(rich_help_panel=LOOK)(annotate.annotate)
app.command(rich_help_panel=LOOK)(review.review)
app.command(rich_help_panel=MEASURE)(eval_command.eval)
app.command(rich_help_panel=MEASURE)(agree.agree)
app.command(rich_help_panel=MEASURE)(baseline.baseline)
app.command(rich_help_panel=MEASURE)(describe.describe)
app.command(rich_help_panel=MEASURE)(errors.errors)
app.command(rich_help_panel=MEASURE)(experiment.experiment)
app.command(rich_help_panel=DATA)(export.export)
app.command(rich_help_panel=DATA)(convert.convert)
app.command(rich_help_panel=DATA)(stats.stats)
app.command(rich_help_panel=DATA)(extract.extract)
app.command(rich_help_panel=DATA)(parse.parse)
app.add_typer(cache.cache, name="cache", rich_help_panel=DATA)


def flowing(text: str) -> str:
    """Join the lines of each paragraph: a help text is wrapped to the terminal, not where its source is."""
    paragraphs = inspect.cleandoc(text).split("\n\n")
    return "\n\n".join(part if part.startswith(" ") else " ".join(part.split("\n")) for part in paragraphs)


for command in (*app.registered_commands, *model.model.registered_commands, *cache.cache.registered_commands):
    command.cls = Command
    if command.callback is not None:
        command.callback.__doc__ = flowing(command.callback.__doc__ or "")
