"""Evidence among other sentences, as the tool gives it to the judge: the best sentences of a document together."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from judge_training.pairs import Pair

SHARE = 0.5
"""Share of the pairs whose evidence gets company."""
MOST = 2
"""Sentences that are added at most."""
LONGEST = 35
"""Words of a sentence that is added."""


def in_passages(pairs: Sequence[Pair], chance: random.Random) -> Iterator[Pair]:
    """Yield the pairs, some with evidence of other pairs of their set before or after their own; labels stay true."""
    sentences: dict[str, list[str]] = defaultdict(list)
    for pair in pairs:
        if len(pair.evidence.split()) <= LONGEST:
            sentences[pair.source].append(pair.evidence)
    for pair in pairs:
        others = sentences[pair.source]
        if not others or chance.random() >= SHARE:
            yield pair
            continue
        passage = [pair.evidence]
        for _ in range(chance.randint(1, MOST)):
            passage.insert(chance.randint(0, len(passage)), chance.choice(others))
        yield replace(pair, evidence=" ".join(passage))
