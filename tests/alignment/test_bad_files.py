"""A bad file is refused in one line that says where it is wrong."""

import gzip
import json
import sys

import pytest

from sumtrace import Alignment, Link, Pair, Text
from sumtrace.alignment.formats import from_native, read_alignments, write_alignments
from sumtrace.errors import InputError, MissingExtraError, OutputError

DOCUMENT = "Old Mrs Finch sold the windmill ."
SUMMARY = "Finch sold a mill ."
PAIR = Pair("a", Text.from_words(DOCUMENT.split()), Text.from_words(SUMMARY.split()))
GOOD = {"id": "a", "document": DOCUMENT, "summary": SUMMARY, "links": [{"doc": [2, 3], "sum": [0, 1]}]}


def lines(*records):
    return "".join(record if isinstance(record, str) else json.dumps(record) + "\n" for record in records)


def refusal(tmp_path, content, name="x.jsonl", **options):
    """What is said of a file with that content, without the folder it is in."""
    file = tmp_path / name
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(InputError) as caught:
        list(read_alignments(file, **options))
    return str(caught.value).replace(f"{tmp_path}/", "")


def named(name, **changes):
    return GOOD | {"id": name} | changes


def test_broken_json_names_file_line_and_position(tmp_path):
    content = lines(*(named(f"p{n}") for n in range(6)), '{"id": "p6", "links": [}\n')
    said = refusal(tmp_path, content)
    assert said.startswith("x.jsonl, line 7: not valid JSON: ")
    assert "(byte 23)" in said


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"links": [{"doc": [2, "3"], "sum": [0, 1]}]}, "Expected 'int | array', got 'str' - at 'links[0].doc[1]'"),
        ({"links": [{"doc": [2, 3]}]}, "Object missing required field 'sum' - at 'links[0]'"),
        ({"links": [{"doc": [2, 3, 4], "sum": [0, 1]}]}, "links[0].doc is neither [start, end] nor a list"),
        ({"links": [{"doc": [3, 2], "sum": [0, 1]}]}, "link 0: document span [3, 2) is empty"),
        ({"links": [{"doc": [2, 3], "sum": [0, 6]}]}, "link 0: summary span [0, 6) is out of range"),
        ({"links": [{"doc": [2, 3], "sum": [0, 1], "label": "Q"}]}, "Invalid enum value 'Q' - at 'links[0].label'"),
        ({"links": [{"doc": [2, 3], "sum": [0, 1], "prob": 1.5}]}, "link 0: probability 1.5 is not between 0 and 1"),
        ({"links": [{"doc": [2, 3], "sum": [0, 1], "prob": -1}]}, "link 0: probability -1.0 is not between 0 and 1"),
        ({"null": [5]}, "null: no summary word 5"),
        ({"null_prob": [0.5]}, "null_prob has 1 numbers for 5 summary words"),
        ({"null_prob": [0.5, 0.5, 2, 0, 0]}, "null_prob: 2.0 is not between 0 and 1"),
        ({"posteriors": [[2, 9, 0.5]]}, "posteriors: no word pair [2, 9]"),
        ({"posteriors": [[2, 0, 7]]}, "posteriors: 7.0 is not between 0 and 1"),
        ({"summary": None}, "there is a document but no summary"),
        ({"summary": ""}, "the summary is empty"),
        ({"doc_tokens": [[0, 3], [2, 99]]}, "token 1 spans characters [2, 99)"),
        ({"doc_sents": [[0, 3]]}, "the sentences end at token 3, but there are 7 tokens"),
        ({"documents": [{"id": "x", "tokens": [0, 9]}]}, "document 'x' spans tokens [0, 9)"),
    ],
)
def test_what_is_wrong_in_a_native_record_is_said_with_line_and_pair(tmp_path, changes, said):
    found = refusal(tmp_path, lines(GOOD, named("b", **changes)))
    assert found.startswith("x.jsonl, line 2, pair 'b': ")
    assert said in found


@pytest.mark.parametrize("number", ["NaN", "Infinity", "1e999"])
def test_numbers_that_are_none_are_refused(tmp_path, number):
    content = lines(GOOD).replace('"sum": [0, 1]', f'"sum": [0, 1], "prob": {number}')
    assert refusal(tmp_path, content).startswith("x.jsonl, line 1")


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -0.1])
def test_numbers_that_are_none_are_not_written(tmp_path, number):
    for alignment in (
        Alignment("a", (Link.word(0, 0, prob=number),)),
        Alignment("a", null_prob=(number,)),
        Alignment("a", posteriors=((0, 0, number),)),
    ):
        with pytest.raises(InputError, match="is not between 0 and 1"):
            write_alignments([Alignment("b"), alignment], tmp_path / "out.jsonl")
    assert list(tmp_path.iterdir()) == []


def test_a_missing_id_and_a_list_are_refused(tmp_path):
    assert "missing required field 'id'" in refusal(tmp_path, '{"links": []}\n')
    assert "x.jsonl, line 1: Expected 'object', got 'array'" in refusal(tmp_path, "[1]\n")


