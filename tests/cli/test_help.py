"""What --help of every command looks like."""

import re

import pytest
from typer.main import get_command
from typer.testing import CliRunner

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
    assert not re.search(r"<(bool|str|path|int|float|list)\b", shown)  # Python's types say nothing to people
    assert "[[" not in shown


@pytest.mark.parametrize(
    "usage", ["eval [OPTIONS] GOLD PREDICTED...", "model show [OPTIONS] [FOLDER]", "cache remove [OPTIONS] [NAME]..."]
)
def test_the_usage_brackets_only_what_may_be_left_out(usage):
    command = usage.split(" [OPTIONS]")[0].split()
    shown = CliRunner().invoke(app, [*command, "--help"], prog_name="sumtrace").stdout
    assert f"Usage: sumtrace {usage} " in shown


def test_the_formats_of_a_check_are_named():
    shown = CliRunner().invoke(app, ["check", "--help"], env={"COLUMNS": "200"}).stdout
    assert "text, jsonl, csv, markdown, html, sarif, junit or github." in " ".join(shown.split())


def test_a_default_in_words_is_shown():
    shown = CliRunner().invoke(app, ["eval", "--help"], env={"COLUMNS": "200"}).stdout
    assert "System to test the others against. [default: (the first)]" in shown


def test_the_first_page_fits_a_terminal():
    shown = CliRunner().invoke(app, ["--help"], env={"COLUMNS": "80"}).stdout
    for line in shown.split("A file of pairs")[0].split("\n"):
        assert not line.strip() or line.startswith((" Usage", " Trace", " Start", "   sumtrace "))
