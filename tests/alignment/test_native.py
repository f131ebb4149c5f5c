"""The native format in detail."""

import json
import time
from dataclasses import replace

import pytest

from making import SHARED
from sumtrace import Alignment, InputError, Link, Pair, Text
from sumtrace.alignment import Passage
from sumtrace.alignment.formats import from_native, read_alignments, to_native, write_alignments
from sumtrace.corpus import DocumentPart

DOCUMENT = Text.from_string("It rained. Old Mrs. Finch sold the windmill.")
SUMMARY = Text.from_string("Finch sold a mill.")
PAIR = Pair("a", DOCUMENT, SUMMARY)


def test_a_record_in_full():
    pair = Pair("a", DOCUMENT, SUMMARY, (DocumentPart("x", (0, 3)), DocumentPart("y", (3, 10))), extract=(1,))
    pair = replace(pair, own_extracts=((0,),) * len(SUMMARY.sentences))
    links = (Link(((5, 7),), ((0, 2),), prob=0.75, by="identity"), Link(((3, 4), (8, 9)), ((3, 4),), "P", comment="hm"))
    rain = Passage(0, (0, 3), 1, 0.25, "x")
    passages = (Passage(1, (5, 7), 5, 0.75, "y", (rain,)), Passage(0, (0, 3), 1, 0.5), None, None, None)
    alignment = Alignment("a", links, pair, null=(2,), covered=(0, 1, 2, 3), annotator="me", model="m", comment="c")
    alignment = replace(alignment, passages=passages)
    assert json.loads(json.dumps(to_native(alignment))) == {
        "id": "a",
        "document": "It rained. Old Mrs. Finch sold the windmill.",
        "summary": "Finch sold a mill.",
        "doc_tokens": [[0, 2], [3, 9], [9, 10], [11, 14], [15, 19], [20, 25], [26, 30], [31, 34], [35, 43], [43, 44]],
        "sum_tokens": [[0, 5], [6, 10], [11, 12], [13, 17], [17, 18]],
        "doc_sents": [[0, 3], [3, 10]],
        "sum_sents": [[0, 5]],
        "documents": [{"id": "x", "tokens": [0, 3]}, {"id": "y", "tokens": [3, 10]}],
        "extract": [1],
        "own_extracts": [[0]],
        "links": [
            {
                "doc": [5, 7],
                "sum": [0, 2],
                "doc_chars": [20, 30],
                "sum_chars": [0, 10],
                "document": "y",
                "label": "S",
                "prob": 0.75,
                "by": "identity",
            },
            {
                "doc": [[3, 4], [8, 9]],
                "sum": [3, 4],
                "doc_chars": [[11, 14], [35, 43]],
                "sum_chars": [13, 17],
                "document": "y",
                "label": "P",
                "comment": "hm",
            },
        ],
        "sources": [
            {
                "sent": 1,
                "doc": [5, 7],
                "at": 5,
                "prob": 0.75,
                "document": "y",
                "also": [{"sent": 0, "doc": [0, 3], "at": 1, "prob": 0.25, "document": "x"}],
            },
            {"sent": 0, "doc": [0, 3], "at": 1, "prob": 0.5},
            None,
            None,
            None,
        ],
        "null": [2],
        "covered": [0, 1, 2, 3],
        "annotator": "me",
        "model": "m",
        "comment": "c",
    }
    assert from_native(to_native(alignment)) == alignment


def test_id_and_links_are_enough():
    alignment = from_native({"id": 7, "links": [{"doc": [0, 2], "sum": [[1, 2], [3, 4]]}]})
    assert alignment == Alignment("7", (Link(((0, 2),), ((1, 2), (3, 4))),))


def test_tokens_are_read_as_offsets_as_strings_and_from_the_text_alone():
    texts = {"id": "a", "document": DOCUMENT.string, "summary": SUMMARY.string, "links": []}
    as_strings = texts | {"doc_tokens": list(DOCUMENT.words), "sum_tokens": list(SUMMARY.words)}
    without_text = {"id": "a", "doc_tokens": ["Old", "mill"], "sum_tokens": ["mill"], "links": []}
    assert from_native(texts).pair == from_native(as_strings).pair == PAIR
    assert from_native(without_text).pair.document == Text.from_words(["Old", "mill"])


