"""Samples of the corpora, aligned once by the built-in model and kept for the benchmarks that read them."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

import sumtrace
from sumtrace.alignment import Alignment
from sumtrace.corpus import Pair

CORPORA = Path(__file__).parents[2] / "shared" / "data" / "corpora"
WORK = Path(tempfile.gettempdir()) / "sumtrace-benchmarks"
LONGEST = 10_000
"""Longer documents, in words, are left out of samples."""


def sample(corpus: str, words: int, *, seed: int = 0) -> list[Pair]:
    """Return pairs of a corpus in random order, so many that their documents have about that number of words."""
    pairs = list(sumtrace.read_pairs(CORPORA / f"{corpus}.jsonl.gz"))
    random.Random(seed).shuffle(pairs)
    chosen: list[Pair] = []
    total = 0
    for pair in pairs:
        if len(pair.document) <= LONGEST and len(pair.summary):
            chosen.append(pair)
            total += len(pair.document)
        if total >= words:
            break
    return chosen


def aligned(corpus: str, words: int, work: Path = WORK) -> list[Alignment]:
    """Return the alignments of a sample, from an earlier run where there was one."""
    model = sumtrace.load()
    file = work / f"{corpus}-{words}-{model.model.signature[:8]}.jsonl.gz"
    if not file.exists():
        work.mkdir(parents=True, exist_ok=True)
        sumtrace.write_alignments(model.align_many(sample(corpus, words)), file, format="native")
    return list(sumtrace.read_alignments(file))
