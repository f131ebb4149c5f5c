"""Trees bound to a text: the tokens of a foreign tree matched with ours, split words joined again.

Our tokeniser keeps ``long-term`` as one token; many parsers and treebanks make three of it. Where several tokens of a
tree spell one token of the text they are joined into one leaf, by the rule that also converts the treebank the shipped
parser is trained on:

- phrases inside the joined word vanish; a phrase that ends or begins inside it gives it to the part with its last piece;
- a phrase over nothing but the joined word stays, unless it only modified what follows in a noun phrase:
  ``(NP (ADJP (JJ long) (HYPH -) (NN term)) (NNS plans))`` is ``(NP (JJ long-term) (NNS plans))``;
- its tag is JJ where it modifies, the last piece's otherwise; names stay names.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from sumtrace.errors import InputError
from sumtrace.text.text import Text
from sumtrace.text.tokens import Span
from sumtrace.text.trees import Tree, unescaped
from sumtrace.text.words import fold

_NOMINAL = frozenset(["NP", "NX", "NML", "NAC"])
_MODIFIERS = frozenset(["ADJP", "NX", "NML", "UCP", "QP", "NAC"])
_NOUNS = frozenset(["NN", "NNS", "NNP", "NNPS"])


def match(trees: Iterable[Tree], text: Text) -> list[Tree]:
    """Return one tree for each sentence of the text, its leaves exactly the text's tokens.

    From an iterator as many trees are taken as there are sentences, so a corpus's file is matched text after text; a
    sequence must hold just as many. Case, Treebank's escapes and the style of quotes and dashes may differ.
    """
    wanted = len(text.sentences)
    taken = list(trees if isinstance(trees, Sequence) else islice(trees, wanted))
    matched = [
        match_sentence(tree, text.words[start:end], number)
        for number, (tree, (start, end)) in enumerate(zip(taken, text.sentences, strict=False), start=1)
    ]
    if len(taken) != wanted:
        raise InputError(
            f"there are {len(taken)} trees for {wanted} sentences.",
            hint="Give one tree per sentence, in order; `sumtrace parse` makes such a file.",
        )
    return matched


def match_sentence(tree: Tree, words: Sequence[str], number: int) -> Tree:
    """Return the tree with the given words as leaves; ``number`` names the sentence in the error where they differ."""
    if tree.words == tuple(words):
        return tree
    joined: list[Span] = []
    leaf = 0
    for token, word in enumerate(words):
        end = _leaves_of(tree, leaf, word)
        if end is None:
            found = repr(tree.words[leaf]) if leaf < len(tree) else "the end of the tree"
            raise InputError(
                f"sentence {number}, token {token + 1}: expected {word!r}, but the tree has {found}",
                hint=f"(sentence: {_shortened(words)})",
            )
        joined.append((leaf, end))
        leaf = end
    if leaf < len(tree):
        raise InputError(
            f"sentence {number} ends after {len(words)} tokens, but the tree continues with {tree.words[leaf]!r}",
            hint=f"(sentence: {_shortened(words)})",
        )
    result = join_leaves(tree, joined) if len(tree) > len(words) else tree
    return Tree(tuple(words), result.tags, result.labels, result.spans)


def join_leaves(tree: Tree, pieces: Sequence[Span]) -> Tree:
    """Return the tree whose leaves are the given runs of leaves, which follow each other and cover the whole tree."""
    lasts = [end - 1 for _, end in pieces]
    new_position = [0] * (len(tree) + 1)
    token = 0
    for leaf in range(len(tree)):
        token += leaf == lasts[token]
        new_position[leaf + 1] = token
    run_of = {leaf: run for run in pieces for leaf in range(*run)}
    parents = tree.parents()
    kept = []
    modifies = set()
    for node, (label, (start, end)) in enumerate(zip(tree.labels, tree.spans, strict=True)):
        run = run_of[start]
        is_joined = run[1] - run[0] > 1 and end <= run[1]
        if (is_joined and (start, end) != run) or new_position[start] == new_position[end]:
            continue
        if is_joined and _only_modifies(tree, node, parents[node]):
            modifies.add(run)
            continue
        if is_joined and label == "ADJP":
            modifies.add(run)
        kept.append((label, (new_position[start], new_position[end])))
    return Tree(
        tuple("".join(tree.words[start:end]) for start, end in pieces),
        tuple(_joined_tag(tree, run, run in modifies) for run in pieces),
        tuple(label for label, _ in kept),
        tuple(span for _, span in kept),
    )


def join_hyphens(tree: Tree) -> Tree:
    """Return a tree whose words hold their hyphens, as our tokeniser leaves them: ``long``, ``-``, ``term`` joined.

    A hyphen joins its neighbours where it is tagged HYPH, or SYM (a range: 1922-2013); a dash (``:``) never does.
    """
    joins = [tag in ("HYPH", "SYM") and word == "-" for word, tag in zip(tree.words, tree.tags, strict=True)]
    runs: list[Span] = []
    for leaf in range(len(tree)):
        is_inner = joins[leaf] and 0 < leaf < len(tree) - 1
        if leaf > 0 and (is_inner or (joins[leaf - 1] and leaf > 1)):
            runs[-1] = (runs[-1][0], leaf + 1)
        else:
            runs.append((leaf, leaf + 1))
    return join_leaves(tree, runs) if len(runs) < len(tree) else tree


def _only_modifies(tree: Tree, node: int, parent: int) -> bool:
    """Whether a phrase over one joined word is a modifier before the noun of a noun phrase."""
    if parent < 0 or tree.labels[parent] not in _NOMINAL or tree.spans[node][1] == tree.spans[parent][1]:
        return False
    if tree.labels[node] in _MODIFIERS:
        return True
    return tree.labels[node] == "NP" and tree.tags[tree.spans[node][1]] in _NOUNS


def _joined_tag(tree: Tree, run: Span, modifies: bool) -> str:
    tags = tree.tags[slice(*run)]
    if len(tags) == 1:
        return tags[0]
    parts = [tag for tag in tags if tag not in ("HYPH", ":", "SYM", ",")]
    if not parts:
        return tags[-1]
    if all(tag == "CD" for tag in parts):
        return "CD"
    if parts[0] in ("NNP", "NNPS") and parts[-1] in ("NNP", "NNPS", "CD"):
        return "NNP" if parts[-1] == "CD" else parts[-1]
    if modifies or parts[-1] in ("VBN", "JJ") or _before_a_noun(tree, run):
        return "JJ"
    return {"VBG": "NN", "CD": "NN", "IN": "NN", "RP": "NN"}.get(parts[-1], parts[-1])


def _before_a_noun(tree: Tree, run: Span) -> bool:
    """Whether a noun follows under the same phrase."""
    if run[1] >= len(tree) or tree.tags[run[1]] not in _NOUNS:
        return False
    return not any(end == run[1] or start == run[1] for start, end in tree.spans)


def _leaves_of(tree: Tree, first: int, word: str) -> int | None:
    """Return the end of the run of leaves that spells the word, None where no run does."""
    wanted = _spelling(word)
    found = ""
    for leaf in range(first, len(tree)):
        found += _spelling(tree.words[leaf])
        if found == wanted:
            return leaf + 1
        if not wanted.startswith(found):
            return None
    return None


def _spelling(word: str) -> str:
    """Return what two spellings of one token have in common."""
    plain = fold(unescaped(word).replace("\u00a0", " ").replace("…", "..."))
    return "'" if plain == "`" else plain


def _shortened(words: Sequence[str]) -> str:
    return " ".join(words[:8]) + (" ..." if len(words) > 8 else "")
