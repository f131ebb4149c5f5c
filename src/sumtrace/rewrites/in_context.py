"""A pair's words in their contexts: the vectors compared, and the token-level scores that follow from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sumtrace.corpus import Pair
from sumtrace.encoding.block import Block
from sumtrace.meaning import Encoder, WordVectors, encode_texts
from sumtrace.memory import check_memory
from sumtrace.rewrites.contextual import (
    cell_factors,
    comparable,
    cosines,
    identical_words,
    ignored_words,
    token_scores,
)
from sumtrace.rewrites.landing import evidence, landing_weights
from sumtrace.settings import Settings

Floats = npt.NDArray[np.float64]
Singles = npt.NDArray[np.float32]
Bounds = npt.NDArray[np.int64]


class PairVectors(NamedTuple):
    """The vectors of a pair's words."""

    summary: WordVectors
    document: WordVectors


def vectors_of(encoder: Encoder, pair: Pair) -> PairVectors:
    """Encode both texts of a pair, unless it is too large for memory."""
    check_memory(pair, in_context=True)
    return PairVectors(*encode_texts(encoder, [pair.summary, pair.document]))


@dataclass(frozen=True, slots=True)
class Context:
    """What the contexts say of a pair: cosines and identity of words ``[T, m]``, evidence for sentences ``[T, Z]``.

    ``evidence`` is None where there are no landing weights; bounds are 0 and the end of each sentence.
    """

    vectors: PairVectors
    cosine: Singles
    identical: npt.NDArray[np.bool_]
    evidence: Floats | None
    summary_bounds: Bounds
    document_bounds: Bounds


def context_of(pair: Pair, vectors: PairVectors, settings: Settings) -> Context:
    """Compare the words of a pair in their contexts."""
    summary, document = pair.summary.words, pair.document.words
    allowed = comparable(summary, document)
    cosine = cosines(vectors.summary.words, vectors.document.words, allowed)
    ends, document_ends = (
        np.array([0, *(end for _, end in text.sentences)], np.int64) for text in (pair.summary, pair.document)
    )
    found = None
    if settings.landing is not None:
        said, written = vectors.summary.context, vectors.document.context
        found = evidence(summary, document, ends, document_ends, cosine, said, written, settings.landing)
    return Context(vectors, cosine, identical_words(summary, document), found, ends, document_ends)


def with_token_scores(block: Block, pair: Pair, context: Context, settings: Settings) -> Block:
    """Return the block of one pair with its token-level scores."""
    ignored = ignored_words(pair.summary.words)
    factor, added = token_scores(context.identical, context.cosine, ignored, settings.contextual)
    starts = block.cell_sum, block.cell_doc
    cells = cell_factors(context.cosine, starts, block.cell_sum_length, settings.contextual)
    if settings.landing is not None and context.evidence is not None and len(pair.document.sentences) > 1:
        landing = landing_weights(context.evidence, settings.landing).astype(np.float32)
        sentence = np.repeat(np.arange(landing.shape[1]), np.diff(context.document_bounds))
        landed = landing[:, sentence]
        factor *= landed
        added *= landed
        cells *= landed[starts]
    return block._replace(
        factor=factor.ravel(), added=added.ravel(), scores_at=np.array([0, factor.size]), cell_factor=cells
    )
