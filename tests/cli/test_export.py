"""``sumtrace export`` from the shell's side: what is written, what is said, and how mistakes end."""

import json

import pytest
from typer.testing import CliRunner

from sumtrace import InputError, OutputError, datasets
from sumtrace.alignment.formats import write_alignments
from sumtrace.cli import app
from sumtrace.export import KINDS

runner = CliRunner()
DOCUMENT = "The Harbour Board sold two old ferries on Monday. A shipyard in Orrin bought them for scrap.\n"
SUMMARY = "Harbour Board sold two ferries.\n"


def run(*arguments, **options):
    return runner.invoke(app, ["export", *map(str, arguments)], **options)


@pytest.fixture
def aligned(tmp_path):
    write_alignments(datasets.gold(), tmp_path / "aligned.jsonl")
    return tmp_path / "aligned.jsonl"


@pytest.fixture
def pairs(tmp_path):
    path = tmp_path / "pairs.jsonl"
    records = [
        {"id": "good", "document": DOCUMENT, "summary": SUMMARY},
        {"id": "poor", "document": DOCUMENT, "summary": "Moustaches became compulsory; qwertyuiop."},
    ]
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def records(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_from_alignments(aligned, tmp_path, kind):
    result = run(kind, aligned, "-o", tmp_path / "out.jsonl")
    found = records(tmp_path / "out.jsonl")
    assert found
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == f"{kind}: {len(found):,} written, from 18 of 18 pairs\n"
    assert f"{len(found):,} records. Each is {KINDS[kind].one}." in (tmp_path / "out.card.md").read_text()


def test_pairs_are_aligned_on_the_way_and_the_poor_ones_dropped(pairs, tmp_path):
    result = run("pairs", pairs, "--min-support", 0.8, "-o", tmp_path / "clean.jsonl", "--licence", "CC0-1.0")
    assert result.exit_code == 0, result.exception
    (record,) = records(tmp_path / "clean.jsonl")
    assert (record["id"], record["document"], record["summary"]) == ("good", DOCUMENT, SUMMARY)
    assert record["support"] >= 0.8
    assert result.stderr == ("pairs: 1 written, from 1 of 2 pairs\npairs left out: 1 (50.0%), with support below 0.8\n")
    card = (tmp_path / "clean.card.md").read_text()
    assert "- Model: `default`, signature `" in card
    assert "- Files: `pairs.jsonl`" in card
    assert "- Licence: CC0-1.0" in card


def test_standard_input_and_output(aligned):
    result = run("masks", "-", "--from", "native", input=aligned.read_text())
    assert [json.loads(line)["id"] for line in result.stdout.splitlines()] == [a.id for a in datasets.gold()]


def test_weak_links_are_counted(tmp_path):
    line = {"id": "p", "document": "Finch wept", "summary": "Finch wept"}
    line["links"] = [{"doc": [n, n + 1], "sum": [n, n + 1], "prob": p} for n, p in enumerate((0.9, 0.2))]
    (tmp_path / "in.jsonl").write_text(json.dumps(line) + "\n")
    result = run("words", tmp_path / "in.jsonl", "--min-prob", 0.5)
    assert json.loads(result.stdout)["tags"] == ["copy", "invent"]
    assert result.stderr.endswith("links left out: 1 (50.0%), with a probability below 0.5\n")


def test_other_formats_with_their_pairs(aligned, tmp_path):
    write_alignments(datasets.gold(), tmp_path / "links.pharaoh")
    run("masks", aligned, "-o", tmp_path / "native.jsonl")
    result = run("masks", tmp_path / "links.pharaoh", "--pairs", aligned, "-o", tmp_path / "pharaoh.jsonl", "-q")
    assert result.output == ""
    assert (tmp_path / "pharaoh.jsonl").read_bytes() == (tmp_path / "native.jsonl").read_bytes()


def test_the_card_goes_where_it_is_wanted(aligned, tmp_path):
    run("words", aligned, "-o", tmp_path / "words.csv.gz", "--card", tmp_path / "README.md", "-q")
    assert {path.name for path in tmp_path.iterdir()} == {"aligned.jsonl", "words.csv.gz", "README.md"}


def test_a_bad_entry_can_be_left_out(aligned, tmp_path):
    with aligned.open("a") as file:
        file.write('{"id": "broken"\n')
    assert isinstance(run("words", aligned, "-o", tmp_path / "out.jsonl").exception, InputError)
    assert not (tmp_path / "out.jsonl").exists()
    result = run("words", aligned, "-o", tmp_path / "out.jsonl", "--skip-bad")
    assert "1 bad entry was skipped" in result.stderr
    assert len(records(tmp_path / "out.jsonl")) == 18


@pytest.mark.parametrize(
    ("arguments", "error", "said"),
    [
        (["words", "aligned.jsonl", "-o", "out.what"], OutputError, "does not determine the format; name it, one of"),
        (["words", "aligned.jsonl", "-o", "out.moses"], InputError, "is for paraphrases, not words"),
        (["words", "aligned.jsonl", "-o", "aligned.jsonl"], OutputError, "is also an input of this command"),
        (
            ["words", "aligned.jsonl", "-o", "out.csv", "--card", "aligned.jsonl"],
            OutputError,
            "an input of this command",
        ),
        (["words", "none.jsonl", "-o", "out.csv"], InputError, "none.jsonl: no such file"),
        (["words", "aligned.jsonl", "--model", ".", "-o", "out.csv"], InputError, "Leave out --model"),
        (["words", "bare.jsonl", "-o", "out.csv"], InputError, "this alignment has no texts"),
    ],
)
def test_a_mistake_leaves_no_file(aligned, tmp_path, monkeypatch, arguments, error, said):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bare.jsonl").write_text('{"id": "a", "links": []}\n')
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    result = run(*arguments)
    assert isinstance(result.exception, error)
    assert said in str(result.exception)
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_help_has_examples_and_every_kind():
    shown = run("--help").stdout
    assert "sumtrace export compressions pairs.jsonl" in shown
    for kind in KINDS:
        assert kind in shown
