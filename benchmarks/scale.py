"""How training scales: memory against pairs, cost against length, workers against threads, and a cost model of it all.

    python benchmarks/scale.py memory --pairs 20000 200000     peak memory of whole trainings, each in its own process
    python benchmarks/scale.py length                          CPU per pair against document length, and the slope
    python benchmarks/scale.py workers --pairs 4000            threads, one worker, two workers: seconds per iteration
    python benchmarks/scale.py cost                            fit the cost model, predict a run that was not fitted
    python benchmarks/scale.py papers FILE --share 0.05        ten iterations on whole papers, from a part of them
    python benchmarks/scale.py pruning GOLD                    what a lexical table cut down to a budget costs in F

Pairs are drawn from a toy story of the model's own kind: a summary walks through its document by jumps, copies or rewrites
words, and now and then writes one of its own.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import numpy.typing as npt
from scipy.optimize import nnls

from sumtrace import Aligner, read_alignments
from sumtrace.corpus.reading import read_pairs
from sumtrace.encoding.array_file import ArrayFile
from sumtrace.encoding.block import Block
from sumtrace.encoding.tokens import TokenNumbers
from sumtrace.evaluation.scores import evaluate
from sumtrace.model.parameters import Parameters, start
from sumtrace.rewrites.registry import start_components
from sumtrace.settings import STRINGS
from sumtrace.training.corpus import corpus_of
from sumtrace.training.e_step import e_step
from sumtrace.training.executors import Threads, Workers
from sumtrace.training.m_step import m_step
from sumtrace.training.problem import TrainingProblem, problem_of

WORDS = 5000
SENTENCE = 20
CNN = (287_000, 780, 56)
"""Pairs of CNN/DailyMail, and the words of a document and of a summary on average."""


def drawn_pairs(count: int, m: int, t: int, seed: int = 1) -> Iterator[tuple[list[str], list[str]]]:
    """Yield pairs of documents of ``m`` words and summaries of ``t``, drawn from the model's story."""
    chance = np.random.default_rng(seed)
    frequency = 1.0 / np.arange(1, WORDS + 1)
    running = np.cumsum(frequency / frequency.sum())
    rewritten = np.random.default_rng(0).permutation(WORDS)
    for _ in range(count):
        document = np.searchsorted(running, chance.random(m))
        place, summary = int(chance.integers(m)), []
        for _ in range(t):
            if chance.random() < 0.2:
                summary.append(int(np.searchsorted(running, chance.random())))
                continue
            place = (place + 1) % m if chance.random() < 0.6 else int(chance.integers(m))
            word = int(document[place])
            summary.append(word if chance.random() < 0.8 else int(rewritten[word]))
        yield [f"w{word}" for word in document], [f"w{word}" for word in summary]


def drawn_problem(count: int, m: int, t: int) -> tuple[TrainingProblem, Parameters]:
    """Return drawn pairs as a problem, and parameters after one iteration: from then on every one costs the same."""
    tokens = TokenNumbers()
    for document, summary in drawn_pairs(count, m, t):
        tokens.add(document, summary, [(i, min(i + SENTENCE, m)) for i in range(0, m, SENTENCE)])
    settings = replace(STRINGS, components=("identity", "stem", "spelling"))
    components = start_components(settings)
    problem = problem_of(corpus_of(tokens, settings), settings, components)
    parameters = start(settings, problem.mixture.type_count, components)
    expected = e_step(problem.blocks, problem.counting(parameters), Threads(1))
    return problem, m_step(problem.mixture, settings, parameters, expected.counts)


# Memory against pairs


