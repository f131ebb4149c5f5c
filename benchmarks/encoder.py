"""The shipped encoder: size, start-up, CPU time, and whether its vectors depend on anything but the sentence.

    python benchmarks/encoder.py [pairs.jsonl.gz] [--words 5000]

Texts are the first words of the file's documents, by default of the example pairs. All times are CPU time of this process
or a fresh one. Exits with 1 where a vector depends on batch, order, threads or the cache.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from sumtrace import datasets
from sumtrace.corpus import read_pairs
from sumtrace.meaning import Encoder, WordVectors
from sumtrace.meaning.cache import DiskCache, vector_cache_use
from sumtrace.meaning.caching import CachedEncoder
from sumtrace.meaning.shipped import FOLDER, ShippedEncoder

Sentences = list[tuple[str, ...]]

STARTS = {
    "import onnxruntime, after numpy": ("import numpy", "import onnxruntime"),
    "read the encoder, first sentence": (
        "import onnxruntime; from sumtrace.meaning.shipped import ShippedEncoder",
        "ShippedEncoder().encode([['It', 'rained', '.']])",
    ),
}


def start_up(before: str, measured: str) -> float:
    """Return the least CPU time of a statement, each time in a fresh process."""
    program = f"import time\n{before}\nt = time.process_time()\n{measured}\nprint(time.process_time() - t)"
    return min(float(subprocess.check_output([sys.executable, "-c", program])) for _ in range(5))


def cpu_time(encoder: Encoder, sentences: Sentences) -> tuple[float, list[WordVectors]]:
    started = time.process_time()
    vectors = encoder.encode(sentences)
    return time.process_time() - started, vectors


def same_bits(first: list[WordVectors], second: list[WordVectors]) -> bool:
    return all(
        a.tobytes() == b.tobytes()
        for one, other in zip(first, second, strict=True)
        for a, b in zip(one, other, strict=True)
    )


def ways(sentences: Sentences, encoder: Encoder, empty: DiskCache) -> dict[str, bool]:
    """Return whether each way to encode gives the same bits as all sentences at once."""
    expected = encoder.encode(sentences)
    cached = CachedEncoder(encoder, empty)
    order = random.Random(0).sample(range(len(sentences)), len(sentences))
    shuffled = encoder.encode([sentences[place] for place in order])
    with ThreadPoolExecutor(4) as pool:
        threaded = list(pool.map(lambda words: encoder.encode([words])[0], sentences))
    return {
        "one by one": same_bits(expected, [encoder.encode([words])[0] for words in sentences]),
        "another order": same_bits([expected[place] for place in order], shuffled),
        "four threads": same_bits(expected, threaded),
        "from the cache": same_bits(cached.encode(sentences), cached.encode(sentences)),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pairs", nargs="?", type=Path)
    parser.add_argument("--words", type=int, default=5000)
    options = parser.parse_args()
    sentences: Sentences = []
    for pair in read_pairs(options.pairs) if options.pairs else datasets.examples():
        text = pair.document
        sentences += [text.words[start:end] for start, end in text.sentences]
        if sum(map(len, sentences)) >= options.words:
            break
    sentences = list(dict.fromkeys(sentences))
    words = sum(map(len, sentences))

    for file in sorted(FOLDER.iterdir()):
        print(f"{file.name:36} {file.stat().st_size / 1e6:8.3f} MB")
    for name, statements in STARTS.items():
        print(f"{name:36} {start_up(*statements):8.3f} CPU s")
    encoder = ShippedEncoder()
    encoder.encode(sentences[:1])
    thirty = [(*sentence, *sentences[0] * 30)[:30] for sentence in sentences[:40]]
    alone = min(sum(cpu_time(encoder, [sentence])[0] for sentence in thirty) for _ in range(3))
    print(f"{'a sentence of 30 words, by itself':36} {1000 * alone / len(thirty):8.2f} CPU ms")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "vectors.sqlite"
        cached = CachedEncoder(encoder, DiskCache(file))
        timed = {
            "encode 1,000 words": min(cpu_time(encoder, sentences)[0] for _ in range(3)),
            "the same, and keep them": cpu_time(cached, sentences)[0],
            "the same from the cache": min(cpu_time(cached, sentences)[0] for _ in range(3)),
        }
        for name, seconds in timed.items():
            print(f"{name:36} {1000 * seconds / words:8.4f} CPU s   ({len(sentences)} sentences, {words} words)")
        print(f"{'cache':36} {vector_cache_use(file).size / words:8.0f} bytes a word")
        same = ways(sentences[:60], encoder, DiskCache(Path(folder) / "empty.sqlite"))
    for name, held in same.items():
        print(f"same bits, {name:25} {'yes' if held else 'NO':>8}")
    sys.exit(not all(same.values()))


if __name__ == "__main__":
    main()
