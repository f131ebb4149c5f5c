"""The kernels that read a sentence: word vectors, two bidirectional recurrent layers (LSTM), tags.

All loops run along rows in a fixed order, so a sentence's numbers do not depend on what is parsed beside it. They are
written out, element by element: assignments to slices would compile for half a minute.
"""

from __future__ import annotations

import numpy as np

from sumtrace.array_types import Ints, Singles
from sumtrace.kernels import borrowing_part, kernel, kernel_part
from sumtrace.text.parsing.weights import Weights


@borrowing_part
def multiply_add(inputs: Singles, matrix: Singles, outputs: Singles) -> None:
    """outputs += inputs @ matrix."""
    # Eight rows of the matrix at once: each output is loaded and stored an eighth as often.
    count, depth = inputs.shape
    width = matrix.shape[1]
    whole = depth - depth % 8
    for q in range(0, whole, 8):
        row_a, row_b, row_c, row_d = matrix[q], matrix[q + 1], matrix[q + 2], matrix[q + 3]
        row_e, row_f, row_g, row_h = matrix[q + 4], matrix[q + 5], matrix[q + 6], matrix[q + 7]
        for t in range(count):
            a, b, c, d = inputs[t, q], inputs[t, q + 1], inputs[t, q + 2], inputs[t, q + 3]
            e, f, g, h = inputs[t, q + 4], inputs[t, q + 5], inputs[t, q + 6], inputs[t, q + 7]
            out = outputs[t]
            for o in range(width):
                first = (a * row_a[o] + b * row_b[o]) + (c * row_c[o] + d * row_d[o])
                second = (e * row_e[o] + f * row_f[o]) + (g * row_g[o] + h * row_h[o])
                out[o] += first + second
    for q in range(whole, depth):
        row = matrix[q]
        for t in range(count):
            a = inputs[t, q]
            out = outputs[t]
            for o in range(width):
                out[o] += a * row[o]


@kernel
def tanh_in_place(values: Singles) -> None:
    """values = tanh(values), by a ratio of polynomials that is right to single precision and compiles to vector code."""
    # tanh x ~ x (a0 + a1 x^2 + ... + a6 x^12) / (b0 + b1 x^2 + b2 x^4 + b3 x^6) for |x| < 7.9, beyond which it is 1
    limit = np.float32(7.90531110763549805)
    for i in range(values.shape[0]):
        x = values[i]
        x = limit if x > limit else x
        x = -limit if x < -limit else x
        s = x * x
        top = np.float32(-2.76076847742355e-16) * s + np.float32(2.00018790482477e-13)
        top = top * s + np.float32(-8.60467152213735e-11)
        top = top * s + np.float32(5.12229709037114e-08)
        top = top * s + np.float32(1.48572235717979e-05)
        top = top * s + np.float32(6.37261928875436e-04)
        top = top * s + np.float32(4.89352455891786e-03)
        bottom = np.float32(1.19825839466702e-06) * s + np.float32(1.18534705686654e-04)
        bottom = bottom * s + np.float32(2.26843463243900e-03)
        bottom = bottom * s + np.float32(4.89352518554385e-03)
        values[i] = x * top / bottom


@kernel_part
def with_bias(inputs: Singles, matrix: Singles, bias: Singles) -> Singles:
    """Return inputs @ matrix + bias."""
    outputs = np.empty((inputs.shape[0], matrix.shape[1]), np.float32)
    for t in range(outputs.shape[0]):
        for o in range(outputs.shape[1]):
            outputs[t, o] = bias[o]
    multiply_add(inputs, matrix, outputs)
    return outputs