def memory(options: argparse.Namespace) -> None:
    """Print the peak memory of two iterations, of ours or of a baseline, for each number of pairs."""
    peaks = []
    for count in options.pairs:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "pairs.jsonl"
            with path.open("w") as file:
                for document, summary in drawn_pairs(count, options.document, options.summary):
                    file.write(json.dumps({"document": document, "summary": summary}) + "\n")
            if options.baseline:
                command = [
                    "baseline",
                    options.baseline,
                    path,
                    "-o",
                    Path(folder) / "aligned.jsonl",
                    "--iterations",
                    "2",
                ]
            else:
                command = ["train", path, "-o", Path(folder) / "model", "--preset", "strings", "--iterations", "2"]
                command += ["--threads", "2", "--max-document-phrase", options.phrase]
                command += ["--max-summary-phrase", options.phrase]
            if options.memory:
                command += ["--memory", options.memory]
            peak, cpu = measured([*map(str, command)], Path(folder))
            corpora = Path(folder) / "cache" / "corpora"
            size = sum(part.stat().st_size for part in corpora.rglob("*.bin"))
            peaks.append(peak)
            print(
                f"{count:>10,} pairs: peak {peak / 1e6:,.0f} MB, {cpu:,.0f} CPU s, text {path.stat().st_size / 1e6:,.0f} MB, "
                f"compiled {size / 1e6:,.0f} MB",
                flush=True,
            )
    print(f"from {options.pairs[0]:,} to {options.pairs[-1]:,} pairs: {peaks[-1] / peaks[0]:.3f} times the memory")


def measured(arguments: list[str], folder: Path) -> tuple[float, float]:
    """Run the command line in a process of its own, with compiled kernels but an empty cache of corpora."""
    from sumtrace.kernels import cache_folder

    own = folder / "cache"
    own.mkdir()
    (own / cache_folder().name).symlink_to(cache_folder())
    environment = dict(os.environ, SUMTRACE_CACHE=str(own))
    process = subprocess.Popen([sys.executable, "-m", "sumtrace", *arguments, "-q"], env=environment)
    _, status, used = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"sumtrace {' '.join(arguments)} failed")
    return used.ru_maxrss * 1024, used.ru_utime + used.ru_stime


# Cost against length, and the cost model


@dataclass(frozen=True, slots=True)
class Cost:
    """One iteration over drawn pairs: CPU seconds, and the bytes of all counts that come back from workers."""

    pairs: int
    document: int
    summary: int
    type_pairs: float
    seconds: float = 0.0
    bytes: int = 0

    @property
    def word_pairs(self) -> float:
        return float(self.pairs) * self.document * self.summary


def cost_of(pairs: int, m: int, t: int) -> Cost:
    """Measure the second iteration over some pairs, the best of three."""
    problem, parameters = drawn_problem(pairs, m, t)
    counting = problem.counting(parameters)
    best, sent = np.inf, 0

    class Weighed(Threads):
        def map(self, *arguments: Any) -> Iterator[Any]:
            nonlocal sent
            sent = 0
            for part in super().map(*arguments):
                counts = part.counts
                sent += sum(array.nbytes for array in (*counts.lexical, *counts.by_row))
                yield part

    for _ in range(3):
        begun = time.process_time()
        e_step(problem.blocks, counting, Weighed(1))
        best = min(best, time.process_time() - begun)
    return Cost(pairs, m, t, type_pairs(pairs, m, t), best, sent)


def type_pairs(pairs: int, m: int, t: int, drawn: int = 40) -> float:
    """Return how many pairs of different words so many pairs have, from a few of them."""
    counted = [len(set(document)) * len(set(summary)) for document, summary in drawn_pairs(drawn, m, t, seed=2)]
    return pairs * sum(counted) / len(counted)


def length(options: argparse.Namespace) -> None:
    """Print CPU per pair against document length, and the slope of their logarithms: 1 is linear."""
    found = [cost_of(options.pairs, m, options.summary) for m in options.lengths]
    for cost in found:
        print(f"{cost.document:>7,} words: {1e3 * cost.seconds / cost.pairs:8.2f} CPU ms per pair and iteration")
    slope = np.polyfit(np.log([c.document for c in found]), np.log([c.seconds for c in found]), 1)[0]
    print(f"slope {slope:.2f}")


FITTED = ((4000, 50, 10), (1000, 400, 20), (500, 400, 60), (400, 1500, 40), (60, 4000, 120), (300, 1000, 100))
HELD_OUT = (500, 780, 56)


