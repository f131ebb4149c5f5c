"""CPU time of the translation models, and of eflomal where it is installed, on sentence pairs of a corpus.

    python benchmarks/baselines.py ../shared/data/corpora/papers.jsonl.gz

A sentence pair is a summary sentence with the three document sentences most similar to it. Kernels are compiled before the
clock starts. eflomal always computes both directions.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

from clock import timed

from sumtrace import Pair, Text
from sumtrace.baselines.similar import ranked_sentences
from sumtrace.baselines.symmetrization import Symmetrization
from sumtrace.baselines.translation import MODELS, translate
from sumtrace.corpus.reading import read_pairs
from sumtrace.errors import MissingExtraError

SENTENCES = 3
WAYS: dict[str, Symmetrization | None] = {"one way": None, "both ways": "intersect"}


def sentence_pairs(corpus: Path) -> Iterator[Pair]:
    for pair in read_pairs(corpus):
        for number, ((start, end), ranked) in enumerate(
            zip(pair.summary.sentences, ranked_sentences(pair), strict=True)
        ):
            chosen = [pair.document.sentences[n] for n in sorted(ranked[:SENTENCES])]
            words = [word for a, b in chosen for word in pair.document.words[a:b]]
            summary = Text.from_words(pair.summary.words[start:end])
            yield Pair(f"{pair.id}:{number}", Text.from_words(words), summary)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--limit", type=int, default=None, help="use only the first sentence pairs")
    arguments = parser.parse_args()
    pairs = list(sentence_pairs(arguments.corpus))[: arguments.limit]
    words = sum(len(pair.document) for pair in pairs), sum(len(pair.summary) for pair in pairs)
    print(f"{len(pairs):,} sentence pairs, {words[0]:,} / {words[1]:,} words")
    for model in MODELS:
        list(translate(pairs[:5], model))
    ours = {
        f"{model}, {ways}": told(f"{model}, {ways}", partial(translate, pairs, model, symmetrization=how))
        for ways, how in WAYS.items()
        for model in MODELS
    }
    try:
        from sumtrace.baselines.eflomal import eflomal

        theirs = told("eflomal, both ways", partial(eflomal, pairs, symmetrization="intersect"))
    except MissingExtraError as error:
        print(f"eflomal: {error}", file=sys.stderr)
        return
    for name, seconds in ours.items():
        print(f"{name}: {seconds / theirs:.2f} of eflomal's time")


def told(name: str, work: Callable[[], Iterable[object]]) -> float:
    seconds = timed(lambda: list(work()))
    print(f"{name}: {seconds:.1f} CPU s", flush=True)
    return seconds


if __name__ == "__main__":
    main()
