"""What comparing words in context costs: align and training against the bare encoder and eflomal, start-up, memory.

    python benchmarks/meaning.py align ../shared/data/gold/msr-dev.jsonl.gz
    python benchmarks/meaning.py align ../shared/data/corpora/news.jsonl.gz --pairs 200
    python benchmarks/meaning.py train ../shared/data/corpora/papers.jsonl.gz --pairs 20    # some minutes; needs eflomal
    python benchmarks/meaning.py startup 5fa0742                                            # against an older commit
    python benchmarks/meaning.py memory

CPU seconds. Vectors come from an empty cache, kernels from a full one. Exits with 1 where a bound is exceeded.
"""

from __future__ import annotations

import argparse
import itertools
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import trees
from clock import timed
from speed import extracts

from sumtrace import Aligner, load
from sumtrace.corpus import Pair, read_pairs
from sumtrace.meaning import Encoder, WordVectors
from sumtrace.meaning.cache import DiskCache
from sumtrace.meaning.caching import CachedEncoder
from sumtrace.meaning.shipped import ShippedEncoder

MOST_OF_ENCODER, MOST_OF_EFLOMAL, MOST_START, MOST_MEMORY = 1.5, 5.0, 0.5, 700.0
PARTS = 4
"""A corpus is measured in so many parts, encoder and aligner in turn: what else the machine does hits both alike."""


class Counted:
    """An encoder that counts the sentences it is asked for."""

    def __init__(self, inner: Encoder) -> None:
        self.name, self.signature, self._inner = inner.name, inner.signature, inner
        self.sentences = 0

    def encode(self, sentences: Sequence[Sequence[str]]) -> list[WordVectors]:
        self.sentences += len(sentences)
        return self._inner.encode(sentences)


@contextmanager
def cold_cache(inner: Encoder) -> Any:
    with tempfile.TemporaryDirectory() as folder:
        yield CachedEncoder(inner, DiskCache(Path(folder) / "vectors.sqlite"))


def sentences_of(pairs: Sequence[Pair]) -> list[tuple[str, ...]]:
    texts = [text for pair in pairs for text in (pair.document, pair.summary)]
    return list(dict.fromkeys(text.words[start:end] for text in texts for start, end in text.sentences))


def align(corpus: Path, count: int | None) -> bool:
    pairs = list(itertools.islice(read_pairs(corpus), count))
    words = [sum(len(getattr(pair, side)) for pair in pairs) for side in ("document", "summary")]
    print(f"{corpus.name}: {len(pairs)} pairs, {words[0]:,} document and {words[1]:,} summary words", flush=True)
    encoder = Counted(ShippedEncoder())
    with cold_cache(encoder) as cached:
        aligner = Aligner.of(load().model, encoder=encoder)
        aligner.encoder = cached
        list(
            aligner.align_many(pairs[:1], threads=1)
        )  # kernels, WordNet and the network are read before the clock starts
    bare = aligned = again = 0.0
    encoder.sentences = different = 0
    with cold_cache(encoder) as cached:
        aligner.encoder = cached
        for part in (pairs[number::PARTS] for number in range(PARTS)):
            sentences = sentences_of(part)
            different += len(sentences)
            bare += timed(ShippedEncoder.encode, encoder._inner, sentences)
            aligned += timed(lambda part=part: list(aligner.align_many(part, threads=1)))
        encoded = encoder.sentences
        again += timed(lambda: list(aligner.align_many(pairs, threads=1)))
    print(f"  encoder alone {bare:.2f}, align {aligned:.2f}: {aligned / bare:.2f} times (at most {MOST_OF_ENCODER})")
    print(
        f"  align a second time {again:.2f}; {encoded} of {different} sentences encoded, {encoder.sentences - encoded} again"
    )
    return aligned <= MOST_OF_ENCODER * bare and encoder.sentences == encoded