@kernel_part
def recur(gates: Singles, recurrent: Singles, backwards: bool, outputs: Singles) -> None:
    """Run one direction of an LSTM over gates that hold the inputs' part already ``[tokens, 4 H]``.

    The backward direction fills the second half of ``outputs``.
    """
    # i, f, o = sigmoid; g = tanh; cell = f * cell + i * g; state = o * tanh(cell); sigmoid(x) = (1 + tanh(x / 2)) / 2
    count = gates.shape[0]
    width = recurrent.shape[0]
    half, one = np.float32(0.5), np.float32(1.0)
    state = np.zeros((1, width), np.float32)
    cell = np.zeros(width, np.float32)
    squashed = np.empty(width, np.float32)
    first = width if backwards else 0
    for step in range(count):
        t = count - 1 - step if backwards else step
        multiply_add(state, recurrent, gates[t : t + 1])
        gate = gates[t]
        for h in range(width):
            gate[h] *= half
            gate[width + h] *= half
            gate[3 * width + h] *= half
        tanh_in_place(gate)
        for h in range(width):
            cell[h] = half * ((gate[width + h] + one) * cell[h] + (gate[h] + one) * gate[2 * width + h])
            squashed[h] = cell[h]
        tanh_in_place(squashed)
        for h in range(width):
            state[0, h] = half * (gate[3 * width + h] + one) * squashed[h]
            outputs[t, first + h] = state[0, h]


@kernel
def recurrent_layer(inputs: Singles, matrix: Singles, bias: Singles, recurrent: Singles) -> Singles:
    """Return both directions' states, side by side ``[tokens, 2 H]``."""
    outputs = np.empty((inputs.shape[0], 2 * recurrent.shape[1]), np.float32)
    recur(with_bias(inputs, matrix[0], bias[0]), recurrent[0], False, outputs)
    recur(with_bias(inputs, matrix[1], bias[1]), recurrent[1], True, outputs)
    return outputs


@kernel
def embed(vectors: Singles, vector_bias: Singles, words: Singles, spellings: Singles, rows: Ints) -> Singles:
    """Return each token's vector: from unlabelled text, from the treebank, from its spelling."""
    first = vectors.shape[1]
    second = first + words.shape[1]
    outputs = np.zeros((rows.shape[0], second + spellings.shape[1]), np.float32)
    for t in range(outputs.shape[0]):
        known = 1 if rows[t, 0] > 0 else 0
        for o in range(first):
            outputs[t, o] = vectors[rows[t, 0], o] + vector_bias[known, o]
        for o in range(second - first):
            outputs[t, first + o] = words[rows[t, 1], o]
        for column in range(2, rows.shape[1]):
            for o in range(spellings.shape[1]):
                outputs[t, second + o] += spellings[rows[t, column], o]
    return outputs


@kernel
def best_tags(states: Singles, matrix: Singles, bias: Singles) -> Ints:
    """Return the tag with the highest score for each word; the sentence's edges have none."""
    scores = with_bias(states, matrix, bias)
    tags = np.zeros(states.shape[0] - 2, np.int32)
    for t in range(len(tags)):
        for tag in range(1, scores.shape[1]):
            if scores[t + 1, tag] > scores[t + 1, tags[t]]:
                tags[t] = tag
    return tags


@kernel
def between_tokens(states: Singles) -> Singles:
    """Return a vector for each place between two tokens ``[words + 1, 2 H]``.

    It knows the words before it from the forward direction and those after it from the backward one.
    """
    width = states.shape[1] // 2
    places = np.empty((states.shape[0] - 1, 2 * width), np.float32)
    for p in range(places.shape[0]):
        for h in range(width):
            places[p, h] = states[p, h]
            places[p, width + h] = states[p + 1, width + h]
    return places


def encode(weights: Weights, rows: Ints) -> tuple[Singles, Ints]:
    """Return a vector for each place between two tokens and each word's best tag."""
    states = embed(weights.vectors, weights.vector_bias, weights.words, weights.spellings, rows)
    states = recurrent_layer(states, weights.input_1, weights.bias_1, weights.recurrent_1)
    states = recurrent_layer(states, weights.input_2, weights.bias_2, weights.recurrent_2)
    return between_tokens(states), best_tags(states, weights.tagger, weights.tagger_bias)
