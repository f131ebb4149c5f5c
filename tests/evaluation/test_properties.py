import math

import pytest

from making import pair_of, phrase, words
from sumtrace import Alignment, InputError, Pair, Text
from sumtrace.evaluation.properties import describe, kind_of, linked_phrases

PAIR = pair_of("The old dogs sat on the mat .", "an old dog sat there , quietly .")
#              0   1   2    3   4  5   6   7    0  1   2   3   4     5 6       7


def test_unaligned_words_are_split_into_kinds():
    made = describe([words(PAIR, [(1, 1), (2, 2), (3, 3)])])
    # unaligned: an, there, the comma, quietly, the stop
    assert made.words == 8
    assert made.unaligned == pytest.approx(5 / 8)
    kinds = [kind_of(word) for word in PAIR.summary.words]
    assert kinds[0] == "function"
    assert kinds[6] == "content"
    assert made.unaligned_by_kind["punctuation"] == pytest.approx(2 / 5)
    assert made.share_unaligned["punctuation"] == 1.0
    assert sum(made.unaligned_by_kind.values()) == pytest.approx(1.0)


def test_identity_of_single_words_and_phrases():
    links = (phrase((1, 3), (1, 3)), phrase((3, 4), (3, 4)), phrase((6, 7), (6, 7)))
    made = describe([Alignment("p", links, PAIR)])
    assert (made.singletons.count, made.singletons.identical) == (2, 0.5)
    assert (made.phrases.count, made.phrases.identical, made.phrases.stem_identical) == (1, 0.0, 1.0)
    assert made.lengths == {(1, 1): 2, (2, 2): 1}


def test_word_links_are_read_as_connected_blocks():
    made = linked_phrases(words(PAIR, [(1, 1), (1, 2), (3, 3)]), by_link=False)
    assert made == [((1,), (1, 2)), ((3,), (3,))]


def test_jumps_are_counted_between_neighbours_in_the_summary():
    made = describe([words(PAIR, [(1, 1), (2, 2), (0, 3), (7, 5)])])
    assert made.jumps == {1: 1, -2: 1}


def test_words_that_were_not_judged_do_not_count():
    made = describe([words(PAIR, [(1, 1), (3, 3)], covered=(1, 2))])
    assert made.words == 2
    assert made.unaligned == 0.5
    assert made.lengths == {(1, 1): 1}


def test_sentences_made_by_deletion_alone():
    document = Text.from_words("The old dog sat down . It slept .".split(), [(0, 6), (6, 9)])
    summary = Text.from_words(
        "the dog sat . old dog sat . it sat . slept !".split(), [(0, 4), (4, 8), (8, 11), (11, 13)]
    )
    made = describe([Alignment("p", (), Pair("p", document, summary))])
    assert made.deletions == 0.75
    assert made.verbatim == 0.5


def test_nothing_linked_leaves_shares_unknown():
    made = describe([words(PAIR, [])])
    assert math.isnan(made.singletons.identical)
    assert made.jumps == {}
    with pytest.raises(InputError, match="no alignments"):
        describe([])
