"""The kernel that builds a tree: shift the next word or combine the two top spans, then label what came of it.

After every action the top span gets a label, which may be "no constituent" (0); that way trees need no binarisation
(Cross & Huang 2016). A sentence of n words takes 2n - 1 actions, whatever it holds, so decoding is linear. A beam keeps
the likeliest few histories; its states share their stacks, so that a step costs the same on a deep stack.
"""

from __future__ import annotations

import math

import numpy as np

from sumtrace.kernels import kernel
from sumtrace.text.parsing.encoding import encode, with_bias
from sumtrace.text.parsing.weights import Floats, Integers, Weights

NO_STATE = -1


@kernel
def combine_score(weights: Weights, between: Floats, bounds: Integers, symbols: Integers, hidden: Floats) -> float:
    """Return the log-odds of combining against shifting, from the bounds and symbols of the three top spans."""
    width = hidden.shape[0]
    for p in range(width):
        hidden[p] = (
            between[bounds[0], p]
            + between[bounds[1], width + p]
            + between[bounds[2], 2 * width + p]
            + between[bounds[3], 3 * width + p]
            + weights.action_symbols[0, symbols[0], p]
            + weights.action_symbols[1, symbols[1], p]
            + weights.action_symbols[2, symbols[2], p]
        )
    total = weights.action_output_bias[0]
    for p in range(width):
        if hidden[p] > 0:
            total += hidden[p] * weights.action_output[p]
    return float(total)


@kernel
def label_scores(
    weights: Weights,
    between: Floats,
    start: int,
    middle: int,
    end: int,
    left: int,
    right: int,
    hidden: Floats,
    scores: Floats,
) -> None:
    """Fill in the log-probability of each label for a span, from its bounds and the symbols of its halves."""
    width = hidden.shape[0]
    for p in range(width):
        hidden[p] = (
            between[start, p]
            + between[middle, width + p]
            + between[end, 2 * width + p]
            + weights.label_symbols[0, left, p]
            + weights.label_symbols[1, right, p]
        )
    scores[:] = weights.label_output_bias
    for p in range(width):
        if hidden[p] > 0:
            value = hidden[p]
            row = weights.label_output[p]
            for x in range(scores.shape[0]):
                scores[x] += value * row[x]
    highest = scores.max()
    total = np.float32(0.0)
    for x in range(scores.shape[0]):
        total += math.exp(scores[x] - highest)
    scores -= highest + np.float32(math.log(total))


@kernel
def with_missing(places: Floats, matrix: Floats, bias: Floats, missing: Floats) -> Floats:
    """Return what each place says in each role ``[places + 1, roles * P]``; the last row is for a missing place."""
    outputs = np.empty((places.shape[0] + 1, matrix.shape[1]), np.float32)
    outputs[:-1] = with_bias(places, matrix, bias)
    outputs[-1] = missing.reshape(-1)
    return outputs


@kernel
def parse_sentence(weights: Weights, rows: Integers, beam: int) -> tuple[Integers, Integers, Integers]:
    """Return the tags, the spans ``[2n - 1, 2]`` in the order they were built, and their labels."""
    places, tags = encode(weights, rows)
    count = len(tags)
    missing = count + 1
    action_between = with_missing(places, weights.action_between, weights.action_bias, weights.action_missing)
    label_between = with_missing(places, weights.label_between, weights.label_bias, weights.label_missing)
    no_symbol = weights.action_symbols.shape[1] - 1
    tag_count = len(weights.tagger_bias)
    action_hidden = np.empty(weights.action_output.shape[0], np.float32)
    label_hidden = np.empty(weights.label_output.shape[0], np.float32)
    scores = np.empty(len(weights.label_output_bias), np.float32)
    bounds = np.empty(4, np.int32)
    symbols = np.empty(3, np.int32)

    # States: the top span [start, end), its symbol and label, the state whose top lies below it, the state before it.
    steps = 2 * count - 1
    room = 1 + steps * beam
    start = np.empty(room, np.int32)
    end = np.zeros(room, np.int32)
    symbol = np.full(room, no_symbol, np.int32)
    label = np.zeros(room, np.int32)
    below = np.full(room, NO_STATE, np.int32)
    before = np.full(room, NO_STATE, np.int32)
    score = np.zeros(room, np.float64)
    first, last = 0, 1  # the beam

    best = np.empty(beam, np.float64)
    best_from = np.empty(beam, np.int32)
    best_combines = np.empty(beam, np.int32)
    best_label = np.empty(beam, np.int32)
    for _ in range(steps):
        found = 0
        for state in range(first, last):
            depth = 0
            top = state
            bounds[:3] = missing
            symbols[:] = no_symbol
            while top > 0 and depth < 3:
                bounds[2 - depth] = start[top]
                symbols[depth] = symbol[top]
                depth += 1
                top = below[top]
            can_shift = end[state] < count
            can_combine = depth >= 2
            combining = 0.0
            shifting = 0.0
            if can_shift and can_combine:
                bounds[3] = end[state]
                odds = combine_score(weights, action_between, bounds, symbols, action_hidden)
                combining = -math.log1p(math.exp(-odds)) if odds > -30 else odds
                shifting = -math.log1p(math.exp(odds)) if odds < 30 else -odds
            for combines in range(2):
                if (combines == 1 and not can_combine) or (combines == 0 and not can_shift):
                    continue
                so_far = score[state] + (combining if combines else shifting)
                if found == beam and so_far <= best[beam - 1]:
                    continue
                if combines:
                    label_scores(
                        weights,
                        label_between,
                        bounds[1],
                        bounds[2],
                        end[state],
                        symbols[1],
                        symbols[0],
                        label_hidden,
                        scores,
                    )
                else:
                    t = end[state]
                    label_scores(weights, label_between, t, missing, t + 1, no_symbol, tags[t], label_hidden, scores)
                for x in range(len(scores)):
                    total = so_far + scores[x]
                    if found == beam and total <= best[beam - 1]:
                        continue
                    if found < beam:
                        found += 1
                    place = found - 1
                    while place > 0 and best[place - 1] < total:
                        best[place] = best[place - 1]
                        best_from[place] = best_from[place - 1]
                        best_combines[place] = best_combines[place - 1]
                        best_label[place] = best_label[place - 1]
                        place -= 1
                    best[place] = total
                    best_from[place] = state
                    best_combines[place] = combines
                    best_label[place] = x
        for x in range(found):
            new = last + x
            old = best_from[x]
            score[new] = best[x]
            before[new] = old
            label[new] = best_label[x]
            if best_combines[x]:
                second = below[old]
                start[new] = start[second]
                end[new] = end[old]
                below[new] = below[second]
                symbol[new] = tag_count + best_label[x]
            else:
                start[new] = end[old]
                end[new] = end[old] + 1
                below[new] = old
                symbol[new] = tag_count + best_label[x] if best_label[x] > 0 else tags[end[old]]
        first, last = last, last + found

    spans = np.empty((steps, 2), np.int32)
    labels = np.empty(steps, np.int32)
    state = first
    for step in range(steps - 1, -1, -1):
        spans[step, 0] = start[state]
        spans[step, 1] = end[state]
        labels[step] = label[state]
        state = before[state]
    return tags, spans, labels
