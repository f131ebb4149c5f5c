import gzip
import io
import json
import sys
from types import SimpleNamespace

import pytest

from sumtrace import InputError
from sumtrace.corpus.sources import open_pairs, read_folders, read_parallel, read_single


def listed(pairs):
    return [(pair.id, pair.document.string.strip(), pair.summary.string.strip()) for pair in pairs]


@pytest.fixture
def make(tmp_path):
    """Write files into the test's folder: make("name", "contents") returns the path."""

    def made(name, contents):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        raw = contents if isinstance(contents, bytes) else contents.encode()
        path.write_bytes(gzip.compress(raw) if name.endswith(".gz") else raw)
        return path

    return made


def record(**fields):
    return json.dumps({"document": "x", "summary": "y", **fields}) + "\n"


def test_two_texts_are_one_pair_named_after_the_document(make):
    document, summary = make("dam.txt", "The dam held.\nIt rained.\n"), make("short.md.gz", "It held.\n")
    assert listed(open_pairs([document, summary])) == [("dam", "The dam held.\nIt rained.", "It held.")]


def test_more_texts_are_the_documents_of_one_pair_named_after_the_summary(make):
    files = [make("dam.txt", "The dam held.\n"), make("rain.txt", "It rained.\n"), make("short.txt", "It held.\n")]
    (pair,) = open_pairs(files)
    assert (pair.id, pair.summary.string.strip()) == ("short", "It held.")
    assert [(part.id, pair.document.phrase(part.tokens)) for part in pair.documents] == [
        ("dam.txt", "The dam held."),
        ("rain.txt", "It rained."),
    ]


def test_the_document_may_come_from_standard_input(make, monkeypatch):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"The dam held.")))
    assert listed(open_pairs(["-", make("s.txt", "It held.")])) == [("1", "The dam held.", "It held.")]


def test_two_line_parallel_files(make):
    documents, summaries = make("d.txt", "One.\nTwo.\n"), make("s.txt.gz", "1.\n2.")
    assert listed(open_pairs([documents, summaries], by_line=True)) == [("1", "One.", "1."), ("2", "Two.", "2.")]


@pytest.mark.parametrize(
    ("left", "right", "counts"), [("a\nb\n", "c\n", ("2 lines", 1)), ("a\n", "b\nc\nd\n", ("1 line", 3))]
)
def test_mismatched_line_counts_are_told_even_when_skipping(make, left, right, counts):
    documents, summaries = make("d.txt", left), make("s.txt", right)
    with pytest.raises(InputError) as caught:
        list(read_parallel(documents, summaries, on_bad=lambda error: None))
    assert f"{documents} has {counts[0]} but {summaries} has {counts[1]}" in str(caught.value)


def test_bad_lines_of_parallel_files_can_be_skipped(make):
    documents, summaries = make("d.txt", b"One.\n\n\xff\nFour.\n"), make("s.txt", "1.\n2.\n3.\n4.\n")
    bad = []
    assert [pair.id for pair in read_parallel(documents, summaries, on_bad=bad.append)] == ["1", "4"]
    assert str(bad[0]).startswith(f"{documents}, line 2, pair '2': the document is empty")
    assert str(bad[1]).startswith(f"{documents}, line 3, pair '3': not UTF-8")


def test_two_folders_pair_files_of_the_same_name(make, tmp_path):
    for name, text in (("b.txt", "Two."), ("a.txt", "One."), (".hidden", "no")):
        make(f"documents/{name}", text)
        make(f"summaries/{name}", text[0])
    pairs = open_pairs([tmp_path / "documents", str(tmp_path / "summaries")])
    assert listed(pairs) == [("a", "One.", "O"), ("b", "Two.", "T")]


def test_files_without_a_partner_are_listed_or_skipped(make, tmp_path):
    make("documents/a.txt", "One.")
    make("documents/b.txt", "Two.")
    make("summaries/a.txt", "1")
    make("summaries/c.txt", "3")
    folders = tmp_path / "documents", tmp_path / "summaries"
    with pytest.raises(
        InputError, match=r"2 files have no counterpart with the same name: .*documents/b.txt, .*summaries/c.txt"
    ):
        read_folders(*folders)
    bad = []
    assert [pair.id for pair in read_folders(*folders, on_bad=bad.append)] == ["a"]
    assert [str(error).partition(": ")[0] for error in bad] == [f"{folders[0]}/b.txt", f"{folders[1]}/c.txt"]


def test_an_empty_text_names_its_file(make):
    summary = make("s.txt", " ")
    with pytest.raises(InputError) as caught:
        list(read_single([make("d.txt", "One.")], summary))
    assert str(caught.value).startswith(f"{summary}, pair 'd': the summary is empty")


def test_several_files_of_records_keep_ids_unique_over_all(make):
    files = [make("one.jsonl", record() + record(id="a")), make("two.jsonl.gz", record() + record(id="b"))]
    assert [pair.id for pair in open_pairs(files)] == ["one:1", "a", "two:1", "b"]
    with pytest.raises(InputError, match=r"duplicate id, first used at .*one\.jsonl, line 2"):
        list(open_pairs([*files, make("three.json", record(id="a"))]))


def test_field_names_reach_the_records(make):
    path = make("one.jsonl", json.dumps({"body": "One.", "tldr": "1"}))
    assert listed(open_pairs([path], document_field="body", summary_field="tldr")) == [("1", "One.", "1")]


@pytest.mark.parametrize(
    ("names", "options", "problem"),
    [
        ([], {}, "cannot tell what to read from no file"),
        (["a.txt", "b.jsonl"], {}, "cannot tell what to read from"),
        (["a.txt", "a.txt", "a.txt"], {}, "this document is given twice"),
        (["b.jsonl"], {"by_line": True}, "needs two text files"),
        (["a.txt"], {}, "neither JSON nor Parquet"),
        (["folder"], {}, "this is a folder"),
        (["folder", "a.txt"], {}, "this is a folder"),
        (["folder", "folder"], {}, "the folder contains no files"),
        (["a.txt", "none.txt"], {}, "none.txt, pair 'a': no such file"),
    ],
)
def test_what_cannot_be_read_says_what_to_give(make, tmp_path, names, options, problem):
    make("a.txt", "One.")
    make("b.jsonl", record())
    (tmp_path / "folder").mkdir()
    with pytest.raises(InputError, match=problem):
        list(open_pairs([tmp_path / name for name in names], **options))
