"""Whole documents: how often links and sources lead to the right place, beside simple rivals, and what landing costs.

    python benchmarks/documents.py quality [--gold ../shared/data/gold] [--sets poc spark]
    python benchmarks/documents.py time [--corpus ../shared/data/corpora/news.jsonl.gz]

"quality" prints F_hit (docs/evaluation.md) of the built-in model's links and sources and of the rivals, and how far links
and sources are ahead of each rival: the 95% interval and the p of a paired bootstrap over pairs. A source counts as one
link from the summary word to the place in the document where its evidence is densest.

"time" prints CPU seconds for a summary of about 100 words and documents of 1,000 to 20,000: what the encoder takes, what
all else does once the vectors are there, and the slope of the latter over the length, both as logarithms.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

import sumtrace
from sumtrace.alignment import Alignment, Link
from sumtrace.baselines.systems import heuristic
from sumtrace.corpus import Pair
from sumtrace.corpus.reading import read_pairs
from sumtrace.evaluation.scores import Evaluation
from sumtrace.evaluation.significance import compare
from sumtrace.meaning import WordVectors
from sumtrace.meaning.shipped import ShippedEncoder
from sumtrace.text import Text

DATA = Path(__file__).parents[2] / "shared" / "data"
SCORE = "spans.f_hit"
RIVALS = {"most similar sentence": "most-similar-sentence", "Jing's HMM": "jing", "nearest identical word": "nearest"}
LENGTHS = (1_000, 2_000, 5_000, 10_000, 20_000)
SUMMARY_WORDS = 100
REPEATS = 3


def as_links(alignment: Alignment) -> Alignment:
    """Return an alignment whose links are its sources: each word with the place its evidence is densest."""
    passages = alignment.passages or ()
    return replace(
        alignment, links=tuple(Link.word(passage.at, t) for t, passage in enumerate(passages) if passage is not None)
    )


def quality(folder: Path, sets: Sequence[str]) -> None:
    """Print F_hit of links, sources and rivals, and what chance has to do with the differences."""
    for name in sets:
        gold = list(sumtrace.read_alignments(folder / f"{name}-dev.jsonl.gz"))
        pairs = [alignment.texts for alignment in gold]
        found = list(sumtrace.load().align_many(pairs))
        systems: dict[str, Iterable[Alignment]] = {"links": found, "sources": map(as_links, found)}
        systems |= {rival: heuristic(use, pairs) for rival, use in RIVALS.items()}  # type: ignore[arg-type]
        rows = {system: Evaluation.of(gold, list(made)) for system, made in systems.items()}
        print(f"\n{name:26}{'hit':>8}{'coverage':>10}{'F_hit':>8}{'links ahead by':>26}{'sources ahead by':>26}")
        for system, row in rows.items():
            spans = row.scores().spans
            if spans is None:
                raise SystemExit(f"{name} is not span gold")
            print(f"{system:26}{spans.hit:8.3f}{spans.coverage:10.3f}{spans.f_hit:8.4f}", end="")
            for ours in ("links", "sources") if system in RIVALS else ():
                ahead = compare(rows[ours], row, score=SCORE)
                said = f"{ahead.difference:+.3f} [{ahead.low:+.3f}, {ahead.high:+.3f}]"
                print(f"{said} p {ahead.bootstrap_p:.3f}".rjust(34 if ours == "links" else 36), end="")
            print(flush=True)


class Remembering:
    """The shipped encoder with every sentence's vectors in memory: the second time costs a look-up."""

    def __init__(self) -> None:
        self._inner = ShippedEncoder()
        self.name, self.signature = self._inner.name, self._inner.signature
        self._known: dict[tuple[str, ...], WordVectors] = {}

    def encode(self, sentences: Sequence[Sequence[str]]) -> list[WordVectors]:
        new = list(dict.fromkeys(tuple(words) for words in sentences if tuple(words) not in self._known))
        self._known |= zip(new, self._inner.encode(new), strict=True)
        return [self._known[tuple(words)] for words in sentences]


def pair_of_length(pairs: Sequence[Pair], words: int) -> Pair:
    """Return articles in a row up to a length, and the first of their summaries, up to about 100 words."""
    sentences = [pair.document.words[start:end] for pair in pairs for start, end in pair.document.sentences]
    said = [pair.summary.words[start:end] for pair in pairs for start, end in pair.summary.sentences]
    return Pair(str(words), _text(sentences, words), _text(said, SUMMARY_WORDS))


def _text(sentences: Iterable[Sequence[str]], words: int) -> Text:
    taken: list[str] = []
    spans = []
    for sentence in sentences:
        if len(taken) >= words:
            break
        spans.append((len(taken), len(taken) + len(sentence)))
        taken += sentence
    return Text.from_words(taken, spans)


def timing(corpus: Path) -> None:
    """Print what each length takes, and the slope."""
    articles = list(read_pairs(corpus))[:60]
    encoder = Remembering()
    aligner = sumtrace.load()
    aligner.encoder = encoder
    aligner.align_pair(pair_of_length(articles, 200))
    print(f"{'document':>9}{'summary':>9}{'sentences':>11}{'encoder':>10}{'the rest':>10}   CPU seconds")
    measured = []
    for length in LENGTHS:
        pair = pair_of_length(articles, length)
        begun = time.process_time()
        for text in (pair.document, pair.summary):
            encoder.encode([text.words[start:end] for start, end in text.sentences])
        encoding = time.process_time() - begun
        seconds = []
        for _ in range(REPEATS):
            begun = time.process_time()
            aligner.align_pair(pair)
            seconds.append(time.process_time() - begun)
        measured.append((len(pair.document), min(seconds)))
        print(
            f"{len(pair.document):9,}{len(pair.summary):9}{len(pair.document.sentences):11}{encoding:10.2f}"
            f"{min(seconds):10.3f}",
            flush=True,
        )
    lengths, taken = np.log(np.array(measured)).T
    print(f"slope of the rest: {np.polyfit(lengths, taken, 1)[0]:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("what", choices=["quality", "time"])
    parser.add_argument("--gold", type=Path, default=DATA / "gold")
    parser.add_argument("--sets", nargs="+", default=["poc", "spark"])
    parser.add_argument("--corpus", type=Path, default=DATA / "corpora" / "news.jsonl.gz")
    options = parser.parse_args()
    if options.what == "quality":
        quality(options.gold, options.sets)
    else:
        timing(options.corpus)


if __name__ == "__main__":
    main()
