"""``sumtrace model``: what a model has learnt."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sumtrace.cli.console import Json, out
from sumtrace.cli.help import Group

if TYPE_CHECKING:
    from sumtrace.model import Model

model = typer.Typer(cls=Group, no_args_is_help=True)


@model.callback()
def explain() -> None:
    """Inspect a model.

    The built-in one, or a folder made by sumtrace train or tune.

    [bold]Examples[/bold]

      sumtrace model show

      sumtrace model show my-model --picture jumps.svg
    """


@model.command()
def show(
    folder: Annotated[
        Path | None, typer.Argument(metavar="FOLDER", help="A model folder.", show_default="the built-in model")
    ] = None,
    rewrites: Annotated[int, typer.Option(metavar="N", min=0, help="Number of learnt rewrites to list.")] = 20,
    picture: Annotated[
        Path | None, typer.Option(metavar="FILE.svg", help="Draw the jumps as an SVG image.", show_default=False)
    ] = None,
    json: Json = False,
) -> None:
    """Show what a model has learnt: weights, P(null), jumps, most confident rewrites.

    A model is a folder, made by sumtrace train or tune.

    [bold]Examples[/bold]

      sumtrace model show

      sumtrace model show my-model --picture jumps.svg
    """
    from sumtrace.aligner import default_model_folder
    from sumtrace.model.folder import load_model
    from sumtrace.report.models import described, jump_picture, shown

    loaded: Model = load_model(default_model_folder() if folder is None else folder)
    if picture is not None:
        from sumtrace.files import write_text

        write_text(picture, jump_picture(loaded))
    if json:
        import msgspec

        typer.echo(msgspec.json.format(msgspec.json.encode(described(loaded, rewrites)), indent=2))
    else:
        out.print(shown(loaded, rewrites))
