"""How --help shows parameters: a flag takes no value, and an argument has a name but no Python type."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand, TyperGroup


def shown_plainly(params: list[Any]) -> list[Any]:
    """Return the parameters without what newer versions of Typer add to them, such as ``<bool>`` after a flag."""
    for param in params:
        if param.param_type_name == "argument":
            param.metavar = param.metavar or param.name.upper()
            param.__dict__["display_type_rich"] = _nothing
        elif getattr(param, "is_flag", False) and param.metavar is None:
            param.metavar = ""
    return params


def _nothing(ctx: Any) -> None:
    return None


GIVEN = "sumtrace.given"
"""Where a command's context keeps the words of the command line, in their order."""


class Command(TyperCommand):
    """A command whose help shows its parameters plainly, and which remembers the words it was given."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the words of the command line."""
        ctx.meta[GIVEN] = list(args)
        return super().parse_args(ctx, args)

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters, --help included."""
        return shown_plainly(super().get_params(ctx))

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return what follows the name in the line of usage: an argument that may be left out is in brackets."""
        pieces = [self.options_metavar] if self.options_metavar else []
        for param in self.get_params(ctx):
            if param.param_type_name == "argument":
                name = param.metavar if param.required else f"[{param.metavar}]"
                pieces.append(name if param.nargs == 1 else f"{name}...")
        return pieces


class Group(TyperGroup):
    """A group of commands whose help shows its parameters plainly."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters, --help included."""
        return shown_plainly(super().get_params(ctx))
