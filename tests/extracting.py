"""Small texts of given sentences, and strategies for random ones."""

import itertools

from hypothesis import strategies as st

from sumtrace import Pair, Text


def text(*sentences):
    words = [sentence.split() for sentence in sentences]
    ends = [0, *itertools.accumulate(map(len, words))]
    return Text.from_words([word for sentence in words for word in sentence], list(itertools.pairwise(ends)))


WORDS = "storm storms dam river held flooded town the of . mayor spoke speaks 1998 rain".split()
sentences = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=7).map(" ".join), min_size=1, max_size=9)
documents = sentences.map(lambda parts: text(*parts))
pairs = st.builds(Pair, st.just("p"), documents, documents)
