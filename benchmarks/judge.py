"""What the entailment judge is worth: `python benchmarks/judge.py judge.onnx`.

1. Accuracy on entailment sets that it was not trained on (glue_diagnostic, anli_dev_nc).
2. summedits: wrong against harmless edits of summaries. AUC over all edited summaries, balanced accuracy macro over domains
   (one threshold, from the other domains), AUC of the changed words.
3. bump: planted errors. Share of edits that score worse than their original, AUC of edits against originals.

A claim is a sentence of the summary. Its evidence: the three sentences of the document that hold most of its words by
weight and are nearest to it in meaning, singly, and the best two together. Score of a claim: contradicted minus entailed, by
the evidence that supports it best; of a summary: the greatest of its claims.
"""

from __future__ import annotations

import argparse
import math
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))

from judge_training.judge import CONTRADICTED, ENTAILED, Judge, Reading, load

from sumtrace import files
from sumtrace.meaning.shipped import ShippedEncoder

ROOT = Path(__file__).parents[1]
LABELS = {"entailment": 0, "neutral": 1, "contradiction": 2}
SINGLE, TOGETHER = 3, 2
NEARNESS = 0.5
"""Weight of nearness in meaning beside the share of words held."""
GLUED = re.compile(r" (n't|'s|'re|'ve|'ll|'d|'m|[.,;:!?%)\]])(?= |$)")
Floats = NDArray[np.float64]


class Claim(NamedTuple):
    """A claim and where its words stand among the summary's tokens."""

    text: str
    owners: list[int]
    """For each word of the text, cut at blanks, its first token."""
    evidence: list[str]
    """Single sentences, the best first, then the best two together."""


class Evidence:
    """Finds a document's best sentences for a claim."""

    def __init__(self, sentences: list[list[str]], encoder: ShippedEncoder) -> None:
        self._sentences = sentences
        self._encoder = encoder
        self._bags = [{word.lower() for word in sentence} for sentence in sentences]
        self._counts = Counter(word for bag in self._bags for word in bag)
        self._meanings = self._encode(sentences)

    def best(self, words: list[str]) -> list[str]:
        """Return the best sentences singly, then the best together in the document's order."""
        bag = {word.lower() for word in words}
        total = sum(map(self._weight, bag))
        held = np.array([sum(map(self._weight, bag & other)) / total for other in self._bags])
        near = self._meanings @ self._encode([words])[0]
        ranked = np.argsort(-(held + NEARNESS * near), kind="stable")
        texts = [text(self._sentences[place])[0] for place in ranked[:SINGLE]]
        together = " ".join(text(self._sentences[place])[0] for place in sorted(ranked[:TOGETHER]))
        return [*texts, together]

    def _weight(self, word: str) -> float:
        return max(0.3, math.log((len(self._bags) + 1) / (self._counts[word] + 0.5)))

    def _encode(self, sentences: list[list[str]]) -> Floats:
        means = np.array([vectors.context.mean(axis=0) for vectors in self._encoder.encode(sentences)], np.float64)
        return np.asarray(means / np.maximum(np.linalg.norm(means, axis=1, keepdims=True), 1e-9))


class Readings:
    """Judges pairs, each once."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._known: dict[tuple[str, str], Reading] = {}
        self.seconds = 0.0

    def __len__(self) -> int:
        return len(self._known)

    def of(self, evidence: str, claim: str) -> Reading:
        """Return what the judge says about a pair."""
        key = evidence, claim
        if key not in self._known:
            started = time.process_time()
            self._known[key] = self._judge.read(evidence, claim)
            self.seconds += time.process_time() - started
        return self._known[key]


def text(tokens: Sequence[str]) -> tuple[str, list[int]]:
    """Return tokens as running text, and the first token of each of its words."""
    words: list[str] = []
    owners: list[int] = []
    for place, token in enumerate(tokens):
        if words and GLUED.fullmatch(f" {token}"):
            words[-1] += token
        else:
            words.append(token)
            owners.append(place)
    return " ".join(words), owners


def claims(record: dict[str, Any], evidence: Evidence) -> list[Claim]:
    """Return the summary's sentences with their evidence."""
    found = []
    for start, end in record["sum_sents"]:
        tokens = record["summary"][start:end]
        sentence, owners = text(tokens)
        found.append(Claim(sentence, [start + owner for owner in owners], evidence.best(tokens)))
    return found


def score(readings: Sequence[Reading]) -> float:
    """Return contradicted minus entailed by the evidence that supports the claim best."""
    return float(min(reading.probabilities[CONTRADICTED] - reading.probabilities[ENTAILED] for reading in readings))


def auc(wrong: Sequence[float], right: Sequence[float]) -> float:
    """Return the share of pairs in which the wrong one scores higher; ties count half."""
    a, b = np.sort(np.asarray(right)), np.asarray(wrong)
    below = np.searchsorted(a, b, "left") + np.searchsorted(a, b, "right")
    return float(below.mean() / 2 / len(a))


def balanced(scores: Floats, labels: NDArray[np.int64], threshold: float) -> float:
    """Return the mean of the shares of wrong and of right summaries that a threshold tells."""
    flagged = scores > threshold
    return float((flagged[labels == 1].mean() + (~flagged[labels == 0]).mean()) / 2)


def macro_balanced(scores: Floats, labels: NDArray[np.int64], domains: list[str]) -> float:
    """Return balanced accuracy, macro over domains, each with the threshold that is best on all the others."""
    names = np.array(domains)
    results = []
    for domain in sorted(set(domains)):
        inside = names == domain
        tried = np.quantile(scores[~inside], np.linspace(0.02, 0.98, 97))
        best = max(tried, key=lambda threshold: balanced(scores[~inside], labels[~inside], threshold))
        results.append(balanced(scores[inside], labels[inside], best))
    return float(np.mean(results))


