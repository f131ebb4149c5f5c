"""Jump models against each other on the dev gold, all else equal, and the time of an E-step by document length.

    python benchmarks/jumps.py scores ../shared/data/gold
    python benchmarks/jumps.py times

``scores`` trains each model on a gold set's own pairs (never on its links) with the default preset, aligns them, and
compares every model with ``relative`` by paired bootstrap. ``literal`` is the literal reading of the article's syntax-aware
jump, one multinomial over labels: it stands here, and only here, to show that it collapses.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar, NamedTuple, Self

import numpy as np

from sumtrace.aligner import Aligner
from sumtrace.alignment.formats import read_alignments
from sumtrace.array_types import Floats, Ints
from sumtrace.encoding.tokens import TokenNumbers
from sumtrace.evaluation.scores import Evaluation
from sumtrace.evaluation.significance import compare
from sumtrace.jumps.operator import operator_of
from sumtrace.jumps.registry import MODELS, structure_needed
from sumtrace.jumps.structure import LABELS, joined, structure_of_chunks
from sumtrace.jumps.syntax import Syntax
from sumtrace.jumps.walk import FLOOR, WalkOperator, flat_structure, lay_out
from sumtrace.kernels import implements
from sumtrace.model.parameters import start
from sumtrace.rewrites.registry import start_components
from sumtrace.settings import DEFAULT, changed
from sumtrace.training.corpus import corpus_of
from sumtrace.training.e_step import e_step
from sumtrace.training.executors import Threads
from sumtrace.training.problem import problem_of

JUMPS = (
    "relative gaussian laplace sentence sentence+relative syntax syntax+relative chunk chunk+relative literal"
).split()
SETS = {
    "msr": "all.macro.soft_f",
    "edinburgh": "all.macro.soft_f",
    "poc": "spans.f_hit",
    "spark": "spans.f_hit",
}
"""The gold sets and the score each is judged by; poc and spark have spans, not word links."""
LENGTHS = (100, 500, 2_000, 10_000)


class LiteralParameters(NamedTuple):
    """``chance[direction, label]`` of a skipped node and of landing, all of which sum to one."""

    chance: Floats
    landing: float


@dataclass(frozen=True, slots=True)
class Literal(Syntax):
    """``jump(j | e) = chance(landing) * product over the skipped nodes of chance(label, direction)``: one multinomial.

    Nothing is said of nodes that are entered, so the jumps from a place share only a few percent of the mass.
    """

    name: ClassVar[str] = "literal"
    is_proper: ClassVar[bool] = False
    landing: float = 0.5

    @classmethod
    def start(cls, pseudo_count: float = 1.0) -> Self:
        """Begin with all labels alike, landing as likely as all skips together."""
        shape = (2, len(LABELS))
        return cls(np.full(shape, 0.25 / len(LABELS)), np.full(2, 0.5), np.zeros(shape), pseudo_count)

    def parameters(self, longest: int) -> LiteralParameters:  # type: ignore[override]
        """Return the arrays for the kernels."""
        return LiteralParameters(self.skip, self.landing)

    def reestimated(self, statistics: Floats) -> Self:
        """Plain frequencies of all events."""
        skips = statistics[: 2 * len(LABELS)].reshape(2, -1) + self.pseudo_count
        landings = statistics[4 * len(LABELS) :].sum() + self.pseudo_count
        total = skips.sum() + landings
        return replace(self, skip=skips / total, landing=float(landings / total), offered=skips)

    def log_prior(self) -> float:
        """As many events of each kind."""
        return float(self.pseudo_count * (np.log(self.skip).sum() + np.log(self.landing)))


@implements(operator_of, LiteralParameters)
def _prepare(parameters: LiteralParameters, m: int, bounds: Ints, structure: Ints) -> WalkOperator:
    nodes = structure if len(structure) > 0 else flat_structure(bounds, m)
    forward, backward = lay_out(nodes, m, parameters.chance, 0.5, 0.5)
    for v in range(len(forward.enter)):
        for side in (forward, backward):
            side.enter[v] = 1.0
            side.inner_enter[v] = 1.0
    for e in range(m + 1):
        forward.share[e] = (1.0 - FLOOR) * parameters.landing
        backward.share[e] = (1.0 - FLOOR) * parameters.landing
    return WalkOperator(m, parameters.chance.shape[1], forward, backward, np.zeros(m + 1))


def scores(folder: Path, sets: list[str], jumps: list[str], iterations: int | None) -> None:
    """Print a table for each gold set: every model's score, its difference from the first one's, and the time."""
    for name in sets:
        gold = list(read_alignments(folder / f"{name}-dev.jsonl.gz"))
        pairs = [alignment.texts for alignment in gold]
        score = SETS[name]
        print(f"\n{name}: {score}, {len(pairs)} pairs", flush=True)
        print(
            f"{'jump':18s} {'score':>7s} {'difference':>11s} {'95% interval':>19s} {'p':>6s} {'train s':>8s}",
            flush=True,
        )
        first: Evaluation | None = None
        for jump in jumps:
            begun = time.perf_counter()
            aligner = Aligner(jump=jump, iterations=iterations).fit(pairs)
            seconds = time.perf_counter() - begun
            found = Evaluation.of(gold, list(aligner.align_many(pairs)))
            line = f"{jump:18s} {found.scores().flat()[score]:7.4f}"
            if first is None:
                first, compared = found, " " * 38
            else:
                test = compare(found, first, score=score)
                compared = f" {test.difference:+11.4f} [{test.low:+.4f}, {test.high:+.4f}] {test.bootstrap_p:6.3f}"
            print(f"{line}{compared} {seconds:8.1f}{note(aligner)}", flush=True)


def note(aligner: Aligner) -> str:
    """Say what share of a mixture the first model has."""
    arrays = aligner.model.jump.to_arrays()
    return f"   first {arrays['share'][0]:.2f}" if "share" in arrays else ""


def times(jumps: list[str], words: int) -> None:
    """Print the CPU time of one E-step of a made-up pair at each document length, against relative jumps."""
    random = np.random.default_rng(0)
    vocabulary = [f"w{number}" for number in range(3000)] + "the of a in , and to .".split() * 200
    print(f"one E-step, {words} summary words, one thread: CPU milliseconds (times relative)")
    print(f"{'m':>7s}" + "".join(f"{jump:>24s}" for jump in jumps))
    for m in LENGTHS:
        document = [vocabulary[i] for i in random.integers(len(vocabulary), size=m)]
        summary = [document[i] for i in np.sort(random.integers(m, size=words))]
        sentences = [(first, min(first + 25, m)) for first in range(0, m, 25)]
        taken = []
        for jump in jumps:
            tokens = TokenNumbers()
            wanted = structure_needed(jump)
            structure = None
            if wanted == "chunks":
                structure = structure_of_chunks(document, sentences)
            elif wanted == "trees":
                structure = joined([random_structure(end - first, random) for first, end in sentences])
            tokens.add(document, summary, sentences, structure)
            settings = changed(DEFAULT, jump=jump)
            components = start_components(settings)
            problem = problem_of(corpus_of(tokens, settings), settings, components)
            counting = problem.counting(start(settings, problem.mixture.type_count, components))
            e_step(problem.blocks, counting, Threads(1))
            runs = []
            for _ in range(5):
                begun = time.process_time()
                e_step(problem.blocks, counting, Threads(1))
                runs.append(time.process_time() - begun)
            taken.append(1000 * min(runs))
        cells = [f"{f'{each:,.1f} ({each / taken[0]:.2f})':>24s}" for each in taken]
        print(f"{m:7,d}" + "".join(cells), flush=True)


def random_structure(words: int, random: np.random.Generator) -> np.ndarray:
    """Return a sentence's structure with random binary branching, which has as many nodes as a tree can have."""
    labels, parents = [0], [-1]

    def grow(size: int, parent: int) -> None:
        if size == 1:
            return
        left = int(random.integers(1, size))
        for part in (left, size - left):
            labels.append(int(random.integers(1, len(LABELS))))
            parents.append(parent)
            grow(part, len(labels) - 1)

    grow(words, 0)
    return np.array([*labels, *parents], np.int32)


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    score = commands.add_parser("scores")
    score.add_argument("gold", type=Path, help="the folder of gold files")
    score.add_argument("--sets", nargs="+", default=list(SETS), choices=list(SETS))
    score.add_argument("--iterations", type=int, default=None)
    timing = commands.add_parser("times")
    timing.add_argument("--words", type=int, default=100, help="summary words")
    for command, chosen in ((score, JUMPS), (timing, ["relative", "sentence", "syntax", "chunk", "syntax+relative"])):
        command.add_argument("--jumps", nargs="+", default=chosen)
    options = parser.parse_args()
    MODELS[Literal.name] = Literal
    if options.command == "scores":
        scores(options.gold, options.sets, options.jumps, options.iterations)
    else:
        times(options.jumps, options.words)


if __name__ == "__main__":
    main()
