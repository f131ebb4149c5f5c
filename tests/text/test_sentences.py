import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumtrace import Text
from sumtrace.text.sentences import split_sentences


def sentences(text):
    whole = Text.from_string(text)
    return [whole.phrase(span) for span in whole.sentences]


@pytest.mark.parametrize(
    "parts",
    [
        ["The dam held.", "Nobody was hurt!", "Why?", "Luck."],
        ['"Why?" he asked.', "Nobody knew."],
        ["“It held.”", "“Good.”"],
        ["(He left.)", "Then she did."],
        ["He waited...", "Then he left."],
        ["Mr. Orr met Dr. Hall.", "They spoke."],
        ["J. K. Orr came.", "So did I."],
        ["She works at Acme Inc.", "The firm is small."],
        ["Acme Inc. shares fell in the U.S. market."],
        ["It began at 5 p.m.", "Police came."],
        ["It began at 5 p.m. Monday."],
        ["Orr et al. (2005) did this.", "We do not."],
        ["Open the box:", "1. Lift the lid.", "2. Look inside."],
        ["It grew by 3.5 percent.", "7 others fell."],
        ["Bring pens, paper, etc.", "Ana will be there."],
        ["日本語です。", "これも文です。"],
        ["¿Qué?", "¡No!"],
    ],
)
def test_sentences_end_where_a_reader_would_end_them(parts):
    joined = parts[0] + "".join(
        ("\n\n" if before.endswith(":") else " ") + part for before, part in itertools.pairwise(parts)
    )
    assert sentences(joined) == parts


def test_a_mark_within_a_sentence_ends_nothing_unless_the_text_has_no_capitals():
    assert len(sentences("Yahoo! is a firm.")) == 1
    assert len(sentences("Is it p(x|y?), or not?")) == 1
    assert sentences("the dam held. nobody was hurt.") == ["the dam held.", "nobody was hurt."]


def test_wrapped_lines_do_not_end_a_sentence_but_blank_lines_do():
    assert sentences("The dam held although\nthe water rose\nall night.") == [
        "The dam held although\nthe water rose\nall night."
    ]
    assert sentences("A headline\n\nThe dam held.") == ["A headline", "The dam held."]


def test_one_sentence_a_line_is_noticed():
    assert sentences("the dam held .\nNobody hurt\nit was luck .") == ["the dam held .", "Nobody hurt", "it was luck ."]


def test_bullets_begin_sentences():
    assert sentences("We need:\n- pens\n- paper and\nglue\n* tape") == [
        "We need:",
        "- pens",
        "- paper and\nglue",
        "* tape",
    ]


def test_no_tokens_no_sentences():
    assert split_sentences("", []) == []
    assert sentences(" \n\n ") == []


PIECES = st.sampled_from([*"aA.!?…。'\"”’()[]-•1\n ", "\n\n", "\f", "U.S.", "Mr.", "...", "''", " The "])


@given(st.text() | st.lists(PIECES, max_size=40).map("".join))
def test_sentences_of_any_text_cover_its_tokens_in_order(text):
    whole = Text.from_string(text)
    position = 0
    for start, end in whole.sentences:
        assert start == position
        assert end > start
        position = end
    assert position == len(whole)
