"""What benchmarks/compare.py times, done by whichever tree's ``sumtrace`` this process imports.

Only names that both trees know are used. Reads the names of items from standard input, and answers each with its CPU seconds.
"""

from __future__ import annotations

import itertools
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from functools import cache, partial
from pathlib import Path
from typing import Any

from sumtrace import Aligner, Pair, evaluate, read_alignments, read_pairs
from sumtrace.baselines.translation import translate
from sumtrace.corpus.extracts import extract_pairs

SENTENCES, DOCUMENTS = 400, 12
ITERATIONS = 10


def begin(data: Path, strings: str) -> dict[str, Callable[[], object]]:
    """Return the items; ``strings`` names the preset that compares strings."""

    @cache
    def sentences() -> list[Pair]:
        return list(itertools.islice(read_pairs(data / "gold" / "msr-dev.jsonl.gz"), SENTENCES))

    @cache
    def documents() -> list[Pair]:
        return list(itertools.islice(read_pairs(data / "corpora" / "news.jsonl.gz"), DOCUMENTS))

    @cache
    def gold() -> list[Any]:
        return list(itertools.islice(read_alignments(data / "gold" / "msr-dev.jsonl.gz"), SENTENCES))

    @cache
    def aligner() -> Aligner:
        return trained(sentences(), strings)

    @cache
    def saved() -> Path:
        folder = Path(tempfile.mkdtemp()) / "model"
        aligner().save(folder)
        return folder

    def aligned(pairs: Iterable[Pair], decoding: Any) -> None:
        for pair in pairs:
            aligner().align_pair(pair, decoding=decoding)

    def extracted(pairs: Iterable[Pair]) -> None:
        for pair in pairs:
            list(extract_pairs(pair, k=3, unit="sentence"))

    def trained(pairs: list[Pair], preset: Any, **changes: Any) -> Aligner:
        return Aligner(preset, iterations=ITERATIONS, tolerance=-1e9, **changes).fit(pairs, threads=1)

    jumps = "relative gaussian laplace sentence chunk chunk+relative".split()
    return {
        "read sentence pairs": lambda: list(read_pairs(data / "gold" / "msr-dev.jsonl.gz")),
        "load a model": lambda: Aligner.load(saved()),
        "align sentences": lambda: aligned(sentences(), "threshold"),
        "align sentences, best path": lambda: aligned(sentences(), "viterbi"),
        "align documents": lambda: aligned(documents(), "threshold"),
        "align documents, best path": lambda: aligned(documents(), "viterbi"),
        **{f"train, {jump} jumps": lambda jump=jump: trained(sentences(), strings, jump=jump) for jump in jumps},  # type: ignore[misc]
        "train, article": lambda: trained(sentences(), "article"),
        "train, documents": lambda: trained(documents(), strings),
        "train, documents by sentence jumps": lambda: trained(documents(), strings, jump="sentence"),
        **{
            name: partial(lambda name: list(translate(sentences(), name)), name) for name in ("model1", "hmm", "model4")
        },
        "extract": lambda: extracted(documents()),
        "evaluate": lambda: evaluate(gold(), gold()),
    }


def main() -> None:
    items = begin(Path(sys.argv[1]), sys.argv[2])
    print(*items, sep="\n", flush=True)
    print(flush=True)
    for line in sys.stdin:
        started = time.process_time()
        items[line.strip()]()
        print(time.process_time() - started, flush=True)


if __name__ == "__main__":
    main()
