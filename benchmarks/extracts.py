"""Extracts: speed against computing every similarity afresh, growth with the document, a corpus, and gold words reached.

    python benchmarks/extracts.py [--data ../shared/data]

Times are CPU seconds on one core, kernels compiled before the clock starts. A gold word counts as reached when one of the
document tokens it is linked to stands in the extract of its own summary sentence; words of the ignore-list are left out.
Rounds learn from the gold's texts alone, never from its links.
"""

from __future__ import annotations

import argparse
import itertools
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import numpy as np

from sumtrace import Alignment, Pair, Text
from sumtrace.alignment.formats import read_alignments
from sumtrace.corpus.extracts import SENTENCES, WEIGHTS, Extracted, extract_pairs, extract_sentences
from sumtrace.corpus.reading import read_pairs
from sumtrace.rounds import extracting_in_rounds
from sumtrace.text import is_ignored

Make = Callable[[Pair], Iterable[Extracted]]

ROOT = Path(__file__).parents[1]
WORDS_PER_SENTENCE = 25
VOCABULARY = 5000
SIZES = (1, 3, 5)
WHOLE_DOCUMENTS = ("spark-dev", "poc-dev", "clarke-lapata-dev")


def made_up(words: int, seed: int = 0) -> tuple[Text, list[str]]:
    """A document of made-up words with the frequencies of natural ones (Zipf), and a summary sentence from the same."""
    chance = np.random.default_rng(seed)
    shares = 1 / np.arange(2, VOCABULARY + 2)
    drawn = chance.choice(VOCABULARY, words + WORDS_PER_SENTENCE, p=shares / shares.sum())
    names = [f"w{number}" for number in drawn]
    starts = range(0, words, WORDS_PER_SENTENCE)
    sentences = [(start, min(start + WORDS_PER_SENTENCE, words)) for start in starts]
    return Text.from_words(names[:words], sentences), names[words:]


def afresh(document: Text, query: list[str]) -> list[int]:
    """The same by the definition: the similarity of every candidate computed from its whole vector, with numpy."""
    numbers: dict[str, int] = {}
    ids = np.array([numbers.setdefault(word, len(numbers)) for word in document.words])
    counts = np.array([np.bincount(ids[a:b], minlength=len(numbers)) for a, b in document.sentences], float)
    wanted = np.zeros(len(numbers))
    for word in query:
        if word in numbers:
            wanted[numbers[word]] += 1
    kept = list(range(len(counts)))
    while len(kept) > SENTENCES:
        left = counts[kept].sum(axis=0) - counts[kept]
        similarity = left @ wanted / np.sqrt((left * left).sum(axis=1))
        kept.pop(len(kept) - 1 - int(np.argmax(similarity[::-1])))
    return kept


def seconds(work: Callable[[], object], repeats: int = 3) -> float:
    best = float("inf")
    for _ in range(repeats):
        started = time.process_time()
        work()
        best = min(best, time.process_time() - started)
    return best


def print_speed() -> None:
    print("| document words | sentences | afresh | updated | ratio |\n|---|---|---|---|---|")
    for words in (1_000, 3_000, 10_000):
        document, query = made_up(words)
        assert afresh(document, query) == extract_sentences(document, query, weights="tf")
        slow = seconds(lambda d=document, q=query: afresh(d, q), 1)  # type: ignore[misc]
        fast = seconds(lambda d=document, q=query: extract_sentences(d, q, weights="tf"))  # type: ignore[misc]
        row = f"| {words:,} | {len(document.sentences):,} | {slow:.3f} s | {fast * 1e3:.2f} ms | {slow / fast:,.0f} x |"
        print(row, flush=True)
    print("\n| document words | " + " | ".join(WEIGHTS) + " |\n|---|---|---|---|")
    for words in (1_000, 10_000, 100_000):
        document, query = made_up(words)
        times = [seconds(lambda d=document, q=query, w=w: extract_sentences(d, q, weights=w)) for w in WEIGHTS]  # type: ignore[misc]
        print(f"| {words:,} | " + " | ".join(f"{each * 1e3:,.1f} ms" for each in times) + " |", flush=True)


def print_corpus(corpus: Path) -> None:
    read = extracted = 0.0
    pairs = sentences = 0
    started = time.process_time()
    for pair in read_pairs(corpus):
        between = time.process_time()
        read += between - started
        sentences += sum(1 for _ in extract_pairs(pair))
        pairs += 1
        started = time.process_time()
        extracted += started - between
    print(
        f"\n{corpus.name}: {sentences:,} extracts of {pairs:,} documents in {extracted:.1f} s, reading them {read:.1f} s"
    )


def reached(gold: Sequence[Alignment], make: Make) -> float:
    words = there = 0
    for alignment in gold:
        sources: dict[int, set[int]] = {}
        for link in alignment.links:
            for j in link.sum_positions:
                sources.setdefault(j, set()).update(link.doc_positions)
        for extracted in make(alignment.texts):
            kept = set(extracted.positions)
            for j, word in enumerate(extracted.pair.summary.words, start=extracted.summary_start):
                if j in sources and not is_ignored(word):
                    words += 1
                    there += not kept.isdisjoint(sources[j])
    return there / words


def print_reached(gold: Path) -> None:
    print("\n| gold | weights | " + " | ".join(f"k = {k}" for k in SIZES) + " |\n|---|---|" + "---|" * len(SIZES))
    for name, weights in itertools.product(WHOLE_DOCUMENTS, WEIGHTS):
        alignments = list(read_alignments(gold / f"{name}.jsonl.gz"))
        makers = (lambda pair, k=k, w=weights: extract_pairs(pair, k, weights=w) for k in SIZES)
        print_row(f"{name} | {weights}", [reached(alignments, make) for make in makers])


def print_rounds(gold: Path) -> None:
    print("\n| gold | rounds | " + " | ".join(f"k = {k}" for k in SIZES) + " |\n|---|---|" + "---|" * len(SIZES))
    for name in WHOLE_DOCUMENTS:
        alignments = list(read_alignments(gold / f"{name}.jsonl.gz"))
        pairs = [alignment.texts for alignment in alignments]
        for rounds, seeded in ((1, False), (2, False), (3, False), (1, True), (2, True)):
            makers = (extracting_in_rounds(lambda: pairs, k, rounds=rounds, seed_model1=seeded) for k in SIZES)  # noqa: B023
            shares = [reached(alignments, make) for make in makers]
            print_row(f"{name} | {rounds}{', seeded by Model 1' if seeded else ''}", shares)


def print_row(labels: str, shares: Sequence[float]) -> None:
    print(f"| {labels} | " + " | ".join(f"{share:.3f}" for share in shares) + " |", flush=True)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    data = options.parse_args().data
    print_speed()
    if not data.exists():
        print(f"\n{data} is absent: no corpus, no gold")
        return
    print_corpus(data / "corpora" / "papers.jsonl.gz")
    print_reached(data / "gold")
    print_rounds(data / "gold")


if __name__ == "__main__":
    main()
