"""Tuning: a model's threshold, constants and calibration fitted to a user's own gold.

1. Trials (trials.py): the gold's pairs are aligned with each of a fixed number of changes, at several thresholds.
2. Cross-validation (selection.py) of two ways to choose among them: by threshold alone, and with the constants. The better
   way is taken, provided that on pairs it did not choose by it beats the model as it is; else nothing is changed.
3. Calibration (calibrating.py) of what the chosen model believes, where that helps on pairs it was not fitted to.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec
import numpy as np

from sumtrace.aligner import Aligner
from sumtrace.alignment import Alignment, Rule
from sumtrace.errors import InputError
from sumtrace.evaluation.scores import Evaluation, signature
from sumtrace.evaluation.significance import AUC, Comparison, check_score, compare
from sumtrace.model import Model
from sumtrace.settings import Calibration, recorded
from sumtrace.tuning.calibrating import Calibrated, calibration_of, judged_links, judged_nulls
from sumtrace.tuning.constants import Changes, Value, drawn, value_of, with_changes
from sumtrace.tuning.selection import Folds, best, folds_of, held_out, score_of
from sumtrace.tuning.trials import Trials, tried

TRIALS = 30
"""Changes of constants that are tried; each takes as long as aligning the gold once."""
FOLDS, REPEATS = 5, 10
FEWEST = 10
"""Pairs without which nothing can be held out."""
WAYS = ("as it is", "threshold", "threshold and constants")


@dataclass(frozen=True, slots=True)
class Way:
    """What one way to choose comes to: the score on all pairs, chosen by all; on held-out pairs; that against the start."""

    name: str
    seen: float
    held_out: float
    against: Comparison | None


@dataclass(frozen=True, slots=True)
class Change:
    """A constant that was changed."""

    name: str
    before: Value | None
    after: Value | None


@dataclass(frozen=True, slots=True)
class Tuning:
    """The tuned aligner and how it came about; ``chosen`` names one of the ways, the first if nothing is better."""

    aligner: Aligner
    score: str
    ways: tuple[Way, ...]
    chosen: str
    changes: tuple[Change, ...]
    links: Calibrated
    nulls: Calibrated
    signature: str

    def figures(self) -> dict[str, Any]:
        """Return all but the aligner as plain data."""
        names = ("score", "ways", "chosen", "changes", "links", "nulls", "signature")
        plain: dict[str, Any] = msgspec.to_builtins({name: getattr(self, name) for name in names})
        return plain


def tune(
    aligner: Aligner,
    gold: Sequence[Alignment],
    *,
    score: str = "",
    trials: int = TRIALS,
    seed: int = 0,
    rule: Rule = "soft",
    threads: int | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Tuning:
    """Fit an aligner's threshold, constants and calibration to gold: at least about 20 pairs, the more the better.

    ``score`` is any of ``evaluate``'s but the ROC-AUC, by default the main one for this kind of gold. ``progress`` is
    called with the number of alignments done and the total.
    """
    if len(gold) < FEWEST:
        raise InputError(
            f"{len(gold)} gold {'pair is' if len(gold) == 1 else 'pairs are'} too few for tuning",
            hint=f"Annotate at least {FEWEST}, preferably 30.",
        )
    random = np.random.default_rng(seed)
    folds = folds_of(len(gold), FOLDS, REPEATS, random)
    model = aligner.model
    first = Evaluation.of(gold, [Alignment(one.id, (), one.texts) for one in gold], rule=rule)
    score = score or first.main_score()
    check_score(first, score)
    if score == AUC:
        raise InputError(f"{AUC} cannot be used for tuning", hint="Take unsupported.f.")
    found = tried(aligner, gold, drawn(model, trials, random), rule, threads or os.cpu_count() or 1, progress)
    ways, chosen = _compared(found, first, score, folds, seed)
    changes = found.candidates[best(found.rows, _allowed(found, chosen), score)].changes
    tuned = with_changes(model, changes)
    believed = _uncalibrated(tuned, aligner, gold)
    settings = model.settings
    links = calibration_of(judged_links(gold, believed), settings.link_calibration or Calibration(), folds)
    nulls = calibration_of(judged_nulls(gold, believed), settings.null_calibration or Calibration(), folds)
    tuned = replace(
        tuned,
        settings=replace(
            tuned.settings,
            link_calibration=links.calibration or settings.link_calibration,
            null_calibration=nulls.calibration or settings.null_calibration,
        ),
    )
    return Tuning(
        aligner.with_model(_signed(tuned, model)),
        score,
        ways,
        WAYS[chosen],
        _changes(model, tuned, changes),
        links,
        nulls,
        f"{signature(len(gold), rule)}|folds:{FOLDS}x{REPEATS}|trials:{trials}|seed:{seed}",
    )


def _compared(trials: Trials, first: Evaluation, score: str, folds: Folds, seed: int) -> tuple[tuple[Way, ...], int]:
    """Return every way's scores, and which is the best on held-out pairs; of equals the one that changes least."""
    sign = -1.0 if score.endswith(".aer") else 1.0
    evaluations = [
        replace(first, rows=held_out(trials.rows, _allowed(trials, way), score, folds)) for way in range(len(WAYS))
    ]
    unseen = [float(score_of(evaluation.totals(), score)) for evaluation in evaluations]
    ways = []
    for way, (name, evaluation) in enumerate(zip(WAYS, evaluations, strict=True)):
        seen = trials.rows[best(trials.rows, _allowed(trials, way), score)].sum(axis=0, dtype=np.float64)
        against = compare(evaluation, evaluations[0], score=score, seed=seed) if way else None
        ways.append(Way(name, sign * float(score_of(seen, score)), sign * unseen[way], against))
    return tuple(ways), int(np.argmax(np.nan_to_num(unseen, nan=-np.inf)))


def _allowed(trials: Trials, way: int) -> list[int]:
    """Return the candidates that a way may choose among."""
    if way == 0:
        return [0]
    return [number for number, one in enumerate(trials.candidates) if way == 2 or not one.constants]


def _uncalibrated(model: Model, aligner: Aligner, gold: Sequence[Alignment]) -> list[Alignment]:
    settings = replace(model.settings, link_calibration=None, null_calibration=None)
    bare = aligner.with_model(replace(model, settings=settings))
    return [bare.align_pair(one.texts) for one in gold]


def _signed(tuned: Model, model: Model) -> Model:
    """Return a tuned model with a signature of its own; the same where nothing was changed."""
    settings, null = recorded(tuned.settings), tuned.parameters.null
    if (settings, null) == (recorded(model.settings), model.parameters.null):
        return model
    digest = hashlib.sha256(model.signature.encode())
    digest.update(msgspec.json.encode([settings, null]))
    return replace(tuned, signature=digest.hexdigest()[:32])


def _changes(model: Model, tuned: Model, changes: Changes) -> tuple[Change, ...]:
    names = [*changes, *(f"{kind}_calibration.{part}" for kind in ("link", "null") for part in ("slope", "offset"))]
    pairs = [(name, _known(model, name), _known(tuned, name)) for name in names]
    return tuple(Change(*change) for change in pairs if change[1] != change[2])


def _known(model: Model, name: str) -> Value | None:
    """Return a constant, None where it belongs to a calibration that there is not."""
    group = name.partition(".")[0]
    if group.endswith("_calibration") and getattr(model.settings, group) is None:
        return None
    return value_of(model, name)
