"""The shipped parser, its kernels against an obvious twin, and other parsers behind the protocol."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sumtrace.errors import InputError, ModelError
from sumtrace.evaluation.brackets import score_trees
from sumtrace.text import Text
from sumtrace.text.parsing import PARSERS, MissingParserError, Parser, parse_stream, parser
from sumtrace.text.parsing.backends import BracketBackend, bllip_brackets
from sumtrace.text.parsing.decoding import parse_sentence
from sumtrace.text.parsing.encoding import encode, tanh_in_place
from sumtrace.text.parsing.features import COLUMNS, Features, word_key
from sumtrace.text.parsing.shipped import ShippedParser
from sumtrace.text.parsing.weights import ParserModel, Weights, load_model, pack, save_model, unpack
from sumtrace.text.tree_matching import join_hyphens
from sumtrace.text.trees import Tree, read_trees

TREES = Path(__file__).parents[2] / "../shared/data/trees"
TAGS, LABELS = ("DT", "NN", "VB"), ((), ("NP",), ("S", "VP"))


@pytest.fixture(scope="module")
def shipped() -> ShippedParser:
    return ShippedParser()


def random_model(seed: int, width: int = 5, scorer: int = 6) -> ParserModel:
    """A small model with random parameters, three tags and three labels."""
    random = np.random.default_rng(seed)
    symbols = len(TAGS) + len(LABELS) + 1
    inputs = 4 + 3 + 2
    shapes = {
        "vectors": (4, 4),
        "vector_bias": (2, 4),
        "words": (3, 3),
        "spellings": (16, 2),
        "input_1": (2, inputs, 4 * width),
        "bias_1": (2, 4 * width),
        "recurrent_1": (2, width, 4 * width),
        "input_2": (2, 2 * width, 4 * width),
        "bias_2": (2, 4 * width),
        "recurrent_2": (2, width, 4 * width),
        "tagger": (2 * width, len(TAGS)),
        "tagger_bias": (len(TAGS),),
        "action_between": (2 * width, 4 * scorer),
        "action_bias": (4 * scorer,),
        "action_missing": (4, scorer),
        "action_symbols": (3, symbols, scorer),
        "action_output": (scorer,),
        "action_output_bias": (1,),
        "label_between": (2 * width, 3 * scorer),
        "label_bias": (3 * scorer,),
        "label_missing": (3, scorer),
        "label_symbols": (2, symbols, scorer),
        "label_output": (scorer, len(LABELS)),
        "label_output_bias": (len(LABELS),),
    }
    arrays = {name: random.standard_normal(shape).astype(np.float32) for name, shape in shapes.items()}
    return ParserModel(Weights(**arrays), Features({"a": 2, "b": 3}, {"a": 2}, 16), TAGS, LABELS)


def plain_encode(weights: Weights, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """`encode`, as one would write it on a blackboard."""

    def sigmoid(x: np.ndarray) -> np.ndarray:
        return 1 / (1 + np.exp(-x))

    def direction(inputs: np.ndarray, matrix: np.ndarray, bias: np.ndarray, recurrent: np.ndarray) -> np.ndarray:
        state = cell = np.zeros(len(recurrent))
        states = []
        for token in inputs:
            i, f, g, o = np.split(token @ matrix + bias + state @ recurrent, 4)
            cell = sigmoid(f) * cell + sigmoid(i) * np.tanh(g)
            state = sigmoid(o) * np.tanh(cell)
            states.append(state)
        return np.array(states)

    inputs = np.concatenate(
        [
            weights.vectors[rows[:, 0]] + weights.vector_bias[(rows[:, 0] > 0).astype(int)],
            weights.words[rows[:, 1]],
            weights.spellings[rows[:, 2:]].sum(axis=1),
        ],
        axis=1,
    ).astype(float)
    for layer in (
        (weights.input_1, weights.bias_1, weights.recurrent_1),
        (weights.input_2, weights.bias_2, weights.recurrent_2),
    ):
        forward = direction(inputs, *(part[0] for part in layer))
        backward = direction(inputs[::-1], *(part[1] for part in layer))[::-1]
        inputs = np.concatenate([forward, backward], axis=1)
    tags = (inputs[1:-1] @ weights.tagger + weights.tagger_bias).argmax(axis=1)
    return np.concatenate([forward[:-1], backward[1:]], axis=1), tags


def best_derivation(weights: Weights, places: np.ndarray, tags: np.ndarray) -> list[tuple[int, int, int]]:
    """The likeliest (start, end, label) of all derivations, found by trying every one of them."""
    count, scorer = len(tags), len(weights.action_output)
    none = weights.action_symbols.shape[1] - 1

    def said(matrix: np.ndarray, bias: np.ndarray, missing: np.ndarray, place: int | None, role: int) -> np.ndarray:
        part = slice(role * scorer, (role + 1) * scorer)
        return missing[role] if place is None else places[place] @ matrix[:, part] + bias[part]

    def log_softmax(scores: np.ndarray) -> np.ndarray:
        return scores - np.log(np.exp(scores).sum())

    best: tuple[float, list[tuple[int, int, int]]] = (-np.inf, [])

    def go_on(stack: list[tuple[int, int]], end: int, score: float, done: list[tuple[int, int, int]]) -> None:
        nonlocal best
        if end == count and len(stack) == 1:
            best = max(best, (score, done), key=lambda item: item[0])
            return
        options = {}
        if end < count and len(stack) >= 2:
            top = [stack[-1 - level] if len(stack) > level else (None, none) for level in range(3)]
            roles = [top[2][0], top[1][0], top[0][0], end]
            hidden = sum(
                said(weights.action_between, weights.action_bias, weights.action_missing, place, role)
                for role, place in enumerate(roles)
            ) + sum(weights.action_symbols[level, top[level][1]] for level in range(3))
            odds = np.maximum(hidden, 0) @ weights.action_output + weights.action_output_bias[0]
            options = {True: -np.log1p(np.exp(-odds)), False: -np.log1p(np.exp(odds))}
        else:
            options = {len(stack) >= 2: 0.0}
        for combines, option in options.items():
            if combines:
                (start, left), (middle, right) = stack[-2:]
                rest, new_end = stack[:-2], end
            else:
                start, middle, left, right = end, None, none, int(tags[end])
                rest, new_end = stack, end + 1
            hidden = (
                sum(
                    said(weights.label_between, weights.label_bias, weights.label_missing, place, role)
                    for role, place in enumerate([start, middle, new_end])
                )
                + weights.label_symbols[0, left]
                + weights.label_symbols[1, right]
            )
            for label, value in enumerate(
                log_softmax(np.maximum(hidden, 0) @ weights.label_output + weights.label_output_bias)
            ):
                symbol = len(TAGS) + label if label or combines else right
                go_on([*rest, (start, symbol)], new_end, score + option + value, [*done, (start, new_end, label)])

    go_on([], 0, 0.0, [])
    return best[1]


@pytest.mark.parametrize("seed", range(5))
def test_the_encoder_equals_its_plain_twin(seed: int) -> None:
    model = random_model(seed)
    rows = model.features.rows(["a", "b", "nonsense", "a", "c-b", "9"][: seed + 2])
    places, tags = encode(model.weights, rows)
    plain_places, plain_tags = plain_encode(model.weights, rows)
    np.testing.assert_allclose(places, plain_places, atol=2e-5)
    assert tags.tolist() == plain_tags.tolist()


@pytest.mark.parametrize("seed", range(6))
def test_a_wide_beam_finds_the_likeliest_of_all_derivations(seed: int) -> None:
    model = random_model(seed)
    rows = model.features.rows(["a", "b", "c", "a"][: 1 + seed % 4])
    tags, spans, labels = parse_sentence(model.weights, rows, 4000)
    found = [(*span, label) for span, label in zip(spans.tolist(), labels.tolist(), strict=True)]
    assert found == best_derivation(model.weights, *plain_encode(model.weights, rows))
    assert len(tags) == len(rows) - 2


def test_the_fast_tanh_is_right_to_single_precision() -> None:
    values = np.linspace(-30, 30, 20_001, dtype=np.float32)
    squashed = values.copy()
    tanh_in_place(squashed)
    np.testing.assert_allclose(squashed, np.tanh(values.astype(float)), atol=5e-7)


def test_a_model_survives_its_file_up_to_rounding(tmp_path: Path) -> None:
    model = random_model(0)
    save_model(model, tmp_path / "m.safetensors")
    again = load_model(tmp_path / "m.safetensors")
    assert (again.tags, again.labels) == (model.tags, model.labels)
    assert (again.features.vectors, again.features.words) == (model.features.vectors, model.features.words)
    for name, values in model.weights._asdict().items():
        np.testing.assert_allclose(getattr(again.weights, name), values, atol=0.02)
    assert pack(unpack(pack(model))).keys() == pack(model).keys()


def test_a_file_that_is_no_model_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bad.safetensors").write_bytes(b"nonsense")
    with pytest.raises(ModelError, match="cannot be read"):
        load_model(tmp_path / "bad.safetensors")


def test_words_are_known_by_their_folded_form_and_compounds_by_their_last_part() -> None:
    assert word_key("Don’t") == "don't"
    assert word_key("1,250") == "0,000"
    features = Features({"tracking": 2}, {"eye": 2}, 64)
    rows = features.rows(["eye-tracking", "Eye", "zzz"])
    assert rows.shape == (5, COLUMNS)
    assert rows[1:4, 0].tolist() == [2, 0, 0]
    assert rows[1:4, 1].tolist() == [0, 2, 0]


def test_plain_sentences_get_the_trees_one_expects(shipped: ShippedParser) -> None:
    sentences = ["The long-term plan failed .", "She gave the old dog a bone ."]
    assert [tree.brackets() for tree in shipped.parse([line.split() for line in sentences])] == [
        "(ROOT (S (NP (DT The) (JJ long-term) (NN plan)) (VP (VBD failed)) (. .)))",
        "(ROOT (S (NP (PRP She)) (VP (VBD gave) (NP (DT the) (JJ old) (NN dog)) (NP (DT a) (NN bone))) (. .)))",
    ]


def test_capitals_do_not_change_the_tree(shipped: ShippedParser) -> None:
    words = "the committee rejected the plan because it was late .".split()
    small, capital = shipped.parse([words, [word.upper() for word in words]])
    assert (small.tags, small.labels, small.spans) == (capital.tags, capital.labels, capital.spans)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(max_size=12), max_size=30))
def test_whatever_the_tokens_are_there_is_a_tree_over_them(words: list[str]) -> None:
    tree = ShippedParser().parse([words])[0]
    assert tree.words == tuple(words)
    assert len(tree.tags) == len(words)


@pytest.mark.parametrize(
    "words", [["Rain"], ["."], [""], ["\ud800"], ["x"] * 3000, list("@#$%^&*()_+{}|:<>?~"), ["THE", "END"] * 150]
)
def test_odd_sentences_get_a_tree(shipped: ShippedParser, words: list[str]) -> None:
    assert shipped.parse([words])[0].words == tuple(words)


def test_threads_company_and_repetition_do_not_change_a_tree(shipped: ShippedParser) -> None:
    texts = ["A dog barked at the tall man near the gate .", "Why did they leave so early ?", "No .", "It rained ."]
    sentences = [line.split() for line in texts] * 60
    alone = [shipped.parse([words])[0] for words in sentences[:4]]
    assert shipped.parse(sentences) == ShippedParser(threads=3).parse(sentences) == alone * 60


def test_importing_the_parsers_does_not_import_numba() -> None:
    code = "import sys, sumtrace.text.parsing; sys.exit('numba' in sys.modules)"
    assert (
        subprocess.run([sys.executable, "-c", code], env={"PYTHONPATH": ":".join(sys.path)}, check=False).returncode
        == 0
    )


@pytest.mark.skipif(not TREES.is_dir(), reason="the treebanks are not here (../shared/data/trees)")
@pytest.mark.parametrize(("name", "least"), [("gum-test", 0.80), ("wsj-sample", 0.76)])
def test_brackets_reach_their_mark(shipped: ShippedParser, name: str, least: float) -> None:
    gold = [join_hyphens(tree) for tree in read_trees(TREES / f"{name}.ptb.gz")][:300]
    assert score_trees(gold, shipped.parse([tree.words for tree in gold])).f1 > least


class FlatParser:
    """A backend that makes one phrase of every sentence."""

    def parse(self, sentences: Sequence[Sequence[str]]) -> list[Tree]:
        return [Tree(tuple(words), ("NN",) * len(words), ("NP",), ((0, len(words)),)) for words in sentences]


def test_any_object_that_parses_is_a_parser() -> None:
    backend: Parser = FlatParser()
    sentences = [[str(number), "x"] for number in range(10)]
    streamed = list(parse_stream(backend, iter(sentences), at_once=3))
    assert [words for words, _ in streamed] == sentences
    assert [tree for _, tree in streamed] == backend.parse(sentences)


def test_a_bracket_backend_is_bound_to_our_tokens() -> None:
    def split_hyphens(words: list[str]) -> str:
        pieces = [piece for word in words for piece in word.replace("-", " - ").replace("(", "-LRB-").split()]
        return "(S1 (NP " + " ".join(f"({'HYPH' if piece == '-' else 'NN'} {piece})" for piece in pieces) + "))"

    trees = BracketBackend(split_hyphens).parse([["a", "long-term", "("], []])
    assert [tree.words for tree in trees] == [("a", "long-term", "("), ()]


def test_a_backend_that_changes_the_words_is_found_out() -> None:
    with pytest.raises(InputError, match="sentence 1, token 1: expected 'rain'"):
        BracketBackend(lambda words: "(NP (NN snow))").parse([["rain"]])


@pytest.mark.parametrize("name", ["benepar", "stanza", "bllip"])
def test_a_missing_parser_says_what_to_install(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    library = "bllipparser" if name == "bllip" else name
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(MissingParserError, match=f"'{name}' is not installed; install it with: pip install {library}"):
        parser(name)


def test_an_unknown_parser_is_refused_with_the_known_ones() -> None:
    with pytest.raises(InputError, match=r"unknown parser 'x'\. Choose one of: sumtrace, benepar, stanza, bllip"):
        parser("x")
    assert isinstance(PARSERS["sumtrace"](1), ShippedParser)


@pytest.mark.skipif(importlib.util.find_spec("bllipparser") is None, reason="bllipparser is not installed")
def test_the_trees_of_bllipparser_are_read() -> None:
    """The library's own tree type and call; no model of it can be installed from a registry, so none is loaded."""
    import bllipparser

    class Parse:
        ptb_parse = bllipparser.Tree("(S1 (S (NP (DT The) (NN end)) (-LRB- -LRB-) (VP (VBD came))))")

    class Loaded:
        def parse(self, words: list[str]) -> list[Parse]:
            return [Parse()]

    tree = BracketBackend(bllip_brackets(Loaded())).parse([["The", "end", "(", "came"]])[0]
    assert tree.brackets() == "(ROOT (S (NP (DT The) (NN end)) (-LRB- -LRB-) (VP (VBD came))))"


def test_a_document_is_parsed_sentence_by_sentence(shipped: ShippedParser) -> None:
    text = Text.from_string("Rain fell all night. The river rose (again).")
    trees = shipped.parse([text.words[start:end] for start, end in text.sentences])
    assert tuple(word for tree in trees for word in tree.words) == text.words
