"""How alike a summary sentence and the document's sentences are in wording.

The cosine of their stems, up to the summary sentence's own length, and relative to the most similar sentence:

    idf(x)         = log((Z + 1) / sentences with stem x), Z sentences in the document
    cosine[s, z]   = sum over words t of s of idf(t)^2 [z has the stem of t] / sqrt(sum over stems x of z of idf(x)^2)
    likeness[s, z] = cosine[s, z] / max over z of cosine[s, z]

The evidence of landing weights asks how much of the summary's words a sentence has; long sentences have more of them by
chance, and this takes their length into account.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sumtrace.array_types import Floats, Longs
from sumtrace.text import stem


def numbered_stems(summary: Sequence[str], document: Sequence[str]) -> tuple[Longs, Longs]:
    """Number the stems of both texts, ``[T]`` and ``[m]``: the same number for the same stem."""
    numbers: dict[str, int] = {}
    rows, columns = ([numbers.setdefault(stem(word), len(numbers)) for word in text] for text in (summary, document))
    return np.array(rows, np.int64), np.array(columns, np.int64)


def likeness(stems: tuple[Longs, Longs], summary_bounds: Longs, document_bounds: Longs) -> Floats:
    """Return how alike each word's summary sentence is to each document sentence ``[T, Z]``.

    Bounds are ``0, end of each sentence``; no sentence is empty.
    """
    said, written = stems
    sentences = len(document_bounds) - 1
    sentence = np.repeat(np.arange(sentences), np.diff(document_bounds))
    # each stem once in each sentence that has it, by stem
    holder, place = np.divmod(np.unique(written * sentences + sentence), sentences)
    kinds = int(max(said.max(initial=0), written.max(initial=0))) + 1
    having = np.bincount(holder, minlength=kinds)
    square = np.log((sentences + 1) / np.maximum(having, 1)) ** 2
    length = np.sqrt(np.bincount(place, square[holder], minlength=sentences))
    ends = np.cumsum(having)
    found = np.zeros((len(said), sentences))
    for first, end in zip(summary_bounds[:-1].tolist(), summary_bounds[1:].tolist(), strict=True):
        shared = np.zeros(sentences)
        for word in said[first:end].tolist():
            shared[place[ends[word] - having[word] : ends[word]]] += square[word]
        cosine = shared / length
        found[first:end] = cosine / max(float(cosine.max()), 1e-12)
    return found
