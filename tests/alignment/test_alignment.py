"""Alignments: what may be asked of one, and when one is refused."""

import pytest

from making import pair_of
from sumtrace import Alignment, Link
from sumtrace.errors import InputError

PAIR = pair_of("old Mrs Finch sold the windmill", "Finch sold a mill")
ALIGNMENT = Alignment(
    "p",
    (Link.word(2, 0, prob=0.4), Link(((3, 4),), ((1, 2),), prob=0.9), Link(((0, 1), (5, 6)), ((0, 1), (3, 4)), "P")),
    PAIR,
)


def test_positions_of_a_discontinuous_link():
    link = ALIGNMENT.links[2]
    assert (link.doc_positions, link.sum_positions) == ([0, 5], [0, 3])


def test_words_without_links_are_unsupported():
    assert ALIGNMENT.unsupported() == [2]


def test_only_judged_words_can_be_unsupported():
    assert Alignment("p", (), PAIR, covered=(1, 3)).unsupported() == [1, 3]


def test_sources_of_a_span_are_its_links_likeliest_first():
    assert ALIGNMENT.sources((0, 2)) == [ALIGNMENT.links[2], ALIGNMENT.links[1], ALIGNMENT.links[0]]
    assert ALIGNMENT.sources((2, 3)) == []


def test_an_alignment_without_texts_says_how_to_give_them():
    with pytest.raises(InputError, match="--pairs PAIRS"):
        _ = Alignment("p").texts


def test_spans_are_checked_when_the_texts_come():
    alignment = Alignment("p", (Link.word(6, 0),)).checked()
    with pytest.raises(InputError, match=r"document span \[6, 7\) is out of range"):
        alignment.with_pair(PAIR)


@pytest.mark.parametrize(
    "link",
    [
        Link((), ((0, 1),)),
        Link(((1, 1),), ((0, 1),)),
        Link(((2, 3), (0, 1)), ((0, 1),)),
        Link(((0, 2), (1, 3)), ((0, 1),)),
        Link(((-1, 1),), ((0, 1),)),
        Link(((0, 1),), ((0, 1),), "?"),
        Link(((0, 1),), ((0, 1),), prob=float("nan")),
    ],
)
def test_links_that_are_none(link):
    with pytest.raises(InputError, match="pair 'p': link 1"):
        Alignment("p", (Link.word(0, 0), link)).checked()
