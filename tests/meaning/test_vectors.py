"""Vectors from any encoder: checked at the door, kept as whole numbers without a change of direction."""

import numpy as np
import pytest

from sumtrace.errors import SumtraceError
from sumtrace.meaning import WordVectors, encode_text, encode_texts, unknown_share
from sumtrace.meaning.vectors import from_codes, to_codes
from sumtrace.text import Text

TEXT = Text.from_words("The dog barked . Nobody slept .".split(), [(0, 4), (4, 7)])


class Faulty:
    """Makes vectors of length 3, one for each word, and then spoils them."""

    name = "mine"
    signature = "mine-1"

    def __init__(self, spoil=lambda vectors: vectors):
        self.spoil = spoil

    def encode(self, sentences):
        return self.spoil([WordVectors(*(np.full((len(words), 3), len(words)) for _ in "ab")) for words in sentences])


def replaced(vectors, rows):
    return [vectors[0], vectors[1]._replace(context=rows)]


def test_a_text_has_the_vectors_of_its_sentences_in_a_row():
    vectors = encode_text(Faulty(), TEXT)
    assert vectors.words[:, 0].tolist() == [4] * 4 + [3] * 3
    assert vectors.context.shape == (7, 3)
    assert vectors.words.dtype == np.float32


def test_several_texts_have_each_its_own_vectors():
    texts = [TEXT, Text.from_string(""), Text.from_words(["Nobody", "slept"])]
    for one, text in zip(encode_texts(Faulty(), texts), texts, strict=True):
        alone = encode_text(Faulty(), text)
        assert one.words.tolist() == alone.words.tolist()
        assert one.context.tolist() == alone.context.tolist()


def test_a_text_without_words_has_vectors_of_the_right_width():
    assert encode_text(Faulty(), Text.from_string("")).words.shape == (0, 3)


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda vectors: vectors[:1], "the encoder 'mine' returned 1 results for 2 sentences"),
        (lambda vectors: replaced(vectors, np.ones((2, 3))), r"shape \[2, 3\] for 3 words; sentence: 'Nobody slept .'"),
        (lambda vectors: replaced(vectors, np.ones(3)), r"shape \[3\] for 3 words"),
        (lambda vectors: replaced(vectors, np.ones((3, 4))), "vectors of length 4, elsewhere 3"),
        (lambda vectors: replaced(vectors, np.full((3, 3), np.nan)), "not finite"),
        (lambda vectors: replaced(vectors, np.full((3, 3), 1e39)), "not finite"),
        (lambda vectors: replaced(vectors, "no vectors"), "not an array of numbers"),
        (lambda vectors: replaced(vectors, [[1], [1, 2], [3]]), "not an array of numbers"),
        (lambda vectors: [vectors[0], (1, 2, 3)], "not a pair of arrays"),
        (lambda vectors: [None, None], "not a pair of arrays"),
    ],
)
@pytest.mark.filterwarnings("ignore:overflow")
def test_what_is_wrong_with_an_encoders_vectors_is_said(spoil, message):
    with pytest.raises(SumtraceError, match=message) as caught:
        encode_text(Faulty(spoil), TEXT)
    assert "'mine'" in str(caught.value)


def test_the_share_of_unknown_words():
    rows = np.array([[1, 0], [0, 0], [0, 1], [0, 0]], np.float32)
    assert unknown_share(WordVectors(rows, rows)) == 0.5
    assert unknown_share(WordVectors(rows[:0], rows[:0])) == 0


def random_rows(seed):
    """Return vectors of any size and width, some of them zeros."""
    random = np.random.default_rng(seed)
    count, width = random.integers(1, 40, 2)
    rows = random.normal(size=(count, width)) * 10.0 ** random.integers(-6, 6, (count, 1))
    return (rows * (random.random((count, 1)) > 0.2)).astype(np.float32)


@pytest.mark.parametrize("seed", range(20))
def test_a_kept_vector_points_where_the_vector_did(seed):
    rows = random_rows(seed)
    kept = from_codes(to_codes(rows))
    assert np.array_equal(kept.any(axis=1), rows.any(axis=1))
    lengths = np.linalg.norm(rows.astype(float), axis=1)
    cosines = (kept * rows).sum(axis=1)[lengths > 0] / lengths[lengths > 0]
    assert (cosines > 0.999).all()


@pytest.mark.parametrize("seed", range(20))
def test_keeping_twice_changes_nothing(seed):
    once = to_codes(random_rows(seed))
    assert np.array_equal(to_codes(from_codes(once)), once)
