import json
import math
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extracting import WORDS, documents, pairs, text
from making import shared_gold
from sumtrace import InputError, Pair, Text
from sumtrace.corpus.extracts import UNITS, WEIGHTS, extract_pairs, extract_sentences
from sumtrace.corpus.extracts.ratings import RatingCounts, read_ratings
from sumtrace.corpus.extracts.records import extracted_from, marked_record, read_extracts, to_record
from sumtrace.corpus.pair import DocumentPart
from sumtrace.corpus.records import pair_from
from sumtrace.text import is_ignored, stem


def naive(document, query, k, weights):
    """The definition: at every step the similarity of every candidate afresh, from whole-number vectors."""
    bags = [Counter(stem(word) for word in document.words[a:b] if not is_ignored(word)) for a, b in document.sentences]
    frequency = Counter(word for bag in bags for word in bag)
    rarity = {word: round(64 * math.log((len(bags) + 1) / n)) for word, n in frequency.items()}

    def vector(bag):
        counts = {word: 1 if weights == "binary" else n for word, n in bag.items() if word in frequency}
        return {word: n * (rarity[word] if weights == "tf-idf" else 1) for word, n in counts.items()}

    wanted = vector(Counter(stem(word) for word in query if not is_ignored(word)))

    def similarity(kept):
        together = Counter()
        for number in kept:
            together.update(bags[number])
        entries = vector(together)
        norm = sum(x * x for x in entries.values())
        return sum(x * wanted.get(word, 0) for word, x in entries.items()) / math.sqrt(norm) if norm else 0.0

    kept = list(range(len(bags)))
    while len(kept) > k:
        kept.remove(max(kept, key=lambda out: (similarity([n for n in kept if n != out]), out)))
    return kept


# Which sentences


def test_a_case_worked_out_by_hand():
    document = text("Cats purr .", "Dogs bark .", "The cat sleeps .")
    # Without the ignore-list, q = cat, purr, sleep. Left when 0 goes: (1 + 1) / 2; when 1 goes: (2 + 1 + 1) / sqrt(6);
    # when 2 goes: (1 + 1) / 2. So 1 goes, and then removing 0 or 2 leaves 2 / sqrt(2): the last goes.
    assert extract_sentences(document, "cats purr and sleep".split(), 2, weights="tf") == [0, 2]
    assert extract_sentences(document, "cats purr and sleep".split(), 1, weights="tf") == [0]


def test_the_weights_choose_differently():
    document = text("storm rain", "storm storm storm storm storm rain wind")
    # one is left: tf 2 / sqrt(2) against 7 / sqrt(27); binary against 3 / sqrt(3); tf-idf .57 against .94
    chosen = {
        weights: extract_sentences(document, "storm rain wind".split(), 1, weights=weights) for weights in WEIGHTS
    }
    assert chosen == {"tf": [0], "binary": [1], "tf-idf": [1]}


def test_deletion_keeps_sentences_that_complete_each_other():
    document = text("cats run", "cats run", "cats run", "dogs doze all day long", "nothing at all")
    assert extract_sentences(document, ["Cats", "dogs"], 2) == [0, 3]


@settings(deadline=None, max_examples=200)
@given(
    documents, st.lists(st.sampled_from([*WORDS, "unseen"]), max_size=8), st.integers(1, 5), st.sampled_from(WEIGHTS)
)
def test_the_same_sentences_as_computing_everything_afresh(document, query, k, weights):
    assert extract_sentences(document, query, k, weights=weights) == naive(document, query, k, weights)


@pytest.mark.parametrize("weights", WEIGHTS)
def test_the_same_sentences_as_afresh_on_a_longer_document(weights):
    chance = random.Random(5)
    vocabulary = [f"word{n}" for n in range(120)]
    rarely = [1 / (n + 1) for n in range(120)]
    document = text(*(" ".join(chance.choices(vocabulary, rarely, k=chance.randint(1, 20))) for _ in range(30)))
    for _ in range(2):
        query = chance.choices(vocabulary, rarely, k=12)
        assert extract_sentences(document, query, 3, weights=weights) == naive(document, query, 3, weights)


def test_a_document_of_no_more_than_k_sentences_is_its_own_extract():
    document = text("one two", "three")
    assert extract_sentences(document, ["one"], 2) == [0, 1]
    assert extract_sentences(document, ["one"], 30) == [0, 1]
    assert extract_sentences(Text.from_words([]), ["one"]) == []


