"""WordNet: a document phrase is replaced by a related one, the nearer the likelier."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

import numpy as np
import numpy.typing as npt

from sumtrace.rewrites.component import ComponentCounts, Floats, Relations, Stems
from sumtrace.rewrites.types import Lexicon, Types
from sumtrace.text import is_ignored, stem
from sumtrace.text.wordnet import load


class Known:
    """How many vocabulary words lie at each distance from each document word met in training."""

    def __init__(self, histograms: Mapping[str, Floats]) -> None:
        self.histograms = histograms
        self.mean: Floats | float = np.mean(list(histograms.values()), axis=0) if histograms else 0.0


@dataclass(frozen=True, slots=True)
class WordNet:
    """``p(s | d) = exp(-eta * distance(d, s)) / Z(d)`` over the summary vocabulary's words within ``reach`` of d.

    ``senses`` is how many first senses of a word count: 1 in the article, more for its "any sense" variant. Function words
    are left out (WordNet's readings of them are accidents), and so, with ``only_other_stems``, are words of the same stem,
    which the stem component explains.

    Once trained, ``known`` holds how many vocabulary words lie at each distance from a document word, so that a new pair
    needs only its own words looked up; a word never met takes the mean of the others.
    """

    name: ClassVar[str] = "wordnet"
    eta: float = 1.0
    senses: int = 5
    reach: int = 3
    only_other_stems: bool = True
    known: Known | None = field(default=None, compare=False, repr=False)

    def relate(self, types: Types, lexicon: Lexicon, stems: Stems) -> Relations:
        """Relate the words within reach; ``z[d, k]`` counts the vocabulary's words at distance k from d."""
        words = np.zeros(len(types), bool)
        words[: len(types.words)] = [not is_ignored(word) for word in types.words]
        rows, row_texts = types.spelt(types.in_document & words)
        own = [types.words[number] for number in np.flatnonzero(types.in_summary & words).tolist()]
        vocabulary = own if self.known is not None else sorted(word for word in lexicon.words if not is_ignored(word))
        found = load().neighbours(row_texts, vocabulary, self.senses, self.reach)
        row, column, distance = found.rows, found.columns, found.distances
        if self.only_other_stems:
            row_stems = np.array([stem(word) for word in row_texts] or [""])
            column_stems = np.array([stem(word) for word in vocabulary] or [""])
            other = row_stems[row] != column_stems[column]
            row, column, distance = row[other], column[other], distance[other]
        histogram = np.zeros((len(types), self.reach + 1))
        np.add.at(histogram, (rows[row], distance), 1.0)
        numbers = {word: number for number, word in enumerate(types.words)}
        number_of = np.array([numbers.get(word, -1) for word in vocabulary] or [-1])
        in_summary = np.append(types.in_summary, False)
        here = in_summary[number_of[column]]
        if self.known is not None:
            self._recall(self.known, histogram, rows, row_texts)
        knows = histogram.sum(axis=1) > 0
        return Relations(rows[row][here], number_of[column][here], distance[here].astype(np.int64), knows, histogram)

    def _recall(self, known: Known, histogram: Floats, rows: npt.NDArray[np.int64], texts: Sequence[str]) -> None:
        """Replace the pair's own counts by those of the training vocabulary, never below what the pair itself shows."""
        for number, text in zip(rows.tolist(), texts, strict=True):
            if histogram[number].any():
                histogram[number] = np.maximum(histogram[number], known.histograms.get(text, known.mean))

    def remembering(self, relations: Relations, types: Types) -> Self:
        """Return the component with the counts of this vocabulary kept, for pairs to come."""
        rows = np.flatnonzero(relations.knows[: len(types.words)])
        return replace(self, known=Known({types.words[row]: relations.z[row] for row in rows.tolist()}))

    def probability(self, relations: Relations) -> Floats:
        """``exp(-eta * distance) / Z(row)``."""
        z = relations.z @ np.exp(-self.eta * np.arange(self.reach + 1))
        return np.asarray(np.exp(-self.eta * relations.steps) / z[relations.row])

    def reestimated(self, relations: Relations, counts: ComponentCounts) -> Self:
        """Maximise ``-eta * (expected distance) - sum over rows of count * log Z(row)``, a concave function of eta."""
        used = counts.by_row > 0
        by_row, histogram = counts.by_row[used], relations.z[used]
        distances = np.arange(self.reach + 1)
        travelled = float(counts.by_steps @ np.arange(len(counts.by_steps)))
        if not len(by_row):
            return self
        low, high = 0.0, 20.0
        for _ in range(60):
            eta = (low + high) / 2
            terms = histogram * np.exp(-eta * distances)
            slope = float(by_row @ ((terms @ distances) / terms.sum(axis=1))) - travelled
            low, high = (eta, high) if slope > 0 else (low, eta)
        return replace(self, eta=(low + high) / 2)

    def to_arrays(self) -> Mapping[str, Floats]:
        """Return eta and the settings; what is ``known`` goes by words and is kept by the model folder."""
        return {"settings": np.array([self.eta, self.senses, self.reach, float(self.only_other_stems)])}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, Floats]) -> Self:
        """Return the component that ``to_arrays`` described."""
        eta, senses, reach, only_other_stems = arrays["settings"].tolist()
        if not math.isfinite(eta):
            raise ValueError("eta is not a number")
        return cls(eta, int(senses), int(reach), bool(only_other_stems))
