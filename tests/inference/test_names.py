"""The words of a name lead to one mention."""

import numpy as np

from sumtrace.inference.names import at_one_mention
from sumtrace.rewrites.contextual import identical_words

DOCUMENT = "Marie Curie arrived . Later Curie left Warsaw with Marie".split()
SENTENCE = np.array([0] * 4 + [1] * 6)


def moved(summary, links, score, document=DOCUMENT, sentence=SENTENCE):
    summary = summary.split()
    same = identical_words(summary, document)
    scores = np.tile(np.array(score, float), (len(summary), 1))
    return at_one_mention(np.array(links).reshape(-1, 2), scores, same, summary, document, sentence).tolist()


def test_the_sentence_that_more_speaks_for_takes_the_whole_name():
    document, sentence = DOCUMENT[:8], SENTENCE[:8]
    assert moved("Marie Curie left", [[0, 0], [1, 5], [2, 6]], [0.2, 0.8], document, sentence) == [
        [0, 5],
        [1, 5],
        [2, 6],
    ]
    assert moved("Marie Curie left", [[0, 0], [1, 5], [2, 6]], [0.8, 0.2], document, sentence) == [
        [0, 0],
        [1, 1],
        [2, 6],
    ]


def test_the_same_word_in_that_sentence_comes_before_the_rest_of_the_name():
    assert moved("Marie Curie", [[0, 0], [1, 5]], [0.2, 0.8]) == [[0, 9], [1, 5]]


def test_words_that_are_there_already_or_have_no_link_stay():
    assert moved("Marie Curie", [[0, 0], [1, 1]], [0.2, 0.8]) == [[0, 0], [1, 1]]
    assert moved("Marie Curie", [[1, 5]], [0.2, 0.8]) == [[1, 5]]
    assert moved("Marie Curie", [[0, 0], [0, 9], [1, 5]], [0.2, 0.8]) == [[0, 0], [0, 9], [1, 5]]


def test_only_copies_decide():
    assert moved("Marie Curie", [[0, 1], [1, 7]], [0.2, 0.8]) == [[0, 1], [1, 7]]


def test_words_that_the_document_does_not_have_side_by_side_are_no_name():
    assert moved("Curie Warsaw", [[0, 1], [1, 7]], [0.2, 0.8]) == [[0, 1], [1, 7]]


def test_a_name_does_not_go_beyond_a_sentence():
    document = [word for word in DOCUMENT if word not in ("arrived", ".")]
    links = [[0, 1], [1, 2]]
    assert moved("Curie Later", links, [0.2, 0.8], document, np.array([0] * 2 + [1] * 6)) == links
    assert moved("Curie Later", links, [0.2, 0.8], document, np.array([0] * 3 + [1] * 5)) == links
    assert moved("Curie Later", [[0, 3], [1, 2]], [0.8, 0.2], document, np.array([0] * 3 + [1] * 5)) == links


def test_words_without_capitals_are_no_name():
    lower = [word.lower() for word in DOCUMENT]
    links = [[0, 0], [1, 5]]
    assert moved("marie curie", links, [0.2, 0.8]) == links
    assert moved("Marie Curie", links, [0.2, 0.8], lower) == links


def test_no_links_at_all():
    assert moved("Marie Curie", np.zeros((0, 2), int), [0.2, 0.8]) == []
