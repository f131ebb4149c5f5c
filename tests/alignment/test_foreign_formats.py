"""Files as other tools write them are read as they mean it."""

import json

import pytest

from sumtrace import Alignment, Link, Pair, Text
from sumtrace.alignment.formats import format_of, read_alignments, write_alignments
from sumtrace.corpus import DocumentPart
from sumtrace.errors import InputError

DOCUMENT = "Old Mrs Finch sold the windmill on Monday ."
SUMMARY = "Finch sold a mill ."
PAIR = Pair("a", Text.from_words(DOCUMENT.split()), Text.from_words(SUMMARY.split()))
SURE = [(2, 0), (3, 1), (8, 4)]
POSSIBLE = [(4, 2), (5, 2), (5, 3)]
LINKS = tuple(Link.word(i, j, "S" if (i, j) in SURE else "P") for i, j in sorted(SURE + POSSIBLE))


def read(tmp_path, name, content, **options):
    file = tmp_path / name
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return list(read_alignments(file, **options))


def words(alignment):
    return [(link.doc_positions[0], link.sum_positions[0], link.label, link.prob) for link in alignment.links]


def test_pharaoh_marks_possible_links_in_two_ways_and_scores_after_a_colon(tmp_path):
    first, second = read(tmp_path, "x.align", "0-0 4?2 5p3\n2-1:0.25 3?1:1e-3\n")
    assert words(first) == [(0, 0, "S", None), (4, 2, "P", None), (5, 3, "P", None)]
    assert words(second) == [(2, 1, "S", 0.25), (3, 1, "P", 0.001)]
    assert [first.id, second.id] == ["1", "2"]


def test_pharaoh_lines_without_links_are_empty_alignments(tmp_path):
    alignments = read(tmp_path, "x.pharaoh", "\n0-0\n\n\n")
    assert [len(alignment.links) for alignment in alignments] == [0, 1, 0, 0]
    assert [alignment.id for alignment in alignments] == ["1", "2", "3", "4"]


def test_pharaoh_reversed_has_the_summary_first(tmp_path):
    (alignment,) = read(tmp_path, "x.pharaoh", "0-7 1-2\n", reverse=True)
    assert words(alignment) == [(2, 1, "S", None), (7, 0, "S", None)]


def test_pharaoh_with_windows_line_ends(tmp_path):
    assert words(read(tmp_path, "x.pharaoh", "0-0 1-1\r\n")[0]) == [(0, 0, "S", None), (1, 1, "S", None)]


def test_naacl_counts_from_one_and_fills_the_gaps(tmp_path):
    content = "0001 3 1 S\n0001 6 4 P 0.5\n0001 0 3\n\n0004 1 1\n"
    first, second, third, fourth = read(tmp_path, "x.wa", content)
    assert words(first) == [(2, 0, "S", None), (5, 3, "P", 0.5)]
    assert first.null == (2,)
    assert (second.id, second.links, third.id, third.links) == ("2", (), "3", ())
    assert words(fourth) == [(0, 0, "S", None)]


def test_naacl_pairs_after_the_last_line_have_empty_alignments(tmp_path):
    pairs = [Pair(name, PAIR.document, PAIR.summary) for name in "abc"]
    alignments = read(tmp_path, "x.naacl", "0001 1 1 S\n", pairs=pairs)
    assert [(alignment.id, len(alignment.links)) for alignment in alignments] == [("a", 1), ("b", 0), ("c", 0)]


def test_a3_has_the_summary_as_target(tmp_path):
    content = (
        "# Sentence pair (1) source length 9 target length 5 alignment score : 3.1e-07\n"
        f"{SUMMARY} \n"
        "NULL ({ 3 }) Old ({ }) Mrs ({ }) Finch ({ 1 }) sold ({ 2 }) the ({ }) windmill ({ 4 }) on ({ }) "
        "Monday ({ }) . ({ 5 }) \n"
    )
    (alignment,) = read(tmp_path, "giza.A3.final", content)
    assert words(alignment) == [(i, j, "S", None) for i, j in [(2, 0), (3, 1), (5, 3), (8, 4)]]
    assert alignment.null == (2,)
    assert alignment.pair.document == PAIR.document
    assert alignment.pair.summary == PAIR.summary


def test_msr_has_the_document_first_and_marks_possible_positions(tmp_path):
    content = (
        f"# sentence pair a\n{DOCUMENT}\n"
        "NULL ({ / / }) Finch ({ 3 / / }) sold ({ 4 / / }) a ({ p5 p6 / / }) mill ({ p6 / / }) . ({ 9 / / })\n\n"
    )
    (alignment,) = read(tmp_path, "RTE2.align.txt", content)
    assert alignment == Alignment("a", LINKS, PAIR)


def test_jacana(tmp_path):
    record = {"id": "a", "name": "x", "source": DOCUMENT, "target": SUMMARY, "score": "0.5"}
    record |= {"sureAlign": "2-0 3-1 8-4", "possibleAlign": "4-2 5-2 5-3"}
    (alignment,) = read(tmp_path, "x.json", json.dumps([record], indent=4))
    assert alignment == Alignment("a", LINKS, PAIR)


def test_multimwa(tmp_path):
    columns = ["a", DOCUMENT, "-", SUMMARY, "-", "0", "1", "2-0 3-1 8-4", "4-2 5-2 5-3", "more"]
    (alignment,) = read(tmp_path, "x.tsv", "\t".join(columns) + "\n")
    assert alignment == Alignment("a", LINKS, PAIR)


