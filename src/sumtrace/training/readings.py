"""The jumps of both readings in context, found from the links that a trained model sees in unlabelled pairs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from sumtrace.corpus import Pair
from sumtrace.errors import InputError
from sumtrace.inference.growing import Places
from sumtrace.jumps.found import table_found
from sumtrace.meaning import Encoder
from sumtrace.memory import check_memory
from sumtrace.model.beliefs import believe
from sumtrace.model.model import Model
from sumtrace.model.parameters import Readings
from sumtrace.rewrites.in_context import vectors_of

SURE = 0.5
"""Links believed less are not counted."""


def with_readings(model: Model, pairs: Sequence[Pair], encoder: Encoder) -> Model:
    """Return the model with the jumps that its own links in these pairs show, and the encoder it read them by.

    Pairs that are too large to be read in context are left out: reading them by strings takes less memory.
    """
    pairs = [pair for pair in pairs if _is_readable(pair, model.settings.longest_phrase)]
    begun = replace(model, parameters=replace(model.parameters, readings=None), encoder=encoder.signature)
    found = [_links(begun, pair, encoder) for pair in pairs]
    documents, summaries = ([getattr(pair, side) for pair in pairs] for side in ("document", "summary"))
    forward = table_found(_walks((links[:, 1] for links in found), map(len, documents)))
    backward = table_found(_walks((_by_document(links)[:, 0] for links in found), map(len, summaries)))
    return replace(begun, parameters=replace(model.parameters, readings=Readings(forward, backward)))


def _is_readable(pair: Pair, longest: int) -> bool:
    try:
        check_memory(pair, longest, in_context=True)
    except InputError:
        return False
    return True


def _links(model: Model, pair: Pair, encoder: Encoder) -> Places:
    """Return the sure links of a pair, by summary word ``[n, 2]``."""
    return np.argwhere(believe(model, pair, vectors_of(encoder, pair)).posteriors.link >= SURE)


def _by_document(links: Places) -> Places:
    return links[np.lexsort((links[:, 0], links[:, 1]))]


def _walks(places: Iterable[Places], lengths: Iterable[int]) -> Iterator[tuple[list[int], int]]:
    for walked, length in zip(places, lengths, strict=True):
        yield walked.tolist(), length
