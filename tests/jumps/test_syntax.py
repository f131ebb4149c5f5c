"""Syntax-aware jumps: the compiled walk equals the walk written out, and what it skips is the smallest cover."""

import itertools
from dataclasses import replace

import numpy as np
import pytest

from sumtrace.encoding import block as blocks
from sumtrace.encoding.tokens import TokenNumbers
from sumtrace.errors import InputError
from sumtrace.jumps.joining import BySum
from sumtrace.jumps.mixture import JumpMixture
from sumtrace.jumps.operator import operator_of, push
from sumtrace.jumps.registry import jump_from_arrays, start_jump, structure_needed
from sumtrace.jumps.structure import LABELS, structure_of_chunks, structure_of_trees
from sumtrace.jumps.syntax import skips_of
from sumtrace.jumps.walk import FLOOR
from sumtrace.kernels import kernel
from sumtrace.model.parameters import start
from sumtrace.rewrites.registry import start_components
from sumtrace.settings import Settings
from sumtrace.text.trees import Tree
from sumtrace.training.adding import SUMS
from sumtrace.training.corpus import corpus_of
from sumtrace.training.e_step import e_step
from sumtrace.training.executors import Threads
from sumtrace.training.m_step import log_prior, m_step
from sumtrace.training.problem import problem_of
from twins.operating import operate
from twins.walk import all_walks, dense_walk, fewest_nodes, flat_document, numbered, random_document, walk_statistics

SIZES = (1, 2, 3, 4, 5, 7, 9, 12, 16, 23, 40)


def random_walk(random, pseudo_count=1.0):
    model = start_jump("syntax", pseudo_count)
    return replace(model, skip=random.uniform(0.05, 0.95, model.skip.shape), forward=random.uniform(0.1, 0.9, 2))


def structure_of(brackets):
    return structure_of_trees([Tree.from_brackets(text) for text in brackets])


def cases():
    for m in SIZES:
        random = np.random.default_rng(m)
        brackets, sentences = random_document(m, random)
        x = random.random((3, m + 1)) * (random.random((3, m + 1)) < 0.7)
        y = random.random((3, m + 1)) * (random.random((3, m + 1)) < 0.7)
        yield random_walk(random), m, brackets, sentences, x, y


def run(model, m, brackets, x, y):
    return operate(
        model.parameters(m), m, np.array([0, m], np.int32), x, y, model.size, structure=structure_of(brackets)
    )


@kernel
def push_once(parameters, m, bounds, structure, x, out):
    push(operator_of(parameters, m, bounds, structure), BySum(0), x, out)


class TestTheWalk:
    def test_columns_are_the_walk_written_out_and_rows_sum_to_one(self):
        for model, m, brackets, sentences, x, y in cases():
            matrix, best, *_ = run(model, m, brackets, x, y)
            np.testing.assert_allclose(matrix, dense_walk(model, sentences), rtol=1e-10)
            np.testing.assert_allclose(best, dense_walk(model, sentences, best=True), rtol=1e-10)
            np.testing.assert_allclose(matrix.sum(axis=1), 1.0, rtol=1e-12)

    def test_pushes_and_pulls_are_products_with_the_matrix(self):
        for model, m, brackets, sentences, x, y in cases():
            _, _, pushed, highest, pulled, again, _ = run(model, m, brackets, x, y)
            matrix, best = dense_walk(model, sentences), dense_walk(model, sentences, best=True)
            np.testing.assert_allclose(pushed, x @ matrix, rtol=1e-10)
            np.testing.assert_allclose(highest, (x[:, :, None] * best).max(axis=1), rtol=1e-10)
            np.testing.assert_allclose(pulled, y @ matrix.T, rtol=1e-10)
            np.testing.assert_array_equal(again, pulled)

    def test_statistics_are_the_choices_of_every_walk(self):
        for model, m, brackets, sentences, x, y in cases():
            *_, collected = run(model, m, brackets, x, y)
            expected = sum(walk_statistics(model, sentences, x[i], y[i]) for i in range(len(x)))
            np.testing.assert_allclose(collected, expected, rtol=1e-10, atol=1e-14)

    def test_what_is_skipped_is_the_smallest_cover_of_the_words_between(self):
        for m in (1, 2, 3, 5, 8, 11):
            for seed in range(6):
                random = np.random.default_rng(100 * m + seed)
                _, sentences = random_document(m, random)
                _, nodes = numbered(sentences)
                seen = set()
                for e, j, direction, _, walk in all_walks(random_walk(random), sentences):
                    assert (e, j, direction) not in seen, "two walks lead to the same place"
                    seen.add((e, j, direction))
                    # forward the words e..j-1 are jumped over, backward j+1..e
                    between = (e, j) if direction == 0 else (j + 1, min(e + 1, m))
                    (smallest,) = fewest_nodes(nodes, *between)
                    assert sorted(node.span for node in walk.skipped) == [node.span for node in smallest]

    def test_forward_leads_to_e_or_beyond_and_backward_to_e_or_before(self):
        for model, m, _, sentences, _, _ in cases():
            found = {(e, j, direction) for e, j, direction, *_ in all_walks(model, sentences)}
            ahead = {(e, j, 0) for e in range(m + 1) for j in range(e, m + 1)}
            back = {(e, j, 1) for e in range(m + 1) for j in range(min(e + 1, m))}
            assert found == ahead | back

    def test_a_document_without_trees_is_sentences_of_words(self):
        bounds = np.array([0, 1, 4, 9], np.int32)
        random = np.random.default_rng(0)
        model, x = random_walk(random), random.random((1, 10))
        matrix, *_ = operate(model.parameters(9), 9, bounds, x, x, model.size)
        np.testing.assert_allclose(matrix, dense_walk(model, flat_document(bounds)), rtol=1e-10)

    def test_far_jumps_in_long_documents_are_never_impossible(self):
        m = 4000
        bounds = np.arange(0, m + 1, 4, dtype=np.int32)
        model = replace(start_jump("syntax"), skip=np.full((2, len(LABELS)), 0.01))
        x, pushed = np.zeros(m + 1), np.empty(m + 1)
        x[0] = 1.0
        push_once(model.parameters(m), m, bounds, np.zeros(0, np.int32), x, pushed)
        assert pushed.min() >= FLOOR / (m + 1)
        assert pushed.sum() == pytest.approx(1.0, rel=1e-12)


