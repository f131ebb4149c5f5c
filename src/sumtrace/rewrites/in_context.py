"""A pair's words in their contexts: the vectors compared, and the token-level scores that follow from them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from sumtrace.array_types import Booleans, Floats, Longs, Singles
from sumtrace.corpus import Pair
from sumtrace.encoding.block import Block
from sumtrace.meaning import Encoder, WordVectors, encode_texts
from sumtrace.rewrites.contextual import (
    cell_factors,
    comparable,
    cosines,
    identical_words,
    ignored_words,
    token_scores,
)
from sumtrace.rewrites.landing import evidence, landing_weights
from sumtrace.settings import Landing, Settings
from sumtrace.text import Text


class PairVectors(NamedTuple):
    """The vectors of a pair's words."""

    summary: WordVectors
    document: WordVectors


def vectors_of(encoder: Encoder, pair: Pair) -> PairVectors:
    """Encode both texts of a pair."""
    return PairVectors(*encode_texts(encoder, [pair.summary, pair.document]))


@dataclass(frozen=True)
class InContext:
    """What the contexts say of a pair: cosines and identity of words ``[T, m]``, evidence for sentences ``[T, Z]``.

    Bounds are 0 and the end of each sentence.
    """

    pair: Pair
    vectors: PairVectors
    cosine: Singles
    identical: Booleans
    summary_bounds: Longs
    document_bounds: Longs
    landing: Landing | None

    @cached_property
    def evidence(self) -> Floats | None:
        """The evidence, made when it is first asked for; None where there are no landing weights."""
        if self.landing is None:
            return None
        return evidence(
            self.pair.summary.words,
            self.pair.document.words,
            self.summary_bounds,
            self.document_bounds,
            self.cosine,
            self.vectors.summary.context,
            self.vectors.document.context,
            self.landing,
        )


def context_of(pair: Pair, vectors: PairVectors, settings: Settings) -> InContext:
    """Compare the words of a pair in their contexts."""
    summary, document = pair.summary.words, pair.document.words
    cosine = cosines(vectors.summary.words, vectors.document.words, comparable(summary, document))
    bounds = bounds_of(pair.summary), bounds_of(pair.document)
    return InContext(pair, vectors, cosine, identical_words(summary, document), *bounds, settings.landing)


def bounds_of(text: Text) -> Longs:
    """Return 0 and the end of each sentence."""
    return np.array([0, *(end for _, end in text.sentences)], np.int64)


def with_token_scores(block: Block, pair: Pair, context: InContext, settings: Settings) -> Block:
    """Return the block of one pair with its token-level scores."""
    ignored = ignored_words(pair.summary.words)
    factor, added = token_scores(context.identical, context.cosine, ignored, settings.contextual)
    starts = block.cell_sum, block.cell_doc
    cells = cell_factors(context.cosine, starts, block.cell_sum_length, settings.contextual)
    if settings.landing is not None and len(pair.document.sentences) > 1 and context.evidence is not None:
        landing = landing_weights(context.evidence, settings.landing).astype(np.float32)
        sentence = np.repeat(np.arange(landing.shape[1]), np.diff(context.document_bounds))
        landed = landing[:, sentence]
        factor *= landed
        added *= landed
        cells *= landed[starts]
    return block._replace(
        factor=factor.ravel(), added=added.ravel(), scores_at=np.array([0, factor.size]), cell_factor=cells
    )
