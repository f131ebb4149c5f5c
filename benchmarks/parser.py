"""Bracket scores, speed and size of the shipped parser: `python benchmarks/parser.py`.

Trees are scored by EVALB's conventions, from plain tokens with the parser's own tags, hyphens joined (docs/parser.md).
Speed is in sentences a second of CPU time on one core, tags and the making of `Tree` objects included.
"""

from __future__ import annotations

import argparse
import time
from importlib import resources
from pathlib import Path

import numpy as np

from sumtrace.evaluation.brackets import score_tree, score_trees
from sumtrace.text.parsing.shipped import BEAM, ShippedParser
from sumtrace.text.tree_matching import join_hyphens
from sumtrace.text.trees import Tree, read_trees

ROOT = Path(__file__).parents[1]
SETS = ("gum-dev", "gum-test", "wsj-sample")


def interval(gold: list[Tree], predicted: list[Tree], samples: int = 1000) -> tuple[float, float]:
    """The 95% bootstrap interval of F1, sentences resampled."""
    counts = [score_tree(a, b) for a, b in zip(gold, predicted, strict=True)]
    table = np.array([(c.matched, c.gold + c.predicted) for c in counts])
    drawn = np.random.default_rng(0).integers(0, len(table), (samples, len(table)))
    sums = table[drawn].sum(axis=1)
    low, high = np.percentile(2 * sums[:, 0] / sums[:, 1], [2.5, 97.5])
    return float(low), float(high)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data" / "trees")
    options.add_argument("--beams", type=int, nargs="*", default=[1, 2, 4, 8, 16])
    chosen = options.parse_args()
    size = Path(str(resources.files("sumtrace.text").joinpath("data/parser.safetensors"))).stat().st_size
    print(f"model: {size / 1e6:.1f} MB\n")
    treebanks = {name: [join_hyphens(tree) for tree in read_trees(chosen.data / f"{name}.ptb.gz")] for name in SETS}
    ShippedParser().parse([["warm", "up"]])
    print("| set | sentences | beam | precision | recall | F1 | 95% | exact | tags | sentences/s |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for name, gold in treebanks.items():
        sentences = [tree.words for tree in gold]
        for beam in sorted({*chosen.beams, BEAM}):
            started = time.process_time()
            predicted = ShippedParser(beam=beam).parse(sentences)
            speed = len(gold) / (time.process_time() - started)
            score = score_trees(gold, predicted)
            low, high = interval(gold, predicted)
            shipped = " (shipped)" if beam == BEAM else ""
            print(
                f"| {name} | {len(gold):,} | {beam}{shipped} | {score.precision:.4f} | {score.recall:.4f} | {score.f1:.4f} "
                f"| {low:.3f} to {high:.3f} | {score.exact_match:.3f} | {score.tag_accuracy:.4f} | {speed:.0f} |",
                flush=True,
            )
    print("\n| threads | sentences/s (wall) |\n|---|---|")
    sentences = [tree.words for tree in treebanks["wsj-sample"]]
    for threads in (1, 2):
        started = time.perf_counter()
        ShippedParser(threads=threads).parse(sentences)
        print(f"| {threads} | {len(sentences) / (time.perf_counter() - started):.0f} |")
    print("\n| words in a sentence | ms |\n|---|---|")
    for length in (10, 100, 1000, 10_000):
        words = ("the old dog saw a cat near the gate and " * (length // 10)).split()
        started = time.process_time()
        ShippedParser().parse([words])
        print(f"| {length:,} | {1000 * (time.process_time() - started):.1f} |")


if __name__ == "__main__":
    main()
