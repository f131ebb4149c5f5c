"""The memory for vectors: asks once, keeps what was used last, and never more than its limit."""

from collections.abc import Sequence

import numpy as np

from sumtrace.meaning import WordVectors
from sumtrace.serve.remembering import RememberingEncoder


class Counting:
    """An encoder that notes what it was asked for."""

    name = signature = "counting"

    def __init__(self) -> None:
        self.asked: list[tuple[str, ...]] = []

    def encode(self, sentences: Sequence[Sequence[str]]) -> list[WordVectors]:
        self.asked += [tuple(words) for words in sentences]
        return [
            WordVectors(*(np.full((len(words), 4), len(words[0]), np.float32) for _ in range(2))) for words in sentences
        ]


def test_only_the_sentence_that_changed_is_encoded() -> None:
    inner = Counting()
    encoder = RememberingEncoder(inner)
    first = encoder.encode([["a", "b"], ["c"], ["a", "b"]])
    again = encoder.encode([["a", "b"], ["changed"]])
    assert inner.asked == [("a", "b"), ("c",), ("changed",)]
    assert again[0] is first[0] is first[2]
    assert again[1].words[0, 0] == 7


def test_the_memory_stays_within_its_limit_and_forgets_what_was_used_longest_ago() -> None:
    inner = Counting()
    encoder = RememberingEncoder(inner, limit=3 * 32)  # a word of it takes 32 bytes
    for word in ("one", "two", "three", "one", "four"):
        encoder.encode([[word]])
    assert encoder.size == 3 * 32
    inner.asked.clear()
    encoder.encode([["one"], ["three"], ["four"], ["two"]])
    assert inner.asked == [("two",)]


def test_a_text_larger_than_the_memory_is_encoded_all_the_same() -> None:
    encoder = RememberingEncoder(Counting(), limit=10)
    assert [len(vectors.words) for vectors in encoder.encode([["a"], ["b", "c"]])] == [1, 2]
    assert encoder.size == 0