def measure_entailment(folder: Path, readings: Readings, every: int) -> None:
    """Print accuracy on sets that are for measuring only."""
    print("| entailment set | pairs | accuracy | contradiction against entailment, AUC |\n|---|---|---|---|")
    for name in ("glue_diagnostic", "anli_dev_nc"):
        rows = read(folder / f"{name}.jsonl.gz")[::every]
        found = np.array([readings.of(row["premise"], row["hypothesis"]).probabilities for row in rows])
        labels = np.array([LABELS[row["label"]] for row in rows])
        clash = found[:, CONTRADICTED] - found[:, ENTAILED]
        print(
            f"| {name} | {len(rows):,} | {(found.argmax(1) == labels).mean():.3f} "
            f"| {auc(clash[labels == 2], clash[labels == 0]):.3f} |",
            flush=True,
        )


def measure_summedits(records: list[dict[str, Any]], judged: Callable[[dict[str, Any]], Judged]) -> None:
    """Print how well wrong edits are told from harmless ones."""
    edited = [record for record in records if record["role"] == "edited"]
    found = [judged(record) for record in edited]
    labels = np.array([record["label"] for record in edited])
    domains = [record["domain"] for record in edited]
    print("\n| summedits | AUC | macro balanced accuracy |\n|---|---|---|")
    for name, joined in (("greatest of the claims", max), ("mean of the claims", np.mean)):
        scores = np.array([joined(one.claims) for one in found])
        value = auc(scores[labels == 1], scores[labels == 0])
        print(f"| {name} | {value:.3f} | {macro_balanced(scores, labels, domains):.3f} |")
    words: tuple[list[float], list[float]] = [], []
    for record, one in zip(edited, found, strict=True):
        words[record["label"]].extend(one.words[place] for place in record["changed"] if place in one.words)
    print(
        f"\nchanged words, wrong against harmless: AUC {auc(words[1], words[0]):.3f} of {sum(map(len, words)):,} words"
    )
    best = np.array([max(one.claims) for one in found])
    print("\n| domain | edits | AUC |\n|---|---|---|")
    for domain in sorted(set(domains)):
        inside = np.array([name == domain for name in domains])
        value = auc(best[inside & (labels == 1)], best[inside & (labels == 0)])
        print(f"| {domain} | {inside.sum()} | {value:.3f} |")


def measure_bump(records: list[dict[str, Any]], judged: Callable[[dict[str, Any]], Judged]) -> None:
    """Print how well planted errors are told from the originals."""
    found = {record["id"]: judged(record) for record in records}
    edited = [record for record in records if record["role"] == "edited" and record["pair_of"] in found]
    originals = {record["pair_of"] for record in edited}
    print("\n| bump | edits worse than originals | AUC |\n|---|---|---|")
    for name, joined in (("greatest of the claims", max), ("mean of the claims", np.mean)):
        scores = {number: float(joined(one.claims)) for number, one in found.items()}
        gaps = np.array([scores[record["id"]] - scores[record["pair_of"]] for record in edited])
        worse = (gaps > 0).mean() + (gaps == 0).mean() / 2
        value = auc([scores[record["id"]] for record in edited], [scores[number] for number in sorted(originals)])
        print(f"| {name} | {worse:.3f} | {value:.3f} |")


class Judged(NamedTuple):
    """Scores of a summary's claims, and of its words by token."""

    claims: list[float]
    words: dict[int, float]


def judged_by(readings: Readings) -> Callable[[dict[str, Any]], Judged]:
    """Return what judges a record; documents are encoded once."""
    encoder = ShippedEncoder()
    known: dict[str, Evidence] = {}

    def judged(record: dict[str, Any]) -> Judged:
        if record["doc_id"] not in known:
            sentences = [record["document"][start:end] for start, end in record["doc_sents"]]
            known[record["doc_id"]] = Evidence(sentences, encoder)
        scores: list[float] = []
        words: dict[int, float] = {}
        for claim in claims(record, known[record["doc_id"]]):
            found = [readings.of(evidence, claim.text) for evidence in claim.evidence]
            scores.append(score(found))
            wrong = np.min([reading.words for reading in found], axis=0) + scores[-1]
            words.update(zip(claim.owners, wrong.tolist(), strict=True))
        return Judged(scores, words)

    return judged


def read(file: Path) -> list[dict[str, Any]]:
    """Return the records of a file."""
    return [msgspec.json.decode(line) for _, line in files.lines(file)]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    options.add_argument("judge", type=Path, help="the file that scripts/train_judge.py wrote")
    options.add_argument("--every", type=int, default=1, help="use every n-th entailment pair and edit of summedits")
    chosen = options.parse_args()
    readings = Readings(load(chosen.judge))
    print(f"judge: {chosen.judge.stat().st_size / 1e6:.1f} MB\n")
    measure_entailment(chosen.data / "nli", readings, chosen.every)
    judged = judged_by(readings)
    measure_summedits(read(chosen.data / "gold" / "summedits-dev.jsonl.gz")[:: chosen.every], judged)
    measure_bump(read(chosen.data / "gold" / "bump-dev.jsonl.gz"), judged)
    print(f"\n{len(readings):,} pairs judged, {1000 * readings.seconds / len(readings):.1f} ms of CPU each")


if __name__ == "__main__":
    main()
