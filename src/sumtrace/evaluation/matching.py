"""Gold and predicted alignments brought together: same pairs, same texts, or a message that says what differs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sumtrace.alignment.alignment import Alignment
from sumtrace.errors import InputError
from sumtrace.text import Text, fold

Matched = tuple[Alignment, Alignment]
"""(gold, predicted), both with the gold's texts."""


def match(
    gold: Sequence[Alignment],
    predicted: Sequence[Alignment],
    *,
    sides: tuple[str, str] = ("gold", "the prediction"),
) -> list[Matched]:
    """Return every gold alignment with the prediction of the same id, in gold's order.

    Predictions for other pairs are left out; a gold pair without a prediction, two of the same id or texts that differ
    are errors, which call the two ``sides`` by their names.
    """
    if not gold:
        raise InputError("there are no gold alignments to score against")
    by_id = index(predicted, "predicted")
    index(gold, "gold")
    missing = [alignment.id for alignment in gold if alignment.id not in by_id]
    if missing:
        raise InputError(
            f"{len(missing)} of {len(gold)} gold pairs have no prediction, starting with {missing[0]!r}",
            hint="Ids must match; write an alignment without links for a pair where nothing was found.",
        )
    return [_on_same_texts(alignment, by_id[alignment.id], sides) for alignment in gold]


def index(alignments: Sequence[Alignment], what: str) -> dict[str, Alignment]:
    """Return alignments by id; an id used twice is an error."""
    by_id: dict[str, Alignment] = {}
    for alignment in alignments:
        if alignment.id in by_id:
            raise InputError(f"two {what} alignments have this id", pair=alignment.id)
        by_id[alignment.id] = alignment
    return by_id


def _on_same_texts(gold: Alignment, predicted: Alignment, sides: tuple[str, str]) -> Matched:
    if gold.pair is None:
        gold = gold.with_pair(predicted.texts)
    pair = gold.texts
    if predicted.pair is not None:
        _check_words(pair.document, predicted.pair.document, "document", gold.id, sides)
        _check_words(pair.summary, predicted.pair.summary, "summary", gold.id, sides)
    return gold, replace(predicted, pair=pair).checked()


def _check_words(gold: Text, predicted: Text, text: str, pair: str, sides: tuple[str, str]) -> None:
    """Complain where two texts have other words; case and quote style do not matter."""
    if gold.words == predicted.words:
        return
    (one, other), hint = sides, f"Both must have {sides[0]}'s own tokens, so that positions mean the same."
    for position, (a, b) in enumerate(zip(gold.words, predicted.words, strict=False)):
        if fold(a) != fold(b):
            raise InputError(f"{text} word {position} is {a!r} in {one}, {b!r} in {other}", pair=pair, hint=hint)
    if len(gold) != len(predicted):
        raise InputError(
            f"the {text} has {len(gold)} words in {one}, {len(predicted)} in {other}", pair=pair, hint=hint
        )
