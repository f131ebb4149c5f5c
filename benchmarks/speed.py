"""How fast the aligner is, as ratios within one run: article scale against eflomal, kernels against a bound, growth, start-up.

    python benchmarks/speed.py article ../shared/data/corpora/papers.jsonl.gz   # (a) and (b), some minutes
    python benchmarks/speed.py kernels
    python benchmarks/speed.py growth
    python benchmarks/speed.py startup

CPU seconds; kernels are compiled before the clock starts, except for "startup". By strings: benchmarks/meaning.py measures
what comparing words in context adds, benchmarks/compare.py one commit against another.
"""

from __future__ import annotations

import argparse
import itertools
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
from clock import timed

from sumtrace.corpus import Pair
from sumtrace.encoding.tokens import TokenNumbers
from sumtrace.jumps.joining import BySum
from sumtrace.jumps.loops import add_scaled
from sumtrace.jumps.operator import operator_of, push
from sumtrace.jumps.registry import MODELS, start_jump, structure_needed
from sumtrace.jumps.structuring import structure_of
from sumtrace.kernels import kernel
from sumtrace.model.parameters import Parameters, start
from sumtrace.rewrites.registry import start_components
from sumtrace.settings import STRINGS, changed
from sumtrace.text import Text
from sumtrace.training.corpus import corpus_of
from sumtrace.training.e_step import e_step
from sumtrace.training.executors import Threads
from sumtrace.training.gathering import gather
from sumtrace.training.problem import TrainingProblem, problem_of
from sumtrace.training.trainer import train

THREADS = 2


def extracts(corpus: Path, unit: str, count: int | None = None) -> list[Any]:
    """Return summary sentences, or whole summaries, of the first pairs of a corpus with their extracts."""
    from sumtrace.corpus.extracts import extract_pairs
    from sumtrace.corpus.reading import read_pairs

    return [
        found.pair
        for pair in itertools.islice(read_pairs(corpus), count)
        for found in extract_pairs(pair, k=3, unit=unit)  # type: ignore[arg-type]
        if len(found.pair.document) and len(found.pair.summary)
    ]


def ten_iterations(pairs: list[Any]) -> float:
    settings = changed(STRINGS, tolerance=-1e9)
    tokens = gather(pairs, settings)
    return timed(lambda: train(corpus_of(tokens, settings), settings, threads=THREADS))


def article(corpus: Path) -> None:
    import eflomal

    once = changed(STRINGS, iterations=1)
    train(corpus_of(gather(extracts_of_examples(), once), once), once, threads=1)
    sentences = extracts(corpus, "sentence")
    words = sum(len(p.document) for p in sentences), sum(len(p.summary) for p in sentences)
    print(f"(a) {len(sentences):,} abstract sentences with their extracts, {words[0]:,} / {words[1]:,} words")
    ours = ten_iterations(sentences)
    print(f"    ten iterations of EM, phrases up to 3 x 3: {ours:.1f} CPU s")
    source = [" ".join(pair.document.words).lower() + "\n" for pair in sentences]
    target = [" ".join(pair.summary.words).lower() + "\n" for pair in sentences]
    with tempfile.TemporaryDirectory() as folder:
        links = str(Path(folder) / "links")
        theirs = timed(lambda: eflomal.Aligner(model=3).align(source, target, links_filename_fwd=links))
    print(f"    one eflomal run, model 3, one direction: {theirs:.1f} CPU s; ours / eflomal = {ours / theirs:.2f}")
    abstracts = extracts(corpus, "abstract")
    mean = [sum(len(getattr(p, side)) for p in abstracts) / len(abstracts) for side in ("summary", "document")]
    print(
        f"(b) {len(abstracts):,} abstracts with the union of their extracts, {mean[0]:.0f} x {mean[1]:.0f} words on average"
    )
    whole = ten_iterations(abstracts)
    print(f"    ten iterations of EM: {whole:.1f} CPU s; (b) / (a) = {whole / ours:.2f}")
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6:.2f} GB")


def extracts_of_examples() -> list[Any]:
    from sumtrace.datasets import examples

    return examples()


def random_problem(m: int, t: int, jump: str = "relative", pairs: int = 1) -> tuple[TrainingProblem, Parameters]:
    """Random words with the repetitions of English, in sentences of twenty, as a problem ready for an E-step."""
    chance = np.random.default_rng(1)
    tokens = TokenNumbers()
    for _ in range(pairs):
        document = [f"w{number}" for number in chance.zipf(1.4, m) % 5000]
        summary = [f"w{number}" for number in chance.zipf(1.4, t) % 5000]
        sentences = [(first, min(first + 20, m)) for first in range(0, m, 20)]
        pair = Pair("random", Text.from_words(document, sentences), Text.from_words(summary))
        tokens.add(document, summary, sentences, structure_of(pair, structure_needed(jump)))
    settings = changed(STRINGS, jump=jump)
    components = start_components(settings)
    problem = problem_of(corpus_of(tokens, settings), settings, components)
    return problem, start(settings, problem.mixture.type_count, components)


