"""A summary split into claims: sentences, or clauses where a sentence states several facts.

A sentence is cut before a conjunction or after a semicolon where a clause of its own follows: one with a subject and a
finite verb, by the parser. "Sales rose by 5%, but the firm paid no dividend" makes two claims, "sales and profits rose" one.
Whatever announces the summary or talks about it is no claim.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from sumtrace.checking.talk import fading, is_preamble, whole_sentences
from sumtrace.text import Span, Text, fold, is_ignored
from sumtrace.text.trees import Tree

Kind = Literal["claim", "preamble", "talk"]

_CUTTING = frozenset("and but while whereas although though yet so".split())
_FINITE = frozenset(["VBD", "VBZ", "VBP", "MD"])
_SHORTEST = 4
"""Words that each side of a cut must have."""


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a summary: a claim, or text that claims nothing; ``tokens`` is its token span."""

    tokens: Span
    kind: Kind


def split_claims(summary: Text, trees: Sequence[Tree] | None = None) -> list[Part]:
    """Return the parts of a summary in order; ``trees`` (one for each sentence) let sentences be cut into clauses."""
    by_end = {} if trees is None else {b: (a, tree) for (a, b), tree in zip(summary.sentences, trees, strict=True)}
    parts: list[Part] = []
    for start, end in whole_sentences(summary):
        words = summary.words[start:end]
        if not any(any(map(str.isalnum, word)) for word in words):
            if parts:  # a stray mark belongs to what stands before it
                parts[-1] = Part((parts[-1].tokens[0], end), parts[-1].kind)
            continue
        announced = _announced(summary, start, end)
        if announced > start:
            parts.append(Part((start, announced), "preamble"))
            start = announced
            words = summary.words[start:end]
        if start == end:
            continue
        if fading(words) == 0.0 or all(map(is_ignored, words)):
            parts.append(Part((start, end), "talk"))
        else:
            cuts = _cuts(by_end[end][1], by_end[end][0]) if end in by_end else []
            bounds = [start, *(cut for cut in cuts if cut > start), end]
            parts += [Part(span, "claim") for span in itertools.pairwise(bounds)]
    return parts


def _announced(summary: Text, start: int, end: int) -> int:
    """Return where a sentence's preamble ends: after "Here is a summary:", or at its start where it has none."""
    if is_preamble(summary.phrase((start, end))):
        return end
    colon = next((t for t in range(start, end) if summary.words[t] == ":"), None)
    return colon + 1 if colon is not None and is_preamble(summary.phrase((start, colon + 1))) else start


def _cuts(tree: Tree, offset: int) -> list[int]:
    """Return the tokens (numbered from ``offset``) at which a sentence's further clauses begin."""
    clauses = {
        span[0] for label, span in zip(tree.labels, tree.spans, strict=True) if label == "S" and _whole(tree, span)
    }
    cuts: list[int] = []
    for place, word in enumerate(tree.words):
        follows = place + 1 in clauses
        if not follows or (word != ";" and fold(word) not in _CUTTING):
            continue
        cut = place + 1 if word == ";" else place
        before, after = (cuts[-1] if cuts else 0, cut), (cut, len(tree.words))
        if all(_long_enough(tree, span) and _finite(tree, span) for span in (before, after)):
            cuts.append(cut)
    return [cut + offset for cut in cuts]


def _whole(tree: Tree, span: Span) -> bool:
    """Whether a clause has a subject: its finite verb is not its first word."""
    tags = tree.tags[span[0] : span[1]]
    return bool(tags) and tags[0] not in _FINITE and any(tag in _FINITE for tag in tags)


def _finite(tree: Tree, span: Span) -> bool:
    return any(tag in _FINITE for tag in tree.tags[span[0] : span[1]])


def _long_enough(tree: Tree, span: Span) -> bool:
    return sum(any(map(str.isalnum, word)) for word in tree.words[span[0] : span[1]]) >= _SHORTEST
