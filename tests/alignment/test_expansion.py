"""Phrase links read as word links by each of the three rules."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from making import pair_of, phrase
from sumtrace import Alignment, Link
from sumtrace.alignment import expand, sure_and_possible, word_links
from sumtrace.alignment.expansion import from_word_pairs

PAIR = pair_of("The old mills were sold", "the old mill was Sold")
IDENTICAL = phrase((0, 2), (0, 2))
INFLECTED = phrase((1, 3), (1, 3))
OTHER = phrase((2, 5), (2, 5))
ALL = [(i, j) for i in (1, 2) for j in (1, 2)]


@pytest.mark.parametrize(
    ("link", "rule", "pairs"),
    [
        (IDENTICAL, "all-pairs", [(0, 0), (0, 1), (1, 0), (1, 1)]),
        (IDENTICAL, "soft", [(0, 0), (1, 1)]),
        (IDENTICAL, "stem", [(0, 0), (1, 1)]),
        (INFLECTED, "all-pairs", ALL),
        (INFLECTED, "soft", ALL),
        (INFLECTED, "stem", [(1, 1), (2, 2)]),
        (phrase((0, 2), (0, 1)), "soft", [(0, 0), (1, 0)]),
        (Link(((0, 1), (4, 5)), ((0, 1), (4, 5))), "soft", [(0, 0), (4, 4)]),
    ],
)
def test_each_rule(link, rule, pairs):
    assert expand(link, PAIR, rule) == pairs


def test_phrases_of_different_words_go_as_all_pairs():
    assert len(expand(OTHER, PAIR, "soft")) == len(expand(OTHER, PAIR, "stem")) == 9


def test_single_words_need_no_texts_but_compared_phrases_do():
    assert expand(Link.word(3, 1), None, "soft") == [(3, 1)]
    with pytest.raises(ValueError, match="needs the pair's texts"):
        expand(IDENTICAL, None, "soft")


def test_a_word_pair_of_several_links_is_sure_if_one_is_and_takes_the_highest_probability():
    links = (Link.word(0, 0, "P", 0.9, "stem"), Link.word(0, 0, "S", 0.2, "identity"))
    assert word_links(Alignment("p", links, PAIR)) == {(0, 0): Link.word(0, 0, "S", 0.9, "stem")}


WORD_PAIRS = st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)))


@given(WORD_PAIRS, WORD_PAIRS)
def test_possible_contains_sure(sure, possible):
    alignment = Alignment("p", from_word_pairs(sure, possible))
    assert sure_and_possible(alignment) == (sure, sure | possible)
