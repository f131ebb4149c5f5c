"""Pairs aligned in batches have the alignments they have alone, and an error names its own pair."""

import numpy as np
import pytest

from sumtrace.aligner import load
from sumtrace.corpus import Pair
from sumtrace.errors import InputError
from sumtrace.meaning import WordVectors
from sumtrace.rewrites.batches import PAIRS, WORDS, Remembering, batches
from sumtrace.text import Text


def pair(name, words=6):
    return Pair(name, Text.from_words(["word"] * words), Text.from_words(["word", name]))


class Spelling:
    """An encoder by letters, which notes what it is asked."""

    name = signature = "by letters"

    def __init__(self):
        self.asked = []

    def encode(self, sentences):
        self.asked += [tuple(sentence) for sentence in sentences]
        rows = [np.array([[len(word), ord(word[0])] for word in sentence], np.float32) for sentence in sentences]
        return [WordVectors(row, row) for row in rows]


def test_batches_keep_the_order_and_their_limits():
    lengths = [3] * (2 * PAIRS + 1) + [WORDS, 5, 3 * WORDS, 1]
    pairs = [pair(str(number), words) for number, words in enumerate(lengths)]
    found = list(batches(pairs))
    assert [one for batch in found for one in batch] == pairs
    assert [len(batch) for batch in found] == [1, 4, 16, 64, PAIRS, 44, 1, 1, 1, 1]


def test_what_was_encoded_together_is_not_asked_for_again():
    encoder = Spelling()
    remembering = Remembering(encoder, [pair("one"), pair("two")])
    assert len(encoder.asked) == len(set(encoder.asked)) == 3
    sentences = [("word", "two"), ("word",) * 6, ("new",), ("new",)]
    found = remembering.encode(sentences)
    assert encoder.asked[3:] == [("new",)]
    for one, alone in zip(found, Spelling().encode(sentences), strict=True):
        np.testing.assert_array_equal(one.words, alone.words)


def test_alignments_are_those_of_pairs_one_by_one():
    texts = [
        ("The council opposed the plan because it raises taxes .", "Councillors objected to higher taxes ."),
        ("A storm hit the coast on Friday .", "The coast was hit by a storm ."),
        ("The mayor opened the bridge .", "The mayor opened the bridge ."),
    ]
    pairs = [
        Pair(str(n), Text.from_words(document.split()), Text.from_words(summary.split()))
        for n, (document, summary) in enumerate(texts)
    ]
    aligner = load()
    assert list(aligner.align_many(pairs, threads=2)) == [aligner.align_pair(one) for one in pairs]


def test_an_error_comes_after_the_pairs_before_it_and_names_its_own(monkeypatch):
    aligner = load().without_meaning()

    def refuse(one, *rest, align=aligner._align_ordered):
        if one.id == "bad":
            raise InputError("too strange", pair=one.id)
        return align(one, *rest)

    monkeypatch.setattr(aligner, "_align_ordered", refuse)
    found = aligner.align_many([pair("good"), pair("bad"), pair("never")])
    assert next(found).id == "good"
    with pytest.raises(InputError, match="bad"):
        next(found)
