"""Each kind of export on an alignment made by hand, with the records it must give."""

from making import pair_of, words
from sumtrace import Alignment, Link, Pair, Text
from sumtrace.corpus.pair import DocumentPart
from sumtrace.export import KINDS

DOCUMENT = ["Old Mrs. Finch sold the white windmill .", "It rained .", "A shipyard bought two ferries ."]
SUMMARY = ["Finch sold the mill .", "Moustaches are compulsory .", "Windmill sold , shipyard purchases ferries ."]


def text(sentences):
    parts = [sentence.split() for sentence in sentences]
    ends = [sum(map(len, parts[: n + 1])) for n in range(len(parts))]
    bounds = [(end - len(part), end) for end, part in zip(ends, parts, strict=True)]
    return Text.from_words([word for part in parts for word in part], bounds)


PAIR = Pair("finch", text(DOCUMENT), text(SUMMARY))
#  0 Old 1 Mrs. 2 Finch 3 sold 4 the 5 white 6 windmill 7 . | 8 It 9 rained 10 . | 11 A 12 shipyard 13 bought 14 two 15 ferries 16 .
#  0 Finch 1 sold 2 the 3 mill 4 . | 5 Moustaches 6 are 7 compulsory 8 . | 9 Windmill 10 sold 11 , 12 shipyard 13 purchases 14 ferries 15 .
ALIGNED = words(PAIR, [(2, 0), (3, 1), (4, 2), (6, 3), (7, 4), (6, 9), (3, 10), (12, 12), (13, 13), (15, 14), (16, 15)])


def records(kind, *alignments):
    return list(KINDS[kind].records(alignments))


def test_pairs_come_with_their_support():
    assert records("pairs", ALIGNED) == [
        {"id": "finch", "document": PAIR.document.string, "summary": PAIR.summary.string, "support": 0.8}
    ]


def test_a_sentence_is_labelled_where_it_is_the_main_source_of_a_summary_sentence():
    assert records("sentences", ALIGNED) == [
        {"id": "finch", "doc_sentence": 0, "text": DOCUMENT[0], "label": 1, "share": 0.5},
        {"id": "finch", "doc_sentence": 1, "text": DOCUMENT[1], "label": 0, "share": 0.0},
        {"id": "finch", "doc_sentence": 2, "text": DOCUMENT[2], "label": 1, "share": 0.3},
    ]


def test_a_phrase_goes_on_as_long_as_the_summary_follows_the_document():
    assert records("phrases", ALIGNED) == [
        {"id": "finch", "doc_sentence": 0, "tokens": DOCUMENT[0].split(), "tags": list("OOBIIOBI")},
        {"id": "finch", "doc_sentence": 1, "tokens": DOCUMENT[1].split(), "tags": list("OOO")},
        {"id": "finch", "doc_sentence": 2, "tokens": DOCUMENT[2].split(), "tags": list("OBIOBI")},
    ]


def test_words_taken_in_another_order_are_two_phrases():
    swapped = words(pair_of("red apples", "apples red"), [(0, 1), (1, 0)])
    assert records("phrases", swapped)[0]["tags"] == ["B", "B"]


def test_a_compression_comes_from_one_sentence():
    assert records("compressions", ALIGNED) == [
        {
            "id": "finch",
            "sum_sentence": 0,
            "doc_sentence": 0,
            "source": DOCUMENT[0],
            "target": SUMMARY[0],
            "tokens": DOCUMENT[0].split(),
            "kept": [0, 0, 1, 1, 1, 0, 1, 1],
            "coverage": 1.0,
            "deletion": False,
        }
    ]


def test_a_compression_without_rewriting_is_a_deletion_whatever_its_case_and_points():
    pair = pair_of("Yesterday Finch sold the mill", "FINCH sold the mill .")
    (record,) = records("compressions", words(pair, [(1, 0), (2, 1), (3, 2), (4, 3)]))
    assert (record["kept"], record["deletion"]) == ([0, 1, 1, 1, 1], True)


def test_half_of_the_content_words_are_enough_for_a_compression_and_fewer_are_not():
    half = words(pair_of("Finch sold mills", "Finch sold moustaches gladly"), [(0, 0), (1, 1)])
    assert [record["coverage"] for record in records("compressions", half)] == [0.5]
    third = words(pair_of("Finch sold mills", "Finch bought moustaches"), [(0, 0)])
    assert records("compressions", third) == []


def test_a_fusion_names_its_sentences_and_the_characters_it_used():
    (record,) = records("fusions", ALIGNED)
    used = [[source[a:b] for a, b in spans] for source, spans in zip(record["sources"], record["spans"], strict=True)]
    assert record == {
        "id": "finch",
        "sum_sentence": 2,
        "target": SUMMARY[2],
        "doc_sentences": [0, 2],
        "sources": [DOCUMENT[0], DOCUMENT[2]],
        "spans": [[[15, 19], [30, 38]], [[2, 17], [22, 31]]],
    }
    assert used == [["sold", "windmill"], ["shipyard bought", "ferries ."]]


