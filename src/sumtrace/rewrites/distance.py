"""Components by distance: a document word is replaced by a word that is near in some sense, the nearer the likelier."""

from __future__ import annotations

import functools
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, Self

import numpy as np

from sumtrace.array_types import Floats, Longs
from sumtrace.encoding.types import Stems, SummaryVocabulary, Types
from sumtrace.rewrites.component import ComponentCounts, Kept, Relations
from sumtrace.text import is_ignored, stem

LARGEST_ETA = 20.0


class Known:
    """How many vocabulary words lie at each distance from each document word met in training, and from the mean one."""

    def __init__(self, kept: Kept) -> None:
        self.kept = kept

    @functools.cached_property
    def mean(self) -> Floats | float:
        """The mean counts of all words."""
        return np.asarray(self.kept.counts.mean(axis=0)) if self.kept.places else 0.0

    def recall(self, histogram: Floats, rows: Longs, words: Sequence[str]) -> None:
        """Put the counts of the training vocabulary in place of a pair's own, never below what the pair itself shows.

        A word that was not met in training takes the mean, if the pair shows that it has neighbours at all.
        """
        places, counts = self.kept
        shows = set(np.flatnonzero(histogram[rows].any(axis=1)).tolist())
        kept = [number for number, word in enumerate(words) if number in shows or word in places]
        if kept:
            recalled = self.mean + np.zeros((len(kept), histogram.shape[1]))
            met = np.array([places.get(words[number], -1) for number in kept])
            recalled[met >= 0] = counts[met[met >= 0]]
            histogram[rows[kept]] = np.maximum(histogram[rows[kept]], recalled)


@dataclass(frozen=True, slots=True, kw_only=True)
class Distance(ABC):
    """``p(s | d) = exp(-eta * distance(d, s)) / Z(d)`` over the summary vocabulary's words within ``reach`` of d.

    Only content words take part (how near function words are is an accident) and, with ``only_other_stems``, only words
    of different stems, since the stem component explains the others.

    Once trained, ``known`` holds how many vocabulary words lie at each distance from a document word, so that a new pair
    needs only its own words compared; a word never met takes the mean of the others.
    """

    name: ClassVar[str]
    copies: ClassVar[bool] = False
    learnt: ClassVar[Set[str]] = frozenset({"eta"})
    eta: float = 1.0
    reach: int = 3
    only_other_stems: bool = True
    known: Known | None = field(default=None, compare=False, repr=False)

    @abstractmethod
    def neighbours(self, rows: Sequence[str], columns: Sequence[str]) -> tuple[Longs, Longs, Longs]:
        """Return row, column and distance of all pairs of words that are within reach of each other."""

    def relate(self, types: Types, vocabulary: SummaryVocabulary, stems: Stems) -> Relations:
        """Relate the words within reach; ``normalisers[d, k]`` counts the vocabulary's words at distance k from d."""
        rows, row_words = types.document_content
        if self.known is not None:
            number_of, columns = types.summary_content
        else:
            columns = sorted(word for word in vocabulary.words if not is_ignored(word)) if row_words else []
            numbers = {word: number for number, word in enumerate(types.words)}
            number_of = np.array([numbers.get(word, -1) for word in columns], np.int64)
        row, column, distance = self.neighbours(row_words, columns)
        if self.only_other_stems and len(row):
            number: dict[str, int] = {}
            row_stems, column_stems = (
                np.array([number.setdefault(stem(word), len(number)) for word in words], np.int64)
                for words in (row_words, columns)
            )
            other = row_stems[row] != column_stems[column]
            row, column, distance = row[other], column[other], distance[other]
        histogram = np.zeros((len(types), self.reach + 1))
        np.add.at(histogram, (rows[row], distance), 1.0)
        if self.known is not None:
            self.known.recall(histogram, rows, row_words)
        knows = histogram.sum(axis=1) > 0
        row, column = rows[row], number_of[column]
        if self.known is None:
            here = (column >= 0) & types.in_summary[column]
            row, column, distance = row[here], column[here], distance[here]
        return Relations(row, column, distance, knows, histogram)

    def keeping(self, relations: Relations, types: Types) -> Self:
        """Return the component with the counts of this vocabulary kept, for pairs to come."""
        rows = np.flatnonzero(relations.knows[: len(types.words)])
        places = {types.words[row]: place for place, row in enumerate(rows.tolist())}
        return self.with_kept(Kept(places, relations.normalisers[rows]))

    @property
    def kept(self) -> Kept | None:
        """The counts kept, by document word."""
        return None if self.known is None else self.known.kept

    @property
    def kept_width(self) -> int:
        """One count for each distance."""
        return self.reach + 1

    def with_kept(self, kept: Kept) -> Self:
        """Return the component with the counts of a vocabulary met before."""
        return replace(self, known=Known(kept))

    def probability(self, relations: Relations) -> Floats:
        """``exp(-eta * distance) / Z(row)``."""
        weights = np.exp(-self.eta * np.arange(self.reach + 1))
        return np.asarray(weights[relations.steps] / (relations.normalisers @ weights)[relations.row])

    def reestimated(self, relations: Relations, counts: ComponentCounts) -> Self:
        """Maximise ``-eta * (expected distance) - sum over rows of count * log Z(row)``, a concave function of eta."""
        used = counts.by_row > 0
        by_row, histogram = counts.by_row[used], relations.normalisers[used]
        distances = np.arange(self.reach + 1)
        travelled = float(counts.by_steps @ np.arange(len(counts.by_steps)))
        if not len(by_row):
            return self
        low, high = 0.0, LARGEST_ETA
        for _ in range(60):
            eta = (low + high) / 2
            terms = histogram * np.exp(-eta * distances)
            slope = float(by_row @ ((terms @ distances) / terms.sum(axis=1))) - travelled
            low, high = (eta, high) if slope > 0 else (low, eta)
        return replace(self, eta=(low + high) / 2)

    def to_arrays(self) -> Mapping[str, Floats]:
        """Return eta and the settings; what is known goes by words and is kept by the model folder."""
        return {part.name: np.array([float(getattr(self, part.name))]) for part in fields(self) if part.compare}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, Floats]) -> Self:
        """Return the component that ``to_arrays`` described."""
        # every setting has a default, and so a type
        values: dict[str, Any] = {}
        for part in fields(cls):
            if part.compare:
                kind: type = type(part.default)
                values[part.name] = kind(float(arrays[part.name][0]))
        if not 0 <= values["eta"] <= LARGEST_ETA:
            raise ValueError(f"eta is not between 0 and {LARGEST_ETA:g}")
        return cls(**values)
