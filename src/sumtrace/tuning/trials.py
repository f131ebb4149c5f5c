"""Trials: a model with some constants changed, read at several thresholds, and what gold says of each."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from sumtrace.aligner import Aligner
from sumtrace.alignment import Alignment, Rule
from sumtrace.array_types import Singles
from sumtrace.evaluation.counts import count
from sumtrace.model import Model
from sumtrace.tuning.constants import Changes, Value, with_changes

APART = 0.06
BELOW, ABOVE = 4, 5
"""Spacing of the thresholds tried, and how many below and above the model's own."""
LEAST, MOST = 0.02, 0.98


@dataclass(frozen=True, slots=True)
class Trial:
    """What might be changed in a model; ``constants`` says whether more than the threshold would be."""

    changes: Changes
    constants: bool


@dataclass(frozen=True, slots=True)
class Trials:
    """The candidates, the model as it is first, and the statistics of each on each pair ``[candidates, pairs, columns]``."""

    candidates: Sequence[Trial]
    rows: Singles


def threshold_name(model: Model) -> str:
    """Return which of the two thresholds a model decides by."""
    return "agreed_threshold" if model.settings.uses_meaning else "threshold"


def thresholds_around(value: float) -> list[float]:
    """Return the thresholds to try, in order; the value is among them."""
    steps = [round(value + APART * step, 4) for step in range(-BELOW, ABOVE + 1)]
    return [step for step in steps if LEAST <= step <= MOST or step == value]


def tried(
    aligner: Aligner,
    gold: Sequence[Alignment],
    changes: Sequence[Changes],
    rule: Rule,
    threads: int,
    progress: Callable[[int, int], None],
) -> Trials:
    """Align the gold's pairs with each of the changes, the first of which is none."""
    model = aligner.model
    name = threshold_name(model)
    own = round(float(getattr(model.settings, name)), 4)
    thresholds = thresholds_around(own)
    as_it_is: Changes = {}
    candidates, rows = [Trial(as_it_is, constants=False)], []
    with ThreadPoolExecutor(threads) as pool:
        rows.append(np.stack(list(pool.map(functools.partial(_as_it_is, aligner, rule), gold)))[None])
        for number, change in enumerate(changes):
            changed = aligner.with_model(with_changes(model, change))
            found = []
            for own_rows in pool.map(functools.partial(_at_each, changed, thresholds, rule), gold):
                found.append(own_rows)
                progress(number * len(gold) + len(found), len(changes) * len(gold))
            rows.append(np.stack(found, axis=1))
            for threshold in thresholds:
                read: dict[str, Value] = {name: threshold} if threshold != own else {}
                if model.settings.decoding != "threshold":
                    read["decoding"] = "threshold"
                candidates.append(Trial({**change, **read}, constants=bool(change)))
    return Trials(candidates, np.concatenate(rows))


def _as_it_is(aligner: Aligner, rule: Rule, gold: Alignment) -> Singles:
    return _row(gold, aligner.align_pair(gold.texts), rule)


def _at_each(aligner: Aligner, thresholds: Sequence[float], rule: Rule, gold: Alignment) -> Singles:
    """Return the statistics of one pair at each threshold ``[thresholds, columns]``."""
    return np.stack([_row(gold, found, rule) for found in aligner.align_at(gold.texts, thresholds)])


def _row(gold: Alignment, found: Alignment, rule: Rule) -> Singles:
    return np.asarray(count([(gold, found)], rule)[0], np.float32)