def test_characters_of_links_are_not_read_back():
    record = to_native(Alignment("a", (Link.word(0, 0),), PAIR))
    record["links"][0]["doc_chars"] = [500, 600]
    assert from_native(record).links == (Link.word(0, 0),)


def test_a_link_into_two_documents_names_both():
    pair = Pair("a", DOCUMENT, SUMMARY, (DocumentPart("x", (0, 3)), DocumentPart("y", (3, 10))))
    record = to_native(Alignment("a", (Link(((2, 4),), ((0, 1),)),), pair))
    assert record["links"][0]["document"] == ["x", "y"]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"sent": 2}, "there is no document sentence 2"),
        ({"sent": 0}, "is not in sentence 0"),
        ({"doc": [5, 11]}, "is not in sentence 1"),
        ({"at": 7}, "token 7 is not in the span"),
        ({"prob": 1.5}, "probability 1.5 is not between 0 and 1"),
        ({"document": "z"}, "token 5 is not in document 'z'"),
        ({"also": [{"sent": 1, "doc": [5, 7], "at": 9, "prob": 0.1}]}, "token 9 is not in the span"),
    ],
)
def test_a_source_that_cannot_be_is_refused(change, problem):
    passages = (Passage(1, (5, 7), 5, 0.75), None, None, None, None)
    record = to_native(Alignment("a", (), PAIR, passages=passages))
    assert from_native(record).passages == passages
    record["sources"][0] |= change
    with pytest.raises(InputError, match=rf"sources\[0\]: .*{problem}"):
        from_native(record)


def test_every_summary_word_has_its_source_or_null():
    record = to_native(Alignment("a", (), PAIR, passages=(None,) * 5))
    record["sources"].pop()
    with pytest.raises(InputError, match="sources has 4 entries for 5 summary words"):
        from_native(record)


def test_blank_lines_and_unknown_fields_are_passed_over(tmp_path):
    file = tmp_path / "x.jsonl"
    file.write_text('\ufeff{"id": "a", "links": [], "mood": "fine"}\n\n   \n{"id": "b", "links": []}', encoding="utf-8")
    assert [alignment.id for alignment in read_alignments(file)] == ["a", "b"]


def test_alignments_find_their_pairs_by_id_in_any_order(tmp_path):
    pairs = [Pair(name, DOCUMENT, SUMMARY) for name in "abc"]
    write_alignments([Alignment(name, (Link.word(0, 0),)) for name in "cab"], tmp_path / "x.jsonl")
    read = list(read_alignments(tmp_path / "x.jsonl", pairs=pairs))
    assert [(alignment.id, alignment.pair.id) for alignment in read] == [("c", "c"), ("a", "a"), ("b", "b")]


def test_two_thousand_alignments_take_little_time(tmp_path):
    links = tuple(Link.word(i % 10, i % 5, prob=0.5, by="lexical") for i in range(50))
    alignments = [Alignment(str(n), links, Pair(str(n), DOCUMENT, SUMMARY)) for n in range(2000)]
    start = time.process_time()
    write_alignments(alignments, tmp_path / "x.jsonl")
    assert sum(1 for _ in read_alignments(tmp_path / "x.jsonl")) == 2000
    assert time.process_time() - start < 10  # about 0.7 s on one core; far below where it would hurt


def test_reading_is_streaming(tmp_path):
    file = tmp_path / "x.jsonl"
    file.write_text('{"id": "a", "links": []}\nbroken\n')
    assert next(read_alignments(file)).id == "a"


@pytest.mark.parametrize("name", ["msr-dev", "mtref-dev", "xsum-dev"])
def test_shared_gold_survives(tmp_path, name):
    source = SHARED / "gold" / f"{name}.jsonl.gz"
    if not source.exists():
        pytest.skip(f"the gold set {name} is not beside the project")
    gold = list(read_alignments(source))
    for out in ("x.jsonl", "x.gold.jsonl.gz"):
        write_alignments(gold, tmp_path / out)
        assert list(read_alignments(tmp_path / out)) == gold
