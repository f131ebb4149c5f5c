"""Constituency trees: a sentence's tokens and the labelled spans above them; Penn Treebank brackets in and out.

A tree is kept as its inner nodes in pre-order, each a label and a half-open token span. Pre-order and spans together
say everything (parents, order of children, unary chains), so a tree is two short tuples and its leaves are always
exactly the sentence's tokens. The root that every treebank writes (ROOT, TOP, S1 or nothing at all) is not among the
nodes: it is there in every tree, `Tree.nodes` adds it as node 0 and `Tree.brackets` writes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sumtrace import files
from sumtrace.array_types import Ints
from sumtrace.errors import InputError
from sumtrace.text.tokens import Span

ROOT = "ROOT"
_ROOTS = frozenset(["ROOT", "TOP", "S1", "VROOT", ""])
_PIECE = re.compile(r"[()]|[^ \t\r\n\f\v()]+")
_NAMED_BRACKETS = (("(", "-LRB-"), (")", "-RRB-"))
_UNESCAPED = {
    "-LRB-": "(",
    "-RRB-": ")",
    "-LSB-": "[",
    "-RSB-": "]",
    "-LCB-": "{",
    "-RCB-": "}",
    "\\/": "/",
    "\\*": "*",
}
_ESCAPE = re.compile(r"-[LR][RSC]B-|\\[/*]")
_EMPTY_WORD = "-EMPTY-"


class Nodes(NamedTuple):
    """A tree as arrays over all its nodes in pre-order: the root is node 0, the tokens are nodes too.

    The children of node ``x`` are ``children[first_child[x] : first_child[x + 1]]``, from left to right; a token has none.
    """

    labels: tuple[str, ...]
    """``ROOT`` for node 0, the phrase label of an inner node, the tag of a token."""
    parents: Ints
    """The parent of each node; -1 for the root."""
    starts: Ints
    ends: Ints
    first_child: Ints
    """Where each node's children begin in ``children`` ``[nodes + 1]``."""
    children: Ints
    tokens: Ints
    """The node of each token."""


@dataclass(frozen=True, slots=True)
class Tree:
    """A sentence's constituents: ``labels[x]`` spans tokens ``spans[x]``, in pre-order; spans nest and none is empty."""

    words: tuple[str, ...]
    tags: tuple[str, ...]
    labels: tuple[str, ...] = ()
    spans: tuple[Span, ...] = ()

    def __post_init__(self) -> None:
        if len(self.words) != len(self.tags):
            raise InputError(f"a tree of {len(self.words)} words has {len(self.tags)} tags")
        if len(self.labels) != len(self.spans):
            raise InputError(f"a tree has {len(self.labels)} labels for {len(self.spans)} spans")
        around = [(0, len(self.words))]
        before = 0
        for label, (start, end) in zip(self.labels, self.spans, strict=True):
            while start >= around[-1][1] and len(around) > 1:
                around.pop()
            if not (before <= start < end <= around[-1][1]):
                raise InputError(f"the span [{start}, {end}) of {label} is empty, out of order or crosses another")
            before = start
            around.append((start, end))

    def __len__(self) -> int:
        return len(self.words)

    def parents(self) -> list[int]:
        """Return the inner node right above each inner node; -1 where only the root is."""
        parents: list[int] = []
        above: list[int] = []
        for node, (start, _) in enumerate(self.spans):
            while above and self.spans[above[-1]][1] <= start:
                above.pop()
            parents.append(above[-1] if above else -1)
            above.append(node)
        return parents

    def nodes(self) -> Nodes:
        """Return the tree as arrays, the root and the tokens among the nodes."""
        labels, parents, starts, ends = [ROOT], [-1], [0], [len(self.words)]
        tokens = []
        inner = 0
        above = [0]
        for token, tag in enumerate(self.tags):
            while ends[above[-1]] <= token:
                above.pop()
            while inner < len(self.spans) and self.spans[inner][0] == token:
                parents.append(above[-1])
                above.append(len(labels))
                labels.append(self.labels[inner])
                starts.append(token)
                ends.append(self.spans[inner][1])
                inner += 1
            tokens.append(len(labels))
            parents.append(above[-1])
            labels.append(tag)
            starts.append(token)
            ends.append(token + 1)
        parent = np.array(parents, np.int32)
        first_child = np.zeros(len(labels) + 1, np.int32)
        np.cumsum(np.bincount(parent[1:], minlength=len(labels)), out=first_child[1:])
        children = np.argsort(parent[1:], kind="stable").astype(np.int32) + 1
        return Nodes(
            tuple(labels),
            parent,
            np.array(starts, np.int32),
            np.array(ends, np.int32),
            first_child,
            children.astype(np.int32),
            np.array(tokens, np.int32),
        )

    def brackets(self) -> str:
        """Return the tree in Penn Treebank brackets, on one line."""
        parts = [f"({ROOT}"]
        ends: list[int] = []
        inner = 0
        for token, (word, tag) in enumerate(zip(self.words, self.tags, strict=True)):
            while inner < len(self.spans) and self.spans[inner][0] == token:
                parts.append(f" ({escaped(self.labels[inner])}")
                ends.append(self.spans[inner][1])
                inner += 1
            parts.append(f" ({escaped(tag)} {escaped(word)})")
            while ends and ends[-1] == token + 1:
                parts.append(")")
                ends.pop()
        return "".join([*parts, ")"])

    @classmethod
    def from_brackets(cls, text: str) -> Tree:
        """Read one tree, for example ``(ROOT (NP (DT the) (NN end)))``."""
        trees = list(parse_brackets(text))
        if len(trees) != 1:
            raise InputError(f"expected one tree but found {len(trees)} trees")
        return trees[0]


