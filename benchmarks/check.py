"""How well `sumtrace check` finds what a document does not say, or says otherwise: figures, floors, ablation.

    python benchmarks/check.py [--gold ../shared/data/gold] [--sets ragtruth-qa cliff ...] [--samples 500]

Word sets: ROC-AUC and average precision over content words, span F1 in characters (threshold from other documents).
Pairs (bump, summedits): share of wrong edits that score worse than their originals, of changed words that score worse than
those they replaced; AUC of summaries and of changed words. Floors are string scores; the difference to the best of them has a
95% interval by paired bootstrap over documents. At the end: our planted errors by kind, false alarms, our examples, calibration.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter, defaultdict
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from check_scoring import FLOORS, OURS, Floats, Scored, pooled, scored, span_f1
from numpy.typing import NDArray

from sumtrace import datasets
from sumtrace.checking import Checker
from sumtrace.checking.support import probability
from sumtrace.corpus import Pair
from sumtrace.evaluation.detection import (
    average_precision,
    balanced_accuracy,
    best_threshold,
    expected_calibration_error,
    reliability,
    roc_auc,
)
from sumtrace.meaning import Encoder, load_encoder
from sumtrace.text import Text, is_ignored

GOLD = Path(__file__).parents[2] / "shared" / "data" / "gold"
WORD_SETS = ("ragtruth-qa", "ragtruth-summary", "cliff", "xsum")
PAIR_SETS = ("bump", "summedits")
PLAIN_SETS = ("poc",)
"""Sets without labels of support: only false alarms are counted there."""


def print_words(name: str, items: list[Scored], samples: int) -> None:
    """Print a word set's table: every system's AUC, average precision and span F1, and the paired bootstrap."""
    print(f"\n{name}: {len(items)} summaries")
    print(f"{'':36}{'AUC':>7}{'AP':>7}{'span F1':>9}{'summary AUC':>13}")
    results = {}
    for system in items[0].scores:
        wrong, scores, documents = pooled(items, system)
        results[system] = roc_auc(wrong, scores)
        labels = np.array([float(bool(item.record["null"])) for item in items])
        whole = roc_auc(labels, np.array([item.mean(system) for item in items]))
        spans = f"{span_f1(items, system):9.3f}" if "gold_chars" in items[0].record else f"{'':9}"
        print(
            f"{system:36}{results[system]:7.3f}{average_precision(wrong, scores):7.3f}{spans}{whole:13.3f}", flush=True
        )
    floor = max(FLOORS, key=lambda system: results[system])
    wrong, ours, documents = pooled(items, OURS)
    low, high = bootstrap(wrong, ours, pooled(items, floor)[1], documents, samples)
    print(f"AUC over {floor!r}: {results[OURS] - results[floor]:+.3f} [{low:+.3f}, {high:+.3f}]")


def bootstrap(wrong: Floats, ours: Floats, other: Floats, documents: list[str], samples: int) -> tuple[float, float]:
    """Return the 95% interval of a difference of AUC, documents resampled."""
    names = {name: number for number, name in enumerate(dict.fromkeys(documents))}
    place = np.array([names[name] for name in documents])
    random = np.random.default_rng(0)
    differences = []
    for _ in range(samples):
        times = random.multinomial(len(names), np.full(len(names), 1 / len(names))).astype(float)[place]
        differences.append(roc_auc(wrong, ours, times) - roc_auc(wrong, other, times))
    low, high = np.nanquantile(differences, [0.025, 0.975])
    return float(low), float(high)


def print_pairs(name: str, items: list[Scored]) -> None:
    """Print a set of edits: how often a wrong edit, and its changed words, score worse than the original."""
    by_id = {item.record["id"]: item for item in items}
    edits = [item for item in items if item.record["role"] == "edited"]
    print(f"\n{name}: {len(edits)} edits")
    print(f"{'':36}{'edits worse':>12}{'words worse':>12}{'intrinsic':>11}{'AUC':>7}{'word AUC':>10}{'bal. acc.':>10}")
    for system in items[0].scores:
        worse, words, intrinsic = [], [], []
        for item in edits:
            if item.record["label"] != 1:
                continue
            original = by_id[item.record["pair_of"]]
            worse.append(_worse(item.mean(system), original.mean(system)))
            new = [t for op in item.record["ops"] for t in range(op[2], op[3])]
            old = [t for op in item.record["ops"] for t in range(op[0], op[1])]
            if new and old:
                words.append(_worse(item.scores[system][new].mean(), original.scores[system][old].mean()))
                if any("Intrinsic" in kind for kind in item.record["error_types"]):
                    intrinsic.append(words[-1])
        judged = edits if name == "summedits" else items
        labels = np.array([float(item.record["label"] or 0) for item in judged])
        whole = np.array([item.mean(system) for item in judged])
        changed = [item for item in edits if item.record["changed"]]
        by_words = roc_auc(
            np.array([float(item.record["label"]) for item in changed]),
            np.array([item.scores[system][item.record["changed"]].mean() for item in changed]),
        )
        row = [
            np.mean(worse),
            np.mean(words),
            np.mean(intrinsic) if intrinsic else np.nan,
            roc_auc(labels, whole),
            by_words,
        ]
        row.append(by_domain(judged, labels, whole) if name == "summedits" else np.nan)
        widths = (12, 12, 11, 7, 10, 10)
        print(
            f"{system:36}" + "".join(f"{value:{width}.3f}" for value, width in zip(row, widths, strict=True)),
            flush=True,
        )


def _worse(edited: float, original: float) -> float:
    return 0.5 if edited == original else float(edited > original)


def by_domain(items: list[Scored], labels: Floats, scores: Floats) -> float:
    """Return the mean balanced accuracy over domains, each one's threshold chosen on the others."""
    domains = np.array([item.record["domain"] for item in items])
    found = []
    for domain in sorted(set(domains)):
        others, own = domains != domain, domains == domain

        def value(t: float, others: NDArray[np.bool_] = others) -> float:
            return balanced_accuracy(labels[others], (scores[others] >= t).astype(float))

        threshold = best_threshold(value, scores[others])
        found.append(balanced_accuracy(labels[own], (scores[own] >= threshold).astype(float)))
    return float(np.nanmean(found))


