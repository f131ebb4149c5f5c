import numpy as np
import pytest

from sumtrace import InputError
from sumtrace.corpus import DocumentPart
from sumtrace.corpus.records import pair_from


def words(text):
    return " ".join(text.words)


@pytest.mark.parametrize(
    "fields",
    [
        ("document", "summary"),
        ("article", "highlights"),
        ("text", "summary"),
        ("source", "target"),
        ("article", "summary"),
        ("article", "abstract"),
    ],
)
def test_fields_of_the_common_data_sets_are_found(fields):
    pair = pair_from({"id": "a", "title": "no", fields[0]: "The dam held.", fields[1]: "It held."})
    assert (pair.id, words(pair.document), words(pair.summary)) == ("a", "The dam held .", "It held .")


def test_named_fields_win_over_known_ones():
    record = {"document": "one", "summary": "two", "body": "three", "tldr": "four"}
    pair = pair_from(record, document_field="body", summary_field="tldr")
    assert (words(pair.document), words(pair.summary)) == ("three", "four")
    pair = pair_from(record, summary_field="tldr")
    assert (words(pair.document), words(pair.summary)) == ("one", "four")


@pytest.mark.parametrize(
    ("record", "options", "problem"),
    [
        ({"id": "a", "body": "x"}, {}, "no field for the document or the summary; the fields are id, body"),
        ({"summary": "x"}, {}, "no field for the document; the fields are summary"),
        ({"document": "x"}, {}, "no field for the summary; the fields are document"),
        (
            {"document": "x", "text": "y", "summary": "z"},
            {},
            "more than one field could be the document or the summary",
        ),
        (
            {"document": "x", "summary": "z"},
            {"document_field": "body"},
            "no field 'body'; the fields are document, summ",
        ),
    ],
)
def test_missing_and_ambiguous_fields_list_what_there_is_and_name_the_options(record, options, problem):
    with pytest.raises(InputError, match=problem) as caught:
        pair_from(record, **options)
    assert "`document_field`" in str(caught.value)


@pytest.mark.parametrize("kind", [list, tuple, np.array])
def test_tokens_are_kept_one_for_one(kind):
    pair = pair_from({"document": kind(["The", "dam's", "U.S.", "ca n't"]), "summary": kind(["New York"])})
    assert pair.document.words == ("The", "dam's", "U.S.", "ca n't")
    assert pair.document.sentences == ((0, 4),)
    assert pair.summary.words == ("New York",)


def test_lists_of_tokens_are_sentences():
    nested = np.empty(2, dtype=object)
    nested[:] = [np.array(["The", "dam", "held"]), np.array(["Good"])]
    for document in ([["The", "dam", "held"], [], ["Good"]], nested):
        pair = pair_from({"document": document, "summary": "x"})
        assert pair.document.words == ("The", "dam", "held", "Good")
        assert pair.document.sentences == ((0, 3), (3, 4))


def test_a_list_of_sentences_keeps_them():
    pair = pair_from(
        {"source": ["The dam held. Nobody was hurt.", "it was sheer luck"], "target": ["It held all night."]}
    )
    assert pair.document.string == "The dam held. Nobody was hurt.\nit was sheer luck"
    assert [words_of(pair.document, span) for span in pair.document.sentences] == [
        ("The", "dam", "held", ".", "Nobody", "was", "hurt", "."),
        ("it", "was", "sheer", "luck"),
    ]


def words_of(text, span):
    return text.words[slice(*span)]


def test_sentences_given_as_token_spans():
    pair = pair_from(
        {"document": ["a", "b", "c"], "doc_sents": [[0, 1], [1, 3]], "summary": "A b. C", "sum_sents": [[0, 4]]}
    )
    assert pair.document.sentences == ((0, 1), (1, 3))
    assert pair.summary.sentences == ((0, 4),)


@pytest.mark.parametrize("tokens", [["The", "dam's"], [[0, 3], [4, 9]]])
def test_our_own_files_carry_tokens_beside_the_text(tokens):
    pair = pair_from({"document": "The dam's", "doc_tokens": tokens, "summary": "x", "sum_tokens": ["x"], "links": []})
    assert pair.document.words == ("The", "dam's")
    assert pair.document.offsets == ((0, 3), (4, 9))
    assert pair_from({"doc_tokens": ["a"], "sum_tokens": ["b"]}).summary.words == ("b",)


def test_tokens_of_another_field_are_not_mixed_in():
    pair = pair_from({"article": "one two", "doc_tokens": ["x"], "summary": "s"}, document_field="article")
    assert pair.document.words == ("one", "two")


def test_several_documents_stay_apart_and_addressable():
    pair = pair_from(
        {
            "documents": ["The dam held and", {"id": "b", "text": "Nobody was"}, {"id": 7, "tokens": ["It", "rained"]}],
            "summary": "x",
        }
    )
    assert pair.document.string == "The dam held and\n\nNobody was\n\nIt rained"
    assert pair.documents == (DocumentPart("1", (0, 4)), DocumentPart("b", (4, 6)), DocumentPart("7", (6, 8)))
    assert pair.document.sentences == ((0, 4), (4, 6), (6, 8))
    assert pair.part_of(5).id == "b"


