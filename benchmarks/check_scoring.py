"""The scores of gold summaries' words by `sumtrace check`, its ablations and string floors; used by `check.py`."""

from __future__ import annotations

import functools
import gzip
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sumtrace.array_types import Floats
from sumtrace.checking import Check, Judge
from sumtrace.checking.checker import Examined, conclude, examine
from sumtrace.checking.copying import copied_runs
from sumtrace.checking.facts import Context, read_figures
from sumtrace.checking.judge.asking import Judged
from sumtrace.checking.support import WEIGHTS, Support, support
from sumtrace.corpus import Pair
from sumtrace.evaluation.detection import best_threshold
from sumtrace.meaning import Encoder, encode_text
from sumtrace.text import Text, is_ignored, stem

FLOORS = ("stem absent", "stem absent, smoothed", "copied run", "number or name absent")
OURS = "sumtrace check"
DOUBTFUL = "doubtful: findings and judge"
WITHOUT_JUDGE = "without the judge"
ABLATION = {
    "without last-layer cosines": ("own", "near", "sentence", "around"),
    "without place": ("placed", "placed sentence"),
    "without strings": ("own absent", "absent", "run"),
    "without numbers and names": ("number", "name"),
    "without neighbouring sentences": ("around",),
}
"""Terms of the support formula that each ablation leaves out; findings and judge stay."""

Scores = dict[str, Floats]


@dataclass(frozen=True)
class Scored:
    """A gold record with the scores of its summary words by every system, and of the summary.

    ``summary`` says how little of it is supported, ``wrong`` how likely something is stated otherwise; a floor has but one.
    """

    record: Mapping[str, Any]
    scores: Scores
    summary: Mapping[str, float]
    wrong: Mapping[str, float]
    content: NDArray[np.bool_]
    check: Check

    @property
    def document(self) -> str:
        """What the bootstrap resamples and folds are made of."""
        return str(self.record.get("doc_id", self.record["id"]))

    @functools.cached_property
    def characters(self) -> Floats:
        """Each token's characters, those of them in gold spans, and the same for the gap before it ``[4, T]``."""
        tokens = np.array(self.record["sum_chars"])
        marked = np.zeros(int(tokens.max(initial=0)) + 1)
        for start, end in self.record["gold_chars"]:
            marked[start:end] = 1.0
        gold = np.append(0.0, np.cumsum(marked))
        starts, ends = tokens[:, 0], tokens[:, 1]
        before = np.append(starts[:1], ends[:-1])
        return np.array([ends - starts, gold[ends] - gold[starts], starts - before, gold[starts] - gold[before]])

    def words(self) -> list[int]:
        """Return the judged content words."""
        judged = self.record["covered"]
        skipped = set(self.record.get("skip") or ())
        places = range(len(self.content)) if judged is None else judged
        return [t for t in places if self.content[t] and t not in skipped]


def scored(path: Path, encoder: Encoder, judge: Judge | None, every: int = 1) -> Iterator[Scored]:
    """Yield every n-th document's records of a gold file with all scores; a document that follows itself is read once."""
    known: tuple[list[str], Any] | None = None
    documents: dict[str, int] = {}
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            record = json.loads(line)
            if documents.setdefault(record.get("doc_id") or record["id"], len(documents)) % every:
                continue
            if known is None or known[0] != record["document"]:
                document = Text.from_words(record["document"], [(a, b) for a, b in record["doc_sents"]])
                known = record["document"], (document, encode_text(encoder, document), read_figures(document), {})
            document, vectors, figures, trees = known[1]
            summary = Text.from_words(record["summary"], [(a, b) for a, b in record["sum_sents"]])
            own = encode_text(encoder, summary)
            found = support(document, summary, vectors.context, own.context)
            context = Context(document, summary, vectors, own, found.best, trees)
            examined = examine(context, figures, judge)
            yield _scored(record, context, found, examined)


