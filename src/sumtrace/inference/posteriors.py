"""What the model believes of one pair: the probability of each word link, and of each summary word being null."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sumtrace.inference.recursions import backward, forward, length_weights
from sumtrace.jumps.joining import BySum
from sumtrace.jumps.operator import push
from sumtrace.kernels import borrowing_part, kernel
from sumtrace.rewrites.by_token import TokenTally
from sumtrace.rewrites.emission import BY_LEXICAL, explain, scratch


class Posteriors(NamedTuple):
    """``link[t, j]``: the sum over all phrase pairs whose expansion links summary word t to document word j ``[T, m]``.

    ``null[t]`` is the probability that summary word t comes from nowhere; ``by[t, j]`` the component that explains most of
    the word pair's score (-1: none, the lexical table).
    """

    link: Floats
    null: Floats
    by: npt.NDArray[np.int8]
    log_likelihood: float


@kernel
def posteriors(pair, model):
    """Run forward and backward over a pair and return the posteriors."""
    emitted = emission(model.rewrites, pair, np.full(model.types, -1, np.int64))
    m, t_end = len(pair.doc_slots), len(pair.sum_slots)
    jump = prepare(model.jump, m, pair.bounds, pair.structure)
    lengths = length_weights(model.lengths, m)
    run = forward(pair, model, emitted, jump, lengths, BySum(0), push, 1.0)
    link = np.zeros((t_end, m))
    by = np.full((t_end, m), -1, np.int8)
    if not run.log_likelihood > -np.inf:
        return Posteriors(link, np.ones(t_end), by, run.log_likelihood)
    expected = backward(pair, model, emitted, jump, lengths, run, TokenTally(link), np.zeros(0), False)
    add_phrases(pair, expected.cell, link)
    for t in range(t_end):
        expected.null[t] = min(1.0, expected.null[t])
        for j in range(m):
            link[t, j] = min(1.0, link[t, j])
    explain(emitted, pair, model.rewrites, by)
    return Posteriors(link, expected.null, by, run.log_likelihood)


@borrowing_part
def add_phrases(pair, expected, link):
    """Add the posteriors of a pair's phrase pairs to those of the words that their expansions link."""
    for c in range(len(expected)):
        used = expected[c]
        t, a = pair.cell_sum[c], pair.cell_sum_length[c]
        j, n = pair.cell_doc[c], pair.cell_doc_length[c]
        if pair.cell_by_word[c]:
            for i in range(a):
                link[t + i, j + i] += used
        else:
            for u in range(t, t + a):
                for k in range(j, j + n):
                    link[u, k] += used


def explain(emission: Any, pair: Any, rewrites: Any, by: Any) -> None:
    """Write down which component explains each word pair ``[T, m]``."""
    raise TypeError("called from compiled code only")


@implements(explain, TypeEmission)
def _by_type(emission, pair, rewrites, by):
    explained = explanations(emission, pair, rewrites)
    for t in range(by.shape[0]):
        for j in range(by.shape[1]):
            by[t, j] = explained[pair.sum_slots[t], pair.doc_slots[j]]


@implements(explain, TokenEmission)
def _by_token(emission, pair, rewrites, by):
    pass  # who computed the scores explains them (rewrites/by_token.py)


@implements(explain, GivenScores)
def _given(emission, pair, rewrites, by):
    pass
