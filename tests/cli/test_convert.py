"""``sumtrace convert`` as a user meets it."""

import io
import json
import re
from typing import get_args

import pytest

from sumtrace import Alignment, Link, Pair, Text
from sumtrace.alignment.formats import FORMATS, FormatName, read_alignments, write_alignments
from sumtrace.cli import main
from sumtrace.cli.convert import WHAT

PAIRS = [
    Pair("a", Text.from_string("Old Mrs. Finch sold the windmill."), Text.from_string("Finch sold a mill.")),
    Pair("b", Text.from_string("It rained."), Text.from_string("Rain.")),
]
ALIGNMENTS = [
    Alignment(
        "a", (Link(((2, 4),), ((0, 2),), prob=0.5), Link.word(5, 3, "P", 0.25, "wordnet")), PAIRS[0], model="default"
    ),
    Alignment("b", (), PAIRS[1]),
]


@pytest.fixture
def convert(tmp_path, monkeypatch, capsysbinary):
    """Run the command in a folder with in.jsonl and pairs.jsonl; return exit code, standard output and error."""
    monkeypatch.chdir(tmp_path)
    write_alignments(ALIGNMENTS, "in.jsonl")
    with open("pairs.jsonl", "w", encoding="utf-8") as file:
        for pair in PAIRS:
            file.write(
                json.dumps({"id": pair.id, "document": pair.document.string, "summary": pair.summary.string}) + "\n"
            )

    def run(*arguments, stdin=b""):
        monkeypatch.setattr("sys.argv", ["sumtrace", "convert", *arguments])
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = 0
        try:
            main()
        except SystemExit as stop:
            code = stop.code
        out, err = capsysbinary.readouterr()
        return code, out.decode(), err.decode()

    return run


def test_to_pharaoh_and_what_is_lost_on_the_way(convert, tmp_path):
    assert convert("in.jsonl", "out.align") == (
        0,
        "",
        "2 alignments written as pharaoh\n"
        "pharaoh cannot hold: the texts, phrases (written as word links), what explains a link, "
        "annotator, model and comment\n",
    )
    assert (tmp_path / "out.align").read_text() == "2-0:0.5 3-1:0.5 5?3:0.25\n\n"


def test_quiet_says_nothing(convert):
    assert convert("in.jsonl", "out.align", "--quiet") == (0, "", "")


def test_standard_input_and_output(convert):
    code, out, err = convert(
        "-", "-", "--to", "pharaoh", stdin=b'{"id": "x", "links": [{"doc": [1, 2], "sum": [0, 1]}]}\n'
    )
    assert (code, out) == (0, "1-0\n")
    assert err == "1 alignment written as pharaoh\n"
    assert convert("-", "-", "-q", stdin=b"1-0\n")[1] == '{"id":"1","links":[{"doc":[1,2],"sum":[0,1],"label":"S"}]}\n'


def test_from_pharaoh_with_the_pairs(convert):
    convert("in.jsonl", "links.txt", "--to", "pharaoh")
    code, _, err = convert("links.txt", "out.jsonl", "--pairs", "pairs.jsonl")
    assert (code, err) == (0, "2 alignments written as native\n")
    first, second = read_alignments("out.jsonl")
    assert (first.pair, second.pair) == tuple(PAIRS)
    assert [link.doc for link in first.links] == [((2, 3),), ((3, 4),), ((5, 6),)]


def test_reverse_goes_for_the_side_that_has_an_order(convert, tmp_path):
    convert("in.jsonl", "out.align", "--reverse")
    assert (tmp_path / "out.align").read_text() == "0-2:0.5 1-3:0.5 3?5:0.25\n\n"
    convert("out.align", "again.align", "--reverse")
    assert (tmp_path / "again.align").read_text() == "2-0:0.5 3-1:0.5 5?3:0.25\n\n"


def test_a_brat_folder(convert, tmp_path):
    assert convert("in.jsonl", "out/", "-q") == (0, "", "")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "a.ann",
        "a.txt",
        "annotation.conf",
        "b.ann",
        "b.txt",
    ]
    assert convert("out", "back.jsonl", "-q")[0] == 0
    assert [alignment.links for alignment in read_alignments("back.jsonl")] == [a.links for a in ALIGNMENTS]


@pytest.mark.parametrize("name", [form.name for form in FORMATS])
def test_there_and_back_in_every_format(convert, name):
    assert convert("in.jsonl", "out", "--to", name, "-q") == (0, "", "")
    assert convert("out", "back.jsonl", "--from", name, "--pairs", "pairs.jsonl", "-q") == (0, "", "")
    back = list(read_alignments("back.jsonl"))
    assert [alignment.id for alignment in back] == ["a", "b"]
    assert {(i, j) for link in back[0].links for i in link.doc_positions for j in link.sum_positions} >= {
        (2, 0),
        (3, 1),
        (5, 3),
    }
    assert back[1].links == ()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["none.jsonl", "out.align"], "sumtrace: none.jsonl: no such file. Check the path.\n"),
        (
            ["in.jsonl", "none/out.align"],
            "sumtrace: cannot write none/out.align: the folder none does not exist; create it first\n",
        ),
        (["in.jsonl", "out.what"], "sumtrace: the suffix of out.what does not determine the format; name it, one of: "),
        (["bad.jsonl", "out.align"], "sumtrace: bad.jsonl, line 2: not valid JSON: "),
        (["in.jsonl", "out.csv", "--reverse"], "sumtrace: the format csv names the document and the summary"),
        (["three.align", "out.jsonl", "--pairs", "pairs.jsonl"], "sumtrace: three.align: 3 alignments, but 2 pairs. "),
        (["three.align", "out.json"], "sumtrace: pair '1': this alignment has no texts."),
    ],
)
def test_a_mistake_is_one_line_and_leaves_no_file(convert, tmp_path, arguments, said):
    (tmp_path / "bad.jsonl").write_text('{"id": "a", "links": []}\n{"id": "b"\n')
    (tmp_path / "three.align").write_text("0-0\n0-0\n0-0\n")
    before = set(tmp_path.iterdir())
    code, out, err = convert(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith(said)
    assert err.count("\n") == 1
    assert set(tmp_path.iterdir()) == before


def test_bad_entries_are_left_out_and_named(convert, tmp_path):
    (tmp_path / "bad.jsonl").write_text('{"id": "a", "links": []}\n{"id": "b"}\n{"id": "c", "links": []}\n{\n')
    code, out, err = convert("bad.jsonl", "-", "--to", "gold", "--skip-bad", "--quiet")
    assert code == 0
    assert [json.loads(line)["id"] for line in out.splitlines()] == ["a", "c"]
    said = err.splitlines()
    assert said[0].startswith(
        "skipped: bad.jsonl, line 2, pair 'b': this is a pair without links, not an alignment. Align first"
    )
    assert said[1].startswith("skipped: bad.jsonl, line 4: not valid JSON: ")
    assert said[2] == "2 bad entries skipped"


def test_help_has_examples_and_every_format(convert):
    code, out, _ = convert("--help")
    assert code == 0
    assert "sumtrace convert alignments.jsonl links.csv" in out
    for form in FORMATS:
        assert re.search(rf"\b{form.name}\b", out)


def test_the_command_knows_the_formats_of_the_registry():
    assert list(get_args(FormatName)) == [form.name for form in FORMATS]
    assert set(WHAT) | {"ids"} == set(FORMATS[0].holds)
