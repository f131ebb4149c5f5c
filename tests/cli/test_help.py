"""What --help of every command looks like."""

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from sumtrace.checking.formats import FORMATS
from sumtrace.cli import app


def commands(group=None, path=()):
    group = group or get_command(app)
    for name, command in group.commands.items():
        yield (*path, name)
        if hasattr(command, "commands"):
            yield from commands(command, (*path, name))


@pytest.mark.parametrize("command", list(commands()), ids=" ".join)
def test_every_command_shows_examples_and_plain_parameters(command):
    shown = CliRunner().invoke(app, [*command, "--help"], env={"COLUMNS": "200"}).stdout
    assert "Examples" in shown
    assert f"  sumtrace {' '.join(command)}" in shown
    assert "<bool>" not in shown  # a flag takes no value
    assert "[[" not in shown


@pytest.mark.parametrize(
    "usage", ["eval [OPTIONS] GOLD PREDICTED...", "model show [OPTIONS] [FOLDER]", "cache remove [OPTIONS] [NAME]..."]
)
def test_the_usage_brackets_only_what_may_be_left_out(usage):
    command = usage.split(" [OPTIONS]")[0].split()
    shown = CliRunner().invoke(app, [*command, "--help"], prog_name="sumtrace").stdout
    assert f"Usage: sumtrace {usage} " in shown


def test_the_formats_of_a_check_are_named():
    (form,) = (option for option in get_command(app).commands["check"].params if "--format" in option.opts)
    *names, last = FORMATS
    assert form.help == f"{', '.join(names)} or {last}."


def test_the_first_page_fits_a_terminal():
    shown = CliRunner().invoke(app, ["--help"], env={"COLUMNS": "80"}).stdout
    for line in shown.split("A file of pairs")[0].split("\n"):
        assert not line.strip() or line.startswith((" Usage", " Trace", " Start", "   sumtrace "))