def escaped(word: str) -> str:
    """Return a word as it can stand between brackets: ``(`` is -LRB-, ``)`` is -RRB-, white space a no-break space."""
    if not word:
        return _EMPTY_WORD
    for bracket, name in _NAMED_BRACKETS:
        word = word.replace(bracket, name)
    return re.sub(r"[ \t\r\n\f\v]", "\u00a0", word)


def unescaped(word: str) -> str:
    r"""Return a word without Treebank's escapes: -LRB-, -RSB-, ``\/`` ..."""
    if word == _EMPTY_WORD:
        return ""
    return _ESCAPE.sub(lambda found: _UNESCAPED[found[0]], word)


def plain_label(label: str) -> str:
    """Return a label without its function tags and indices: NP-SBJ-1 and NP=2 are NP; -LRB- stays."""
    return label if label[:1] in "-=|" else re.split("[-=|]", label, maxsplit=1)[0]


def read_trees(source: str | Path) -> Iterator[Tree]:
    """Yield the trees of a file of Penn Treebank brackets, however they are spread over lines.

    Function tags are stripped, traces (-NONE-) and the phrases that hold nothing else are left out, escapes undone.
    """
    try:
        yield from _trees(files.lines(source))
    except InputError as error:
        raise error.at(file=source) from None


def parse_brackets(text: str) -> Iterator[Tree]:
    """Yield the trees of a string of Penn Treebank brackets."""
    yield from _trees(enumerate(text.split("\n"), start=1))


def write_trees(trees: Iterable[Tree], target: str | Path) -> None:
    """Write trees in Penn Treebank brackets, one a line."""
    with files.writing(target) as file:
        for tree in trees:
            file.write(f"{tree.brackets()}\n".encode())


def _trees(lines: Iterable[tuple[int, str]]) -> Iterator[Tree]:
    """Read brackets piece by piece, without recursion, so that no depth is too deep."""
    builder = _Builder()
    for number, line in lines:
        for piece in _PIECE.findall(line):
            try:
                tree = builder.take(piece, number)
            except InputError as error:
                raise error.at(line=number) from None
            if tree is not None:
                yield tree
    if builder.depth:
        raise InputError(
            f"the tree that starts here is never closed; {builder.depth} closing brackets are missing at the end",
            line=builder.first_line,
        )


@dataclass(slots=True)
class _Open:
    """A bracket not closed yet."""

    node: int
    label: str | None = None
    word: str | None = None
    has_children: bool = False


class _Builder:
    """Collects the pieces of one tree: nodes are opened in pre-order and get their end when they are closed."""

    def __init__(self) -> None:
        self.first_line = 0
        self._start_over()

    @property
    def depth(self) -> int:
        return len(self._open)

    def _start_over(self) -> None:
        self._words: list[str] = []
        self._tags: list[str] = []
        self._nodes: list[tuple[str, Span]] = []
        self._open: list[_Open] = []

    def take(self, piece: str, line: int) -> Tree | None:
        """Take the next piece; return the tree where the piece closes it."""
        if piece == "(":
            self._begin(line)
        elif not self._open:
            what = "a closing bracket was never opened" if piece == ")" else f"{piece!r} is outside brackets"
            raise InputError(what + ".", hint="Penn Treebank brackets look like (ROOT (NP (DT the) (NN end))).")
        elif piece != ")":
            self._name(piece)
        else:
            return self._close()
        return None

    def _begin(self, line: int) -> None:
        if not self._open:
            self.first_line = line
        elif self._open[-1].word is not None:
            raise InputError(f"unexpected opening bracket after the word {self._open[-1].word!r}")
        else:
            self._open[-1].has_children = True
        self._open.append(_Open(len(self._nodes)))
        self._nodes.append(("", (len(self._words), -1)))

    def _name(self, piece: str) -> None:
        top = self._open[-1]
        if top.has_children or top.word is not None:
            raise InputError(f"{piece!r} is where a bracket must open or close")
        if top.label is None:
            top.label = piece
        else:
            top.word = piece

    def _close(self) -> Tree | None:
        top = self._open.pop()
        start = self._nodes[top.node][1][0]
        if top.word is not None:
            del self._nodes[top.node]
            if top.label != "-NONE-":
                self._words.append(unescaped(top.word))
                self._tags.append(plain_label(top.label or ""))
        elif not top.has_children and self._open:
            raise InputError(f"({top.label or ''}) contains neither a word nor a phrase")
        elif len(self._words) == start:
            del self._nodes[top.node :]
        else:
            label = plain_label(top.label or "")
            if label in _ROOTS and not self._open:
                label = ""
            self._nodes[top.node] = (label, (start, len(self._words)))
        if self._open:
            return None
        kept = [node for node in self._nodes if node[0]]
        tree = Tree(
            tuple(self._words), tuple(self._tags), tuple(label for label, _ in kept), tuple(span for _, span in kept)
        )
        self._start_over()
        return tree
