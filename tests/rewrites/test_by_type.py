"""The scores of a pair's types equal those written out over words, and every row is a distribution."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from sumtrace.rewrites.by_type import type_scores
from sumtrace.text import fold
from twins.toys import WORDS, Toy, plain, random_toy, random_world, toy

SETTINGS = [
    plain(),
    plain(components=("stem",), fake_word=2.0, wordnet_other_stems=False),
    plain(components=(), fake_identical=0.0, max_document_phrase=2),
    plain(wordnet_senses=1, wordnet_reach=6, wordnet_other_stems=False, fake_stem=0.0),
    plain(fake_word=0.01, components=("identity", "wordnet")),
]


@pytest.fixture(params=range(len(SETTINGS)))
def settings(request):
    return SETTINGS[request.param]


def scores_of(world, p):
    pair, model = world.problem(p)
    return type_scores(pair, model.rewrites)


def types_of(at, numbers, p, world):
    return [world.spelt(int(number)) for number in numbers[at[p] : at[p + 1]]]


class TestScores:
    def test_word_cell_and_null_scores_are_those_written_out(self, settings):
        random = np.random.default_rng(9)
        for _ in range(4):
            toys = [random_toy(m, t_end, random) for m, t_end in ((7, 6), (1, 3), (5, 1), (4, 9))]
            world = random_world(toys, settings, random)
            twin, block = world.rewrites(), world.block
            for p in range(len(toys)):
                scored = scores_of(world, p)
                rows = types_of(block.doc_types_at, block.doc_types, p, world)
                columns = types_of(block.sum_types_at, block.sum_types, p, world)
                scores = [[twin.score(s, d) for d in rows] for s in columns]
                np.testing.assert_allclose(scored.word, scores, rtol=1e-12)
                np.testing.assert_allclose(scored.null, [twin.null(s[0]) for s in columns], rtol=1e-12)
                theta = [[twin.lexical(s, d) for d in rows] for s in columns]
                np.testing.assert_allclose(scored.lexical, theta, rtol=1e-12)
                check_cells(world, p, scored, twin)

    def test_with_a_given_vocabulary_rows_run_over_it(self, settings):
        random = np.random.default_rng(10)
        toys = [random_toy(6, 4, random, WORDS[:8])]
        world = random_world(toys, settings, random, frozenset(map(fold, WORDS)) | {"motor", "hound"})
        twin, block = world.rewrites(), world.block
        rows = types_of(block.doc_types_at, block.doc_types, 0, world)
        columns = types_of(block.sum_types_at, block.sum_types, 0, world)
        scores = [[twin.score(s, d) for d in rows] for s in columns]
        np.testing.assert_allclose(scores_of(world, 0).word, scores, rtol=1e-12)


def check_cells(world, p, scored, twin):
    """Every phrase pair of several words that has a score is a cell, with that score, and no other is."""
    block, one, limit = world.block, world.toys[p], world.settings
    document, summary = tuple(map(fold, one.document)), tuple(map(fold, one.summary))
    expected = {}
    for t, j in product(range(len(summary)), range(len(document))):
        for a, n in product(range(1, limit.max_summary_phrase + 1), range(1, limit.max_document_phrase + 1)):
            if a * n > 1 and t + a <= len(summary) and j + n <= len(document):
                score = twin.score(summary[t : t + a], document[j : j + n])
                if score > 0:
                    expected[t, a, j, n] = score
    found = {}
    for c in range(block.cells_at[p], block.cells_at[p + 1]):
        place = block.cell_sum[c], block.cell_sum_length[c], block.cell_doc[c], block.cell_doc_length[c]
        if scored.cell[c - block.cells_at[p]] > 0:
            found[tuple(map(int, place))] = scored.cell[c - block.cells_at[p]]
    assert found == pytest.approx(expected, rel=1e-12)


class TestRows:
    def test_words_are_rewritten_into_some_word_of_the_vocabulary(self, settings):
        """All words of the vocabulary stand in the summary, so that the scores show whole rows."""
        random = np.random.default_rng(11)
        everything = toy(" ".join(WORDS), " ".join([*WORDS, "motorcar", "hound"]))
        scored = scores_of(random_world([everything], settings, random), 0)
        np.testing.assert_allclose(scored.word.sum(axis=0), 1.0, rtol=1e-12)
        assert scored.null.sum() == pytest.approx(1.0, rel=1e-12)

    def test_a_word_outside_the_vocabulary_keeps_the_share_of_its_copy(self):
        world = random_world([toy("qwyjibo car", "car dog the")], plain(), np.random.default_rng(12))
        identity = world.parameters.weights[0]
        np.testing.assert_allclose(scores_of(world, 0).word.sum(axis=0), [1 - identity, 1.0], rtol=1e-12)

    def test_phrases_are_rewritten_into_some_phrase_of_the_summaries(self, settings):
        if settings.fake_identical == 0 or settings.fake_stem == 0:
            settings = replace(settings, fake_identical=1.0, fake_stem=2.0)
        alphabet = ("car", "cars", "dog")
        document = ("car", "dog", "cars", "car")
        toys = [Toy(document, s, np.array([0, 4], np.int32)) for s in product(alphabet, repeat=3)]
        world = random_world(toys, settings, np.random.default_rng(13))
        block = world.block
        scores = {}
        for p in range(len(toys)):
            scored = scores_of(world, p)
            for c in range(block.cells_at[p], block.cells_at[p + 1]):
                key = world.spelt(int(block.cell_row[c])), world.spelt(int(block.cell_column[c]))
                scores[key] = scored.cell[c - block.cells_at[p]]
        rows = {d for d, _ in scores}
        longest = settings.max_document_phrase
        assert rows == {document[j : j + n] for n in range(2, longest + 1) for j in range(5 - n)}
        for row in rows:
            assert sum(score for (d, _), score in scores.items() if d == row) == pytest.approx(1.0, rel=1e-12)
