"""Labelled bracket scores, on cases counted by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumtrace.errors import InputError
from sumtrace.evaluation.brackets import BracketCounts, score_tree, score_trees
from sumtrace.text.trees import Tree


def tree(brackets: str) -> Tree:
    return Tree.from_brackets(brackets)


GOLD = "(ROOT (S (NP (DT The) (NN cat)) (VP (VBD sat) (PP (IN on) (NP (DT the) (NN mat)))) (. .)))"


def test_a_tree_against_itself_is_perfect() -> None:
    counts = score_tree(tree(GOLD), tree(GOLD))
    assert (counts.matched, counts.gold, counts.predicted, counts.exact) == (5, 5, 5, 1)
    assert counts.precision == counts.recall == counts.f1 == counts.exact_match == counts.tag_accuracy == 1.0


def test_a_wrong_attachment_and_a_wrong_label_are_counted() -> None:
    predicted = "(ROOT (S (ADJP (DT The) (NN cat)) (VP (VBD sat)) (PP (IN on) (NP (DT the) (NN mat))) (. .)))"
    counts = score_tree(tree(GOLD), tree(predicted))
    # right: S, PP, the second NP; wrong: ADJP for NP, the VP too short
    assert (counts.matched, counts.gold, counts.predicted, counts.exact) == (3, 5, 5, 0)
    assert counts.f1 == pytest.approx(0.6)


def test_the_root_is_not_counted_whatever_it_is_called() -> None:
    for root in ("ROOT", "TOP", "S1", ""):
        assert score_tree(tree(GOLD), tree(GOLD.replace("ROOT", root))).predicted == 5


def test_punctuation_takes_no_room() -> None:
    gold = "(S (NP (NN rain)) (, ,) (VP (VBD fell)) (. .))"
    inside = "(S (NP (NN rain) (, ,)) (VP (VBD fell) (. .)))"
    assert score_tree(tree(gold), tree(inside)).f1 == 1.0


def test_brackets_and_other_symbols_do_take_room() -> None:
    gold = "(S (NP (NN rain) (-LRB- -LRB-) (NN x) (-RRB- -RRB-)) (VP (VBD fell)))"
    shorter = "(S (NP (NN rain) (-LRB- -LRB-) (NN x)) (-RRB- -RRB-) (VP (VBD fell)))"
    assert score_tree(tree(gold), tree(shorter)).matched == 2


def test_punctuation_is_what_the_gold_tags_say() -> None:
    gold = "(S (NP (NN rain)) (: -) (VP (VBD fell)))"
    predicted = "(S (NP (NN rain) (SYM -)) (VP (VBD fell)))"
    assert score_tree(tree(gold), tree(predicted)).f1 == 1.0


def test_a_bracket_over_punctuation_only_is_left_out() -> None:
    assert score_tree(tree("(S (NN rain) (. .))"), tree("(S (NN rain) (PRN (. .)))")).predicted == 1


def test_particles_count_as_adverb_phrases() -> None:
    gold = "(VP (VB give) (PRT (RP up)))"
    assert score_tree(tree(gold), tree("(VP (VB give) (ADVP (RB up)))")).f1 == 1.0


def test_function_tags_and_traces_do_not_matter() -> None:
    gold = "(S (NP-SBJ-1 (NN rain)) (VP (VBD fell) (NP (-NONE- *-1))))"
    assert score_tree(tree(gold), tree("(S (NP (NN rain)) (VP (VBD fell)))")).f1 == 1.0


def test_equal_brackets_match_one_by_one() -> None:
    once, twice = "(S (NP (NN rain)) (VB x))", "(S (NP (NP (NN rain))) (VB x))"
    counts = score_tree(tree(twice), tree(once))
    assert (counts.matched, counts.gold, counts.predicted) == (2, 3, 2)


def test_counts_of_sentences_add_up() -> None:
    wrong = "(ROOT (S (NP (DT The) (NN cat) (VBD sat)) (PP (IN on) (NP (DT the) (NN mat))) (. .)))"
    total = score_trees([tree(GOLD), tree(GOLD)], [tree(GOLD), tree(wrong)])
    assert total.f1 == pytest.approx(2 * 8 / (10 + 9))
    assert total.exact_match == 0.5


def test_trees_over_different_tokens_are_refused_with_the_sentence() -> None:
    with pytest.raises(InputError, match="sentence 2: the gold tree has 7 tokens, the predicted tree 1"):
        score_trees([tree(GOLD), tree(GOLD)], [tree(GOLD), tree("(NP (NN cat))")])


def test_tag_accuracy_leaves_punctuation_out() -> None:
    counts = score_tree(tree("(S (NN rain) (VBD fell) (. .))"), tree("(S (NN rain) (VBN fell) (: .))"))
    assert counts.tag_accuracy == 0.5


@given(st.lists(st.integers(0, 50), min_size=7, max_size=7))
def test_f1_lies_between_precision_and_recall(numbers: list[int]) -> None:
    matched, more_gold, more_predicted, *rest = numbers
    counts = BracketCounts(matched, matched + more_gold, matched + more_predicted, *rest)
    low, high = sorted([counts.precision, counts.recall])
    if counts.gold and counts.predicted:
        assert low - 1e-12 <= counts.f1 <= high + 1e-12
