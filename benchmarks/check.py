"""How well `sumtrace check` finds what a document does not say, or says otherwise: figures, floors, ablation.

    python benchmarks/check.py [--gold ../shared/data/gold] [--sets ragtruth-qa cliff ...] [--every 1] [--no-judge]

Word sets: ROC-AUC and average precision over content words, span F1 in characters (threshold from other documents).
Pairs (bump, summedits): share of wrong edits that have less support than their originals, of changed words that score worse
than those they replaced; AUC of summaries (by the probability that something is wrong) and of changed words. Floors are string scores; the difference to the best of them has a
95% interval by paired bootstrap over documents. Then false alarms on text nobody planted errors in, and calibration
(`--picture FILE` draws it); `--ours` prints our planted errors, our examples and speed instead.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from check_ours import print_calibration, print_examples, print_planted, print_speed
from check_scoring import FLOORS, OURS, WITHOUT_JUDGE, Scored, pooled, scored, span_f1
from numpy.typing import NDArray

from sumtrace.array_types import Floats
from sumtrace.checking import Checker, Judge
from sumtrace.checking.judge import ShippedJudge
from sumtrace.checking.judge.shipped import FOLDER
from sumtrace.checking.verdict import ALIKE_FROM, NOT_FOUND_FROM
from sumtrace.evaluation.detection import average_precision, balanced_accuracy, best_threshold, roc_auc
from sumtrace.meaning import load_encoder

GOLD = Path(__file__).parents[2] / "shared" / "data" / "gold"
WORD_SETS = ("ragtruth-qa", "ragtruth-summary", "cliff", "xsum")
PAIR_SETS = ("bump", "summedits")
PLAIN_SETS = ("poc", "spark", "msr")
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
        whole = roc_auc(labels, np.array([item.summary[system] for item in items]))
        spans = f"{span_f1(items, system):9.3f}" if "gold_chars" in items[0].record else f"{'':9}"
        print(
            f"{system:36}{results[system]:7.3f}{average_precision(wrong, scores):7.3f}{spans}{whole:13.3f}", flush=True
        )
    floor = max(FLOORS, key=lambda system: results[system])
    wrong, ours, documents = pooled(items, OURS)
    low, high = bootstrap(wrong, ours, pooled(items, floor)[1], documents, samples)
    print(f"AUC over {floor!r}: {results[OURS] - results[floor]:+.3f} [{low:+.3f}, {high:+.3f}]")
    low, high = bootstrap(wrong, ours, pooled(items, WITHOUT_JUDGE)[1], documents, samples)
    print(f"AUC by the judge: {results[OURS] - results[WITHOUT_JUDGE]:+.3f} [{low:+.3f}, {high:+.3f}]")


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


def print_pairs(name: str, items: list[Scored], samples: int) -> None:
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
            worse.append(_worse(item.summary[system], original.summary[system]))
            new = [t for op in item.record["ops"] for t in range(op[2], op[3])]
            old = [t for op in item.record["ops"] for t in range(op[0], op[1])]
            if new and old:
                words.append(_worse(item.scores[system][new].mean(), original.scores[system][old].mean()))
                if any("Intrinsic" in kind for kind in item.record["error_types"]):
                    intrinsic.append(words[-1])
        judged = edits if name == "summedits" else items
        labels = np.array([float(item.record["label"] or 0) for item in judged])
        whole = np.array([item.wrong[system] for item in judged])
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
    if "metrics" in edits[0].record:
        print_published([item for item in edits if item.record["label"] == 1], by_id)
    judged = edits if name == "summedits" else items
    labels = np.array([float(item.record["label"] or 0) for item in judged])
    documents = [item.document for item in judged]
    by_system = {system: np.array([item.wrong[system] for item in judged]) for system in items[0].wrong}
    floor = max(FLOORS, key=lambda system: roc_auc(labels, by_system[system]))
    for other in (floor, WITHOUT_JUDGE):
        low, high = bootstrap(labels, by_system[OURS], by_system[other], documents, samples)
        gain = roc_auc(labels, by_system[OURS]) - roc_auc(labels, by_system[other])
        print(f"summary AUC over {other!r}: {gain:+.3f} [{low:+.3f}, {high:+.3f}]")


def print_published(edits: list[Scored], by_id: Mapping[str, Scored]) -> None:
    """Print how often other systems, by their scores published with the set, find a wrong edit worse than its original."""
    shares = {}
    for system in edits[0].record["metrics"]:
        scores = [(item.record["metrics"], by_id[item.record["pair_of"]].record["metrics"]) for item in edits]
        shares[system] = float(np.mean([_worse(-edited[system], -original[system]) for edited, original in scores]))
    listed = sorted(shares.items(), key=lambda entry: -entry[1])
    print("edits worse, as published: " + ", ".join(f"{system} {share:.3f}" for system, share in listed))


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
        kinds = Counter(finding.kind for item in clean for claim in item.check.claims for finding in claim.findings)
        claims = Counter(claim.verdict for item in clean for claim in item.check.claims)
        lost = claims["not found"] / max(1, claims.total())
        share = kinds.total() / max(1, len(clean))
        print(
            f"{name:20}{len(clean):6} summaries {share:7.3f} findings each, {lost:.3f} of claims not found  {dict(kinds)}"
        )


def print_alike(sets: Mapping[str, list[Scored]]) -> None:
    """Print how many claims of probably unsupported words have some by gold, where a sentence is like the claim and where not."""
    found: dict[bool, list[bool]] = {False: [], True: []}
    for item in (item for items in sets.values() for item in items):
        judged, bare = set(item.words()), set(item.record["null"])
        for claim in item.check.claims:
            own = judged.intersection(range(*claim.tokens))
            if own and claim.unsupported >= NOT_FOUND_FROM and not claim.findings:
                fit = max((one.fit for one in claim.evidence), default=0.0)
                found[fit >= ALIKE_FROM].append(not own.isdisjoint(bare))
    print("\nClaims of probably unsupported words, and how many have some by gold")
    for is_alike, name in ((False, "not found"), (True, "unclear: a sentence is like them")):
        print(f"{name:36}{len(found[is_alike]):5}{sum(found[is_alike]):5}")


def run(options: argparse.Namespace, judge: Judge | None) -> None:
    """Print everything about the gold sets."""
    encoder = load_encoder()
    sets: dict[str, list[Scored]] = {}
    for name in options.sets:
        begun = time.process_time()
        sets[name] = list(scored(options.gold / f"{name}-dev.jsonl.gz", encoder, judge, options.every))
        if name in PAIR_SETS:
            print_pairs(name, sets[name], options.samples)
        elif name not in PLAIN_SETS:
            print_words(name, sets[name], options.samples)
        print(f"{time.process_time() - begun:.0f} CPU s", flush=True)
    print_false_alarms(sets)
    by_word = {name: items for name, items in sets.items() if name in WORD_SETS}
    print_alike(by_word)
    print_calibration(by_word, options.picture)


def main() -> None:
    """Read the arguments and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gold", type=Path, default=GOLD)
    parser.add_argument("--sets", nargs="*", default=[*WORD_SETS, *PAIR_SETS, *PLAIN_SETS])
    parser.add_argument("--every", type=int, default=1, help="use every n-th document")
    parser.add_argument("--samples", type=int, default=500, help="bootstrap samples")
    parser.add_argument("--judge", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--judge-folder", type=Path, default=FOLDER, help="where scripts/train_judge.py wrote a judge")
    parser.add_argument("--ours", action="store_true", help="our own sets and speed instead of the gold sets")
    parser.add_argument("--picture", type=Path, help="file for the reliability diagram")
    options = parser.parse_args()
    if not options.ours:
        run(options, ShippedJudge(options.judge_folder) if options.judge else None)
        return
    checker = Checker(judge=options.judge)
    print_planted(checker)
    print_examples(checker)
    print_speed()


if __name__ == "__main__":
    main()