def cost(options: argparse.Namespace) -> None:
    """Fit seconds and bytes of an iteration, predict a run that was not fitted, and say what large corpora would take."""
    found = [cost_of(*size) for size in FITTED]
    by_time = fitted(found, [c.seconds for c in found])
    by_bytes = fitted(found, [float(c.bytes) for c in found])
    for name, weights in (("CPU s per iteration", by_time), ("bytes on the wire", by_bytes)):
        print(f"{name:20}= {weights[0]:.2e} * word pairs + {weights[1]:.2e} * type pairs + {weights[2]:.2e} * pairs")
    held = cost_of(*HELD_OUT)
    for name, weights, real in (("CPU s", by_time, held.seconds), ("bytes", by_bytes, float(held.bytes))):
        guess = float(terms(held) @ weights)
        print(f"{HELD_OUT} predicted {guess:,.2f} {name}, measured {real:,.2f}: {guess / real - 1:+.0%}")
    for name, (pairs, m, t) in (("CNN/DailyMail", CNN), ("ten million pairs", (10_000_000, *CNN[1:]))):
        size = terms(Cost(pairs, m, t, type_pairs(pairs, m, t)))
        print(
            f"{name}: {pairs:,} pairs of {m} x {t} words: {size @ by_time / 3600:,.1f} CPU hours and "
            f"{size @ by_bytes / 1e9:,.1f} GB on the wire per iteration"
        )


def terms(cost: Cost) -> npt.NDArray[np.float64]:
    """Return what the cost model weighs."""
    return np.array([cost.word_pairs, cost.type_pairs, float(cost.pairs)])


def fitted(found: list[Cost], values: list[float]) -> npt.NDArray[np.float64]:
    """Return the weights that make the relative errors smallest, none below zero."""
    rows = np.array([terms(c) / value for c, value in zip(found, values, strict=True)])
    return np.asarray(nnls(rows, np.ones(len(rows)))[0])


# Workers


def workers(options: argparse.Namespace) -> None:
    """Print seconds per iteration for threads and for workers, which take turns.

    What else the machine does hits those of one turn alike: ratios are medians over turns.
    """
    from sumtrace.cluster import client_for

    problem, parameters = drawn_problem(options.pairs, options.document, options.summary)
    counting = problem.counting(parameters)
    blocks: ArrayFile[Block] = ArrayFile(Path(tempfile.mkdtemp()) / "blocks.bin", Block)
    for block in problem.blocks:  # on disk, as a compiled corpus is
        blocks.append(block)

    def seconds(count: int, workers: bool) -> float:
        """Return the time of the second iteration: kernels are loaded, and processes running, by then."""
        with client_for(count if workers else None, None) as client:
            executor = Workers(client) if workers else Threads(count)
            e_step(blocks, counting, executor)
            begun = time.perf_counter()
            e_step(blocks, counting, executor)
            return float(time.perf_counter() - begun)

    print(f"{options.pairs:,} pairs of {options.document} x {options.summary} words in {len(problem.blocks)} blocks")
    kinds = {"1 thread": (1, False), "2 threads": (2, False), "1 worker": (1, True), "2 workers": (2, True)}
    turns = [{name: seconds(*kind) for name, kind in kinds.items()} for _ in range(options.turns)]

    def ratio(one: str, other: str) -> float:
        return statistics.median(turn[one] / turn[other] for turn in turns)

    for name in kinds:
        print(f"{name:>10}: {statistics.median(turn[name] for turn in turns):6.2f} s per iteration")
    print(f"two workers against one: {ratio('1 worker', '2 workers'):.2f} times as fast")
    for worker, thread in (("1 worker", "1 thread"), ("2 workers", "2 threads")):
        print(f"overhead of {worker} against {thread}: {ratio(worker, thread) - 1:+.0%}")


# Whole papers


