"""How alike sentences are in wording."""

import math

import numpy as np
import pytest

from sumtrace.inference.wording import likeness, numbered_stems

DOCUMENT = ["The", "board", "sold", "ferries", ".", "The", "mayor", "opened", "a", "new", "bridge", "."]
BOUNDS = np.array([0, 5, 12])


def alike(summary, summary_bounds, document=DOCUMENT, bounds=BOUNDS):
    return likeness(numbered_stems(summary, document), np.array(summary_bounds), np.array(bounds))


def test_stems_are_numbered_across_both_texts():
    said, written = numbered_stems(["Ferry", "sold"], ["ferries", "were", "sold", "Sold"])
    assert said[0] == written[0]
    assert said[1] == written[2] == written[3]
    assert len({*said.tolist(), *written.tolist()}) == 3


def test_the_cosine_relative_to_the_most_similar_sentence():
    rare, common = math.log(3 / 1) ** 2, math.log(3 / 2) ** 2
    first = (rare + common) / math.sqrt(3 * rare + 2 * common)  # "board" and "the"
    second = (rare + common) / math.sqrt(5 * rare + 2 * common)  # "mayor" and "the"
    found = alike(["the", "board", "mayor"], [0, 3])
    assert found == pytest.approx(np.array([[1.0, second / first]] * 3))


def test_each_summary_sentence_speaks_for_itself():
    found = alike(["Board", "sold", "Mayor", "opened"], [0, 2, 4])
    assert found.tolist() == [[1, 0], [1, 0], [0, 1], [0, 1]]


def test_a_longer_sentence_with_the_same_words_is_less_alike():
    document = ["ferries", "sold", "ferries", "sold", "at", "noon", "in", "rain"]
    found = alike(["ferries", "sold"], [0, 2], document, [0, 2, 8])
    assert found[0, 0] == 1
    assert 0 < found[0, 1] < 0.6


def test_a_stem_counts_once_in_a_document_sentence():
    once = alike(["sold", "board"], [0, 2], ["sold", "it", "board"], [0, 2, 3])
    twice = alike(["sold", "board"], [0, 2], ["sold", "sold", "it", "board"], [0, 3, 4])
    assert once == pytest.approx(twice)


def test_nothing_shared_is_alike_to_nothing():
    assert not alike(["noise"], [0, 1]).any()
