"""Pictures of trees: with box characters for a terminal, as SVG for a page."""

from __future__ import annotations

import unicodedata
from html import escape

import numpy as np

from sumtrace.array_types import Longs
from sumtrace.text.trees import Nodes, Tree

_GAP = 2
"""Empty columns between two words."""


def draw(tree: Tree, *, width: int = 100) -> str:
    """Return the tree as lines of text: the root on top where ``width`` columns hold it, otherwise an outline."""
    picture = _top_down(tree)
    if max(map(columns, picture), default=0) <= width:
        return "\n".join(picture)
    return "\n".join(_outline(tree))


def columns(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    return sum(
        0 if unicodedata.combining(character) else 2 if unicodedata.east_asian_width(character) in "WF" else 1
        for character in text
    )


def _outline(tree: Tree) -> list[str]:
    """One node a line, children below their parent, joined by rules; a tag stands beside its word."""
    nodes = tree.nodes()
    lines: list[str] = []
    rules: list[str] = [""] * len(nodes.labels)
    for node, label in enumerate(nodes.labels):
        parent = int(nodes.parents[node])
        lead = ""
        if parent >= 0:
            is_last = int(nodes.children[nodes.first_child[parent + 1] - 1]) == node
            lead = rules[parent] + ("└─ " if is_last else "├─ ")
            rules[node] = rules[parent] + ("   " if is_last else "│  ")
        word = _word_at(tree, nodes, node)
        lines.append(lead + (label if word is None else f"{label} {word}"))
    return lines


def _top_down(tree: Tree) -> list[str]:
    """Each constituent centred over its children, words and tags on the last two lines."""
    if not len(tree):
        return ["ROOT"]
    nodes = tree.nodes()
    middles, _ = _middles(tree, nodes, [columns(label) for label in nodes.labels])
    levels = _levels(nodes)
    depth = int(levels.max())
    lines: list[str] = []
    for level in range(depth + 1):
        here = [node for node in range(len(nodes.labels)) if levels[node] == level]
        lines.append(
            _row([(middles[node], nodes.labels[node]) for node in here] + _pillars(nodes, levels, middles, level))
        )
        if level < depth:
            lines.append(_branches(nodes, levels, middles, level))
    lines.append(_row([(middles[node], tree.words[token]) for token, node in enumerate(nodes.tokens.tolist())]))
    return lines


def _levels(nodes: Nodes) -> Longs:
    """The line of each node: one below its parent; all tags on the last."""
    levels = np.zeros(len(nodes.labels), np.int64)
    for node in range(1, len(levels)):
        levels[node] = levels[nodes.parents[node]] + 1
    levels[nodes.tokens] = levels.max()
    return levels


def _middles(tree: Tree, nodes: Nodes, widths: list[int]) -> tuple[list[int], int]:
    """The middle column of each node, and the picture's width: words side by side, parents over their children."""
    room = [max(columns(word), columns(tag)) for word, tag in zip(tree.words, tree.tags, strict=True)]
    for node, label_width in enumerate(widths):  # a long label over a short word asks for more room
        start, end = int(nodes.starts[node]), int(nodes.ends[node])
        short = label_width - (sum(room[start:end]) + _GAP * (end - start - 1))
        if short > 0 and room:
            room[end - 1] += short
    middles = [0] * len(widths)
    column = 0
    for token, node in enumerate(nodes.tokens.tolist()):
        middles[node] = column + room[token] // 2
        column += room[token] + _GAP
    for node in range(len(widths) - 1, -1, -1):
        children = nodes.children[nodes.first_child[node] : nodes.first_child[node + 1]]
        if len(children):
            middles[node] = (middles[int(children[0])] + middles[int(children[-1])]) // 2
    return middles, column - _GAP


def _pillars(nodes: Nodes, levels: Longs, middles: list[int], level: int) -> list[tuple[int, str]]:
    """The lines that pass a level on their way down to a tag."""
    return [
        (middles[node], "│") for node in nodes.tokens.tolist() if levels[nodes.parents[node]] < level < levels[node]
    ]


def _branches(nodes: Nodes, levels: Longs, middles: list[int], level: int) -> str:
    """The rule between a level and the next: from each parent to its children."""
    line = [" "] * (max(middles) + 1)
    for column, _ in _pillars(nodes, levels, middles, level):
        line[column] = "│"
    for node in range(len(nodes.labels)):
        children = nodes.children[nodes.first_child[node] : nodes.first_child[node + 1]].tolist()
        if levels[node] != level or not children:
            continue
        below = [middles[child] for child in children]
        if len(below) == 1:
            line[below[0]] = "│"
            continue
        line[below[0] : below[-1] + 1] = ["─"] * (below[-1] - below[0] + 1)
        for column in below:
            line[column] = "┬"
        line[below[0]], line[below[-1]] = "┌", "┐"
        line[middles[node]] = {"─": "┴", "┬": "┼"}.get(line[middles[node]], line[middles[node]])
    return "".join(line).rstrip()


def _row(items: list[tuple[int, str]]) -> str:
    """Texts centred on their columns."""
    line = ""
    for middle, text in sorted(items):
        start = middle - (columns(text) - 1) // 2
        line += " " * max(start - columns(line), int(bool(line))) + text
    return line


def _word_at(tree: Tree, nodes: Nodes, node: int) -> str | None:
    is_token = nodes.first_child[node] == nodes.first_child[node + 1] and node > 0
    return tree.words[int(nodes.starts[node])] if is_token else None


_LETTER, _LEVEL, _SIDE = 8.2, 44, 14
"""SVG units: the width of a letter, the height of a level, the margin."""


def draw_svg(*trees: Tree) -> str:
    """Return one or more trees, one below the other, as an SVG picture; it follows the page's light or dark colours."""
    width, height = 0.0, 0.0
    bodies: list[str] = []
    for tree in trees:
        body, tree_width, tree_height = _svg_body(tree)
        bodies.append(f'<g transform="translate(0 {height:.1f})">\n{body}\n</g>')
        width = max(width, tree_width)
        height += tree_height
    words = " ".join(word for tree in trees for word in tree.words)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
            f'viewBox="0 0 {width:.1f} {height:.1f}" role="img" aria-label="{escape(_plain(words))}">',
            "<style>text{font:14px ui-monospace,monospace;text-anchor:middle;fill:#1d4f91}.word{fill:#222}"
            "path{fill:none;stroke:#8a94a6;stroke-width:1.2}"
            "@media(prefers-color-scheme:dark){text{fill:#8ab4f8}.word{fill:#eee}}</style>",
            *bodies,
            "</svg>",
            "",
        ]
    )