def _scored(record: Mapping[str, Any], context: Context, found: Support, examined: Examined) -> Scored:
    """Score a record by the check as it is, without each of its parts, and by the floors."""
    pair = Pair(str(record["id"]), context.document, context.summary)
    nothing: list[Judged | None] = [None] * len(examined.claims)
    compared = [finding for finding in examined.findings if finding.kind != "contradiction"]
    content = np.array([not is_ignored(word) for word in context.summary.words], bool)
    checks = {
        OURS: conclude(pair, context, found.suspicion(), examined),
        WITHOUT_JUDGE: conclude(pair, context, found.suspicion(), replace(examined, findings=compared, judged=nothing)),
        "without findings": conclude(pair, context, found.suspicion(), replace(examined, findings=[])),
        "support alone": conclude(pair, context, found.suspicion(), replace(examined, findings=[], judged=nothing)),
        "judge alone": conclude(pair, context, np.zeros(len(content)), replace(examined, findings=[])),
        "findings alone": conclude(
            pair, context, np.zeros(len(content)), replace(examined, findings=compared, judged=nothing)
        ),
        "without fading of talk": conclude(
            pair, context, found.suspicion() / np.maximum(found.kept, 1e-9), replace(examined, left_out=())
        ),
    }
    for name, left_out in ABLATION.items():
        weights = {term: weight for term, weight in WEIGHTS.items() if term not in left_out}
        checks[name] = conclude(pair, context, found.suspicion(weights), examined)
    strings = floors(context.document, context.summary)
    scores = strings | {name: np.array(check.unsupported) for name, check in checks.items()}
    scores[DOUBTFUL] = np.array(checks[OURS].doubtful)
    summary = {name: float(row[content].mean()) if content.any() else 0.0 for name, row in strings.items()}
    wrong = summary | {name: check.wrong for name, check in checks.items()}
    summary |= {name: 1.0 - check.support for name, check in checks.items()}
    wrong[DOUBTFUL] = summary[DOUBTFUL] = checks[OURS].wrong
    return Scored(record, scores, summary, wrong, content, checks[OURS])


def floors(document: Text, summary: Text) -> Scores:
    """Return the string scores that any other must beat."""
    stems = {stem(word) for word in document.words}
    absent = np.array([float(stem(word) not in stems) for word in summary.words])
    around = np.array(
        [
            np.delete(absent[max(0, t - 2) : t + 3], min(t, 2)).mean() if len(absent) > 1 else absent[t]
            for t in range(len(absent))
        ]
    )
    telling = np.array([any(map(str.isdigit, word)) or word[:1].isupper() for word in summary.words], bool)
    return {
        FLOORS[0]: absent,
        FLOORS[1]: 0.5 * absent + 0.5 * around,
        FLOORS[2]: 1.0 / (1.0 + copied_runs(document.words, summary.words)),
        FLOORS[3]: absent * telling,
    }


def pooled(items: list[Scored], system: str) -> tuple[Floats, Floats, list[str]]:
    """Return labels, scores and documents of all judged content words."""
    wrong: list[float] = []
    scores: list[float] = []
    documents: list[str] = []
    for item in items:
        null = set(item.record["null"] or ())
        places = item.words()
        wrong += [float(t in null) for t in places]
        scores += item.scores[system][places].tolist()
        documents += [item.document] * len(places)
    return np.array(wrong), np.array(scores), documents


def span_f1(items: list[Scored], system: str, folds: int = 5) -> float:
    """Return micro F1 in characters of joined flagged words, each fold's threshold chosen on the other documents."""
    fold = {name: number % folds for number, name in enumerate(sorted({item.document for item in items}))}
    total = np.zeros(3)
    for number in range(folds):
        others = Characters.of([item for item in items if fold[item.document] != number], system)
        own = Characters.of([item for item in items if fold[item.document] == number], system)
        total += own.counts(best_threshold(others.f1, others.scores))
    return _f1(total)


@dataclass(frozen=True)
class Characters:
    """The tokens of several summaries in a row, each with its characters and those between it and the one before."""

    scores: Floats
    own: Floats
    own_gold: Floats
    between: Floats
    between_gold: Floats
    gold: float

    @classmethod
    def of(cls, items: list[Scored], system: str) -> Characters:
        """Put the tokens of several summaries in a row; a preamble's are never flagged."""
        own, own_gold, between, between_gold = np.concatenate([item.characters for item in items], axis=1)
        scores = [item.scores[system].astype(float) for item in items]
        for item, row in zip(items, scores, strict=True):
            row[list(item.record.get("skip") or ())] = -np.inf
        gold = sum(b - a for item in items for a, b in item.record["gold_chars"])
        return cls(np.concatenate(scores), own, own_gold, between, between_gold, float(gold))

    def counts(self, threshold: float) -> Floats:
        """Return how many characters are flagged, are gold, and are both."""
        flagged = (self.scores >= threshold).astype(float)
        joined = flagged * np.append(0.0, flagged[:-1])
        predicted = flagged @ self.own + joined @ self.between
        return np.array([predicted, self.gold, flagged @ self.own_gold + joined @ self.between_gold])

    def f1(self, threshold: float) -> float:
        """Return F1 at a threshold."""
        return _f1(self.counts(threshold))


def _f1(counts: Floats) -> float:
    return float(2 * counts[2] / (counts[0] + counts[1])) if counts[0] + counts[1] else 0.0
