import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumtrace import InputError, Text

WORDS = st.lists(st.text(max_size=6), max_size=12)


@st.composite
def words_and_sentences(draw):
    words = draw(WORDS)
    cuts = sorted(draw(st.sets(st.integers(1, len(words) - 1)))) if len(words) > 1 else []
    bounds = [0, *cuts, len(words)] if words else [0]
    return words, list(itertools.pairwise(bounds))


@given(st.text())
def test_a_string_is_kept_and_its_words_stand_where_their_offsets_say(string):
    text = Text.from_string(string)
    assert text.string == string
    assert [string[start:end] for start, end in text.offsets] == list(text.words)


@given(words_and_sentences())
def test_given_tokens_are_kept_one_for_one_with_their_sentences(given_words):
    words, sentences = given_words
    text = Text.from_words(words, sentences)
    assert list(text.words) == words
    assert list(text.sentences) == sentences
    assert [text.string[start:end] for start, end in text.offsets] == words


@given(words_and_sentences())
def test_offsets_rebuild_the_same_text(given_words):
    text = Text.from_words(*given_words)
    assert Text.from_offsets(text.string, text.offsets, text.sentences) == text


@given(st.lists(words_and_sentences(), max_size=4), st.text(max_size=3))
def test_joining_keeps_every_token_and_sentence(parts, between):
    texts = [Text.from_words(*part) for part in parts]
    whole = Text.joined(texts, between)
    assert whole.string == between.join(text.string for text in texts)
    assert whole.words == tuple(word for text in texts for word in text.words)
    assert [whole.string[start:end] for start, end in whole.offsets] == list(whole.words)
    assert [whole.words[a:b] for a, b in whole.sentences] == [t.words[a:b] for t in texts for a, b in t.sentences]


def test_phrase_and_characters_of_a_token_span():
    text = Text.from_string("The dam, they say, held.")
    assert text.words == ("The", "dam", ",", "they", "say", ",", "held", ".")
    assert text.characters((1, 4)) == (4, 13)
    assert text.phrase((1, 4)) == "dam, they"
    assert len(text) == 8


@pytest.mark.parametrize(
    ("offsets", "sentences", "problem"),
    [
        ([(0, 1), (0, 2)], None, "token 1 spans characters"),
        ([(0, 9)], None, "token 0 spans characters"),
        ([(2, 1)], None, "token 0 spans characters"),
        ([(0, 1), (2, 3)], [(0, 1)], "the sentences end at token 1, but there are 2 tokens"),
        ([(0, 1), (2, 3)], [(0, 1), (0, 2)], "without gaps"),
    ],
)
def test_impossible_offsets_and_sentences_are_refused(offsets, sentences, problem):
    with pytest.raises(InputError, match=problem):
        Text.from_offsets("a b", offsets, sentences)


def test_empty_sentences_among_given_ones_are_dropped():
    text = Text.from_words(["a", "b"], [(0, 1), (1, 1), (1, 2)])
    assert text.sentences == ((0, 1), (1, 2))
    assert [text.string[start:end] for start, end in text.offsets] == ["a", "b"]
