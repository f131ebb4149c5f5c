"""The directive `commands`: one section for each command of the command line, from its own help."""

from __future__ import annotations

import itertools
import re
from typing import Any

import typer.main
from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.application import Sphinx

from sumtrace.cli import app

_TYPE = re.compile(r" ?<[^>]*>$")
"""What the help shows after a name that has no word of its own for its value."""


class Commands(Directive):
    """Writes what `sumtrace COMMAND --help` says: usage, description, arguments and options."""

    def run(self) -> list[nodes.Node]:
        """Return a section for each command."""
        self.state.document.settings.env.note_reread()  # the commands may have changed even if the page has not
        return [_section(name, command) for name, command in _commands("sumtrace", typer.main.get_command(app))]


def _commands(prefix: str, group: Any) -> list[tuple[str, Any]]:
    """Return the commands below a group with their full names, in the order of the help."""
    found = []
    for name, command in group.commands.items():
        full = f"{prefix} {name}"
        if not hasattr(command, "commands") or command.invoke_without_command:
            found.append((full, command))
        if hasattr(command, "commands"):
            found += _commands(full, command)
    return [(name, command) for name, command in found if not command.hidden]


def _section(name: str, command: Any) -> nodes.section:
    context = command.make_context(name, [], resilient_parsing=True)
    section = nodes.section(ids=[nodes.make_id(name)], names=[name])
    section += nodes.title(text=name)
    section += _literal(" ".join([name, *command.collect_usage_pieces(context)]))
    paragraphs = command.help.split("\n\n")
    for indented, group in itertools.groupby(paragraphs, lambda text: text.startswith(" ")):
        if indented:
            section += _literal("\n".join(map(str.strip, group)))
        else:
            section += [_prose(text) for text in group]
    records = [parameter.get_help_record(context) for parameter in command.params]
    section += _table([(_TYPE.sub("", names), text) for names, text in filter(None, records)])
    return section


def _literal(text: str) -> nodes.literal_block:
    return nodes.literal_block(text, text, language="text")


def _prose(text: str) -> nodes.paragraph:
    """Return a paragraph; the help marks what is bold in brackets."""
    plain = re.sub(r"\[/?bold\]", "", " ".join(text.split()))
    return nodes.paragraph("", "", nodes.strong(text=plain)) if "[bold]" in text else nodes.paragraph(text=plain)


def _table(rows: list[tuple[str, str]]) -> nodes.table:
    group = nodes.tgroup("", nodes.colspec(colwidth=34), nodes.colspec(colwidth=66), cols=2)
    body = nodes.tbody()
    for names, text in rows:
        cells = nodes.paragraph("", "", nodes.literal(text=names)), nodes.paragraph(text=text)
        body += nodes.row("", *(nodes.entry("", cell) for cell in cells))
    group += body
    return nodes.table("", group, align="left")


def setup(site: Sphinx) -> dict[str, bool]:
    """Register the directive."""
    site.add_directive("commands", Commands)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
