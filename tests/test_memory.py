import json
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from making import pair_of
from sumtrace.encoding.encode import encode
from sumtrace.encoding.tokens import TokenNumbers
from sumtrace.errors import InputError
from sumtrace.memory import Budget, Size, check_memory, size_of


def test_threads_never_hold_more_together_than_the_budget():
    budget, lock = Budget(10), threading.Lock()
    held, most = [0], [0]

    def work(needed):
        with budget.held(needed):
            with lock:
                held[0] += needed
                most[0] = max(most[0], held[0])
            time.sleep(0.001)
            with lock:
                held[0] -= needed

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, [3, 4, 5, 6, 2, 9, 1, 7] * 5))
    assert 6 < most[0] <= 10
    assert budget.used == 0


def test_who_is_alone_may_go_on_and_a_failure_gives_back_what_it_held():
    budget = Budget(10)
    with pytest.raises(KeyError), budget.held(50):
        raise KeyError
    with budget.held(10):
        assert budget.used == 10


@pytest.mark.parametrize(("text", "in_context"), [("a", False), ("a b c", False), ("a b", True)])
def test_a_pair_beyond_the_limit_is_refused_with_its_size(text, in_context):
    check_memory(pair_of("a b", "c"), 3, in_context=in_context)
    with pytest.raises(InputError, match=r"would need \d+\.\d GB of memory \(limit 4\)"):
        check_memory(pair_of(f"{text} " * 7000, f"{text} " * 7000), 3, in_context=in_context)


@pytest.mark.parametrize("texts", [("a b a b a", "b a b"), ("dams held", "dam holds held"), ("a a a a", "a a a")])
@pytest.mark.parametrize("longest", [2, 3])
def test_the_size_counts_types_and_the_phrases_that_the_encoding_finds(texts, longest):
    pair = pair_of(*texts)
    tokens = TokenNumbers()
    tokens.add_pair(pair)
    block = encode(tokens, longest, longest).blocks[0]
    types = len(block.doc_types) * len(block.sum_types)
    assert size_of(pair, longest) == Size(len(pair.document), len(pair.summary), types, len(block.cell_sum))


PEAKS = """
import ctypes, json, sys
from pathlib import Path
from sumtrace import Pair, Text, load
from sumtrace.memory import bytes_for
import sumtrace.meaning.caching as caching

caching.vector_file = lambda: Path(sys.argv[1]) / "vectors.sqlite"
trimmed = ctypes.CDLL(None).malloc_trim

def kilobytes(name):
    return int(next(line for line in open("/proc/self/status") if line.startswith(name)).split()[1])

def text(words):
    ends = [*range(0, len(words), 20), len(words)]
    return Text.from_words(words, list(zip(ends, ends[1:])))

english = "the old dam above the town held through a night of heavy rain while most of its people slept .".split()
names = [f"{word}{number}" for number in range(40) for word in english]
shapes = {
    "repetitive": (["the"] * 1500, ["the"] * 150),
    "different words": ([f"a{n}b" for n in range(1500)], [f"c{n}d" for n in range(300)]),
    "a copy": (names[:700], names[:700]),
}
with_meaning = load()
for aligner, in_context in ((with_meaning, True), (with_meaning.without_meaning(), False)):
    for decoding in ("threshold", "viterbi"):  # compiled now
        aligner.align("A dam held. It rained.", "The dam held.", decoding=decoding)
    for name, (document, summary) in shapes.items():
        pair = Pair(name, text(document), text(summary))
        trimmed(0)
        Path("/proc/self/clear_refs").write_text("5")
        before = kilobytes("VmRSS")
        for decoding in ("threshold", "viterbi"):
            aligner.align_pair(pair, decoding=decoding)
        peak = 1024 * (kilobytes("VmHWM") - before)
        print(json.dumps([name, in_context, bytes_for(pair, 3, in_context=in_context), peak]))
"""


@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="peaks are measured by Linux's /proc")
def test_the_estimate_is_an_upper_bound_and_at_most_about_twice_the_peak(tmp_path):
    found = subprocess.run([sys.executable, "-c", PEAKS, tmp_path], capture_output=True, text=True, check=True)
    for name, in_context, estimate, peak in map(json.loads, found.stdout.splitlines()):
        assert peak <= estimate <= 2 * peak + 1e7, (name, in_context, estimate / 1e6, peak / 1e6)