def training(corpus: Path, count: int | None) -> bool:
    import eflomal

    pairs = extracts(corpus, "sentence", count)
    words = [sum(len(getattr(pair, side)) for pair in pairs) for side in ("document", "summary")]
    print(f"{len(pairs):,} abstract sentences with their extracts, {words[0]:,} / {words[1]:,} words", flush=True)
    Aligner(iterations=1).fit(pairs[:20], threads=1)  # kernels
    with cold_cache(ShippedEncoder()) as cached:
        aligner = Aligner()
        aligner.encoder = cached
        ours = timed(lambda: aligner.fit(pairs, threads=1))
    source, target = (
        [" ".join(text.words).lower() + "\n" for text in side]
        for side in zip(*((p.document, p.summary) for p in pairs), strict=True)
    )
    with tempfile.TemporaryDirectory() as folder:
        links = str(Path(folder) / "links")
        theirs = timed(lambda: eflomal.Aligner(model=3).align(source, target, links_filename_fwd=links))
    print(f"  training {ours:.1f}, one eflomal run {theirs:.1f}: {ours / theirs:.2f} times (at most {MOST_OF_EFLOMAL})")
    return ours <= MOST_OF_EFLOMAL * theirs


def startup(commit: str) -> bool:
    """Compare the least CPU time of aligning a tiny pair, old and new in turn."""
    least: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "document.txt").write_text("The mayor opened the new bridge on Friday. Traffic was light.\n")
        (folder / "summary.txt").write_text("Mayor opens bridge.\n")
        sources = {"before": trees.source_of(commit, folder), "now": trees.ROOT}

        def run(source: Path) -> float:
            return timed(
                trees.run, source, ["align", folder / "document.txt", folder / "summary.txt"], folder / "cache"
            )

        for source in sources.values():
            run(source)  # compiles, and encodes
        for _ in range(5):
            for which, source in sources.items():
                least[which] = min(least.get(which, 1e9), run(source))
    more = least["now"] - least["before"]
    print(
        f"align of a tiny pair: {least['before']:.2f} before, {least['now']:.2f} now: {more:+.2f} (at most {MOST_START})"
    )
    return more <= MOST_START


MEASURED = """
import random, resource
from sumtrace import load
from sumtrace.datasets import examples
from sumtrace.text import Text
from sumtrace.corpus import Pair
texts = [pair.document for pair in examples()]
words = [word for text in texts for word in text.words]
random.seed(1)
document = (words * 10)[:4000]
ends = sorted({*range(0, 4000, 23), 4000})
spans = list(zip(ends, ends[1:]))
random.shuffle(words)
pair = Pair("long", Text.from_words(document, spans), Text.from_words(words[:SUMMARY]))
load().align_pair(pair)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def memory() -> bool:
    """Measure the peak of aligning a document of 4,000 words, with an empty cache of vectors."""
    within = True
    for summary in (200, 400):
        with tempfile.TemporaryDirectory() as folder:
            program = MEASURED.replace("SUMMARY", str(summary))
            vectors = "import sumtrace.meaning.caching as c, pathlib\n" + (
                f"c.vector_file = lambda: pathlib.Path({folder!r}) / 'vectors.sqlite'\n"
            )
            peak = float(subprocess.check_output([sys.executable, "-c", vectors + program], env=dict(os.environ)))
        print(
            f"4,000 document words, {summary} summary words: peak {peak:.0f} MB (at most {MOST_MEMORY:.0f})", flush=True
        )
        within &= peak <= MOST_MEMORY
    return within


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=["align", "train", "startup", "memory"])
    parser.add_argument("given", nargs="?", help="a corpus, or for startup a commit")
    parser.add_argument("--pairs", type=int, help="only the first pairs of the corpus")
    options = parser.parse_args()
    if options.part != "memory" and options.given is None:
        parser.error(f"{options.part} needs a {'commit' if options.part == 'startup' else 'corpus'}")
    parts: dict[str, Callable[[], bool]] = {
        "align": lambda: align(Path(options.given), options.pairs),
        "train": lambda: training(Path(options.given), options.pairs),
        "startup": lambda: startup(options.given),
        "memory": memory,
    }
    sys.exit(not parts[options.part]())


if __name__ == "__main__":
    main()