def test_a_stray_word_makes_no_fusion():
    pair = Pair("p", text(["Finch sold mills .", "A shipyard closed ."]), text(["Finch sold shipyard ."]))
    alignment = words(pair, [(0, 0), (1, 1), (5, 2)])
    assert records("fusions", alignment) == []
    assert [record["coverage"] for record in records("compressions", alignment)] == [0.6667]


def test_words_are_copied_rewritten_or_invented():
    (record,) = records("words", ALIGNED)
    assert record == {
        "id": "finch",
        "tokens": " ".join(SUMMARY).split(),
        "tags": ["copy"] * 3 + ["rewrite", "copy"] + ["invent"] * 4 + ["copy", "copy", "invent", "copy", "rewrite"]
        + ["copy"] * 2,
        "sources": [[2], [3], [4], [6], [7], [], [], [], [], [6], [3], [], [12], [13], [15], [16]],
    }  # fmt: skip


def test_words_that_gold_did_not_look_at_are_neither_invented_nor_counted():
    alignment = words(pair_of("Finch sold mills", "Finch wept"), [(0, 0)], covered=(0,))
    assert records("words", alignment)[0]["tags"] == ["copy", "unjudged"]
    assert records("pairs", alignment)[0]["support"] == 1.0


def test_a_phrase_link_copies_the_words_that_both_sides_have():
    pair = pair_of("sold the mill", "sold a mill")
    alignment = Alignment("p", (Link(((0, 3),), ((0, 3),)),), pair)
    assert records("words", alignment)[0]["tags"] == ["copy", "rewrite", "copy"]


def test_a_mask_marks_what_the_summary_took():
    assert records("masks", ALIGNED) == [
        {
            "id": "finch",
            "tokens": " ".join(DOCUMENT).split(),
            "mask": [0, 0, 1, 1, 1, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 1, 1],
        }
    ]


def test_citations_stand_after_their_sentences():
    assert records("citations", ALIGNED) == [
        {
            "id": "finch",
            "summary": PAIR.summary.string,
            "cited": f"{SUMMARY[0]} [1]\n{SUMMARY[1]}\n{SUMMARY[2]} [1][2]",
            "doc_sentences": [0, 2],
            "quotes": [DOCUMENT[0], DOCUMENT[2]],
            "documents": ["finch", "finch"],
        }
    ]


def test_citations_name_the_document_of_several():
    parts = (DocumentPart("mills", (0, 8)), DocumentPart("ships", (8, 17)))
    several = Pair("finch", PAIR.document, PAIR.summary, parts)
    (record,) = records("citations", Alignment("finch", ALIGNED.links, several))
    assert record["documents"] == ["mills", "ships"]


def test_paraphrases_are_counted_over_all_pairs():
    one = words(pair_of("sold mills", "sells mills", "1"), [(0, 0), (1, 1)])
    two = words(pair_of("Sold", "sold", "2"), [(0, 0)])
    assert [tuple(record.values()) for record in records("paraphrases", one, two)] == [
        ("mills", "mills", 1.0, 1.0, [[0, 0]], 1, 1, 1),
        ("sold", "sells", 1.0, 0.5, [[0, 0]], 1, 2, 1),
        ("sold", "sold", 1.0, 0.5, [[0, 0]], 1, 2, 1),
        ("sold mills", "sells mills", 1.0, 1.0, [[0, 0], [1, 1]], 1, 1, 1),
    ]


def test_a_phrase_pair_with_a_link_to_the_outside_is_no_paraphrase():
    # "mill" became both "mill" and "windmill", so neither alone is what became of it
    alignment = words(pair_of("the mill", "mill or windmill"), [(1, 0), (1, 2)])
    assert [(r["source"], r["target"]) for r in records("paraphrases", alignment)] == [("mill", "mill or windmill")]


def test_a_summary_without_links_gives_labels_but_no_examples_of_rewriting():
    bare = words(pair_of("It rained", "Moustaches"), [])
    assert records("sentences", bare)[0]["label"] == 0
    assert records("words", bare)[0]["tags"] == ["invent"]
    assert records("citations", bare)[0]["cited"] == "Moustaches"
    assert [records(kind, bare) for kind in ("compressions", "fusions", "paraphrases")] == [[], [], []]


def test_records_have_the_columns_of_their_kind():
    for kind in KINDS.values():
        columns = [column.name for column in kind.columns]
        assert all(list(record) == columns for record in records(kind.name, ALIGNED)), kind.name