def one_e_step(problem: TrainingProblem, parameters: Parameters) -> None:
    e_step(problem.blocks, problem.counting(parameters), Threads(1))


@kernel
def pushes(parameters, rows, out, times):  # type: ignore[no-untyped-def]
    """The relative operator, as the forward recursion uses it: one push for each summary word."""
    operator = operator_of(parameters, rows.shape[1] - 1, np.zeros(1, np.int32), np.zeros(0, np.int32))
    for _ in range(times):
        for t in range(len(rows)):
            push(operator, BySum(0), rows[t], out)


@kernel
def bound(rows, out, lengths, times):  # type: ignore[no-untyped-def]
    """As many multiply-adds on the same arrays, band for band, and nothing else."""
    for _ in range(times):
        for t in range(len(rows)):
            x = rows[t]
            for b in range(len(lengths)):
                add_scaled(out, 0, lengths[b], x, 0, 0.5)


def kernels() -> None:
    jump = start_jump("relative")
    print("relative jumps: multiply-adds a second, of the bound's")
    for m in (77, 511, 3000, 20000):
        parameters = jump.parameters(m)
        low, width = parameters.low, np.left_shift(1, parameters.level)
        # how many targets a band reaches from somewhere in the document: the length of its inner loop
        reach = np.minimum(m, m + low + width - 1) - np.maximum(0, low) + 1
        doublings = int(parameters.level[reach > 0].max())
        lengths = np.concatenate([reach[reach > 0], np.full(doublings, m + 1)])
        rows, out = np.random.default_rng(1).random((24, m + 1)), np.zeros(m + 1)
        times = max(1, 4_000_000 // (24 * m))
        pushes(parameters, rows, out, 1)
        bound(rows, out, lengths, 1)
        ours = min(timed(pushes, parameters, rows, out, times) for _ in range(5))
        floor = min(timed(bound, rows, out, lengths, times) for _ in range(5))
        print(f"  document of {m:6,} words: {floor / ours:.2f}")


def growth() -> None:
    print("CPU seconds of one E-step, a summary of 100 words")
    lengths = (100, 500, 2000, 10000, 20000)
    print(f"{'document words':18}" + "".join(f"{m:>10,}" for m in lengths))
    for jump in MODELS:
        times = []
        for m in lengths:
            problem, parameters = random_problem(m, 100, jump)
            one_e_step(problem, parameters)
            times.append(min(timed(one_e_step, problem, parameters) for _ in range(3)))
        print(f"{jump:18}" + "".join(f"{seconds:10.3f}" for seconds in times))
    print("a document of 2,000 words, relative jumps")
    for t in (50, 200, 800, 2000):
        problem, parameters = random_problem(2000, t)
        one_e_step(problem, parameters)
        print(f"  {t:5} summary words {timed(one_e_step, problem, parameters):8.3f}")


def startup() -> None:
    with tempfile.TemporaryDirectory() as folder:
        document, summary = Path(folder) / "document.txt", Path(folder) / "summary.txt"
        document.write_text("The mayor opened the new bridge on Friday. Traffic was light.\n")
        summary.write_text("Mayor opens bridge.\n")
        command = [sys.executable, "-m", "sumtrace", "align", str(document), str(summary)]
        environment = dict(os.environ, SUMTRACE_CACHE=str(Path(folder) / "cache"))

        def run(arguments: list[str]) -> tuple[float, float]:
            begun = time.perf_counter()
            spent = timed(lambda: subprocess.run(arguments, env=environment, check=True, capture_output=True))
            return spent, time.perf_counter() - begun

        print("first align ever: {:.1f} CPU s, {:.1f} s on the clock".format(*run(command)))
        second = min(run(command)[0] for _ in range(3))
        numba = min(run([sys.executable, "-c", "import numba"])[0] for _ in range(3))
        print(f"second align {second:.2f} CPU s, import numba {numba:.2f} CPU s, difference {second - numba:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("part", choices=["article", "kernels", "growth", "startup"])
    parser.add_argument("corpus", type=Path, nargs="?")
    options = parser.parse_args()
    if options.part == "article":
        if options.corpus is None:
            parser.error("article needs the corpus: papers.jsonl.gz")
        article(options.corpus)
    else:
        {"kernels": kernels, "growth": growth, "startup": startup}[options.part]()


if __name__ == "__main__":
    main()