SUPERPAL = (
    "database,topic,summaryFile,scuSentCharIdx,scuSentence,scuOffsets,scuText,documentFile,docSentCharIdx,docSentText,"
    "docSpanOffsets,summarySpanOffsets,docSpanText,summarySpanText\n"
    'News,t1,t1.txt,0,"A mill, sold.","0, 13","A mill, sold.",two.txt,0,The windmill was sold.,'
    '"4, 12;17, 21","2, 6;8, 12",windmill...sold,mill...sold\n'
)
SEVERAL = Pair(
    "t1",
    Text.joined([Text.from_string("It rained."), Text.from_string("The windmill was sold.")], "\n\n"),
    Text.from_string("A mill, sold."),
    (DocumentPart("one.txt", (0, 3)), DocumentPart("two.txt", (3, 8))),
)


def test_superpal_counts_characters_in_its_own_document(tmp_path):
    (alignment,) = read(tmp_path, "x.csv", SUPERPAL, pairs=[SEVERAL])
    (link,) = alignment.links
    assert link == Link(((4, 5), (6, 7)), ((1, 2), (3, 4)))
    assert [alignment.pair.document.phrase(span) for span in link.doc] == ["windmill", "sold"]


def test_superpal_refuses_texts_that_are_not_its_own(tmp_path):
    other = Pair("t1", Text.from_string("Rain fell on the old barn all of the day long."), SEVERAL.summary)
    with pytest.raises(InputError, match="line 2, pair 't1': docSpanOffsets: the text has"):
        read(tmp_path, "x.csv", SUPERPAL, pairs=[other])


def test_superpal_needs_the_texts(tmp_path):
    with pytest.raises(InputError, match="`pairs`"):
        read(tmp_path, "x.csv", SUPERPAL)


def test_brat_written_by_hand(tmp_path):
    text = "Old Mrs Finch sold the windmill.\n\n----- summary -----\n\nFinch sold a mill."
    start = text.index("Finch sold a")
    mill = text.rindex("mill")
    (tmp_path / "a.txt").write_text(text, encoding="utf-8")
    (tmp_path / "a.ann").write_text(
        f"T1\tPerson 8 13\tFinch\nT2\tPerson {start} {start + 5}\tFinch\nT3\tThing 23 31\twindmill\n"
        f"T4\tThing {mill} {mill + 4}\tmill\nR1\tSame Arg1:T2 Arg2:T1\t\nR2\tPossible Arg1:T3 Arg2:T4\t\n"
        "#1\tAnnotatorNotes R2\ta windmill is a mill\nA1\tSure T1\n",
        encoding="utf-8",
    )
    (alignment,) = read_alignments(tmp_path)
    assert alignment.links == (Link.word(2, 0), Link(((5, 6),), ((3, 4),), "P", comment="a windmill is a mill"))
    assert list(read_alignments(tmp_path / "a.ann")) == [alignment]


def test_a_table_needs_only_the_columns_of_a_link(tmp_path):
    content = "sum_end,sum_start,doc_end,doc_start,label,id\n1,0,3,2,S,a\n4,2,6,4,P,a\n3,2,,,N,a\n,,,,,b\n"
    first, second = read(tmp_path, "x.csv", content)
    assert first.links == (Link.word(2, 0), Link(((4, 6),), ((2, 4),), "P"))
    assert first.null == (2,)
    assert second == Alignment("b")


@pytest.mark.parametrize(
    "name",
    ["native", "gold", "pharaoh", "naacl", "a3", "msr", "jacana", "multimwa", "superpal", "brat", "csv", "parquet"],
)
def test_contents_tell_the_format_whatever_the_suffix(tmp_path, name):
    file = tmp_path / ("x.ann" if name == "brat" else "x.unknown")
    write_alignments([Alignment("a", LINKS, PAIR)], file, format=name)
    file = file.rename(tmp_path / "x.unknown")
    assert format_of(file).name == name


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("x.jsonl", "native"),
        ("x.jsonl.gz", "native"),
        ("x.gold.jsonl", "gold"),
        ("x.align", "pharaoh"),
        ("x.wa", "naacl"),
        ("x.A3.final", "a3"),
        ("x.msr", "msr"),
        ("x.json", "jacana"),
        ("x.tsv", "multimwa"),
        ("x.superpal.csv", "superpal"),
        ("x.ann", "brat"),
        ("x.csv", "csv"),
        ("x.parquet", "parquet"),
    ],
)
def test_the_suffix_tells_what_to_write(tmp_path, name, form):
    write_alignments([Alignment("a", LINKS, PAIR)], tmp_path / name)
    assert format_of(tmp_path / name).name == form


def test_phrases_become_words_where_only_words_can_be_written(tmp_path):
    pair = Pair("a", Text.from_words("the old red mill".split()), Text.from_words("Old red barn".split()))
    links = (Link(((1, 3),), ((0, 2),)), Link(((2, 4),), ((1, 3),), "P"))
    write_alignments([Alignment("a", links, pair)], tmp_path / "with.pharaoh")
    assert (tmp_path / "with.pharaoh").read_text() == "1-0 2-1 2?2 3?1 3?2\n"
    write_alignments([Alignment("a", links[:1])], tmp_path / "without.pharaoh")
    assert (tmp_path / "without.pharaoh").read_text() == "1-0 1-1 2-0 2-1\n"
