"""EM finds the parameters again from summaries that a known model wrote."""

from dataclasses import replace

import numpy as np
import pytest

from sumtrace.jumps.mixture import Mixture
from sumtrace.jumps.registry import start_jump
from sumtrace.jumps.shapes import Gaussian, Laplace
from sumtrace.rewrites.wordnet import WordNet
from sumtrace.training.em import e_step, m_step, start
from sumtrace.training.settings import Settings
from twins.jumps import dense
from twins.random_jumps import PROPER
from twins.rewrites import Rewrites
from twins.sampling import Writer
from twins.toys import posed

# words that WordNet does not know, each with an inflection
BASES = ["blick", "dax", "fep", "gorp", "kiv", "lorm", "mip", "nuzz", "plok", "rilt", "spon", "tarv"]
WORDS = [base + ending for base in BASES for ending in ("", "s")]
WEIGHTS = {"identity": 0.45, "stem": 0.2, "wordnet": 0.0, "lexical": 0.35}
NULL = 0.25
LENGTHS = [0.7, 0.3]
PAIRS = 700


def true_jump(name):
    """A jump model with a marked shape, from which summaries of about ten words come."""
    if "+" in name:
        first, second = name.split("+")
        return Mixture(true_jump(first), true_jump(second), 0.6)
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


def written(jump, random):
    """Documents and the summaries that the model writes of them, and the documents' sentence borders."""
    counts = {((word,), (WORDS[(i + shift) % 24],)): 300.0 for i, word in enumerate(WORDS) for shift in (5, 11)}
    counts |= {(None, (word,)): float(100 * random.gamma(0.7)) for word in WORDS}
    rewrites = Rewrites([WORDS], SETTINGS, WEIGHTS, counts, WordNet(), frozenset(WORDS))
    writer = Writer(rewrites, jump, NULL, LENGTHS, random)
    toys = []
    for _ in range(PAIRS):
        m = int(random.integers(7, 12))
        document = tuple(random.permutation(WORDS)[:m].tolist())
        toys.append(writer.pair(document, np.array([0, 3, 6, m], np.int32)))
    return toys


SETTINGS = Settings(
    components=("identity", "stem"),
    max_document_phrase=2,
    max_summary_phrase=2,
    lengths="learnt",
    null_by_word=False,
    fake_word=0.02,
    fake_identical=0.0,
    fake_stem=0.01,
    least_count=0.0,
)


@pytest.mark.parametrize("name", PROPER)
def test_em_finds_what_wrote_the_summaries(name):
    truth = true_jump(name)
    toys = written(truth, np.random.default_rng(11))
    settings = replace(SETTINGS, jump=name)
    _, problem, components = posed(toys, settings)
    parameters = start(problem, start_jump(name), components)
    for _ in range(40):
        parameters = m_step(problem, parameters, e_step(problem, parameters, 1))
    assert parameters.null == pytest.approx(NULL, abs=0.03)
    assert parameters.weights == pytest.approx(list(WEIGHTS.values()), abs=0.04)
    assert parameters.lengths == pytest.approx(LENGTHS, abs=0.04)
    m, bounds = 9, np.array([0, 3, 6, 9])
    apart = 0.5 * np.abs(dense(parameters.jump, m, bounds) - dense(truth, m, bounds)).sum(axis=1)
    untrained = 0.5 * np.abs(dense(start_jump(name), m, bounds) - dense(truth, m, bounds)).sum(axis=1)
    assert apart.max() < 0.1
    assert apart.mean() < 0.06 < 0.2 < untrained.mean()


def test_a_gaussian_is_found_by_name():
    toys = written(Gaussian(mean=0.8, deviation=1.6), np.random.default_rng(12))
    _, problem, components = posed(toys, replace(SETTINGS, jump="gaussian"))
    parameters = start(problem, start_jump("gaussian"), components)
    for _ in range(40):
        parameters = m_step(problem, parameters, e_step(problem, parameters, 1))
    assert parameters.jump.mean == pytest.approx(0.8, abs=0.2)
    assert parameters.jump.deviation == pytest.approx(1.6, abs=0.2)
