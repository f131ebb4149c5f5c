"""The application: its help page and the list of its commands.

A command's module imports what it works with inside its function, so that --help and completion stay quick.
"""

from __future__ import annotations

import typer

from sumtrace.cli import (
    agree,
    align,
    annotate,
    baseline,
    convert,
    demo,
    describe,
    errors,
    experiment,
    extract,
    model,
    parse,
    stats,
    train,
    view,
)
from sumtrace.cli import eval as eval_command

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def sumtrace() -> None:
    """Trace every word of a summary back to the document it came from."""


# Commands, in the order of --help: app.command()(module.function)
app.command()(align.align)
app.command()(train.train)
app.add_typer(model.model, name="model")
app.command()(demo.demo)
app.command()(eval_command.eval)
app.command()(agree.agree)
app.command()(extract.extract)
app.command()(baseline.baseline)
app.command()(describe.describe)
app.command()(errors.errors)
app.command()(experiment.experiment)
app.command()(convert.convert)
app.command()(stats.stats)
app.command()(parse.parse)
app.command()(annotate.annotate)
app.command()(view.view)
