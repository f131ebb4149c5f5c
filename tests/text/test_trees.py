"""Trees: Penn Treebank brackets in and out, arrays, matching with a text."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from making import trees
from sumtrace.errors import InputError
from sumtrace.text import Text
from sumtrace.text.tree_matching import join_hyphens, match
from sumtrace.text.trees import Tree, parse_brackets, plain_label, read_trees, write_trees

CAT = "(ROOT (S (NP (DT The) (NN cat)) (VP (VBD sat) (PP (IN on) (NP (DT the) (NN mat)))) (. .)))"


def test_brackets_become_words_tags_and_spans() -> None:
    tree = Tree.from_brackets(CAT)
    assert tree.words == ("The", "cat", "sat", "on", "the", "mat", ".")
    assert tree.tags == ("DT", "NN", "VBD", "IN", "DT", "NN", ".")
    assert tree.labels == ("S", "NP", "VP", "PP", "NP")
    assert tree.spans == ((0, 7), (0, 2), (2, 6), (3, 6), (4, 6))


@given(trees())
def test_brackets_are_read_back_as_they_were_written(tree: Tree) -> None:
    again = Tree.from_brackets(tree.brackets())
    assert (again.tags, again.labels, again.spans) == (tree.tags, tree.labels, tree.spans)
    assert again.brackets() == tree.brackets()


@given(st.lists(trees(), max_size=4))
def test_many_trees_on_many_lines_are_kept_apart(made: list[Tree]) -> None:
    spread = "\n".join(tree.brackets().replace(" (", "\n   (") for tree in made)
    assert [tree.brackets() for tree in parse_brackets(spread)] == [tree.brackets() for tree in made]


def test_function_tags_traces_and_empty_phrases_are_left_out() -> None:
    text = (
        "( (S (NP-SBJ-1 (NNS Plans)) (VP (VBP seem) (S=2 (NP-SBJ (-NONE- *-1)) (VP (TO to) (VP (VB work))))) (. .)) )"
    )
    assert Tree.from_brackets(text).brackets() == (
        "(ROOT (S (NP (NNS Plans)) (VP (VBP seem) (S (VP (TO to) (VP (VB work))))) (. .)))"
    )


def test_labels_lose_what_follows_their_name() -> None:
    assert [plain_label(label) for label in ("NP-SBJ-1", "NP=2", "PRT|ADVP", "-LRB-", "S", "")] == [
        "NP",
        "NP",
        "PRT",
        "-LRB-",
        "S",
        "",
    ]


def test_escapes_are_undone_and_brackets_written_by_name() -> None:
    tree = Tree.from_brackets(r"(NP (CD 1\/2) (-LRB- -LRB-) (NN f-LRB-x-RRB-) (-RRB- -RRB-))")
    assert tree.words == ("1/2", "(", "f(x)", ")")
    assert tree.brackets() == "(ROOT (NP (CD 1/2) (-LRB- -LRB-) (NN f-LRB-x-RRB-) (-RRB- -RRB-)))"


def test_a_sentence_without_words_is_an_empty_tree() -> None:
    assert Tree.from_brackets("(ROOT)") == Tree((), ())
    assert Tree.from_brackets(Tree((), ()).brackets()) == Tree((), ())


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("(S (NP (NN x))", "never closed; 1 closing"),
        ("(S (NN x)))", "was never opened"),
        ("cat (S (NN x))", "'cat' is outside"),
        ("(S (NN x) y)", "'y' is where a bracket"),
        ("(S (NN x y))", "'y' is where a bracket"),
        ("(S (NN x (NN y)))", "unexpected opening bracket after the word 'x'"),
        ("(S (NP) (NN y))", r"\(NP\) contains neither"),
    ],
)
def test_broken_brackets_are_named(text: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        list(parse_brackets(text))


def test_a_broken_file_is_named_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "trees.ptb"
    file.write_text(CAT + "\n(S (NN x) y)\n")
    with pytest.raises(InputError) as caught:
        list(read_trees(file))
    assert str(caught.value).startswith(f"{file}, line 2: ")


def test_deep_trees_need_no_recursion() -> None:
    deep = "(NP " * 5000 + "(NN x)" + ")" * 5000
    assert len(Tree.from_brackets(deep).labels) == 5000


def test_files_are_written_a_tree_a_line_and_packed_by_name(tmp_path: Path) -> None:
    made = [Tree.from_brackets(CAT), Tree.from_brackets("(NP (NN x))")]
    write_trees(made, tmp_path / "t.ptb.gz")
    assert gzip.decompress((tmp_path / "t.ptb.gz").read_bytes()).decode().splitlines() == [CAT, "(ROOT (NP (NN x)))"]
    assert list(read_trees(tmp_path / "t.ptb.gz")) == made


@pytest.mark.parametrize("spans", [((0, 3),), ((1, 1),), ((1, 2), (0, 2)), ((0, 2), (1, 3))])
def test_spans_that_do_not_nest_in_order_are_refused(spans: tuple[tuple[int, int], ...]) -> None:
    with pytest.raises(InputError):
        Tree(("a", "b"), ("NN", "NN"), ("NP",) * len(spans), spans)


@given(trees())
def test_arrays_say_the_same_as_the_tree(tree: Tree) -> None:
    nodes = tree.nodes()
    count = len(nodes.labels)
    assert count == 1 + len(tree.labels) + len(tree)
    assert nodes.labels[0] == "ROOT"
    assert (nodes.starts[0], nodes.ends[0], nodes.parents[0]) == (0, len(tree), -1)
    inner = [x for x in range(1, count) if x not in nodes.tokens.tolist()]
    assert [nodes.labels[x] for x in inner] == list(tree.labels)
    assert [(nodes.starts[x], nodes.ends[x]) for x in inner] == list(tree.spans)
    assert [nodes.labels[x] for x in nodes.tokens] == list(tree.tags)
    for node in range(count):
        children = nodes.children[nodes.first_child[node] : nodes.first_child[node + 1]]
        assert all(nodes.parents[child] == node for child in children)
        if node in nodes.tokens.tolist():
            assert len(children) == 0
        elif len(tree):  # the children lie side by side and fill their parent
            assert nodes.starts[children[0]] == nodes.starts[node]
            assert nodes.ends[children[-1]] == nodes.ends[node]
            assert (nodes.ends[children[:-1]] == nodes.starts[children[1:]]).all()


def test_trees_are_matched_to_a_text_in_spite_of_quotes_brackets_and_case() -> None:
    text = Text.from_string("“Yes” (he said). The long-term plan won…")
    made = list(
        parse_brackets(
            "(S (`` ``) (UH yes) ('' '') (PRN (-LRB- -LRB-) (S (NP (PRP he)) (VP (VBD said))) (-RRB- -RRB-)) (. .))"
            "(S (NP (DT The) (ADJP (JJ long) (HYPH -) (NN term)) (NN plan)) (VP (VBD won)) (: ...))"
        )
    )
    first, second = match(made, text)
    assert first.words == ("“", "Yes", "”", "(", "he", "said", ")", ".")
    assert second.brackets() == "(ROOT (S (NP (DT The) (JJ long-term) (NN plan)) (VP (VBD won)) (: …)))"


def test_matching_takes_from_an_iterator_as_many_as_there_are_sentences() -> None:
    supply = iter([Tree.from_brackets("(NP (NN Rain) (. .))")] * 3)
    text = Text.from_string("Rain. Rain.")
    assert len(match(supply, text)) == 2
    with pytest.raises(InputError, match="1 trees for 2 sentences"):
        match(supply, text)


def test_a_mismatch_names_sentence_token_and_what_was_expected() -> None:
    text = Text.from_string("Rain fell. It stopped.")
    made = list(parse_brackets("(S (NN Rain) (VBD fell) (. .)) (S (PRP It) (VBD went) (. .))"))
    with pytest.raises(InputError, match="sentence 2, token 2: expected 'stopped', but the tree has 'went'"):
        match(made, text)
    with pytest.raises(InputError, match=r"sentence 2, token 3: expected '\.', but the tree has the end of the tree"):
        match([made[0], Tree.from_brackets("(S (PRP It) (VBD stopped))")], text)
    with pytest.raises(InputError, match="sentence 1 ends after 3 tokens, but the tree continues with 'now'"):
        match([Tree.from_brackets("(S (NN Rain) (VBD fell) (. .) (RB now))"), made[1]], text)


@pytest.mark.parametrize(
    ("split", "joined"),
    [
        ("(NP (DT a) (ADJP (CD 21) (HYPH -) (NN year)) (NN plan))", "(NP (DT a) (JJ 21-year) (NN plan))"),
        ("(VP (VBZ is) (ADJP (NN self) (HYPH -) (VBN made)))", "(VP (VBZ is) (ADJP (JJ self-made)))"),
        ("(NP (NNP COVID) (HYPH -) (CD 19))", "(NP (NNP COVID-19))"),
        ("(NP (NN decision) (HYPH -) (VBG making))", "(NP (NN decision-making))"),
        (
            "(NP (NP (NNP Ann) (NNP Ray)) (HYPH -) (NP (NNP Ross) (NN x)))",
            "(NP (NP (NNP Ann)) (NP (NNP Ray-Ross) (NN x)))",
        ),
        ("(NP (NP (CD 1922)) (SYM -) (NP (CD 2013)))", "(NP (CD 1922-2013))"),
        ("(VP (VBN cut) (HYPH -) (PRT (RP off)))", "(VP (NN cut-off))"),
        ("(NP (CD 3) (HYPH -) (NN year) (HYPH -) (JJ old) (NN boy))", "(NP (JJ 3-year-old) (NN boy))"),
        ("(NP (NN rain) (: -) (NN sun))", "(NP (NN rain) (: -) (NN sun))"),
    ],
)
def test_hyphens_are_joined_with_their_words(split: str, joined: str) -> None:
    assert join_hyphens(Tree.from_brackets(split)).brackets() == f"(ROOT {joined})"
