"""An option of one name means one thing in all commands."""

from types import NoneType
from typing import get_args, get_type_hints

import pytest
from typer.testing import CliRunner

from sumtrace import InputError
from sumtrace.alignment.formats import FormatName
from sumtrace.cli import app
from sumtrace.report.tables import TableStyle


def options():
    """Yield the names of every option of every command, with the type of its value."""
    for command in app.registered_commands:
        for hint in get_type_hints(command.callback, include_extras=True).values():
            for about in getattr(hint, "__metadata__", ()):
                declared = (about.default, *(about.param_decls or ()))  # inside Annotated the first name is no default
                yield [name for name in declared if isinstance(name, str)], hint.__origin__


def choices(kind):
    """The values of a Literal, which may be optional."""
    kinds = [part for part in get_args(kind) if part is not NoneType]
    return kinds if isinstance(kinds[0], str) else list(get_args(kinds[0]))


FORMS = {*get_args(TableStyle), "json", "jsonl", "csv", "html", "sarif", "junit", "github", "parquet", "moses"}
"""What a command may write beside alignments: one name per form."""


def test_format_is_the_form_of_what_is_written():
    offered = [choices(kind) for names, kind in options() if "--format" in names]
    assert len(offered) > 3
    assert all(offered)
    assert {form for forms in offered for form in forms} <= FORMS


@pytest.mark.parametrize("command", ["eval", "agree", "errors", "describe", "tune"])
def test_json_and_another_format_are_refused_together(command, tmp_path):
    files = [str(tmp_path / name) for name in ("gold.jsonl", "ours.jsonl")]
    ours = {"tune": ["--gold", files[0], "-o", files[1]], "describe": files[:1]}.get(command, files)
    result = CliRunner().invoke(app, [command, *ours, "--json", "--format", "latex"])
    assert isinstance(result.exception, InputError)
    assert "--json and --format latex ask for different things" in str(result.exception)


def test_format_is_short_everywhere():
    assert {tuple(names) for names, _ in options() if "--format" in names} == {("--format", "-f")}


@pytest.mark.parametrize(
    ("option", "meaning"),
    [
        ("--from", list(get_args(FormatName))),
        ("--to", list(get_args(FormatName))),
    ],
)
def test_formats_are_offered_alike(option, meaning):
    offered = [choices(kind) for names, kind in options() if option in names]
    assert len(offered) > 1
    assert offered == [meaning] * len(offered)


def test_the_same_short_option_is_short_for_the_same():
    long_of = {}
    for names, _ in options():
        for short in (name for name in names if not name.startswith("--")):
            long_of.setdefault(short, set()).update(name for name in names if name.startswith("--"))
    assert {"-o", "-q", "-f"} <= long_of.keys()
    assert {short: longs for short, longs in long_of.items() if len(longs) > 1} == {}