def test_invalid_utf8_names_the_byte(tmp_path):
    assert "line 1: not UTF-8: byte 0xe9 at position" in refusal(
        tmp_path, lines(GOOD).encode().replace(b"Mrs", b"M\xe9")
    )
    assert "x.align, line 2: not UTF-8: byte 0xff" in refusal(tmp_path, b"0-0\n\xff\n", "x.align")


def test_a_second_alignment_of_a_pair_is_refused_unless_someone_else_made_it(tmp_path):
    said = refusal(tmp_path, lines(GOOD, named("b"), GOOD))
    assert said.startswith("x.jsonl, line 3, pair 'a': a second alignment of this pair, the first being on line 1")
    file = tmp_path / "y.jsonl"
    file.write_text(lines(GOOD, GOOD | {"annotator": "second"}))
    assert len(list(read_alignments(file))) == 2


def test_a_sure_link_must_be_possible(tmp_path):
    record = {"id": "a", "sure": [[0, 0], [1, 1]], "possible": [[0, 0]]}
    said = refusal(tmp_path, json.dumps(record), "x.gold")
    assert (
        said == "x.gold, line 1, pair 'a': sure link [1, 1] is not in possible. possible must contain every sure link."
    )


def test_as_many_alignments_as_pairs(tmp_path):
    said = refusal(tmp_path, "0-0\n0-0\n0-0\n", "x.align", pairs=[PAIR])
    assert said.startswith("x.align: 3 alignments, but 1 pairs")
    assert "0 alignments, but 1 pairs" in refusal(tmp_path, "", "x.align", pairs=[PAIR])
    assert "3 alignments, but 1 pairs" in refusal(tmp_path, "0003 1 1\n", "x.naacl", pairs=[PAIR])


def test_indices_are_checked_against_the_pairs(tmp_path):
    said = refusal(tmp_path, "0-0\n9-0\n", "x.align", pairs=[PAIR, Pair("b", PAIR.document, PAIR.summary)])
    assert said.startswith("x.align, line 2, pair 'b': link 0: document span [9, 10) is out of range")


def test_texts_must_be_those_of_the_pairs(tmp_path):
    other = Pair("a", PAIR.document, Text.from_words(["Finch", "bought", "it"]))
    said = refusal(tmp_path, lines(GOOD), pairs=[other])
    assert "pair 'a': its summary is not that of the given pair: token 1 is 'sold' here and 'bought' there" in said


def test_an_id_that_the_pairs_do_not_have(tmp_path):
    assert "pair 'b': no pair with this id among the given pairs" in refusal(tmp_path, lines(named("b")), pairs=[PAIR])


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("x.align", "0-0 1:2\n", "x.align, line 1: '1:2' is not a link"),
        ("x.align", "0-0\n1-1:nan\n", "line 2: probability 'nan' is not a number between 0 and 1"),
        ("x.naacl", "0001 1 1 S\n0001 one 1\n", "x.naacl, line 2: '0001 one 1' is not a link"),
        ("x.naacl", "0002 1 1 S\n0001 1 1\n", "x.naacl, line 2: pair 1 after pair 2"),
        ("x.a3", "Finch sold\n", "x.a3, line 1: a record must begin with"),
        ("x.a3", "# Sentence pair (1)\nFinch\n", "x.a3, line 1: the file is cut off"),
        ("x.a3", "# Sentence pair (1)\nFinch\nNULL ({ }) Finch ({ 2 })\n", "summary span [1, 2) is out of range"),
        ("x.a3", "# Sentence pair (1)\nFinch\nNULL ({ }) Finch ({ 0 })\n", "'0' is not a position after 'Finch'"),
        ("x.a3", "# Sentence pair (1)\nFinch\nNULL ({ }) Finch\n", "'Finch' is not followed by its positions"),
        ("x.a3", "# Sentence pair (1)\nFinch\nNULL ({ }) Finch ({ 1\n", "'Finch' do not end in '})'"),
        ("x.msr", "# sentence pair 1\nFinch\nFinch ({ 1 / / })\n", "must begin with 'NULL ({'"),
        ("x.json", '[{"id": "a", "source": "x", "sureAlign": ""}]', "pair 'a': entry 1: Object missing required field"),
        (
            "x.json",
            '[{"id": "a", "source": "x", "target": "y", "sureAlign": "0-1"}]',
            "pair 'a': entry 1: link 0: summary",
        ),
        ("x.json", '[{"sureAlign": ""}', "x.json: not a JSON list"),
        ("x.tsv", "a\tb\n", "x.tsv, line 1: 2 columns instead of 9"),
        ("x.csv", "id,label\n", "x.csv: the table has no column 'doc_start'"),
        (
            "x.csv",
            "id,label,doc_start,doc_end,sum_start,sum_end\na,S,0,x,0,1\n",
            "line 2, pair 'a': doc '0:x' is not a token span",
        ),
        ("x.csv", "id,label,doc_start,doc_end,sum_start,sum_end\na,Z,0,1,0,1\n", "line 2, pair 'a': label 'Z'"),
        ("x.csv", "id,label,doc_start,doc_end,sum_start,sum_end\n,S,0,1,0,1\n", "line 2: this row has no id"),
        ("x.csv", 'id,label,doc_start,doc_end,sum_start,sum_end\n"a,S\n', "not a CSV table"),
        ("x.parquet", "PAR1 and no more", "x.parquet: not a readable Parquet file"),
        ("x.ann", "T1\tDocument 0 1\tx\n", "x.txt, pair 'x': no such file"),
        ("x.what", "Dear Sir\n", "x.what: cannot tell the format from the suffix or the contents"),
    ],
)
def test_what_is_wrong_in_other_formats(tmp_path, name, content, said):
    assert said in refusal(tmp_path, content, name)


