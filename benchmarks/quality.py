"""Alignment quality on the dev gold: ours with and without training, the floor, and the readings that collapse.

    python benchmarks/quality.py [--gold ../shared/data/gold] [--sets msr edinburgh mtref]
    python benchmarks/quality.py --sets poc spark xsum --systems "nearest identical word" "built-in model, untrained"

Every system but the built-in model is trained without labels on the pairs it aligns. Macro SoftF over all words by the
article's soft rule; null F; and SoftF of links between words that are not identical. Whole documents with span gold (poc,
spark) have F_hit instead, gold of unsupported words (xsum) the ROC-AUC of the null probability.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import sumtrace
from sumtrace.alignment import Alignment
from sumtrace.baselines.nearest import nearest
from sumtrace.corpus import Pair
from sumtrace.settings import ARTICLE, DEFAULT, Settings

GOLD = Path(__file__).parents[2] / "shared" / "data" / "gold"


def trained(settings: Settings) -> Callable[[list[Pair]], Iterable[Alignment]]:
    """Return a system that trains on the pairs and aligns them."""

    def system(pairs: list[Pair]) -> Iterable[Alignment]:
        aligner = sumtrace.Aligner()
        aligner.settings = settings
        return aligner.fit(pairs).align_many(pairs)

    return system


SYSTEMS: dict[str, Callable[[list[Pair]], Iterable[Alignment]]] = {
    "nearest identical word": nearest,
    "built-in model, untrained": lambda pairs: sumtrace.load().align_many(pairs),
    "default": trained(DEFAULT),
    "default, Model-1 seed": trained(replace(DEFAULT, model1=5)),
    "article, words": trained(replace(ARTICLE, max_document_phrase=1, max_summary_phrase=1)),
    "article, phrases": trained(ARTICLE),
    "article, Gaussian": trained(replace(ARTICLE, jump="gaussian")),
    "article, beam 50%": trained(replace(ARTICLE, beam=0.5)),
    "article, fake counts of co-occurring words": trained(replace(ARTICLE, fake_mass="co-occurring")),
    "article, no prior": trained(replace(ARTICLE, fake_word=0.0, fake_identical=0.0, fake_stem=0.0, components=())),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--gold", type=Path, default=GOLD)
    parser.add_argument("--sets", nargs="+", default=["msr", "edinburgh", "mtref"])
    parser.add_argument("--systems", nargs="+", default=list(SYSTEMS), help="which of the systems")
    options = parser.parse_args()
    print(f"{'':44}{'set':12}{'SoftF':>7}{'P':>7}{'R':>7}{'null F':>8}{'non-id.':>8}{'F_hit':>7}{'AUC':>7}{'CPU s':>8}")
    for name in options.systems:
        for gold_set in options.sets:
            gold = list(sumtrace.read_alignments(options.gold / f"{gold_set}-dev.jsonl.gz"))
            pairs = [alignment.texts for alignment in gold]
            begun = time.process_time()
            predicted = list(SYSTEMS[name](pairs))
            seconds = time.process_time() - begun
            scores = sumtrace.evaluate(gold, predicted)
            macro = scores.all.macro
            print(
                f"{name:44}{gold_set:12}{macro.soft_f:7.4f}{macro.soft_precision:7.3f}{macro.recall:7.3f}"
                f"{scores.null.f:8.3f}{scores.non_identical.macro.soft_f:8.3f}"
                f"{scores.spans.f_hit if scores.spans else math.nan:7.3f}"
                f"{scores.unsupported.auc if scores.unsupported else math.nan:7.3f}{seconds:8.1f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