def print_false_alarms(sets: Mapping[str, list[Scored]]) -> None:
    """Print findings on summaries that people found nothing wrong with, by kind."""
    print("\nFindings on text nobody planted errors in")
    for name, items in sets.items():
        if name == "xsum":
            continue
        clean = [
            item
            for item in items
            if not item.record.get("label") and (name != "bump" or item.record["role"] == "original")
        ]
        kinds = Counter(finding.kind for item in clean for finding in item.findings)
        share = sum(kinds.values()) / max(1, len(clean))
        print(f"{name:20}{len(clean):6} summaries {share:7.3f} per summary  {dict(kinds)}")


def print_planted(checker: Checker) -> None:
    """Print recall by kind on our planted errors, and false alarms on the faithful versions."""
    told: dict[str, list[str]] = defaultdict(list)
    faithful: list[str] = []
    for item in datasets.planted():
        for text, verdicts in ((item.faithful, faithful), (item.planted, told[item.kind])):
            check = checker.check(Pair(item.id, Text.from_string(item.document), Text.from_string(text)))
            verdicts.append(next(verdict for verdict, count in check.counts().items() if count))
    print("\nPlanted errors: share told as differs, as differs or not found")
    for kind, verdicts in sorted(told.items()):
        differs = sum(verdict == "differs" for verdict in verdicts)
        found = differs + sum(verdict == "not found" for verdict in verdicts)
        print(f"{kind:20}{len(verdicts):5}{differs / len(verdicts):8.2f}{found / len(verdicts):8.2f}")
    every = [verdict for verdicts in told.values() for verdict in verdicts]
    print(
        f"{'all':20}{len(every):5}{np.mean([v == 'differs' for v in every]):8.2f}{np.mean([v in ('differs', 'not found') for v in every]):8.2f}"
    )
    print(f"{'faithful versions':20}{len(faithful):5}  {dict(Counter(faithful))}")


def print_examples(checker: Checker) -> None:
    """Print precision and recall of content words called not found or differing, on our examples."""
    both = flagged = gold = 0
    for own in datasets.gold():
        pair = own.texts
        check = checker.check(pair)
        called = {t for claim in check.claims if claim.verdict == "not found" for t in range(*claim.tokens)}
        called |= {t for claim in check.claims for finding in claim.findings for t in range(*finding.summary)}
        bare = set(own.unlinked())
        content = {t for t, word in enumerate(pair.summary.words) if not is_ignored(word)}
        both += len(called & bare & content)
        flagged += len(called & content)
        gold += len(bare & content)
    print(
        f"\nOur examples: {flagged} content words called not found or differing, {both} of them without a source by gold,"
    )
    print(f"of {gold} that have none: precision {both / max(1, flagged):.2f}, recall {both / max(1, gold):.2f}")


def print_calibration(sets: Mapping[str, list[Scored]]) -> None:
    """Print the expected calibration error of each word set, and the reliability of all together."""
    print("\nCalibration of the probability of being unsupported, content words")
    every: list[tuple[Floats, Floats]] = []
    for name, items in sets.items():
        if name in WORD_SETS:
            wrong, scores, _ = pooled(items, OURS)
            every.append((wrong, probability(scores)))
            print(f"{name:20} ECE {expected_calibration_error(*every[-1]):.3f}  base rate {wrong.mean():.3f}")
    if every:
        wrong, told = (np.concatenate(column) for column in zip(*every, strict=True))
        print(
            f"{'all':20} ECE {expected_calibration_error(wrong, told):.3f}\n{'from':>6}{'told':>7}{'true':>7}{'words':>8}"
        )
        for low, mean, share, size in reliability(wrong, told):
            print(f"{low:6.1f}{mean:7.3f}{share:7.3f}{size:8}")


def run(gold: Path, names: list[str], samples: int, encoder: Encoder) -> None:
    """Print everything."""
    sets: dict[str, list[Scored]] = {}
    for name in names:
        begun = time.process_time()
        sets[name] = list(scored(gold / f"{name}-dev.jsonl.gz", encoder))
        if name in PAIR_SETS:
            print_pairs(name, sets[name])
        elif name not in PLAIN_SETS:
            print_words(name, sets[name], samples)
        print(f"{time.process_time() - begun:.0f} CPU s")
    print_false_alarms(sets)
    print_calibration(sets)


def main() -> None:
    """Read the arguments and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--gold", type=Path, default=GOLD)
    parser.add_argument("--sets", nargs="*", default=[*WORD_SETS, *PAIR_SETS, *PLAIN_SETS])
    parser.add_argument("--samples", type=int, default=500, help="bootstrap samples")
    options = parser.parse_args()
    encoder = load_encoder()
    run(options.gold, options.sets, options.samples, encoder)
    checker = Checker(encoder=encoder)
    print_planted(checker)
    print_examples(checker)


if __name__ == "__main__":
    main()
