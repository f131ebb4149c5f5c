"""Pairs in batches, so that their sentences are encoded together: a network reads many at once faster than one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sumtrace.corpus import Pair
from sumtrace.meaning import Encoder, WordVectors

PAIRS, WORDS = 128, 16_000
"""Most pairs, and words, of a batch; a pair with more words is a batch of its own."""


def batches(pairs: Iterable[Pair]) -> Iterator[list[Pair]]:
    """Yield the pairs in order, several short ones at a time: at first one, so that nobody waits for it, then more and more."""
    batch: list[Pair] = []
    most, words = 1, 0
    for pair in pairs:
        length = len(pair.document) + len(pair.summary)
        if batch and (len(batch) == most or words + length > WORDS):
            yield batch
            batch, words = [], 0
            most = min(PAIRS, 4 * most)
        batch.append(pair)
        words += length
    if batch:
        yield batch


class Remembering:
    """An encoder that has encoded the sentences of some pairs at once, and asks another for any other sentence."""

    def __init__(self, inner: Encoder, pairs: Sequence[Pair]) -> None:
        self.name, self.signature = inner.name, inner.signature
        self._inner = inner
        texts = [text for pair in pairs for text in (pair.summary, pair.document)]
        sentences = list(dict.fromkeys(text.words[start:end] for text in texts for start, end in text.sentences))
        self._known = dict(zip(sentences, inner.encode(sentences), strict=True))

    def encode(self, sentences: Sequence[Sequence[str]]) -> list[WordVectors]:
        """Return the vectors of each sentence's words."""
        wanted = [tuple(sentence) for sentence in sentences]
        new = [sentence for sentence in dict.fromkeys(wanted) if sentence not in self._known]
        found = self._known | dict(zip(new, self._inner.encode(new), strict=True)) if new else self._known
        return [found[sentence] for sentence in wanted]
