import json
import webbrowser
from pathlib import Path

import pytest
from typer.testing import CliRunner

from claiming import CHECK
from making import pair_of, words
from sumtrace.alignment.formats import write_alignments
from sumtrace.checking.formats import Target, render
from sumtrace.cli import app
from sumtrace.cli.gold import names
from sumtrace.errors import InputError
from unpacking import contents

PAIR = pair_of("The cat sat on the mat .", "the cat slept .")


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, sure in (("ours", [(0, 0), (1, 1)]), ("gold", [(1, 1)]), ("theirs", [(4, 0)]), ("third", [])):
        write_alignments([words(PAIR, sure=sure)], f"{name}.jsonl")
    return tmp_path


def run(*arguments, check="--no-check", code=0):
    result = CliRunner().invoke(app, ["view", *arguments, *filter(None, [check])], catch_exceptions=False)
    assert result.exit_code == code, result.output
    return result


def test_the_page_is_written_and_its_size_said_on_stderr(files):
    result = run("ours.jsonl", "-o", "page.html")
    assert (files / "page.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert result.stdout == ""
    assert "page.html: 1 pair, 0.2 MB" in result.stderr


def test_the_page_is_named_after_the_alignments_where_no_name_is_given(files):
    run("ours.jsonl", "--quiet")
    assert (files / "ours.html").exists()


def test_a_dot_in_a_systems_name_is_no_end_of_it(files):
    write_alignments([words(PAIR, sure=[(0, 0)])], files / "gpt-4.1.jsonl.gz")
    run("gpt-4.1.jsonl.gz", "--quiet")
    assert (files / "gpt-4.1.html").exists()
    assert names([Path("gpt-4.1.jsonl"), Path("gpt-4.5.jsonl.gz"), Path("m.v2")], None) == [
        "gpt-4.1",
        "gpt-4.5",
        "m.v2",
    ]


def test_json_tells_what_was_written(files):
    told = json.loads(run("ours.jsonl", "-o", "page.html", "--json").stdout)
    assert told == {"page": "page.html", "pairs": 1, "bytes": (files / "page.html").stat().st_size}


def test_several_others_may_follow_compare(files):
    from sumtrace.report import page

    seen = {}
    original = page._parts

    def spy(alignments, gold, compare, checks, name, title):
        seen.update(compare=list(compare), name=name, gold=len(gold))
        return original(alignments, gold, compare, checks, name, title)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(page, "_parts", spy)
        run("ours.jsonl", "--gold", "gold.jsonl", "--compare", "theirs.jsonl", "third.jsonl", "-o", "page.html")
    assert seen == {"compare": ["theirs", "third"], "name": "ours", "gold": 1}


def test_standard_input_and_output(files):
    given = (files / "ours.jsonl").read_bytes()
    result = CliRunner().invoke(app, ["view", "-", "-o", "-", "--no-check"], input=given)
    assert result.exit_code == 0
    assert result.stdout.startswith("<!doctype html>")
    assert result.stdout.rstrip().endswith("</html>")


def test_open_shows_the_page_in_the_browser(files, monkeypatch):
    opened = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    run("ours.jsonl", "-o", "page.html", "--open")
    assert opened == [(files / "page.html").resolve().as_uri()]
    assert run("ours.jsonl", "-o", "-", "--open", code=2)


def test_a_missing_file_is_named_and_no_page_is_left(files):
    with pytest.raises(InputError, match=r"nothing\.jsonl: no such file"):
        run("nothing.jsonl", "-o", "page.html")
    assert not (files / "page.html").exists()


@pytest.fixture
def checked(monkeypatch):
    """The ids of the pairs that are checked."""
    from sumtrace.checking import Checker

    seen = []
    monkeypatch.setattr(Checker, "__init__", lambda self: None)
    monkeypatch.setattr(Checker, "check", lambda self, pair: seen.append(pair.id))
    return seen


def test_few_pairs_are_checked_and_many_only_when_asked(files, checked):
    run("ours.jsonl", check=None)
    assert checked == [PAIR.id]
    many = [words(pair_of("The cat sat .", "the cat .", f"p{k}"), sure=[(0, 0)]) for k in range(21)]
    write_alignments(many, files / "many.jsonl")
    assert "Too many pairs or words to check" in run("many.jsonl", check=None).stderr
    assert checked == [PAIR.id]
    run("many.jsonl", check="--check")
    assert len(checked) == 22


def test_a_file_of_checks_brings_its_claims_along(files, checked):
    (files / "checked.jsonl").write_text("".join(render([CHECK], "jsonl", Target())))
    run("checked.jsonl", check=None)
    index, [[_, data]] = contents((files / "checked.html").read_text(encoding="utf-8"))
    assert index["pairs"][0][7] == [1, 1, 1, 1, 6]
    assert len(data["check"]["claims"]) == 4
    assert not checked