@pytest.mark.parametrize("query", [[], ["zebra"], ["of", "the", "."]])
def test_words_that_match_nothing_get_the_first_sentences(query):
    assert extract_sentences(text("dam", "river", "town", "mayor"), query, 2) == [0, 1]


def test_the_ignore_list_counts_for_nothing():
    document = text("the of the of .", "the dam", "river")
    assert extract_sentences(document, "the river of the".split(), 1) == [2]


def test_an_extract_has_at_least_one_sentence():
    with pytest.raises(ValueError, match="at least one sentence, not 0"):
        extract_sentences(text("a b"), ["a"], 0)
    with pytest.raises(ValueError, match="at least one sentence"):
        next(extract_pairs(Pair("p", text("a b"), text("a")), 0))


def test_a_table_of_rewrites_may_replace_equal_stems():
    document = text("the feline purred", "the hound barked", "a cat sat")
    table = {"kitty": {"feline": 0.6, "cats": 0.3}, "dog": {"hounds": 0.9, "absent": 1.0}}
    assert extract_sentences(document, ["kitty"], 1) == [0]  # nothing matches: the first
    assert extract_sentences(document, ["dog"], 1, related=lambda word: table[word]) == [1]
    assert extract_sentences(document, ["kitty"], 2, related=lambda word: table[word]) == [0, 2]
    assert extract_sentences(document, ["kitty", "dog"], 2, related=lambda word: table[word]) == [0, 1]


@pytest.mark.parametrize("weights", WEIGHTS)
@given(document=documents, query=st.lists(st.sampled_from(WORDS), max_size=6))
@settings(deadline=None, max_examples=30)
def test_a_table_in_which_every_word_is_itself_changes_nothing(document, query, weights):
    plain = extract_sentences(document, query, 2, weights=weights)
    assert extract_sentences(document, query, 2, weights=weights, related=lambda word: {word: 1.0}) == plain


def test_extracts_reach_the_gold_sources_of_whole_documents():
    gold = shared_gold("poc-dev")[:60]
    reached = judged = 0
    for alignment in gold:
        for extracted in extract_pairs(alignment.pair):
            kept = set(extracted.positions)
            own = range(extracted.summary_start, extracted.summary_start + len(extracted.pair.summary))
            for j in own:
                sources = {i for link in alignment.links_of((j, j + 1)) for i in link.doc_positions}
                judged += bool(sources)
                reached += bool(sources & kept)
    assert judged > 400
    assert reached / judged > 0.97


# Extracts as pairs


def test_an_extract_for_each_summary_sentence():
    document = Text.from_string("The dam held. Nobody slept!  “Rain,” he said. It rained.")
    pair = Pair("p", document, Text.from_string("A dam held. Rain fell."))
    first, second = extract_pairs(pair, 2)
    assert (first.pair.id, second.pair.id, first.source) == ("p#0", "p#1", "p")
    assert first.sentences == (0, 3)  # one unrelated sentence is left; the one whose words weigh least
    assert first.pair.document.string == "The dam held.\nIt rained."
    assert second.sentences == (2, 3)
    assert second.pair.document.string == "“Rain,” he said.\nIt rained."
    assert second.pair.document.sentences == ((0, 7), (7, 10))
    assert (second.pair.summary.string, second.summary_start) == ("Rain fell.", 4)
    assert second.positions == tuple(range(7, 17))


def test_the_whole_abstract_gets_the_union():
    pair = Pair("p", text("dam one", "river two", "town three", "mayor four"), text("a dam", "the mayor"))
    (whole,) = extract_pairs(pair, 1, "abstract")
    assert whole.pair.id == "p"
    assert whole.sentences == (0, 3)
    assert whole.positions == (0, 1, 6, 7)
    assert whole.pair.summary == pair.summary


def test_several_documents_stay_apart():
    parts = (DocumentPart("x", (0, 4)), DocumentPart("y", (4, 6)), DocumentPart("z", (6, 8)))
    pair = Pair("p", text("dam one", "river two", "town three", "mayor four"), text("the river and the mayor"), parts)
    (extracted,) = extract_pairs(pair, 2)
    assert extracted.pair.documents == (DocumentPart("x", (0, 2)), DocumentPart("z", (2, 4)))