def test_a_truncated_gzip_file(tmp_path):
    packed = gzip.compress(lines(*(named(f"p{n}") for n in range(500))).encode())
    assert "the file is cut off or damaged" in refusal(tmp_path, packed[:-30], "x.jsonl.gz")


def test_a_missing_file_and_a_folder(tmp_path):
    with pytest.raises(InputError, match="no such file"):
        list(read_alignments(tmp_path / "none.jsonl"))
    with pytest.raises(InputError, match="this is a folder; a file in the format native was expected"):
        list(read_alignments(tmp_path, format="native"))


def test_bad_entries_can_be_left_out(tmp_path):
    file = tmp_path / "x.jsonl"
    file.write_bytes(lines(GOOD, "{\n", named("b", null=[99]), named("c")).encode() + b'{"id": "\xff"}\n')
    bad = []
    kept = [alignment.id for alignment in read_alignments(file, on_bad=bad.append)]
    assert kept == ["a", "c"]
    assert [(error.line, error.pair) for error in bad] == [(2, None), (3, "b"), (5, None)]


@pytest.mark.parametrize(
    ("name", "content", "kept"),
    [
        ("x.align", "0-0\n0=0\n2-1\n", ["a", "c"]),
        ("x.naacl", "0001 1 1\n0002 1 1\n0002 x\n0003 1 1\n", ["a", "c"]),
        (
            "x.a3",
            "# Sentence pair (1)\n{s}\n{d}\n# Sentence pair (2)\n{s}\nNULL\n# Sentence pair (3)\n{s}\n{d}\n",
            ["a", "c"],
        ),
    ],
)
def test_a_bad_entry_left_out_does_not_shift_the_others(tmp_path, name, content, kept):
    marked = " ".join(f"{word} ({{ }})" for word in ["NULL", *DOCUMENT.split()])
    file = tmp_path / name
    file.write_text(content.replace("{s}", SUMMARY).replace("{d}", marked))
    pairs = [Pair(pair, PAIR.document, PAIR.summary) for pair in "abc"]
    bad = []
    assert [found.id for found in read_alignments(file, pairs=pairs, on_bad=bad.append)] == kept
    assert len(bad) == 1


def test_a_format_that_needs_texts_asks_for_them(tmp_path):
    for name in ("a3", "msr", "jacana", "multimwa", "superpal", "brat"):
        with pytest.raises(InputError, match=r"pair 'a': this alignment has no texts\. .*with_pair"):
            write_alignments([Alignment("a", (Link.word(0, 0),))], tmp_path / "out", format=name)
    assert list(tmp_path.iterdir()) == []


def test_tokens_with_blanks_are_not_written_where_they_would_become_two(tmp_path):
    pair = Pair("a", Text.from_words(["New York", "won"]), Text.from_words(["It", "won"]))
    for name in ("a3", "msr", "jacana", "multimwa"):
        with pytest.raises(InputError, match="token 0 'New York' is empty or contains white space"):
            write_alignments([Alignment("a", (), pair)], tmp_path / "out", format=name)


def test_reverse_is_refused_where_the_sides_have_names(tmp_path):
    with pytest.raises(InputError, match="no order to reverse"):
        write_alignments([], tmp_path / "x.jsonl", reverse=True)


def test_places_that_cannot_be_written(tmp_path):
    with pytest.raises(OutputError, match=r"does not determine the format; name it, one of: native, gold"):
        write_alignments([], tmp_path / "x.what")
    with pytest.raises(OutputError, match="does not exist; create it first"):
        write_alignments([], tmp_path / "none" / "x.jsonl")
    with pytest.raises(OutputError, match="does not exist; create it first"):
        write_alignments([], tmp_path / "none" / "x.brat")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("mine")
    with pytest.raises(OutputError, match="not an empty folder"):
        write_alignments([], tmp_path / "full")


def test_parquet_without_its_optional_part(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'sumtrace\[parquet\]'"):
        write_alignments([], tmp_path / "x.parquet")


def test_a_python_record_is_checked_too():
    with pytest.raises(InputError, match=r"pair 'a': Expected 'array', got 'str' - at 'links'"):
        from_native({"id": "a", "links": "none"})
