"""Scores of predicted alignments against gold, as the 2005 article and docs/evaluation.md define them.

With A the predicted word links (phrases as all pairs), S the sure and P the possible gold links, S within P::

    precision = |A & P| / |A|     recall = |A & S| / |S|     AER = 1 - (|A & S| + |A & P|) / (|A| + |S|)

Soft precision reads identical phrases word by word; soft F is the F of soft precision and recall. A score whose
denominator is empty is NaN, never 0.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from sumtrace.alignment.alignment import Alignment
from sumtrace.alignment.expansion import Rule
from sumtrace.array_types import Floats
from sumtrace.errors import InputError
from sumtrace.evaluation.counts import COLUMN, WORDS, count, judged_words
from sumtrace.evaluation.matching import Matched, match
from sumtrace.version import __version__

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class LinkScores:
    """Scores of word links; NaN where there was nothing to divide by."""

    precision: float
    recall: float
    f: float
    soft_precision: float
    soft_f: float
    aer: float


@dataclass(frozen=True, slots=True)
class Averages:
    """The same scores over all links together (micro) and as means over pairs (macro)."""

    micro: LinkScores
    macro: LinkScores


@dataclass(frozen=True, slots=True)
class FoundScores:
    """Precision, recall and F of things that are right or wrong as a whole: null words, exact phrases."""

    precision: float
    recall: float
    f: float


@dataclass(frozen=True, slots=True)
class SpanScores:
    """Scores against span gold, content words only.

    ``coverage`` = share of span-covered words with a link; ``hit`` = share of those words' linked document tokens inside
    their spans; ``f`` = F of the two; ``f_hit`` = F of hit and hit x coverage, which linking everything cannot win.
    """

    hit: float
    coverage: float
    f: float
    f_hit: float


@dataclass(frozen=True, slots=True)
class UnsupportedScores:
    """Unlinked words as a detector of unsupported words; ``auc`` from null probabilities, NaN if there are none."""

    precision: float
    recall: float
    f: float
    balanced_accuracy: float
    auc: float


@dataclass(frozen=True, slots=True)
class Scores:
    """Every score of one system on one gold set.

    ``spans`` is None unless the gold has possible links only, ``unsupported`` None unless it lists words without source.
    """

    pairs: int
    all: Averages
    content: Averages
    identical: Averages
    non_identical: Averages
    null: FoundScores
    null_content: FoundScores
    phrases: FoundScores
    spans: SpanScores | None
    unsupported: UnsupportedScores | None
    signature: str

    def flat(self) -> dict[str, float]:
        """Return the scores by dotted name (``all.micro.soft_f``), without those that the gold cannot give."""
        return dict(_leaves(dataclasses.asdict(self)))


def evaluate(gold: Sequence[Alignment], predicted: Sequence[Alignment], *, rule: Rule = "soft") -> Scores:
    """Score predictions against gold; ``rule`` says how soft scores split phrases (alignment/expansion.py)."""
    return Evaluation.of(gold, predicted, rule=rule).scores()


@dataclass(frozen=True, slots=True)
class Evaluation:
    """One system's rows of sufficient statistics, ready to be summed, resampled and compared."""

    rows: Floats
    ids: tuple[str, ...]
    support: tuple[tuple[Floats, Floats], ...]
    """Each pair's judged words: whether unsupported in gold, null probability; empty without such gold."""
    rule: Rule

    @classmethod
    def of(cls, gold: Sequence[Alignment], predicted: Sequence[Alignment], *, rule: Rule = "soft") -> Evaluation:
        """Count what the scores need."""
        matched = match(gold, predicted)
        if not any(alignment.links or alignment.null is not None for alignment in gold):
            raise InputError("the gold has neither links nor words marked as unsupported: there is nothing to score")
        return cls(count(matched, rule), tuple(g.id for g, _ in matched), tuple(map(_support, matched)), rule)

    def totals(self) -> Floats:
        """Return the sums over pairs."""
        totals: Floats = self.rows.sum(axis=0)
        return totals

    def has_links(self) -> bool:
        """Whether the gold has word links to score against."""
        return bool(self.totals()[COLUMN["possible"]])

    def has_sure(self) -> bool:
        """Whether the gold has sure links; without them, it is span gold."""
        return bool(self.totals()[COLUMN["all.sure"]])

    def has_support(self) -> bool:
        """Whether the gold says which words have no source."""
        return bool(self.totals()[COLUMN["judged_for_support"]])

    def main_score(self) -> str:
        """Return the name of the main score for this kind of gold."""
        if self.has_sure():
            return "all.micro.soft_f"
        return "spans.f_hit" if self.has_links() else "unsupported.f"

    def scores(self) -> Scores:
        """Return every score."""
        values = {name: float(value) for name, value in measure(self.totals()).items()}
        averages = {
            words: Averages(*(_build(LinkScores, values, f"{words}.{mean}") for mean in ("micro", "macro")))
            for words in WORDS
        }
        return Scores(
            pairs=len(self.ids),
            **averages,
            null=_build(FoundScores, values, "null"),
            null_content=_build(FoundScores, values, "null_content"),
            phrases=_build(FoundScores, values, "phrases"),
            spans=_build(SpanScores, values, "spans") if self.has_links() and not self.has_sure() else None,
            unsupported=_build(UnsupportedScores, values | {"unsupported.auc": self.auc()}, "unsupported")
            if self.has_support()
            else None,
            signature=signature(len(self.ids), self.rule),
        )

    def auc(self, weights: Floats | None = None) -> float:
        """Return the area under the ROC curve of null probabilities, each pair taken ``weights`` times."""
        if not self.support or any(np.isnan(probability).any() for _, probability in self.support):
            return float("nan")
        unsupported = np.concatenate([gold for gold, _ in self.support])
        probability = np.concatenate([probability for _, probability in self.support])
        sizes = [len(gold) for gold, _ in self.support]
        times = np.repeat(np.ones(len(sizes)) if weights is None else weights, sizes)
        return _auc(unsupported, probability, times)


