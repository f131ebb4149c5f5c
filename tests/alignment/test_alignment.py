"""Alignments: what may be asked of one, and when one is refused."""

from dataclasses import replace

import pytest

from making import pair_of
from sumtrace import Alignment, Link, Pair, Text
from sumtrace.alignment import Passage
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
    assert ALIGNMENT.unlinked() == [2]


def test_only_judged_words_can_be_unsupported():
    assert Alignment("p", (), PAIR, covered=(1, 3)).unlinked() == [1, 3]


def test_the_links_of_a_span_come_likeliest_first():
    assert ALIGNMENT.links_of((0, 2)) == [ALIGNMENT.links[2], ALIGNMENT.links[1], ALIGNMENT.links[0]]
    assert ALIGNMENT.links_of((2, 3)) == []


class TestSources:
    document = Text.from_string("A storm hit. The dam held. Nobody was hurt.")
    summary = Text.from_string("Dam holds. All well.")
    passages = (
        Passage(1, (4, 6), 4, 0.9),
        Passage(1, (5, 7), 5, 0.6),
        Passage(2, (8, 10), 9, 0.3),
        None,
        Passage(2, (9, 11), 10, 0.6),
        None,
    )
    alignment = Alignment("p", (), Pair("p", document, summary), passages=passages).checked()

    def test_of_a_phrase_are_sentences_with_the_share_of_it_that_draws_on_them(self):
        first, second = self.alignment.sources((0, 3))
        assert (first.sent, first.doc, first.prob) == (1, (4, 7), pytest.approx(0.5))
        assert self.document.string[slice(*first.doc_chars)] == "The dam held"
        assert (second.sent, second.doc, second.prob) == (2, (8, 10), pytest.approx(0.1))

    def test_are_several_where_the_probability_is_spread(self):
        slight, shared = Passage(0, (0, 1), 0, 0.08), Passage(2, (8, 10), 9, 0.4)
        passages = (
            replace(self.passages[0], also=(slight,)),
            replace(self.passages[1], also=(shared,)),
            *self.passages[2:],
        )
        alignment = replace(self.alignment, passages=passages).checked()
        assert [(own.sent, own.prob) for own in alignment.sources((1, 2))] == [(1, 0.6), (2, 0.4)]
        assert [own.sent for own in alignment.sources((0, 2))] == [1, 2]

    def test_are_those_of_each_summary_sentence_unless_told_otherwise(self):
        assert self.alignment.sources() == self.alignment.sources((0, 3)) + self.alignment.sources((3, 6))

    def test_of_a_word_that_draws_on_nothing_are_none(self):
        assert self.alignment.sources((3, 4)) == []

    @pytest.mark.parametrize("span", [(0, 0), (2, 1), (0, 7), (-1, 1)])
    def test_of_no_span_are_refused(self, span):
        with pytest.raises(InputError, match="no span"):
            self.alignment.sources(span)

    def test_that_nobody_looked_for_are_refused(self):
        with pytest.raises(InputError, match="has no sources"):
            ALIGNMENT.sources()


def test_an_alignment_without_texts_says_how_to_give_them():
    with pytest.raises(InputError, match="with_pair"):
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
