import json
import re

import pytest
from typer.testing import CliRunner

from sumtrace import InputError, ModelError
from sumtrace.checking.formats import FORMATS
from sumtrace.cli import app

DOCUMENT = "The mayor opened the new bridge on Friday. It cost four million pounds."
RIGHT = "The bridge was opened on Friday."
WRONG = "The bridge cost five million pounds."
runner = CliRunner()


@pytest.fixture
def texts(tmp_path):
    for name, string in {
        "doc": DOCUMENT,
        "right": RIGHT,
        "wrong": WRONG,
        "other": "Dogs bark.",
        "empty": " \n",
    }.items():
        (tmp_path / f"{name}.txt").write_text(string)
    lines = [
        json.dumps({"id": name, "document": DOCUMENT, "summary": text}) for name, text in (("a", RIGHT), ("b", WRONG))
    ]
    (tmp_path / "pairs.jsonl").write_text("\n".join(lines))
    return lambda name: str(tmp_path / name)


def run(*arguments, **options):
    return runner.invoke(app, ["check", *arguments], **options)


def test_a_summary_that_holds_passes(texts):
    result = run(texts("right.txt"), "--against", texts("doc.txt"))
    assert result.exit_code == 0
    assert result.stdout.startswith("The one claim is supported. Support: ")


def test_a_summary_with_a_wrong_fact_fails(texts):
    result = run(texts("wrong.txt"), "--against", texts("doc.txt"))
    assert result.exit_code == 1
    assert "“five million pounds”, the source “four million pounds”" in result.stdout


def test_what_fails_can_be_chosen(texts):
    arguments = texts("wrong.txt"), "--against", texts("doc.txt")
    assert run(*arguments, "--fail-on", "not-found").exit_code == 0
    assert run(*arguments, "--fail-on", "never").exit_code == 0
    assert run(texts("right.txt"), "--against", texts("doc.txt"), "--min-support", "1").exit_code == 1


def test_several_documents_and_standard_input(texts):
    result = run("-", "--against", texts("other.txt"), texts("doc.txt"), "--all", input=RIGHT)
    assert result.exit_code == 0
    assert f"{texts('doc.txt')}: The mayor opened" in result.stdout


def test_pairs_go_to_a_file_in_the_format_of_its_name(texts, tmp_path):
    result = run(texts("pairs.jsonl"), "-o", texts("out.csv"))
    assert result.exit_code == 1
    assert "1 summary fails: b" in result.stderr
    assert (tmp_path / "out.csv").read_text().splitlines()[0].startswith("id,verdict,claim")


def test_json_lines_have_links(texts):
    result = run(texts("pairs.jsonl"), "--fail-on", "never")
    assert result.exit_code == 0
    first, second = map(json.loads, result.stdout.splitlines())
    assert first["links"]
    assert second["claims"][0]["verdict"] == "differs"


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("wrong.txt", "--against", "doc.txt", "--fail-on", "maybe"), "unknown verdict 'maybe'"),
        (("wrong.txt", "--against", "doc.txt", "--fail-on", ""), "--fail-on names no verdict"),
        (("wrong.txt", "--against", "doc.txt", "--fail-on", "differs,never"), "never stands alone"),
        (("wrong.txt",), "a summary is checked against its document. sumtrace check SUMMARY --against DOC..."),
        (("wrong.txt", "doc.txt"), "a summary is checked against its document"),
        (("right.txt", "--against", "doc.txt", "right.txt"), "is both the summary and a document"),
        (("--against", "doc.txt", "other.txt", "right.txt"), "which of these is the summary? It comes first"),
        (("empty.txt", "--against", "doc.txt"), "contains no text"),
        (("right.txt", "--against", "none.txt"), "no such file"),
    ],
)
def test_bad_input_is_refused(texts, arguments, problem):
    result = run(*(texts(word) if word.endswith(".txt") else word for word in arguments))
    assert isinstance(result.exception, InputError)
    assert problem in str(result.exception)


def test_an_unknown_format_is_refused_with_those_there_are(texts):
    result = run(texts("wrong.txt"), "--against", texts("doc.txt"), "--format", "pdf")
    assert result.exit_code == 2
    assert all(word in result.stderr for word in ("--format", "'pdf'", *FORMATS))


def test_a_single_summary_may_follow_its_document(texts):
    assert run("--against", texts("doc.txt"), texts("right.txt")).exit_code == 0
    assert run("-a", texts("doc.txt"), "-a", texts("other.txt"), texts("right.txt")).exit_code == 0


def test_too_little_support_is_named(texts):
    result = run(texts("right.txt"), "--against", texts("doc.txt"), "--min-support", "1")
    assert re.fullmatch(r"support \d\d\.\d%, required 100\.0%\n", result.stderr)


def test_a_model_that_does_not_exist_is_an_error_even_where_no_links_are_shown(texts):
    result = run(texts("right.txt"), "--against", texts("doc.txt"), "--model", texts("none"))
    assert isinstance(result.exception, ModelError)


def test_an_input_is_not_written_over(texts):
    assert "is also an input of this command" in str(
        run(texts("right.txt"), "--against", texts("doc.txt"), "-o", texts("doc.txt")).exception
    )