class TestStructure:
    def test_a_phrase_over_the_same_words_as_its_parent_is_left_out(self):
        tree = Tree.from_brackets("(ROOT (S (NP (NN dogs)) (VP (VP (VBP bark) (ADVP (RB loudly))))))")
        structure = structure_of_trees([tree])
        labels, parents = np.split(structure, 2)
        assert [LABELS[label] for label in labels] == ["SENT", "NP", "VP", "verb", "ADVP"]
        assert parents.tolist() == [-1, 0, 0, 2, 2]

    def test_a_sentence_of_one_word_is_that_word(self):
        tree = Tree.from_brackets("(ROOT (INTJ (UH yes)))")
        assert structure_of_trees([tree, Tree((), ()), tree]).tolist() == [0, 0, -1, -1]

    def test_chunks_are_runs_of_content_words_with_the_function_words_before(self):
        words = "The roof of the old house leaked , and it was".split()
        labels, parents = np.split(structure_of_chunks(words, [(0, len(words))]), 2)
        names = [LABELS[label] for label in labels]
        chunks = [x for x, name in enumerate(names) if name == "CHUNK"]
        children = [[x for x, parent in enumerate(parents) if parent == chunk] for chunk in chunks]
        # "The roof" / "of the old house leaked"; the comma and the words after it stand alone
        assert [len(found) for found in children] == [2, 5]
        assert names.count("punctuation") == 1
        assert np.count_nonzero(parents == 0) == 2 + 1 + 3

    def test_chunk_structures_hold_every_word_once(self):
        random = np.random.default_rng(7)
        for _ in range(50):
            words = random.choice(["the", "of", ",", "house", "roof", "."], size=int(random.integers(1, 12))).tolist()
            cut = int(random.integers(0, len(words) + 1))
            labels, parents = np.split(structure_of_chunks(words, [(0, cut), (cut, len(words))]), 2)
            leaves = len(set(range(len(labels))) - set(parents.tolist()))
            assert leaves == len(words)
            counts = np.bincount(parents[parents >= 0], minlength=len(labels))
            assert not (counts == 1).any(), "a phrase over the same words as its parent"


