"""Labelled bracket scores of parse trees, by EVALB's usual conventions (COLLINS.prm).

- the root is not counted, nor are tags;
- tokens tagged ``, : `` '' .`` in the gold tree take no room: brackets span the other tokens, a bracket over nothing else
  is left out (EVALB asks each tree's own tags and skips a sentence where they disagree; we never skip);
- ADVP and PRT count as one label;
- brackets match as multisets: of two equal gold brackets a tree must have both.

Scores are sums over sentences (`BracketCounts` add up), so a bootstrap over sentences comes free.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from sumtrace.errors import InputError
from sumtrace.text.trees import Tree

PUNCTUATION_TAGS = frozenset([",", ":", "``", "''", "."])
_SAME_LABEL = {"PRT": "ADVP"}

Bracket = tuple[str, int, int]


@dataclass(frozen=True, slots=True)
class BracketCounts:
    """How many brackets the gold and the predicted trees have, and share; how many tags are right."""

    matched: int = 0
    gold: int = 0
    predicted: int = 0
    exact: int = 0
    sentences: int = 0
    right_tags: int = 0
    tokens: int = 0

    def __add__(self, other: BracketCounts) -> BracketCounts:
        return BracketCounts(
            self.matched + other.matched,
            self.gold + other.gold,
            self.predicted + other.predicted,
            self.exact + other.exact,
            self.sentences + other.sentences,
            self.right_tags + other.right_tags,
            self.tokens + other.tokens,
        )

    @property
    def precision(self) -> float:
        """Matched / predicted brackets; 1 where nothing is predicted."""
        return self.matched / self.predicted if self.predicted else 1.0

    @property
    def recall(self) -> float:
        """Matched / gold brackets; 1 where there are none."""
        return self.matched / self.gold if self.gold else 1.0

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        return 2 * self.matched / (self.gold + self.predicted) if self.gold + self.predicted else 1.0

    @property
    def exact_match(self) -> float:
        """Share of the sentences with every bracket right."""
        return self.exact / self.sentences if self.sentences else 1.0

    @property
    def tag_accuracy(self) -> float:
        """Share of the tokens, punctuation left out, with the gold tag."""
        return self.right_tags / self.tokens if self.tokens else 1.0


def score_trees(gold: Iterable[Tree], predicted: Iterable[Tree]) -> BracketCounts:
    """Return the counts over all sentences; the two must hold the same sentences in the same order."""
    total = BracketCounts()
    for number, (gold_tree, predicted_tree) in enumerate(zip(gold, predicted, strict=True), start=1):
        try:
            total += score_tree(gold_tree, predicted_tree)
        except InputError as error:
            raise InputError(f"sentence {number}: {error.problem}") from None
    return total


def score_tree(gold: Tree, predicted: Tree) -> BracketCounts:
    """Return the counts of one sentence."""
    if len(gold) != len(predicted):
        raise InputError(f"the gold tree has {len(gold)} tokens, the predicted tree {len(predicted)}")
    counted = [tag not in PUNCTUATION_TAGS for tag in gold.tags]
    in_gold = brackets_of(gold, counted)
    in_predicted = brackets_of(predicted, counted)
    matched = (in_gold & in_predicted).total()
    return BracketCounts(
        matched=matched,
        gold=in_gold.total(),
        predicted=in_predicted.total(),
        exact=int(in_gold == in_predicted),
        sentences=1,
        right_tags=sum(c and a == b for c, a, b in zip(counted, gold.tags, predicted.tags, strict=True)),
        tokens=sum(counted),
    )


def brackets_of(tree: Tree, counted: list[bool]) -> Counter[Bracket]:
    """Return the multiset of a tree's brackets over the counted tokens."""
    position = [0]
    for is_counted in counted:
        position.append(position[-1] + is_counted)
    return Counter(
        (_SAME_LABEL.get(label, label), position[start], position[end])
        for label, (start, end) in zip(tree.labels, tree.spans, strict=True)
        if position[start] < position[end]
    )
