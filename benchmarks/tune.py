"""What tuning on a few pairs is worth, on those pairs held out and on others that it never saw.

    python benchmarks/tune.py [--sets mtref edinburgh] [--pairs 30] [--others 300] [--seeds 0 1]

For each set and seed, the built-in model is tuned on some random pairs (``sumtrace tune``), and both are scored on others.
The built-in constants were chosen on these very sets, all together, so that there is little left to gain.
"""

from __future__ import annotations

import argparse
import random
import time
from pathlib import Path

import sumtrace
from sumtrace.evaluation.scores import Evaluation
from sumtrace.evaluation.significance import compare

GOLD = Path(__file__).parents[2] / "shared" / "data" / "gold"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--gold", type=Path, default=GOLD)
    parser.add_argument("--sets", nargs="+", default=["mtref", "edinburgh"])
    parser.add_argument("--pairs", type=int, default=30, help="pairs to tune on")
    parser.add_argument("--others", type=int, default=300, help="pairs to test on")
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1])
    parser.add_argument("--trials", type=int, default=30)
    options = parser.parse_args()
    start = sumtrace.load()
    for name in options.sets:
        for seed in options.seeds:
            gold = list(sumtrace.read_alignments(options.gold / f"{name}-dev.jsonl.gz"))
            random.Random(seed).shuffle(gold)
            own, others = gold[: options.pairs], gold[options.pairs : options.pairs + options.others]
            begun = time.process_time()
            tuning = sumtrace.tune(start, own, trials=options.trials, seed=seed)
            seconds = time.process_time() - begun
            print(f"{name}, seed {seed}: {seconds:.0f} CPU s, {tuning.score}, chosen: {tuning.chosen}")
            for way in tuning.ways:
                print(f"  {way.name:26}{100 * way.seen:6.1f} seen{100 * way.held_out:8.1f} held out")
            for kind, own_losses in (("links", tuning.links), ("no source", tuning.nulls)):
                print(f"  log loss, {kind:16}{own_losses.before:6.3f} before{own_losses.after:8.3f} after, held out")
            print("  " + ", ".join(f"{one.name} {one.before} -> {one.after}" for one in tuning.changes))
            pairs = [one.texts for one in others]
            before, after = (Evaluation.of(others, list(one.align_many(pairs))) for one in (start, tuning.aligner))
            test = compare(after, before, score=tuning.score)
            scores = [100 * one.scores().flat()[tuning.score] for one in (before, after)]
            print(
                f"  {len(others)} other pairs: {scores[0]:.1f} before, {scores[1]:.1f} after "
                f"({100 * test.low:+.1f} to {100 * test.high:+.1f})",
                flush=True,
            )


if __name__ == "__main__":
    main()
