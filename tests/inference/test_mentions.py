"""Links of words that a document mentions more than once."""

import numpy as np

from sumtrace.inference.mentions import LEAST_LIKELIEST, at_best_mentions, with_likeliest

STEMS = np.array([0]), np.array([0, 1, 2, 0, 3])
OTHER = np.array([7]), STEMS[1]
SENTENCE = np.array([0, 0, 0, 1, 1])


def moved(belief, score, stems=STEMS, content=True):
    links = np.array([[0, int(np.argmax(belief))]])
    return at_best_mentions(links, np.array([belief]), np.array([score]), np.array([content]), stems, SENTENCE).tolist()


def test_a_content_word_without_a_link_takes_its_likeliest_place():
    belief = np.array([[0.1, LEAST_LIKELIEST], [0.9, 0.3], [0.3, 0.0], [0.2, 0.1]])
    content = np.array([True, True, False, True])
    assert with_likeliest(np.array([[1, 0]]), belief, content).tolist() == [[0, 1], [1, 0]]


def test_a_link_moves_to_the_mention_that_its_sentence_speaks_for():
    belief = [0.5, 0.0, 0.0, 0.1, 0.0]
    assert moved(belief, [0.2, 0.8]) == [[0, 3]]
    assert moved(belief, [0.2, 0.3]) == [[0, 0]]


def test_nothing_moves_to_where_it_may_not_be():
    assert moved([0.5, 0.0, 0.0, 0.0, 0.0], [0.0, 1.0]) == [[0, 0]]


def test_words_of_another_stem_and_words_on_the_ignore_list_stay():
    belief = [0.5, 0.0, 0.0, 0.1, 0.0]
    assert moved(belief, [0.0, 1.0], stems=OTHER) == [[0, 0]]
    assert moved(belief, [0.0, 1.0], content=False) == [[0, 0]]