def _svg_body(tree: Tree) -> tuple[str, float, float]:
    """One tree's lines and texts, with its width and height."""
    nodes = tree.nodes()
    middles, width = _middles(tree, nodes, [columns(label) for label in nodes.labels])
    levels = _levels(nodes)
    x_of = [_SIDE + _LETTER * (middle + 0.5) for middle in middles]
    y_of = [_SIDE + 10 + _LEVEL * level for level in levels.tolist()]
    parts = []
    for node, label in enumerate(nodes.labels):
        x, y = x_of[node], y_of[node]
        parent = int(nodes.parents[node])
        if parent >= 0:  # down from the parent, across, down to the node: such lines never cross a label
            above = y_of[parent] + 5
            parts.append(f'<path d="M{x_of[parent]:.1f} {above:.1f}v8H{x:.1f}V{y - 14:.1f}"/>')
        parts.append(f'<text x="{x:.1f}" y="{y:.1f}">{escape(_plain(label))}</text>')
        word = _word_at(tree, nodes, node)
        if word is not None:
            parts.append(f'<text class="word" x="{x:.1f}" y="{y + 20:.1f}">{escape(_plain(word))}</text>')
    return "\n".join(parts), 2 * _SIDE + _LETTER * max(width, 4), max(y_of) + 2 * _SIDE + 10


def _plain(text: str) -> str:
    """The text without characters that XML does not allow."""
    return "".join(
        character
        for character in text
        if character >= " " and not 0xD800 <= ord(character) <= 0xDFFF and character not in "\ufffe\uffff"
    )
