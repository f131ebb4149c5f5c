import numpy as np
import pytest

from sumtrace.checking.copying import copied_runs
from sumtrace.checking.facts import Finding
from sumtrace.checking.support import (
    best_by_sentence,
    either,
    finding_strength,
    missing_in_place,
    probability,
    smoothed,
    support,
)
from sumtrace.meaning import encode_text, load_encoder
from sumtrace.text import Text


def suspicion(document, summary):
    texts = Text.from_string(document), Text.from_string(summary)
    vectors = [encode_text(load_encoder(), text).context for text in texts]
    return support(*texts, *vectors).suspicion()


def test_copied_runs_are_as_long_as_the_longest_run_with_the_word():
    assert copied_runs("the old dog sat".split(), "The old cat sat".split()).tolist() == [2, 2, 0, 1]


def test_smoothing_looks_at_counted_words_alone():
    values, counted = np.array([1.0, 100.0, 0.0, 4.0]), np.array([True, False, True, True])
    near, sentence, around = smoothed(values, counted, [(0, 3), (3, 4)])
    assert sentence.tolist() == [0.5, 0.5, 0.5, 4.0]
    assert around == pytest.approx([5 / 3] * 4)
    assert near[0] > near[1] > near[2]


def test_a_sentence_without_counted_words_has_no_suspicion_of_its_own():
    assert smoothed(np.ones(2), np.array([False, False]), [(0, 2)])[1].tolist() == [0.0, 0.0]


def test_the_best_cosine_is_found_inside_each_sentence():
    document = Text.from_words("a b c".split(), [(0, 2), (2, 3)])
    vectors = np.eye(3, dtype=np.float32)
    assert best_by_sentence(document, vectors, vectors[1:]).tolist() == [[1.0, 0.0], [0.0, 1.0]]


def test_a_word_at_home_elsewhere_is_missing_where_its_neighbours_belong():
    best = np.array([[0.9, 0.1], [0.9, 0.1], [0.1, 0.9]], np.float32)
    missing = missing_in_place(best, np.ones(3, bool), [(0, 3)])
    assert missing[2] > 0.8
    assert missing[0] < 0.3


def test_what_the_document_says_is_less_suspicious_than_what_it_does_not():
    document = "The mayor opened the new bridge on Friday. It cost four million pounds."
    said = suspicion(document, "The bridge was opened by the mayor.")
    invented = suspicion(document, "Penguins were seen in the harbour.")
    assert said.mean() < invented.mean() - 1.0


def test_talk_about_the_text_is_not_suspicious():
    assert suspicion("The mayor opened the bridge.", "I hope this answer helps.").max() == 0.0


def test_an_empty_summary_and_an_empty_document_have_no_trouble():
    assert suspicion("The mayor came.", "").shape == (0,)
    assert suspicion("", "The mayor came.").shape == (4,)


def test_a_finding_raises_the_probability_of_its_own_words():
    finding = Finding("number", (1, 2), (0, 1), "5", "6", 0.5)
    before = probability(np.full(3, 2.0))
    after = either(before, finding_strength(3, [finding]))
    assert after[1] == pytest.approx(1 - (1 - before[1]) / 2)
    assert after[0] == pytest.approx(before[0])
