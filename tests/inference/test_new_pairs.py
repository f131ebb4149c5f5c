"""A trained model meets a new pair: its table, vocabulary and prior apply to words it knows and to words it does not."""

import math

import numpy as np
import pytest

import sumtrace
from making import pair_of
from sumtrace.encoding.tokens import TokenNumbers
from sumtrace.inference.posteriors import posteriors
from sumtrace.model import prepare
from sumtrace.rewrites.wordnet import WordNetDistance
from sumtrace.settings import Settings
from sumtrace.training.corpus import corpus_of
from sumtrace.training.trainer import train
from twins.rewrites import Rewrites
from twins.story import Teller, expectations
from twins.toys import NAMES, random_toy


@pytest.fixture(scope="module")
def model():
    random = np.random.default_rng(31)
    tokens = TokenNumbers()
    for _ in range(6):
        one = random_toy(8, 6, random)
        tokens.add(one.document, one.summary, [(0, 8)])
    settings = Settings(components=("identity", "stem"), iterations=3, tolerance=0.0, least_count=0.0)
    return train(corpus_of(tokens, settings), settings, threads=1)


@pytest.mark.parametrize(
    ("document", "summary"),
    [
        ("car cars dog", "cars dog"),
        ("the new Dogs run", "runs newly the dogs"),
        ("qwyjibo snark", "snark boojum"),
    ],
    ids=["known words", "some known", "all unknown"],
)
def test_scores_are_those_of_the_training_vocabulary_enlarged_by_the_pair(model, document, summary):
    pair = pair_of(document, summary)
    beliefs = posteriors(*prepare(model, pair).problem)
    truth = expectations(teller_of(model, pair))
    assert beliefs.log_likelihood == pytest.approx(math.log(truth.total), rel=1e-9)
    np.testing.assert_allclose(beliefs.link, truth.link, rtol=1e-8, atol=1e-12)
    np.testing.assert_allclose(beliefs.null, truth.null, rtol=1e-8, atol=1e-12)


class WithUnseenWords(Rewrites):
    """From null, a word that no summary had is as likely as the average word."""

    def null(self, word):
        count = math.fsum(count for (d, _), count in self.counts.items() if d is None) / len(self.lexicon)
        extra = 0.0 if word in self.lexicon else count / self.below(None)
        return super().null(word) + extra


def teller_of(model, pair):
    table, words = model.parameters.table, model.words
    counts = {
        (None if row == len(words) else (words[row],), (words[table.column[i]],)): float(table.counts[i])
        for row in range(len(words) + 1)
        for i in range(table.at[row], table.at[row + 1])
    }
    weights = dict(zip(NAMES, model.parameters.weights.tolist(), strict=True))
    rewrites = WithUnseenWords(
        [pair.summary.words], model.settings, weights, counts, WordNetDistance(), model.vocabulary.words
    )
    bounds = np.array([0, len(pair.document)], np.int32)
    parameters = model.parameters
    return Teller(
        pair.document.words, pair.summary.words, bounds, model.settings, rewrites, parameters.jump, parameters.null,
        parameters.lengths.tolist(),
    )  # fmt: skip


def test_a_word_nobody_has_seen_comes_from_nowhere_rather_than_from_a_chance_neighbour():
    aligned = sumtrace.load().align("The mayor opened the new bridge on Friday.", "Mayor opens zorbly bridge.")
    mayor, opens, zorbly, bridge, _ = aligned.null_prob
    assert max(mayor, opens, bridge) < 0.1
    assert zorbly > 0.5
    assert 2 in aligned.unlinked()


def test_the_model_knows_the_summaries_words(model):
    assert model.vocabulary.words
    assert all(model.numbers[word] == number for number, word in enumerate(model.words))
