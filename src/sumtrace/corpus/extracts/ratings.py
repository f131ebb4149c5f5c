"""Extracts rated by people, as in the article: how much of the summary's information does an extract hold?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sumtrace.corpus.entries import read_entries
from sumtrace.corpus.extracts.making import Extracted
from sumtrace.errors import InputError

RATINGS = ("none", "some", "all")
"""What 0, 1 and 2 mean: how much of the information is there."""


@dataclass(frozen=True, slots=True)
class RatingCounts:
    """How often each rating was given, and how many pairs of the file have none yet."""

    counts: tuple[int, int, int]
    unrated: int = 0

    @property
    def rated(self) -> int:
        """The number of pairs rated."""
        return sum(self.counts)

    @property
    def mean(self) -> float:
        """The mean rating, between 0 and 2."""
        return sum(rating * count for rating, count in enumerate(self.counts)) / self.rated

    def to_dict(self) -> dict[str, float]:
        """Return the counts by their names, and the mean."""
        named = dict(zip(RATINGS, self.counts, strict=True))
        return {"rated": self.rated, **named, "mean": self.mean, "unrated": self.unrated}


def rating_record(extracted: Extracted) -> dict[str, str]:
    """Return an extract as ``sumtrace annotate --rate`` shows it."""
    pair = extracted.pair
    return {"id": pair.id, "document": pair.document.string, "summary": pair.summary.string}


def read_ratings(source: str | Path) -> RatingCounts:
    """Count the ratings of a file of ``{"id", "rating"}``, as ``sumtrace annotate --rate`` writes it."""
    ratings: dict[str, int | None] = {}
    for entry in read_entries(source):
        if isinstance(entry, InputError):
            raise entry
        try:
            name, rating = _rating(entry.record)
            if name in ratings:
                raise InputError("rated twice", pair=name, hint="Use a separate ratings file for each annotator.")
        except InputError as error:
            raise error.at(file=entry.file, line=entry.line) from error
        ratings[name] = rating
    count = Counter(ratings.values())
    counts = RatingCounts((count[0], count[1], count[2]), count[None])
    if not counts.rated:
        raise InputError("there are no ratings", file=source, hint="sumtrace annotate SAMPLE -o RATINGS --rate")
    return counts


def _rating(record: Any) -> tuple[str, int | None]:
    if not isinstance(record, Mapping) or not isinstance(record.get("id"), str | int):
        raise InputError('not an object with an "id"')
    rating = record.get("rating")
    if rating is not None and (type(rating) is not int or not 0 <= rating < len(RATINGS)):
        raise InputError(f"rating {rating!r} is not 0, 1 or 2", pair=str(record["id"]))
    return str(record["id"]), rating
