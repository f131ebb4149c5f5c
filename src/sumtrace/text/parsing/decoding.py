"""The kernel that builds a tree: shift the next word or combine the two top spans, then label what came of it.

After every action the top span gets a label, which may be "no constituent" (0); that way trees need no binarisation
(Cross & Huang 2016). A sentence of n words takes 2n - 1 actions, whatever it holds, so decoding is linear. A beam keeps
the likeliest few histories; its states share their stacks, so that a step costs the same on a deep stack.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from sumtrace.array_types import Floats, Ints, Singles
from sumtrace.kernels import borrowing_part, kernel
from sumtrace.text.parsing.encoding import encode, with_bias
from sumtrace.text.parsing.weights import Scorers, Weights


@borrowing_part
def combine_score(scorers: Scorers, between: Singles, bounds: Ints, symbols: Ints, hidden: Singles) -> float:
    """Return the log-odds of combining against shifting, from the bounds and symbols of the three top spans."""
    width = hidden.shape[0]
    for p in range(width):
        hidden[p] = (
            between[bounds[0], p]
            + between[bounds[1], width + p]
            + between[bounds[2], 2 * width + p]
            + between[bounds[3], 3 * width + p]
            + scorers.action_symbols[0, symbols[0], p]
            + scorers.action_symbols[1, symbols[1], p]
            + scorers.action_symbols[2, symbols[2], p]
        )
    total = scorers.action_output_bias[0]
    for p in range(width):
        if hidden[p] > 0:
            total += hidden[p] * scorers.action_output[p]
    return float(total)


@borrowing_part
def label_scores(
    scorers: Scorers,
    between: Singles,
    span: Halves,
    hidden: Singles,
    scores: Singles,
) -> None:
    """Fill in the log-probability of each label for a span."""
    width = hidden.shape[0]
    for p in range(width):
        hidden[p] = (
            between[span.start, p]
            + between[span.middle, width + p]
            + between[span.end, 2 * width + p]
            + scorers.label_symbols[0, span.left, p]
            + scorers.label_symbols[1, span.right, p]
        )
    for x in range(scores.shape[0]):
        scores[x] = scorers.label_output_bias[x]
    for p in range(width):
        if hidden[p] > 0:
            value = hidden[p]
            row = scorers.label_output[p]
            for x in range(scores.shape[0]):
                scores[x] += value * row[x]
    highest = scores[0]
    for x in range(scores.shape[0]):
        highest = max(highest, scores[x])
    total = 0.0
    for x in range(scores.shape[0]):
        total += math.exp(scores[x] - highest)
    total = highest + math.log(total)
    for x in range(scores.shape[0]):
        scores[x] -= total


@kernel
def with_missing(places: Singles, matrix: Singles, bias: Singles, missing: Singles) -> Singles:
    """Return what each place says in each role ``[places + 1, roles * P]``; the last row is for a missing place."""
    said = with_bias(places, matrix, bias)
    outputs = np.empty((said.shape[0] + 1, said.shape[1]), np.float32)
    roles, width = missing.shape
    for p in range(said.shape[0]):
        for o in range(roles * width):
            outputs[p, o] = said[p, o]
    for o in range(roles * width):
        outputs[said.shape[0], o] = missing[o // width, o % width]
    return outputs


class Halves(NamedTuple):
    """A span of two halves: its bounds and theirs, and their symbols."""

    start: int | np.int32
    middle: int | np.int32
    end: int | np.int32
    left: int | np.int32
    right: int | np.int32


class ParserStates(NamedTuple):
    """Histories of actions, each by the top span it leads to: its bounds, its symbol, its label.

    ``below`` is the state whose top lies below it on the stack, ``before`` the state one action earlier. State 0 is the
    empty stack.
    """

    start: Ints
    end: Ints
    symbol: Ints
    label: Ints
    below: Ints
    before: Ints
    score: Floats


class Ranking(NamedTuple):
    """The best continuations of a step so far: score, state they come from, whether they combine, label."""

    score: Floats
    state: Ints
    combines: Ints
    label: Ints


@borrowing_part
def rank(best: Ranking, found: int, score: float, state: int, combines: int, label: int) -> int:
    """Put a continuation in its place among the best; of equals the earlier stays ahead. Return how many there are."""
    room = len(best.score)
    if found == room and score <= best.score[room - 1]:
        return found
    found = min(found + 1, room)
    place = found - 1
    while place > 0 and best.score[place - 1] < score:
        best.score[place] = best.score[place - 1]
        best.state[place] = best.state[place - 1]
        best.combines[place] = best.combines[place - 1]
        best.label[place] = best.label[place - 1]
        place -= 1
    best.score[place] = score
    best.state[place] = state
    best.combines[place] = combines
    best.label[place] = label
    return found


@borrowing_part
def take(states: ParserStates, new: int, best: Ranking, place: int, tags: Ints, tag_count: int) -> None:
    """Fill in the state that a continuation leads to."""
    old = best.state[place]
    label = best.label[place]
    states.score[new] = best.score[place]
    states.before[new] = old
    states.label[new] = label
    if best.combines[place]:
        second = states.below[old]
        states.start[new] = states.start[second]
        states.end[new] = states.end[old]
        states.below[new] = states.below[second]
        states.symbol[new] = tag_count + label
    else:
        word = states.end[old]
        states.start[new] = word
        states.end[new] = word + 1
        states.below[new] = old
        states.symbol[new] = tag_count + label if label > 0 else tags[word]


@borrowing_part
def look(states: ParserStates, state: int, missing: int, no_symbol: int, bounds: Ints, symbols: Ints) -> int:
    """Fill in the bounds and symbols of the three top spans; return how many of them there are."""
    for role in range(3):
        bounds[role] = missing
        symbols[role] = no_symbol
    bounds[3] = states.end[state]
    depth = 0
    top = state
    while top > 0 and depth < 3:
        bounds[2 - depth] = states.start[top]
        symbols[depth] = states.symbol[top]
        depth += 1
        top = states.below[top]
    return depth


@borrowing_part
def log_sigmoid(x: float) -> float:
    """Return log(1 / (1 + exp(-x))) without overflow."""
    return min(x, 0.0) - math.log1p(math.exp(-abs(x)))


@kernel
def search(
    scorers: Scorers, actions: Singles, labels: Singles, tags: Ints, tag_count: int, beam: int
) -> tuple[ParserStates, int]:
    """Return all states and the best of the last ones, from what each place says to the two scorers."""
    count = len(tags)
    missing = count + 1
    no_symbol = scorers.action_symbols.shape[1] - 1
    room = 1 + (2 * count - 1) * beam
    states = ParserStates(
        np.zeros(room, np.int32),
        np.zeros(room, np.int32),
        np.zeros(room, np.int32),
        np.zeros(room, np.int32),
        np.zeros(room, np.int32),
        np.zeros(room, np.int32),
        np.zeros(room, np.float64),
    )
    best = Ranking(
        np.empty(beam, np.float64), np.empty(beam, np.int32), np.empty(beam, np.int32), np.empty(beam, np.int32)
    )
    action_hidden = np.empty(scorers.action_output.shape[0], np.float32)
    label_hidden = np.empty(scorers.label_output.shape[0], np.float32)
    scores = np.empty(len(scorers.label_output_bias), np.float32)
    bounds, symbols = np.empty(4, np.int32), np.empty(3, np.int32)
    first, last = 0, 1  # the states that the beam holds
    for _ in range(2 * count - 1):
        found = 0
        for state in range(first, last):
            depth = look(states, state, missing, no_symbol, bounds, symbols)
            end = bounds[3]
            can = (end < count, depth >= 2)
            odds = 0.0
            if can[0] and can[1]:
                odds = combine_score(scorers, actions, bounds, symbols, action_hidden)
            for combines in range(2):
                if not can[combines]:
                    continue
                score = states.score[state]
                if can[1 - combines]:
                    score += log_sigmoid(odds if combines else -odds)
                if found == beam and score <= best.score[beam - 1]:
                    continue  # a label can only make it worse
                if combines:
                    start, middle, left, right = bounds[1], bounds[2], symbols[1], symbols[0]
                else:
                    start, middle, left, right = end, np.int32(missing), np.int32(no_symbol), tags[end]
                span = Halves(start, middle, end if combines else end + 1, left, right)
                label_scores(scorers, labels, span, label_hidden, scores)
                for label in range(len(scores)):
                    found = rank(best, found, score + scores[label], state, combines, label)
        for place in range(found):
            take(states, last + place, best, place, tags, tag_count)
        first, last = last, last + found
    return states, first


@kernel
def unwind(states: ParserStates, state: int) -> tuple[Ints, Ints]:
    """Return the spans that led to a state ``[actions, 2]``, in the order they were built, and their labels."""
    count = 0
    earlier = state
    while earlier > 0:
        count += 1
        earlier = states.before[earlier]
    spans = np.empty((count, 2), np.int32)
    labels = np.empty(count, np.int32)
    for step in range(count - 1, -1, -1):
        spans[step, 0] = states.start[state]
        spans[step, 1] = states.end[state]
        labels[step] = states.label[state]
        state = states.before[state]
    return spans, labels


def parse_sentence(weights: Weights, rows: Ints, beam: int) -> tuple[Ints, Ints, Ints]:
    """Return the tags, the spans ``[2n - 1, 2]`` in the order they were built, and their labels."""
    places, tags = encode(weights, rows)
    actions = with_missing(places, weights.action_between, weights.action_bias, weights.action_missing)
    labels = with_missing(places, weights.label_between, weights.label_bias, weights.label_missing)
    states, best = search(Scorers.of(weights), actions, labels, tags, len(weights.tagger_bias), beam)
    return (tags, *unwind(states, best))
