"""IBM Model 1 (Brown et al. 1993): every target word is a translation of any source word, or of null, alike.

P(target | source) ~ product over t of sum over i of t(f_t | e_i)
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sumtrace.baselines.bitext import Bitext
from sumtrace.baselines.lexicon import Lexicon, Numbers, look_up
from sumtrace.baselines.vocabulary import Ids
from sumtrace.kernels import kernel

ITERATIONS = 5
BLOCK = 512
"""Pairs a call of a kernel, so that progress shows and an interruption is heard."""
Advance = Callable[[], None]


def train_model1(bitext: Bitext, *, iterations: int = ITERATIONS, advance: Advance = lambda: None) -> Lexicon:
    """Return the table after some iterations of EM from uniform; ``advance`` is called after each."""
    lexicon = Lexicon.uniform(bitext)
    for _ in range(iterations):
        counts = np.zeros(len(lexicon.keys))
        for start in range(0, len(bitext), BLOCK):
            end = min(start + BLOCK, len(bitext))
            _collect(
                bitext.source,
                bitext.source_start[start : end + 1],
                bitext.target,
                bitext.target_start[start : end + 1],
                lexicon.keys,
                lexicon.prob,
                lexicon.words,
                counts,
            )
        lexicon.estimate(counts)
        advance()
    return lexicon


def decode_model1(bitext: Bitext, lexicon: Lexicon) -> list[Ids]:
    """Return for every pair the likeliest source position of each target word, -1 for null."""
    return [_best(*bitext.words_of(n), lexicon.keys, lexicon.prob, lexicon.words) for n in range(bitext.pairs)]


@kernel
def _collect(
    source: Ids,
    source_start: Ids,
    target: Ids,
    target_start: Ids,
    keys: Ids,
    prob: Numbers,
    words: int,
    counts: Numbers,
) -> None:
    # counts[e, f] += t(f | e) / sum over the pair's e' of t(f | e')
    for n in range(len(source_start) - 1):
        own_source = source[source_start[n] : source_start[n + 1]]
        own_target = target[target_start[n] : target_start[n + 1]]
        slots = np.empty((len(own_target), len(own_source) + 1), np.int64)
        look_up(keys, words, own_source, own_target, slots)
        for t in range(len(own_target)):
            total = 0.0
            for i in range(len(own_source) + 1):
                total += prob[slots[t, i]]
            for i in range(len(own_source) + 1):
                counts[slots[t, i]] += prob[slots[t, i]] / total


@kernel
def _best(source: Ids, target: Ids, keys: Ids, prob: Numbers, words: int) -> Ids:
    slots = np.empty((len(target), len(source) + 1), np.int64)
    look_up(keys, words, source, target, slots)
    best = np.full(len(target), -1, np.int64)
    for t in range(len(target)):
        top = prob[slots[t, len(source)]]
        for i in range(len(source)):
            if prob[slots[t, i]] > top:
                top, best[t] = prob[slots[t, i]], i
    return best