def test_documents_beside_a_document_say_whose_its_tokens_are():
    record = {
        "document": "a b c",
        "summary": "x",
        "documents": [{"id": "p", "tokens": [0, 2]}, {"id": "q", "tokens": [2, 3]}],
    }
    assert pair_from(record).documents == (DocumentPart("p", (0, 2)), DocumentPart("q", (2, 3)))
    record["documents"][1]["tokens"] = [2, 4]
    with pytest.raises(InputError, match="document 'q' spans tokens \\[2, 4\\)"):
        pair_from(record)


def test_each_summary_sentence_may_have_its_own_extract():
    record = {"document": "A b c. D e f. G h i.", "summary": "One came. Two left."}
    pair = pair_from({**record, "own_extracts": [[2, 0, 1], [0, 2]]})
    assert pair.own_extracts == ((0, 1, 2), (0, 2))
    assert pair.reach() == [[(0, 12)]] * 3 + [[(0, 4), (8, 12)]] * 3
    assert pair_from(record).reach() is None
    with pytest.raises(InputError, match="own_extracts has 1 lists, but the summary has 2 sentences"):
        pair_from({**record, "own_extracts": [[0]]})
    with pytest.raises(InputError, match="own_extracts: no document sentence 3; they are numbered 0 to 2"):
        pair_from({**record, "own_extracts": [[0], [3]]})
    with pytest.raises(InputError, match="own_extracts is a list, not a list of lists"):
        pair_from({**record, "own_extracts": [0, 1]})


def test_extracts_are_united_over_the_summary_sentences():
    record = {"document": [["a"], ["b"], ["c"]], "summary": "x"}
    assert pair_from(record).extract is None
    assert pair_from({**record, "extract": [[2, 0], [2]]}).extract == (0, 2)
    assert pair_from({**record, "extract": [1]}).extract == (1,)
    with pytest.raises(InputError, match="no document sentence 3; they are numbered 0 to 2"):
        pair_from({**record, "extract": [3]})


@pytest.mark.parametrize(
    ("given", "known"), [("a", "a"), (7, "7"), (np.int64(7), "7"), (7.0, "7"), (None, "5"), (float("nan"), "5")]
)
def test_an_id_is_a_string_or_a_whole_number_or_the_line(given, known):
    assert pair_from({"id": given, "document": "x", "summary": "y"}, id="5").id == known


def test_a_plain_document_and_summary():
    assert words(pair_from(("a b", ["c"])).document) == "a b"


@pytest.mark.parametrize(
    ("record", "problem"),
    [
        ("text", "an entry is a string"),
        (["a"], "an entry is a list"),
        ({"document": "", "summary": "y"}, "the document is empty"),
        ({"document": "x", "summary": " \n"}, "the summary is empty"),
        ({"document": [], "summary": "y"}, "the document is empty"),
        ({"document": None, "summary": "y"}, "the document \\(field 'document'\\) is null"),
        (
            {"document": 3.5, "summary": "y"},
            "the document \\(field 'document'\\) is the number 3.5, not a text or a list",
        ),
        ({"document": "x", "summary": {"a": 1}}, "the summary \\(field 'summary'\\) is an object"),
        ({"document": ["x", 3], "summary": "y"}, "token 1 of the document is the number 3, not a string"),
        ({"document": [["x"], "y"], "summary": "y"}, "token 0 of the document is a list, not a string"),
        ({"document": ["x"], "doc_sents": [[0, 2]], "summary": "y"}, "the sentences end at token 2, but there are 1"),
        ({"document": ["x"], "doc_sents": [[0]], "summary": "y"}, "hold a list where \\[start, end\\]"),
        ({"document": ["x"], "doc_sents": 4, "summary": "y"}, "are the number 4, not a list"),
        (
            {"document": "x y", "doc_tokens": ["y", "x"], "summary": "y"},
            "token 0 of the document, 'y', is not found",
        ),
        ({"document": "x", "doc_tokens": [[0, 5]], "summary": "y"}, "token 0 spans characters \\[0, 5\\)"),
        ({"doc_tokens": [[0, 5]], "sum_tokens": ["y"]}, "character offsets, but the text they point into is missing"),
        ({"documents": [], "summary": "y"}, "documents is an empty list"),
        ({"documents": "x", "summary": "y"}, "documents is a string"),
        ({"documents": ["x", ""], "summary": "y"}, "document '2' of the 2 is empty"),
        ({"documents": [{"id": "a", "text": "x"}] * 2, "summary": "y"}, "two documents have the id 'a'"),
        ({"id": 3.5, "document": "x", "summary": "y"}, "id is the number 3.5"),
        ({"id": True, "document": "x", "summary": "y"}, "id is true"),
        ({"document": "x \ud800", "summary": "y"}, "half a character \\(a lone surrogate, U\\+D800, at position 2\\)"),
        ({"document": "x", "summary": "y", "extract": "0"}, "extract is a string"),
    ],
)
def test_bad_records_are_refused_with_the_reason(record, problem):
    with pytest.raises(InputError, match=problem):
        pair_from(record)


def test_errors_name_the_pair():
    with pytest.raises(InputError, match="pair 'a1': the document is empty"):
        pair_from({"id": "a1", "document": "", "summary": "y"})
