"""EM finds the parameters again from summaries that a known model wrote."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from sumtrace.jumps.mixture import JumpMixture
from sumtrace.jumps.registry import start_jump
from sumtrace.jumps.shapes import Gaussian, Laplace
from sumtrace.model.parameters import start
from sumtrace.rewrites.registry import start_components
from sumtrace.settings import Settings
from sumtrace.text import stem
from sumtrace.training.corpus import corpus_of
from sumtrace.training.e_step import e_step
from sumtrace.training.executors import Threads
from sumtrace.training.m_step import m_step
from sumtrace.training.problem import problem_of
from twins.jumps import dense
from twins.random_jumps import PROPER
from twins.toys import NAMES, Toy, tokens_of

# words that WordNet does not know, each with an inflection
BASES = [f"{a}{b}k{c}n" for a, b, c in product("bdfgzv", "aeou", "aoui")]
INFLECTED = [base + ending for base in BASES for ending in ("", "s")]
NULL = 0.25
PAIRS = 1200

# The lexical table could learn to copy and to inflect as well, and then nobody could tell it from the components; so its
# prior is strong enough to hold each word's row near the uniform one, which wrote the summaries, but not null's row.
SETTINGS = Settings(
    max_document_phrase=1,
    max_summary_phrase=1,
    lengths="learnt",
    null_by_word=False,
    fake_word=0.5,
    fake_identical=0.0,
    fake_stem=0.01,
    weight_count=1.0,
    least_count=0.0,
)


def test_the_words_are_as_described():
    assert all(stem(base) == stem(base + "s") for base in BASES)
    assert len({stem(base) for base in BASES}) == len(BASES)


class Writer:
    """The generative story, step by step; phrases of several words are always copied."""

    def __init__(self, words, weights, jump, lengths, random):
        self.vocabulary, self.weights, self.jump, self.lengths, self.random = words, weights, jump, lengths, random
        self.null_row = np.cumsum(random.dirichlet(np.full(len(words), 0.05)))

    def corpus(self):
        """Pairs of documents of seven to eleven words in three sentences."""
        return [
            self.pair(m, np.array([0, 3, 6, m], np.int32)) for m in self.random.integers(7, 12, size=PAIRS).tolist()
        ]

    def pair(self, m, bounds):
        """A document of m different words and a summary of at least one word."""
        document = tuple(self.random.permutation(self.vocabulary)[:m].tolist())
        matrix = np.cumsum(dense(self.jump, m, bounds), axis=1)
        summary = ()
        while not summary:
            summary = tuple(self.words(document, matrix))
        return Toy(document, summary, bounds)

    def words(self, document, matrix):
        """Yield a summary's words: null words, rewritten words and copied phrases, until the jump to the end."""
        m, e = len(document), 0
        while True:
            if self.random.random() < NULL:
                yield self.vocabulary[drawn(self.null_row, self.random)]
                continue
            j = drawn(matrix[e], self.random)
            if j == m:
                return
            n = 1 + drawn(np.cumsum(self.lengths[: m - j]), self.random)
            yield from (self.rewritten(document[j]),) if n == 1 else document[j : j + n]
            e = j + n

    def rewritten(self, word):
        """Copy, inflect, or replace by any word."""
        chosen = list(self.weights)[drawn(np.cumsum(list(self.weights.values())), self.random)]
        if chosen == "identity":
            return word
        if chosen == "stem":
            base = word.removesuffix("s")
            return base if self.random.random() < 0.5 else base + "s"
        return self.vocabulary[self.random.integers(len(self.vocabulary))]


def drawn(running_sums, random):
    """An index drawn by running sums."""
    return int(np.searchsorted(running_sums, random.random() * running_sums[-1], side="right"))


def true_jump(name):
    """A jump model with a marked shape, from which summaries of about ten words come."""
    if "+" in name:
        first, second = name.split("+")
        return JumpMixture(true_jump(first), true_jump(second), 0.6)
    if name == "gaussian":
        return Gaussian(mean=0.8, deviation=1.6)
    if name == "laplace":
        return Laplace(ahead=1.5, back=0.8, backward=0.4)
    model = start_jump(name)
    if name == "relative":
        near = {0: 8.0, 1: 2.0, 2: 2.0, 3: 1.0, -1: 0.2, -2: 1.5, -3: 0.5}
        return replace(model, weight=np.array([near.get(int(low), 0.1) for low in model.bands.low]))
    distance = np.where(np.arange(-64, 65) == 0, 6.0, 0.5)
    classes = np.array([[0.5, 0.3, 0.05, 0.1, 0.05], [0.2, 0.5, 0.1, 0.1, 0.1]])
    return replace(model, classes=classes, distance=distance, position=np.array([3.0, 2.0] + [1.0] * 62))


def trained(toys, settings, iterations=20):
    components = start_components(settings)
    problem = problem_of(corpus_of(tokens_of(toys), settings), settings, components)
    parameters = start(settings, problem.mixture.type_count, components)
    for _ in range(iterations):
        expected = e_step(problem.blocks, problem.counting(parameters), Threads(1))
        parameters = m_step(problem.mixture, settings, parameters, expected.counts)
    return parameters


def named(parameters, weights):
    """The learnt weights of those parts that a true model has."""
    found = dict(zip(NAMES, parameters.weights.tolist(), strict=True))
    return {part: found[part] for part in weights}


@pytest.mark.parametrize("name", PROPER)
def test_null_weights_and_jumps_are_found_again(name):
    weights = {"identity": 0.45, "stem": 0.2, "lexical": 0.35}
    writer = Writer(INFLECTED, weights, true_jump(name), [1.0], np.random.default_rng(11))
    parameters = trained(writer.corpus(), replace(SETTINGS, jump=name, components=("identity", "stem")))
    assert parameters.null == pytest.approx(NULL, abs=0.03)
    assert named(parameters, weights) == pytest.approx(weights, abs=0.04)
    # the jumps, as the distance between rows of the two matrices, by half the sum of differences
    m, bounds = 9, np.array([0, 3, 6, 9])
    truth = dense(writer.jump, m, bounds)
    found, untrained = (
        0.5 * np.abs(dense(jump, m, bounds) - truth).sum(axis=1) for jump in (parameters.jump, start_jump(name))
    )
    assert found.max() < 0.15
    assert found.mean() < 0.1
    assert untrained.mean() > 0.4


def test_phrase_lengths_are_found_again():
    """Words without inflections, so that a copied phrase is what every component would have written."""
    weights, lengths = {"identity": 0.6, "lexical": 0.4}, [0.6, 0.3, 0.1]
    writer = Writer(BASES, weights, true_jump("relative"), lengths, np.random.default_rng(12))
    settings = replace(SETTINGS, components=("identity",), max_document_phrase=3, max_summary_phrase=3)
    parameters = trained(writer.corpus(), settings)
    assert parameters.lengths == pytest.approx(lengths, abs=0.04)
    assert parameters.null == pytest.approx(NULL, abs=0.03)
    assert named(parameters, weights) == pytest.approx(weights, abs=0.05)