class TestModels:
    @pytest.mark.parametrize("pseudo_count", [0.0, 0.3, 1.0])
    def test_expected_log_posterior_never_falls(self, pseudo_count):
        for model, m, brackets, sentences, x, y in cases():
            model = replace(model, pseudo_count=pseudo_count)
            collected = run(model, m, brackets, x, y)[-1]
            chances = list(all_walks(model, sentences))
            used = [x[0][e] * chance * y[0][j] for e, j, _, chance, _ in chances]
            used = [u + x[1][e] * c * y[1][j] + x[2][e] * c * y[2][j] for u, (e, j, _, c, _) in zip(used, chances)]  # noqa: B905

            def objective(walker, sentences=sentences, used=used):
                logs = [np.log(max(chance, 1e-300)) for *_, chance, _ in all_walks(walker, sentences)]
                return np.dot(used, logs) + walker.log_prior()

            assert objective(model.reestimated(collected)) >= objective(model) - 1e-9 * abs(objective(model))

    def test_many_steps_lead_to_the_walks_that_were_made(self):
        random = np.random.default_rng(5)
        truth, model = random_walk(random, 0.0), start_jump("syntax", 0.0)
        _, sentences = random_document(10, random)
        wanted = dense_walk(truth, sentences)
        for _ in range(40):
            present = dense_walk(model, sentences)
            collected = np.zeros(model.size)
            for e in range(11):
                x, y = np.zeros(11), wanted[e] / present[e]
                x[e] = 1000.0
                collected += walk_statistics(model, sentences, x, y)
            model = model.reestimated(collected)
        np.testing.assert_allclose(dense_walk(model, sentences), wanted, atol=0.01)

    @pytest.mark.parametrize("name", ["syntax", "chunk", "syntax+relative", "chunk+relative"])
    def test_arrays_give_back_the_same_model(self, name):
        random = np.random.default_rng(1)
        model = start_jump(name, 0.7)
        model = model.reestimated(random.random(model.size))
        again = jump_from_arrays(name, {key: array.copy() for key, array in model.to_arrays().items()})
        assert type(again) is type(model)
        assert again.name == name
        assert again.log_prior() == model.log_prior()
        for key, array in model.to_arrays().items():
            np.testing.assert_array_equal(again.to_arrays()[key], array)

    @pytest.mark.parametrize(("name", "value"), [("skip", np.ones((2, 3))), ("forward", np.full(2, 1.5))])
    def test_meddled_arrays_are_refused(self, name, value):
        with pytest.raises(ValueError, match="its jumps"):
            jump_from_arrays("syntax", start_jump("syntax").to_arrays() | {name: value})

    def test_names_say_what_they_need_to_know_of_a_document(self):
        needed = {name: structure_needed(name) for name in ("relative", "syntax+relative", "relative+chunk", "chunk")}
        assert needed == {"relative": None, "syntax+relative": "trees", "relative+chunk": "chunks", "chunk": "chunks"}
        with pytest.raises(InputError, match="both trees and chunks"):
            start_jump("syntax+chunk")

    def test_skips_are_listed_for_a_mixture_too(self):
        model = start_jump("syntax").reestimated(np.arange(4.0 * len(LABELS) + 4))
        listed = skips_of(JumpMixture(start_jump("relative"), model))
        assert {skip.label for skip in listed} == set(LABELS)
        assert listed == sorted(listed, key=lambda skip: -skip.offered_forward - skip.offered_backward)
        pp = next(skip for skip in listed if skip.label == "PP")
        assert pp.forward == model.skip[0, LABELS.index("PP")]
        assert pp.backward == model.skip[1, LABELS.index("PP")]
        assert skips_of(start_jump("relative")) == []


VOCABULARY = "car cars automobile dog dogs run runs the of zzyzx".split()


def corpus(random, pairs=8):
    tokens = TokenNumbers()
    for _ in range(pairs):
        m, t_end = random.integers(2, 25, size=2).tolist()
        brackets, sentences = random_document(m, random)
        ends = list(itertools.accumulate(sentence.span[1] - sentence.span[0] for sentence in spanned(sentences)))
        spans = list(itertools.pairwise([0, *ends]))
        document, summary = (random.choice(VOCABULARY, size=size).tolist() for size in (m, t_end))
        tokens.add(document, summary, spans, structure_of(brackets))
    return tokens


def spanned(sentences):
    numbered(sentences)
    return sentences


class TestTraining:
    @pytest.mark.parametrize("jump", ["syntax", "syntax+relative"])
    def test_log_posterior_never_falls_and_threads_never_change_a_bit(self, jump, monkeypatch):
        monkeypatch.setattr(blocks, "WORD_PAIRS", 300)
        settings = Settings(jump=jump, least_count=0.0, components=("identity", "stem"))
        tokens = corpus(np.random.default_rng(3))
        components = start_components(settings)
        problem = problem_of(corpus_of(tokens, settings), settings, components)
        parameters = start(settings, problem.mixture.type_count, components)
        history = []
        for _ in range(8):
            counting = problem.counting(parameters)
            expectation = e_step(problem.blocks, counting, Threads(1))
            again = e_step(problem.blocks, counting, Threads(3))
            for name in SUMS:
                np.testing.assert_array_equal(getattr(expectation.counts, name), getattr(again.counts, name))
            history.append(expectation.log_likelihood + log_prior(problem.mixture, settings, parameters))
            parameters = m_step(problem.mixture, settings, parameters, expectation.counts)
        assert np.isfinite(history).all()
        assert (np.diff(history) >= -1e-9 * np.abs(history[1:])).all(), history
        assert history[-1] > history[0]
