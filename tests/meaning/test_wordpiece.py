"""WordPiece: words cut as BERT's uncased tokeniser cuts them."""

import pytest

from sumtrace.meaning.shipped import FOLDER, VOCABULARY
from sumtrace.meaning.wordpiece import WordPiece

PIECES = (FOLDER / VOCABULARY).read_text("utf-8").rstrip("\n").split("\n")


@pytest.fixture(scope="module")
def wordpiece():
    return WordPiece(PIECES)


@pytest.mark.parametrize(
    ("word", "pieces"),
    [
        ("taxes", "taxes"),
        ("Taxes", "taxes"),
        ("unaffable", "una ##ffa ##ble"),
        ("tokenisation", "token ##isation"),
        ("long-term", "long - term"),
        ("n't", "n ' t"),
        ("$1,250.50", "$ 1 , 250 . 50"),
        ("naïve", "naive"),
        ("nai\u0308ve", "naive"),
        ("Zürich’s", "zurich ’ s"),
        ("東京", "東 京"),
        ("日本2020", "日 本 2020"),
        ("x^2", "x ^ 2"),
        ("a\u00adb", "ab"),
        ("a\x00b", "ab"),
        ("a b", "a b"),
        ("😀", "[UNK]"),
        ("k" * 101, "[UNK]"),
        ("\u200b", ""),
        ("\ud800", ""),
        ("", ""),
    ],
)
def test_words_are_cut_into_pieces(wordpiece, word, pieces):
    assert [PIECES[number] for number in wordpiece.pieces(word)] == pieces.split()


@pytest.mark.parametrize(
    ("token", "meant"),
    [("``", '"'), ("''", '"'), ("-LRB-", "("), ("-rrb-", ")"), ("-LSB-", "["), ("-RCB-", "}"), ("\\/", "/")],
)
def test_tokens_of_the_treebank_are_what_they_stand_for(wordpiece, token, meant):
    assert wordpiece.pieces(token) == wordpiece.pieces(meant)


def test_the_vocabulary_is_whole():
    assert len(PIECES) == 30522
    assert len(set(PIECES)) == len(PIECES)
