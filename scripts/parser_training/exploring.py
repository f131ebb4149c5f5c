"""Walks through a sentence during training, and what would have been right at each step (a dynamic oracle).

The parser is trained on the states it gets into by itself, mistakes included. What is right after a mistake is known
exactly (Cross & Huang 2016): with E the smallest gold span that is still reachable around the top span,

    combine, where E begins before the top span; shift, where it begins with it; the label is the gold label of the span.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sumtrace.array_types import Ints, Singles
from sumtrace.kernels import kernel
from sumtrace.text.parsing.decoding import Halves, combine_score, label_scores
from sumtrace.text.parsing.weights import Scorers

ACTION_COLUMNS = 7
"""Bounds of the three top spans, the end of the top one, their symbols."""
LABEL_COLUMNS = 5
"""Start, middle and end of a span, the symbols of its halves."""


@kernel
def right_action(spans: Ints, starts: Ints, depth: int, end: int) -> int:
    """Return 1 where combining is right, 0 where shifting is."""
    top = starts[depth - 1]
    shortest = np.int64(1 << 30)
    begins = 0
    for x in range(len(spans)):
        first, last = spans[x]
        is_around = first <= top and last >= end and (first < top or last > end)
        if is_around and last - first < shortest:
            for level in range(depth):
                if starts[level] == first:
                    shortest = last - first
                    begins = first
    return 1 if begins < top else 0


@kernel
def walk(
    scorers: Scorers,
    action_between: Singles,
    label_between: Singles,
    tags: NDArray[np.int64],
    tag_count: int,
    gold_labels: NDArray[np.int16],
    gold_spans: Ints,
    own_actions: bool,
    own_labels: bool,
    actions_seen: Ints,
    labels_seen: Ints,
    right_actions: NDArray[np.int64],
    right_labels: NDArray[np.int64],
) -> tuple[int, int]:
    """Fill in the states met and the right answers there; return how many actions and labels there were.

    The walk takes the model's own best actions or the right ones, and its own labels or the gold ones.
    """
    count = len(tags)
    missing = count + 1
    no_symbol = scorers.action_symbols.shape[1] - 1
    action_hidden = np.empty(scorers.action_output.shape[0], np.float32)
    label_hidden = np.empty(scorers.label_output.shape[0], np.float32)
    scores = np.empty(len(scorers.label_output_bias), np.float32)
    starts = np.empty(count + 1, np.int32)
    symbols = np.empty(count + 1, np.int32)
    bounds = np.empty(4, np.int32)
    tops = np.empty(3, np.int32)
    depth = end = actions = labels = 0
    while end < count or depth > 1:
        combines = 0
        if end < count and depth >= 2:
            for level in range(3):
                bounds[2 - level] = starts[depth - 1 - level] if depth > level else missing
                tops[level] = symbols[depth - 1 - level] if depth > level else no_symbol
            bounds[3] = end
            right = right_action(gold_spans, starts, depth, end)
            actions_seen[actions, :4] = bounds
            actions_seen[actions, 4:] = tops
            right_actions[actions] = right
            actions += 1
            combines = right
            if own_actions:
                combines = 1 if combine_score(scorers, action_between, bounds, tops, action_hidden) > 0 else 0
        elif depth >= 2:
            combines = 1
        if combines:
            left, right_half, middle = symbols[depth - 2], symbols[depth - 1], starts[depth - 1]
            depth -= 1
        else:
            left, right_half, middle = no_symbol, np.int32(tags[end]), missing
            starts[depth] = end
            symbols[depth] = tags[end]
            depth += 1
            end += 1
        start = starts[depth - 1]
        labels_seen[labels, 0] = start
        labels_seen[labels, 1] = middle
        labels_seen[labels, 2] = end
        labels_seen[labels, 3] = left
        labels_seen[labels, 4] = right_half
        label = np.int64(gold_labels[start, end])
        right_labels[labels] = label
        labels += 1
        if own_labels:
            span = Halves(start, middle, end, left, right_half)
            label_scores(scorers, label_between, span, label_hidden, scores)
            label = np.argmax(scores)
        if label > 0 or combines:
            symbols[depth - 1] = tag_count + label
    return actions, labels
