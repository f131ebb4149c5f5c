"""Peak memory of reading and of counting pairs, for a small and a large input.

    python benchmarks/memory.py [--small 10] [--large 500] [--pair-bytes 10000]

Sizes are megabytes of JSON lines, made on the fly and piped in. Exits with 1 where the larger input takes over 10% more.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator

READ = "from sumtrace.corpus import read_pairs\nfor pair in read_pairs('-'): pass"
COUNT = "from sumtrace.cli import app\napp(['stats', '-', '--quiet', '--json'], standalone_mode=False)"
PEAK = "\nimport resource, sys\nprint(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)"
LIMIT = 1.10


def pair_lines(megabytes: int, pair_bytes: int) -> Iterator[bytes]:
    """Pairs with ids of their own and, as in real text, a few words that no other pair has."""
    random.seed(1)
    words = ["w" + "".join(random.choices("abcdefghij", k=random.randint(1, 8))) for _ in range(20_000)]
    weights = [1 / rank for rank in range(1, len(words) + 1)]
    texts = []
    for _ in range(50):
        sentences = (
            " ".join(random.choices(words, weights, k=20)).capitalize() + "." for _ in range(pair_bytes // 110)
        )
        texts.append(" ".join(sentences))
    size = number = 0
    while size < megabytes * 1_000_000:
        number += 1
        own = " ".join(f"Name{number}x{k}" for k in range(pair_bytes // 2000 + 1))
        text = texts[number % len(texts)]
        record = {
            "id": f"pair-{number}",
            "document": f"{own} said. {text}",
            "summary": f"{own} {text[: pair_bytes // 10]}",
        }
        line = json.dumps(record).encode() + b"\n"
        size += len(line)
        yield line


def peak(program: str, megabytes: int, pair_bytes: int) -> tuple[float, float]:
    """Return the peak memory in MB and the seconds of a program that is fed so many megabytes."""
    started = time.monotonic()
    child = subprocess.Popen(
        [sys.executable, "-c", program + PEAK],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    assert child.stdin is not None
    assert child.stderr is not None
    with contextlib.suppress(BrokenPipeError):  # the child says below why it stopped
        for line in pair_lines(megabytes, pair_bytes):
            child.stdin.write(line)
        child.stdin.close()
    report = child.stderr.read().decode()
    if child.wait() != 0:
        sys.exit(report)
    return int(report) / 1024, time.monotonic() - started


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", type=int, default=10)
    parser.add_argument("--large", type=int, default=500)
    parser.add_argument("--pair-bytes", type=int, default=10_000)
    options = parser.parse_args()
    failed = False
    for name, program in (("reading", READ), ("stats", COUNT)):
        small, _ = peak(program, options.small, options.pair_bytes)
        large, seconds = peak(program, options.large, options.pair_bytes)
        failed |= large > LIMIT * small
        print(
            f"{name:8} {options.small} MB: peak {small:.1f} MB   {options.large} MB: peak {large:.1f} MB   "
            f"ratio {large / small:.3f}   {options.large / seconds:.1f} MB/s"
        )
    sys.exit(failed)


if __name__ == "__main__":
    main()
