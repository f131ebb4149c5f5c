"""Pictures of trees."""

from xml.etree import ElementTree

import pytest
from hypothesis import given

from making import trees
from sumtrace.report.tree_drawing import columns, draw, draw_svg
from sumtrace.text.trees import Tree

CAT = "(ROOT (S (NP (DT The) (NN cat)) (VP (VBD sat) (PP (IN on) (NP (DT the) (NN mat)))) (. .)))"


def test_a_small_tree_is_drawn_from_the_top() -> None:
    tree = Tree.from_brackets("(S (NP (DT The) (NN cat)) (VP (VBD sat)))")
    assert draw(tree).splitlines() == [
        "      ROOT",
        "       │",
        "       S",
        "   ┌───┴───┐",
        "   NP      VP",
        " ┌─┴──┐    │",
        " DT   NN  VBD",
        "The  cat  sat",
    ]


def test_a_wide_tree_is_drawn_as_an_outline() -> None:
    assert draw(Tree.from_brackets("(S (NP (DT The) (NN cat)) (VP (VBD sat)))"), width=10).splitlines() == [
        "ROOT",
        "└─ S",
        "   ├─ NP",
        "   │  ├─ DT The",
        "   │  └─ NN cat",
        "   └─ VP",
        "      └─ VBD sat",
    ]


@given(trees())
def test_every_word_is_in_both_pictures(tree: Tree) -> None:
    for width in (0, 10_000):
        picture = draw(tree, width=width)
        assert all(word in picture for word in tree.words)
    svg = ElementTree.fromstring(draw_svg(tree))
    texts = [node.text or "" for node in svg.iter("{http://www.w3.org/2000/svg}text")]
    assert len(texts) == 1 + len(tree.labels) + 2 * len(tree)


def test_several_trees_stand_below_each_other_in_one_svg() -> None:
    one, two = (ElementTree.fromstring(draw_svg(*[Tree.from_brackets(CAT)] * times)) for times in (1, 2))
    assert float(two.attrib["height"]) == pytest.approx(2 * float(one.attrib["height"]), abs=1)


def test_wide_characters_take_two_columns() -> None:
    assert (columns("毛布"), columns("é"), columns("e\u0301")) == (4, 1, 1)
