"""What the model believes of one pair: the probability of each word link, and of each summary word being null."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sumtrace.array_types import Floats
from sumtrace.encoding.block import PairNumbers
from sumtrace.inference.problem import KernelModel
from sumtrace.inference.recursions import backward, forward, lattice_of
from sumtrace.jumps.joining import BySum
from sumtrace.kernels import borrowing_part, kernel
from sumtrace.rewrites.by_token import TokenTally
from sumtrace.rewrites.by_type import Explanations
from sumtrace.rewrites.emission import BY_LEXICAL, explain, scratch


class Posteriors(NamedTuple):
    """``link[t, j]``: the sum over all phrase pairs whose expansion links summary word t to document word j ``[T, m]``.

    ``null[t]`` is the probability that summary word t comes from nowhere; ``by[t, j]`` the component that explains the word
    pair (rewrites/emission.py).
    """

    link: Floats
    null: Floats
    by: Explanations
    log_likelihood: float


@kernel
def posteriors(pair: PairNumbers, model: KernelModel) -> Posteriors:
    """Run forward and backward over a pair and return the posteriors."""
    m, t_end = len(pair.doc_slots), len(pair.sum_slots)
    lattice = lattice_of(pair, model, scratch(model.rewrites))
    run = forward(lattice, BySum(0), 1.0)
    link = np.zeros((t_end, m))
    by = np.full((t_end, m), BY_LEXICAL, np.int8)
    if not run.log_likelihood > -np.inf:
        return Posteriors(link, np.ones(t_end), by, run.log_likelihood)
    expected = backward(lattice, run, TokenTally(link), np.zeros(0))
    add_phrases(pair, expected.cell, link)
    for t in range(t_end):
        expected.null[t] = min(1.0, expected.null[t])
        for j in range(m):
            link[t, j] = min(1.0, link[t, j])
    explain(lattice.emission, pair, model.rewrites, by)
    return Posteriors(link, expected.null, by, run.log_likelihood)


@borrowing_part
def add_phrases(pair: PairNumbers, expected: Floats, link: Floats) -> None:
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
