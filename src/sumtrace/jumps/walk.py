"""The skip-or-enter walk inside the kernels: two passes over a document's nodes, one forward and one backward.

A direction is chosen first. Forward from ``e``, the nodes that begin where the last phrase ended are offered one after the
other: the right siblings of word ``e - 1``, then those of its parent, and so on up to the sentence, then the following
sentences (from ``e = 0``: all sentences). Each is skipped with ``sigma(label, forward)`` or entered. Inside an entered
node its children are offered in turn, and the last must be entered. The word that is entered is ``j``; where everything
is skipped the writer stops, ``j = m``.

Backward is the mirror image and begins left of word ``e + 1``, so that both directions may lead to ``e``: the left siblings of
that word, then of its parent, and so on, then the earlier sentences (from ``e >= m - 1``: all sentences, the last first).
There is no stop on that side: the last node on the way, which holds the document's first word, must be entered.

In pre-order the node after a subtree is the next sibling or, where there is none, the next that is offered on the way up;
so one pass over the nodes moves all the mass, from every ``e`` to every ``j``, in O(nodes). The backward walk is the same
pass over the mirrored tree's pre-order. Sentence borders need no care, and a long sentence costs no more than short ones.

A share of ``FLOOR`` of every jump goes anywhere: ``sigma ** sentences`` would round to zero in a long document, and a jump
there must be unlikely but never impossible.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sumtrace.array_types import Floats, Ints
from sumtrace.jumps.joining import Joining, join
from sumtrace.jumps.operator import column, finish, operator_of, pull, push
from sumtrace.kernels import borrowing_part, implements, kernel_part

FLOOR = 1e-9


class WalkParameters(NamedTuple):
    """``skip[direction, label]``, and the share of forward walks from the start and from elsewhere ``forward[2]``."""

    skip: Floats
    forward: Floats


class Side(NamedTuple):
    """One direction's nodes, in the order in which it meets them, and scratch space.

    ``after`` is the node past a node's subtree, ``word`` the word that a node is (-1: a phrase). ``skip`` and ``enter`` hold
    on the way out, ``inner_skip`` and ``inner_enter`` inside an entered node. ``entry[e]`` is the first node offered from ``e``,
    and ``share[e]`` the direction's probability there.
    """

    after: Ints
    word: Ints
    label: Ints
    skip: Floats
    enter: Floats
    inner_skip: Floats
    inner_enter: Floats
    entry: Ints
    share: Floats
    outer: Floats
    inner: Floats
    worth: Floats
    inner_worth: Floats
    worth_entered: Floats


class Node(NamedTuple):
    """A node: how many nodes its subtree has, the word that it is (-1: a phrase), and its label."""

    size: int
    word: int
    label: int


class Offsets(NamedTuple):
    """Where a direction's counts begin among the statistics.

    They are skips ``[direction, label]``, enters ``[direction, label]``, and walks ``[direction, from the start or elsewhere]``.
    """

    skips: int
    enters: int
    walks: int


class WalkOperator(NamedTuple):
    """Both directions over one document of ``m`` words in a tree of ``labels`` kinds of nodes."""

    m: int
    labels: int
    forward: Side
    backward: Side
    target: Floats


@kernel_part
def flat_structure(bounds: Ints, m: int) -> Ints:
    """Return the structure of a document of which only the sentences are known: label 0 above, the last label for words."""
    nodes = m
    for a in range(len(bounds) - 1):
        if bounds[a + 1] - bounds[a] > 1:
            nodes += 1
    structure = np.zeros(2 * nodes, np.int32)
    v = 0
    for a in range(len(bounds) - 1):
        size = bounds[a + 1] - bounds[a]
        top = v
        if size > 0:
            structure[nodes + v] = -1
            v += 1
        if size > 1:
            for _ in range(size):
                structure[v] = -1
                structure[nodes + v] = top
                v += 1
    return structure


@kernel_part
def empty_side(n: int, m: int) -> Side:
    """Return the arrays of a side, unfilled but for the scratch space, which is zero."""
    return Side(
        np.empty(n, np.int32),
        np.empty(n, np.int32),
        np.empty(n, np.int32),
        np.empty(n),
        np.empty(n),
        np.empty(n),
        np.empty(n),
        np.zeros(m + 1, np.int32),
        np.empty(m + 1),
        np.zeros(n + 1),
        np.zeros(n + 1),
        np.zeros(n + 1),
        np.zeros(n + 1),
        np.zeros(n + 1),
    )


@borrowing_part
def set_node(side: Side, v: int, node: Node, outside: float, inside: float) -> None:
    """Fill in one node of a side, with the chances of skipping it on the way out and inside an entered node."""
    side.after[v] = v + node.size
    side.word[v] = node.word
    side.label[v] = node.label
    side.skip[v], side.enter[v] = outside, 1.0 - outside
    side.inner_skip[v], side.inner_enter[v] = inside, 1.0 - inside


@kernel_part
def lay_out(structure: Ints, m: int, skip: Floats, start_share: float, share: float) -> tuple[Side, Side]:
    """Return both sides of a document."""
    n = len(structure) // 2
    size = np.ones(n, np.int64)
    depth = np.zeros(n, np.int64)
    for v in range(n - 1, -1, -1):
        if structure[n + v] >= 0:
            size[structure[n + v]] += size[v]
    forward, backward = empty_side(n, m), empty_side(n, m)
    word = 0
    for v in range(n):
        parent = structure[n + v]
        is_first = is_last = False
        if parent >= 0:
            depth[v] = depth[parent] + 1
            is_first = v == parent + 1
            is_last = v + size[v] == parent + size[parent]
        # the mirrored pre-order is the post-order read backwards
        mirrored = n - v - size[v] + depth[v]
        own = -1
        label = structure[v] if structure[v] >= 0 else skip.shape[1] - 1
        if size[v] == 1:
            own = word
            word += 1
            forward.entry[own + 1] = v + 1
            if own >= 1:
                backward.entry[own - 1] = mirrored + 1
        # who is offered last must be entered
        node, is_end = Node(size[v], own, label), mirrored + size[v] == n
        ahead, back = skip[0, label], skip[1, label]
        set_node(forward, v, node, ahead, 0.0 if is_last else ahead)
        set_node(backward, mirrored, node, 0.0 if is_end else back, 0.0 if is_first else back)
    for e in range(m + 1):
        ahead = start_share if e == 0 else share
        forward.share[e] = (1.0 - FLOOR) * ahead
        backward.share[e] = (1.0 - FLOOR) * (1.0 - ahead)
    return forward, backward


@implements(operator_of, WalkParameters)
def _operator_of(parameters: WalkParameters, m: int, bounds: Ints, structure: Ints) -> WalkOperator:
    nodes = structure if len(structure) > 0 else flat_structure(bounds, m)
    forward, backward = lay_out(nodes, m, parameters.skip, parameters.forward[0], parameters.forward[1])
    return WalkOperator(m, parameters.skip.shape[1], forward, backward, np.zeros(m + 1))


@borrowing_part
def walk(side: Side, rule: Joining, x: Floats, out: Floats) -> None:
    """Join to ``out`` what the walks of one direction carry from ``x``, the stop's share too."""
    outer, inner = side.outer, side.inner
    n = len(side.after)
    for e in range(len(x)):
        outer[side.entry[e]] = join(rule, outer[side.entry[e]], x[e] * side.share[e])
    for v in range(n):
        offered, within = outer[v], inner[v]
        outer[v] = inner[v] = 0.0
        after = side.after[v]
        outer[after] = join(rule, outer[after], offered * side.skip[v])
        inner[after] = join(rule, inner[after], within * side.inner_skip[v])
        entered = join(rule, offered * side.enter[v], within * side.inner_enter[v])
        if side.word[v] >= 0:
            out[side.word[v]] = join(rule, out[side.word[v]], entered)
        else:
            inner[v + 1] = join(rule, inner[v + 1], entered)
    out[len(x) - 1] = join(rule, out[len(x) - 1], outer[n])
    outer[n] = inner[n] = 0.0