def test_empty_sentences_are_no_sentences():
    document = Text.from_words(["dam", "river"], [(0, 0), (0, 1), (1, 1), (1, 2)])
    pair = Pair("p", document, Text.from_words(["river", "dam"], [(0, 1), (1, 1), (1, 2)]))
    made = list(extract_pairs(pair, 1))
    assert [(extracted.pair.id, extracted.positions) for extracted in made] == [("p#0", (1,)), ("p#1", (0,))]


@settings(deadline=None)
@given(pairs, st.integers(1, 4), st.sampled_from(UNITS), st.sampled_from(WEIGHTS))
def test_positions_lead_back_to_the_same_words(pair, k, unit, weights):
    made = list(extract_pairs(pair, k, unit, weights=weights))
    assert made == list(extract_pairs(pair, k, unit, weights=weights))
    assert tuple(word for one in made for word in one.pair.summary.words) == pair.summary.words
    for extracted in made:
        document, summary = extracted.pair.document, extracted.pair.summary
        assert document.words == tuple(pair.document.words[i] for i in extracted.positions)
        assert document.words == tuple(document.string[a:b] for a, b in document.offsets)
        assert len(document.sentences) == len(extracted.sentences)
        start = extracted.summary_start
        assert summary.words == pair.summary.words[start : start + len(summary)]
        if unit == "sentence":
            assert len(extracted.sentences) == min(k, len(pair.document.sentences))


# Files


@settings(deadline=None)
@given(pairs, st.sampled_from(UNITS))
def test_the_map_survives_the_file(pair, unit):
    for extracted in extract_pairs(pair, 2, unit):
        record = json.loads(json.dumps(to_record(extracted)))
        assert extracted_from(record) == extracted
        assert pair_from(record) == extracted.pair


def test_marked_pairs_are_read_with_their_extract():
    parts = (DocumentPart("x", (0, 4)), DocumentPart("y", (4, 6)))
    pair = Pair("p", text("dam one", "river two", "town three"), text("a town", "a dam"), parts)
    record = marked_record(pair, list(extract_pairs(pair, 1)))
    assert record["extract"] == [(2,), (0,)]
    read = pair_from(json.loads(json.dumps(record)))
    assert (read.extract, read.document, read.documents) == ((0, 2), pair.document, parts)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda record: record.pop("extract_of"), "no field 'extract_of'"),
        (lambda record: record["extract_of"].update(positions=[[0, 1]]), "must give the 2 tokens"),
        (lambda record: record["extract_of"].update(positions=[[3, 4], [0, 1]]), "must give the 2 tokens"),
        (lambda record: record["extract_of"].update(positions="all"), "extract_of: Expected"),
        (lambda record: record["extract_of"].pop("id"), "extract_of: .*id"),
    ],
)
def test_a_damaged_map_is_named_with_its_place(tmp_path, change, problem):
    record = to_record(next(extract_pairs(Pair("p", text("dam one", "river two"), text("a dam")), 1)))
    change(record)
    file = tmp_path / "extracts.jsonl"
    file.write_text(json.dumps(record))
    with pytest.raises(InputError, match=f"extracts.jsonl, line 1, pair 'p#0': .*{problem}"):
        list(read_extracts(file))


# Ratings


def test_ratings_are_counted(tmp_path):
    file = tmp_path / "ratings.jsonl"
    file.write_text(
        '{"id": "a", "rating": 2}\n{"id": "b", "rating": 0}\n{"id": 3, "seconds": 1}\n{"id": "d", "rating": 2}'
    )
    counts = read_ratings(file)
    assert counts == RatingCounts((1, 0, 2), 1)
    assert counts.mean == pytest.approx(4 / 3)


@pytest.mark.parametrize(
    ("contents", "problem"),
    [
        ('{"id": "a", "rating": 3}', "line 1, pair 'a': rating 3 is not 0, 1 or 2"),
        ('{"id": "a", "rating": true}', "rating True is not 0"),
        ('{"rating": 1}', 'line 1: not an object with an "id"'),
        ('{"id": "a", "rating": 1}\n{"id": "a", "rating": 1}', "line 2, pair 'a': rated twice"),
        ('{"id": "a"}', "there are no ratings"),
        ("", "there are no ratings"),
    ],
)
def test_bad_ratings_are_named(tmp_path, contents, problem):
    file = tmp_path / "ratings.jsonl"
    file.write_text(contents)
    with pytest.raises(InputError) as caught:
        read_ratings(file)
    assert problem in str(caught.value)
