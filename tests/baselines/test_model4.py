import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from making import pair_of, shared_gold
from sumtrace.baselines.bitext import Bitext
from sumtrace.baselines.model4 import FERTILITIES, REACH, Model4
from sumtrace.baselines.model4_climb import climb, log_probability, neighbours
from sumtrace.baselines.translation import translate
from sumtrace.baselines.translation_table import TranslationTable, look_up
from sumtrace.evaluation.scores import evaluate

CLASSES = 3
words = st.lists(st.sampled_from("abcd"), min_size=1, max_size=4).map(" ".join)


def random_model(bitext, seed):
    random = np.random.default_rng(seed)
    table = TranslationTable.uniform(bitext)
    table.prob[:] = random.random(len(table.prob)) + 0.01
    return Model4(
        table,
        random.integers(0, CLASSES, bitext.words),
        np.log(random.dirichlet(np.ones(FERTILITIES + 1), bitext.words)),
        np.log(random.dirichlet(np.ones(2 * REACH + 1), (CLASSES + 1, CLASSES))),
        np.log(random.dirichlet(np.ones(REACH + 1), CLASSES)),
        stay=0.7,
    )


def naive_probability(links, source, target, model):
    """Brown et al.'s formula, cept by cept."""
    t_max, empty = len(target), links.count(0)
    if 2 * empty > t_max:
        return 0.0
    total = math.comb(t_max - empty, empty) * model.stay ** (t_max - 2 * empty) * (1 - model.stay) ** empty
    for t, i in enumerate(links):
        total *= model.table[source[i - 1] if i else model.table.words, target[t]]
    center, before = 0, CLASSES
    for i in range(1, len(source) + 1):
        cept = [t for t, link in enumerate(links) if link == i]
        total *= math.exp(model.fertility[source[i - 1], len(cept)])
        if cept:
            total *= math.exp(model.head[before, model.classes[target[cept[0]]], cept[0] + 1 - center + REACH])
            for last, t in itertools.pairwise(cept):
                total *= math.exp(model.rest[model.classes[target[t]], t - last])
            center = math.ceil(sum(t + 1 for t in cept) / len(cept))
            before = model.classes[source[i - 1]]
    return total


def everything(document, summary, seed):
    bitext = Bitext.of([pair_of(document, summary)], seeded=False)
    model = random_model(bitext, seed)
    source, target = bitext.words_of(0)
    every = list(itertools.product(range(len(source) + 1), repeat=len(target)))
    return source, target, model, every


@settings(deadline=None, max_examples=40)
@given(words, words, st.integers(0, 1000))
def test_probability_of_every_alignment_equals_the_formula(document, summary, seed):
    source, target, model, every = everything(document, summary, seed)
    scores = model.scores(source, target, look_up(model.table.cells, source, target))
    ours = [math.exp(log_probability(np.array(links), scores)) for links in every]
    assert ours == pytest.approx([naive_probability(links, source, target, model) for links in every])


@settings(deadline=None, max_examples=40)
@given(words, words, st.integers(0, 1000))
def test_a_climb_ends_where_no_move_or_swap_helps(document, summary, seed):
    source, target, model, every = everything(document, summary, seed)
    scores = model.scores(source, target, look_up(model.table.cells, source, target))
    candidates = np.tile(np.arange(len(source) + 1), (len(target), 1))
    links = np.array(every[seed % len(every)])
    start = log_probability(links, scores)
    climb(links, candidates, scores)
    top = log_probability(links, scores)
    assert top >= start - 1e-9
    for t in range(len(target)):
        for i in range(len(source) + 1):
            moved = links.copy()
            moved[t] = i
            assert log_probability(moved, scores) <= top + 1e-6
    for t, u in itertools.combinations(range(len(target)), 2):
        swapped = links.copy()
        swapped[[t, u]] = swapped[[u, t]]
        assert log_probability(swapped, scores) <= top + 1e-6


@settings(deadline=None, max_examples=40)
@given(words, words, st.integers(0, 1000))
def test_neighbours_weigh_alignments_by_their_probability(document, summary, seed):
    source, target, model, every = everything(document, summary, seed)
    scores = model.scores(source, target, look_up(model.table.cells, source, target))
    candidates = np.tile(np.arange(len(source) + 1), (len(target), 1))
    links = np.array(every[seed % len(every)])
    climb(links, candidates, scores)
    weight = np.empty((len(target), len(source) + 1))
    neighbours(links, candidates, scores, weight)
    near = [other for other in every if sum(a != b for a, b in zip(other, links, strict=True)) <= 1]
    probability = np.array([naive_probability(other, source, target, model) for other in near])
    if probability.sum() == 0:  # one target word may not be null, so there is nothing to weigh
        return
    for t in range(len(target)):
        for i in range(len(source) + 1):
            share = sum(p for other, p in zip(near, probability, strict=True) if other[t] == i) / probability.sum()
            assert weight[t, i] == pytest.approx(share, abs=1e-9)


def test_quality_on_msr():
    """GIZA++ on the same pairs: 76.0 intersected."""
    gold = shared_gold("msr-dev")
    scores = evaluate(gold, translate([g.texts for g in gold], "model4", symmetrization="intersect"))
    assert 100 * scores.all.micro.soft_f == pytest.approx(76.0, abs=2)