@borrowing_part
def weigh(side: Side, y: Floats) -> None:
    """Set the worth of each node, offered on the way out, inside, and once entered: the expected ``y`` of where it leads."""
    n = len(side.after)
    side.worth[n] = y[len(y) - 1]
    for v in range(n - 1, -1, -1):
        entered = y[side.word[v]] if side.word[v] >= 0 else side.inner_worth[v + 1]
        after = side.after[v]
        side.worth_entered[v] = entered
        side.worth[v] = side.skip[v] * side.worth[after] + side.enter[v] * entered
        side.inner_worth[v] = side.inner_skip[v] * side.inner_worth[after] + side.inner_enter[v] * entered


@borrowing_part
def offsets(direction: int, labels: int) -> Offsets:
    """Return where the counts of a direction begin: 0 is forward, 1 backward."""
    return Offsets(direction * labels, (2 + direction) * labels, 4 * labels + 2 * direction)


@borrowing_part
def count_walks(side: Side, x: Floats, statistics: Floats, at: Offsets) -> None:
    """Add expected skips, enters and walks, where there was a choice; the worths must be those of ``weigh``."""
    outer, inner = side.outer, side.inner
    n = len(side.after)
    for e in range(len(x)):
        mass = x[e] * side.share[e]
        outer[side.entry[e]] += mass
        statistics[at.walks + min(e, 1)] += mass * side.worth[side.entry[e]]
    for v in range(n):
        offered, within = outer[v], inner[v]
        outer[v] = inner[v] = 0.0
        after, label = side.after[v], side.label[v]
        skipped, skipped_within = offered * side.skip[v], within * side.inner_skip[v]
        entered, entered_within = offered * side.enter[v], within * side.inner_enter[v]
        outer[after] += skipped
        inner[after] += skipped_within
        statistics[at.skips + label] += skipped * side.worth[after] + skipped_within * side.inner_worth[after]
        if side.skip[v] > 0.0:
            statistics[at.enters + label] += entered * side.worth_entered[v]
        if side.inner_skip[v] > 0.0:
            statistics[at.enters + label] += entered_within * side.worth_entered[v]
        if side.word[v] < 0:
            inner[v + 1] += entered + entered_within
    outer[n] = inner[n] = 0.0