def signature(pairs: int, rule: Rule) -> str:
    """Return the line that says what was measured, so that two people know whether they measured the same."""
    return f"pairs:{pairs}|case:no|phrases:{rule}|ignore-list:58|v:{__version__}"


def measure(totals: Floats) -> dict[str, Floats]:
    """Return scores by dotted name from sums of statistics, ``[..., columns]`` to ``[...]``."""

    def total(name: str) -> Floats:
        column: Floats = totals[..., COLUMN[name]]
        return column

    values: dict[str, Floats] = {}
    for words in WORDS:
        sums = {
            name: total(f"{words}.{name}")
            for name in ("predicted", "predicted_possible", "soft_predicted", "soft_possible", "sure", "found")
        }
        micro = {
            "precision": ratio(sums["predicted_possible"], sums["predicted"]),
            "soft_precision": ratio(sums["soft_possible"], sums["soft_predicted"]),
            "recall": ratio(sums["found"], sums["sure"]),
            "aer": 1 - ratio(sums["found"] + sums["predicted_possible"], sums["predicted"] + sums["sure"]),
        }
        macro = {
            name: ratio(total(f"{words}.{name}"), total(f"{words}.{name}_counts"))
            for name in ("precision", "soft_precision", "recall", "aer")
        }
        for mean, part in (("micro", micro), ("macro", macro)):
            part["f"] = f_score(part["precision"], part["recall"])
            part["soft_f"] = f_score(part["soft_precision"], part["recall"])
            values |= {f"{words}.{mean}.{name}": value for name, value in part.items()}
    for words, name in (("all", "null"), ("content", "null_content")):
        both = total(f"null.{words}.both")
        values |= _found(name, both, total(f"null.{words}.predicted"), both, total(f"null.{words}.gold"))
    values |= _found(
        "phrases", *(total(f"phrases.{name}") for name in ("predicted_gold", "predicted", "found", "sure"))
    )
    hit = ratio(total("spans.inside"), total("spans.tokens"))
    coverage = ratio(total("spans.linked"), total("spans.covered"))
    values |= {"spans.hit": hit, "spans.coverage": coverage}
    values |= {"spans.f": f_score(hit, coverage), "spans.f_hit": f_score(hit, hit * coverage)}
    both, gold = total("unsupported.both"), total("unsupported.gold")
    values |= _found("unsupported", both, total("unsupported.predicted"), both, gold)
    kept = ratio(total("unsupported.kept"), total("unsupported.supported"))
    values["unsupported.balanced_accuracy"] = (ratio(both, gold) + kept) / 2
    return values


def ratio(part: npt.ArrayLike, whole: npt.ArrayLike) -> Floats:
    """Return part / whole, NaN if the whole is empty."""
    a, b = np.asarray(part, dtype=float), np.asarray(whole, dtype=float)
    quotient = np.full(np.broadcast_shapes(a.shape, b.shape), np.nan)
    np.divide(a, b, out=quotient, where=b != 0)
    return quotient


def f_score(precision: Floats, recall: Floats) -> Floats:
    """Return the harmonic mean: 0 if nothing was found, NaN if there was nothing to find."""
    mean = ratio(2 * precision * recall, precision + recall)
    return np.asarray(np.where(recall == 0, 0.0, mean), dtype=float)


def _found(name: str, right: Floats, predicted: Floats, found: Floats, gold: Floats) -> dict[str, Floats]:
    precision, recall = ratio(right, predicted), ratio(found, gold)
    return {
        f"{name}.precision": precision,
        f"{name}.recall": recall,
        f"{name}.f": f_score(precision, recall),
    }


def _auc(unsupported: Floats, probability: Floats, times: Floats) -> float:
    """Return P(an unsupported word has the higher probability), ties half: the Mann-Whitney form of the area."""
    order = np.argsort(probability, kind="stable")
    _, level = np.unique(probability[order], return_inverse=True)
    bad = np.bincount(level, weights=(times * unsupported)[order])
    good = np.bincount(level, weights=(times * (1 - unsupported))[order])
    below = np.cumsum(good) - good
    return float(ratio((bad * (below + good / 2)).sum(), bad.sum() * good.sum()))


def _support(matched: Matched) -> tuple[Floats, Floats]:
    gold, predicted = matched
    judged = [] if gold.null is None else judged_words(gold)
    marked = set(gold.null or ())
    unsupported = np.array([float(j in marked) for j in judged])
    probability = [float("nan") if predicted.null_prob is None else predicted.null_prob[j] for j in judged]
    return unsupported, np.array(probability)


def _build(kind: Callable[..., T], values: Mapping[str, float], prefix: str) -> T:
    return kind(**{name: values[f"{prefix}.{name}"] for name in inspect.signature(kind).parameters})


def _leaves(tree: Mapping[str, Any], prefix: str = "") -> list[tuple[str, float]]:
    leaves: list[tuple[str, float]] = []
    for name, value in tree.items():
        if isinstance(value, dict):
            leaves += _leaves(value, f"{prefix}{name}.")
        elif isinstance(value, float):
            leaves.append((prefix + name, value))
    return leaves
