"""Alignment quality on the dev gold: ours with and without training, the floor, and the readings that collapse.

    python benchmarks/quality.py [--gold ../shared/data/gold] [--sets msr edinburgh mtref]
    python benchmarks/quality.py --sets poc spark xsum --systems "nearest identical word" "built-in model, untrained"

    python benchmarks/quality.py --ablation                # what each piece of meaning is worth, and the peer
    python benchmarks/quality.py --sets examples --systems "built-in model" "mutual arg-max of the encoder"

Every system but the built-in model and the peer is trained without labels on the pairs it aligns. Micro and macro SoftF
over all words by the article's soft rule; null F; and micro SoftF of links between words that are not identical. Whole
documents with span gold (poc, spark) have F_hit instead, gold of unsupported words (xsum) the ROC-AUC of the null
probability; "examples" are the package's own pairs. The constants of meaning were chosen on these dev sets.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import sumtrace
from sumtrace.alignment import Alignment, Link
from sumtrace.baselines.nearest import nearest
from sumtrace.corpus import Pair
from sumtrace.datasets import gold as example_gold
from sumtrace.meaning import load_encoder
from sumtrace.rewrites.in_context import vectors_of
from sumtrace.settings import ARTICLE, DEFAULT, STRINGS, Settings

GOLD = Path(__file__).parents[2] / "shared" / "data" / "gold"


def trained(settings: Settings) -> Callable[[list[Pair]], Iterable[Alignment]]:
    """Return a system that trains on the pairs and aligns them."""

    def system(pairs: list[Pair]) -> Iterable[Alignment]:
        aligner = sumtrace.Aligner(**{field.name: getattr(settings, field.name) for field in fields(settings)})
        return aligner.fit(pairs).align_many(pairs)

    return system


def built_in(**changes: Any) -> Callable[[list[Pair]], Iterable[Alignment]]:
    """Return the built-in model with some settings changed."""

    def system(pairs: list[Pair]) -> Iterable[Alignment]:
        model = sumtrace.load().model
        return sumtrace.Aligner.of(replace(model, settings=replace(model.settings, **changes))).align_many(pairs)

    return system


def mutual_best(pairs: list[Pair]) -> Iterator[Alignment]:
    """Link words that are each other's nearest by the encoder alone: the peer that meaning must beat."""
    encoder = load_encoder()
    for pair in pairs:
        vectors = vectors_of(encoder, pair)
        cosine = vectors.summary.words @ vectors.document.words.T
        best = cosine.argmax(axis=1)
        links = [
            Link.word(j, t)
            for t, j in enumerate(best.tolist())
            if cosine[:, j].argmax() == t and cosine[t, j] >= PEER_THRESHOLD
        ]
        yield Alignment(pair.id, tuple(links), pair)


PEER_THRESHOLD = 0.4
"""The best of .2, .3, .4 and .5 for the peer on msr, edinburgh and mtref together."""

CONTEXT_OFF = replace(DEFAULT.contextual, slope=0.0)
ABLATION: dict[str, Callable[[list[Pair]], Iterable[Alignment]]] = {
    "mutual arg-max of the encoder": mutual_best,
    "strings only": lambda pairs: sumtrace.load().without_meaning().align_many(pairs),
    "+ contextual scores": built_in(agreement=False, growing=False, landing=None, contextual=CONTEXT_OFF),
    "+ distinguishing occurrences": built_in(agreement=False, growing=False, landing=None),
    "+ agreement of both readings": built_in(growing=False, landing=None),
    "+ growing": built_in(landing=None),
    "+ landing: the built-in model": built_in(),
}

SYSTEMS: dict[str, Callable[[list[Pair]], Iterable[Alignment]]] = {
    "nearest identical word": nearest,
    "mutual arg-max of the encoder": mutual_best,
    "built-in model": built_in(),
    "built-in model, strings only": lambda pairs: sumtrace.load().without_meaning().align_many(pairs),
    "default": trained(DEFAULT),
    "strings": trained(STRINGS),
    "strings, Model-1 seed": trained(replace(STRINGS, model1=5)),
    "article, words": trained(replace(ARTICLE, max_document_phrase=1, max_summary_phrase=1)),
    "article, phrases": trained(ARTICLE),
    "article, Gaussian": trained(replace(ARTICLE, jump="gaussian")),
    "article, beam 50%": trained(replace(ARTICLE, beam=0.5)),
    "article, fake counts of co-occurring words": trained(replace(ARTICLE, fake_mass="co-occurring")),
    "article, no prior": trained(replace(ARTICLE, fake_word=0.0, fake_identical=0.0, fake_stem=0.0, components=())),
}


def gold_of(name: str, folder: Path) -> list[Alignment]:
    """Return the gold of a set, or of the package's own examples."""
    if name == "examples":
        return list(example_gold())
    return list(sumtrace.read_alignments(folder / f"{name}-dev.jsonl.gz"))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--gold", type=Path, default=GOLD)
    parser.add_argument("--sets", nargs="+", default=["msr", "edinburgh", "mtref"])
    parser.add_argument("--systems", nargs="+", default=list(SYSTEMS), help="which of the systems")
    parser.add_argument("--ablation", action="store_true", help="the pieces of meaning, one after the other")
    options = parser.parse_args()
    systems = ABLATION if options.ablation else {name: SYSTEMS[name] for name in options.systems}
    print(
        f"{'':44}{'set':24}{'micro':>7}{'P':>7}{'R':>7}{'macro':>7}{'null F':>8}{'non-id.':>8}{'F_hit':>7}{'AUC':>7}{'CPU s':>8}"
    )
    for name, system in systems.items():
        for gold_set in options.sets:
            gold = gold_of(gold_set, options.gold)
            pairs = [alignment.texts for alignment in gold]
            begun = time.process_time()
            predicted = list(system(pairs))
            seconds = time.process_time() - begun
            scores = sumtrace.evaluate(gold, predicted)
            micro = scores.all.micro
            print(
                f"{name:44}{gold_set:24}{micro.soft_f:7.4f}{micro.soft_precision:7.3f}{micro.recall:7.3f}"
                f"{scores.all.macro.soft_f:7.4f}{scores.null.f:8.3f}{scores.non_identical.micro.soft_f:8.3f}"
                f"{scores.spans.f_hit if scores.spans else math.nan:7.3f}"
                f"{scores.unsupported.auc if scores.unsupported else math.nan:7.3f}{seconds:8.1f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