@borrowing_part
def carry(operator: WalkOperator, rule: Joining, x: Floats, out: Floats) -> None:
    """Move a row through the operator: a little of it anywhere, the rest by walks in both directions."""
    total = 0.0
    for e in range(operator.m + 1):
        total = join(rule, total, x[e])
    for j in range(operator.m + 1):
        out[j] = total * FLOOR / (operator.m + 1)
    walk(operator.forward, rule, x, out)
    walk(operator.backward, rule, x, out)


@implements(push, WalkOperator, inlined=True)
def _push(operator: WalkOperator, rule: Joining, x: Floats, out: Floats) -> None:
    carry(operator, rule, x, out)


@implements(pull, WalkOperator, inlined=True)
def _pull(operator: WalkOperator, y: Floats, x: Floats, out: Floats, statistics: Floats) -> None:
    forward, backward = operator.forward, operator.backward
    total = 0.0
    for j in range(operator.m + 1):
        total += y[j]
    weigh(forward, y)
    weigh(backward, y)
    for e in range(operator.m + 1):
        out[e] = (
            total * FLOOR / (operator.m + 1)
            + forward.share[e] * forward.worth[forward.entry[e]]
            + backward.share[e] * backward.worth[backward.entry[e]]
        )
    if len(statistics) > 0:
        count_walks(forward, x, statistics, offsets(0, operator.labels))
        count_walks(backward, x, statistics, offsets(1, operator.labels))


@implements(finish, WalkOperator)
def _finish(operator: WalkOperator, statistics: Floats) -> None:
    pass


@implements(column, WalkOperator)
def _column(operator: WalkOperator, j: int, best: bool, out: Floats) -> None:
    forward, backward = operator.forward, operator.backward
    operator.target[j] = 1.0
    weigh(forward, operator.target)
    weigh(backward, operator.target)
    operator.target[j] = 0.0
    anywhere = FLOOR / (operator.m + 1)
    for e in range(operator.m + 1):
        ahead = forward.share[e] * forward.worth[forward.entry[e]]
        back = backward.share[e] * backward.worth[backward.entry[e]]
        out[e] = max(ahead, back, anywhere) if best else ahead + back + anywhere