def papers(options: argparse.Namespace) -> None:
    """Train on a share of whole papers, and say what all would take if cost is linear in them."""
    count = sum(1 for _ in read_pairs(options.file))
    with tempfile.TemporaryDirectory() as folder:
        wanted = max(1, int(count * options.share))
        command = ["train", options.file, "-o", Path(folder) / "model", "--preset", "strings", "--threads", "2"]
        command += ["--iterations", str(options.iterations), "--sample", str(wanted), "--json"]
        if options.memory:
            command += ["--memory", options.memory]
        peak, cpu = measured([*map(str, command)], Path(folder))
        history = json.loads((Path(folder) / "model" / "config.json").read_text())["history"]
        size = sum(part.stat().st_size for part in (Path(folder) / "cache" / "corpora").rglob("*.bin"))
    print(
        f"{wanted:,} of {count:,} papers, {len(history)} iterations: {cpu:,.1f} CPU s, peak {peak / 1e6:,.0f} MB, compiled {size / 1e6:,.0f} MB"
    )
    print("seconds per iteration on the clock:", ", ".join(f"{line['seconds']:.1f}" for line in history))
    whole = cpu / options.share * 10 / len(history)
    print(f"all papers, ten iterations, two cores: {whole / 2 / 60:,.1f} minutes if both are ours alone")


def pruning(options: argparse.Namespace) -> None:
    """Train on the texts of gold alignments with ever smaller tables, and say how well each model aligns them."""
    gold = list(read_alignments(options.gold))
    pairs = [alignment.texts for alignment in gold]
    whole = 0
    print(
        f"{len(pairs):,} pairs of {options.gold.name}\n\n| entries of the lexical table | SoftF | F_hit |\n|---|---|---|"
    )
    for share in (1.0, *options.shares):
        most = None if share == 1.0 else max(1, int(share * whole))
        with mock.patch("sumtrace.training.trainer.entries_within", lambda budget, rows: int(budget)):
            aligner = Aligner(options.preset).fit(pairs, memory=most)  # as many entries, whatever they take
        table = aligner.model.parameters.table
        whole = whole or len(table.counts)
        scores = evaluate(gold, list(aligner.align_many(pairs)))
        hit = "" if scores.spans is None else f"{scores.spans.f_hit:.4f}"
        print(f"| {len(table.counts):,} | {scores.all.micro.soft_f:.4f} | {hit} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser("memory")
    one.add_argument("--pairs", type=int, nargs="+", default=[20_000, 200_000])
    one.add_argument("--document", type=int, default=60)
    one.add_argument("--summary", type=int, default=12)
    one.add_argument("--phrase", type=int, default=1, help="longest phrase; drawn texts copy ever new ones")
    one.add_argument("--memory", help="a budget, such as 1G")
    one.add_argument("--baseline", help="measure this baseline system instead")
    one.set_defaults(run=memory)
    one = commands.add_parser("length")
    one.add_argument("--pairs", type=int, default=20)
    one.add_argument("--summary", type=int, default=50)
    one.add_argument("--lengths", type=int, nargs="+", default=[500, 1000, 2000, 4000, 8000])
    one.set_defaults(run=length)
    one = commands.add_parser("workers")
    one.add_argument("--pairs", type=int, default=4000)
    one.add_argument("--document", type=int, default=400)
    one.add_argument("--summary", type=int, default=40)
    one.add_argument("--turns", type=int, default=3)
    one.set_defaults(run=workers)
    one = commands.add_parser("cost")
    one.set_defaults(run=cost)
    one = commands.add_parser("papers")
    one.add_argument("file", type=Path)
    one.add_argument("--share", type=float, default=1.0)
    one.add_argument("--iterations", type=int, default=10)
    one.add_argument("--memory", help="a budget, such as 4G")
    one.set_defaults(run=papers)
    one = commands.add_parser("pruning")
    one.add_argument("gold", type=Path)
    one.add_argument("--preset", default="article", help="of the presets, the one that leans most on its table")
    one.add_argument("--shares", type=float, nargs="+", default=[0.5, 0.2, 0.1, 0.01])
    one.set_defaults(run=pruning)
    options = parser.parse_args()
    options.run(options)
    print(f"peak memory of this process {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6:.2f} GB")


if __name__ == "__main__":
    main()
