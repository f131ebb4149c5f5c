import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sumtrace import Text
from sumtrace.corpus import DocumentPart, Pair, pairs_from, statistics
from sumtrace.corpus.statistics import count, shortest

PAIRS = list(
    pairs_from(
        [
            {"document": "The dam held. Nobody was hurt. It rained.", "summary": "The dam held.", "extract": [0, 2]},
            {"document": ["A", "Dam"], "summary": ["dam", "Flood"]},
        ]
    )
)


def test_the_counts_of_a_small_corpus_by_hand():
    table = count(PAIRS)
    documents, summaries, extracts = table.documents, table.summaries, table.extracts
    assert (table.pairs, documents.documents, documents.sentences, documents.words) == (2, 2, 4, 13)
    assert documents.unique_words == len({"the", "dam", "held", ".", "nobody", "was", "hurt", "it", "rained", "a"})
    assert (summaries.sentences, summaries.words, summaries.unique_words) == (2, 6, 5)
    assert table.unique_words == 11
    assert (extracts.documents, extracts.sentences, extracts.words, extracts.unique_words) == (1, 2, 7, 6)
    assert documents.sentences_per_document == 2.0
    assert documents.words_per_document == 6.5
    assert documents.words_per_sentence == 3.25
    assert table.compression("summaries") == pytest.approx(6 / 13)
    assert table.compression("documents") == 1.0


def test_no_extracts_no_column():
    assert count(PAIRS[1:]).extracts is None
    assert list(count(PAIRS[1:]).sides) == ["summaries", "documents"]
    assert list(count(PAIRS).to_dict()) == ["pairs", "unique_words", "summaries", "extracts", "documents"]


def test_several_documents_of_a_summary_are_all_counted():
    text = Text.from_words(["a", "b", "c"])
    pair = Pair("p", text, text, (DocumentPart("1", (0, 1)), DocumentPart("2", (1, 3))))
    assert count([pair]).documents.documents == 2
    assert count([pair]).summaries.documents == 1


def test_an_empty_corpus_has_zeros_and_no_division_by_them():
    table = count([])
    assert table.pairs == table.documents.words_per_document == table.compression("summaries") == 0


@given(st.lists(st.tuples(*[st.lists(st.text("abAB", min_size=1, max_size=3), min_size=1)] * 2)))
@settings(max_examples=40)
def test_unique_words_are_exact_when_they_do_not_fit_in_memory(texts):
    usual, statistics._WORDS_IN_MEMORY = statistics._WORDS_IN_MEMORY, 3
    try:
        table = count(Pair(str(i), Text.from_words(d), Text.from_words(s)) for i, (d, s) in enumerate(texts))
    finally:
        statistics._WORDS_IN_MEMORY = usual
    documents, summaries = ({word.lower() for pair in texts for word in pair[side]} for side in (0, 1))
    assert table.documents.unique_words == len(documents)
    assert table.summaries.unique_words == len(summaries)
    assert table.unique_words == len(documents | summaries)


@given(st.lists(st.integers(1, 5)), st.integers(1, 6))
def test_the_shortest_are_chosen_by_document_length_and_kept_in_order(lengths, number):
    pairs = [Pair(str(i), Text.from_words(["x"] * n), Text.from_words(["y"])) for i, n in enumerate(lengths)]
    chosen = shortest(pairs, number)
    expected = sorted(sorted(range(len(lengths)), key=lambda i: (lengths[i], i))[:number])
    assert [pair.id for pair in chosen] == [str(i) for i in expected]
