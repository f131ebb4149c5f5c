"""A corpus as training wants it: encoded, in blocks that need not be in memory, with some of its texts."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import msgspec
import numpy as np

from sumtrace.array_types import Ints, Longs
from sumtrace.corpus import Pair
from sumtrace.encoding.array_file import Store
from sumtrace.encoding.block import Block
from sumtrace.encoding.encode import Encoded, encode
from sumtrace.encoding.tokens import TokenNumbers
from sumtrace.encoding.types import Stems, Types
from sumtrace.model.model import Model
from sumtrace.settings import Settings, recorded


@dataclass(frozen=True, slots=True)
class Corpus:
    """An encoded corpus; ``longest`` is the length of its longest document, ``texts`` some of its pairs as they came.

    ``left_out`` is how many entries of its sources could not be used.
    """

    encoded: Encoded
    texts: Sequence[Pair]
    pairs: int
    summary_words: int
    longest: int
    has_structure: bool
    left_out: int = 0


def corpus_of(tokens: TokenNumbers, settings: Settings, blocks: Store[Block] | None = None) -> Corpus:
    """Encode the tokens; the blocks go to ``blocks``, where that is given."""
    summary_words, longest, has_structure = 0, 1, False
    for part in tokens.blocks():
        summary_words += len(part.summaries)
        longest = max(longest, int(np.diff(part.doc_at).max()))
        has_structure |= bool(len(part.structure))
    encoded = encode(tokens, settings.max_document_phrase, settings.max_summary_phrase, blocks=blocks)
    return Corpus(encoded, tokens.texts, len(tokens), summary_words, longest, has_structure)


def words_only(corpus: Corpus) -> Corpus:
    """Return a corpus without its phrases of several words; the cells of its blocks are still there."""
    types, stems, words = corpus.encoded.types, corpus.encoded.stems, len(corpus.encoded.types.words)
    single = stems.row < words
    encoded = replace(
        corpus.encoded,
        types=Types(types.words, (), types.in_document[:words], types.in_summary[:words]),
        stems=Stems(stems.row[single], stems.column[single], stems.count[:words], stems.listed[:words]),
    )
    return replace(corpus, encoded=encoded)


def signature_of(corpus: Corpus, settings: Settings, start_from: Model | None, most: int | None = None) -> str:
    """Return a digest of all that decides a training's outcome: the texts, the settings, the model it starts from.

    ``most`` is the limit of the lexical table's entries, where it has one.
    """
    digest = hashlib.sha256(msgspec.json.encode(recorded(replace(settings, iterations=0, tolerance=0.0))))
    digest.update("\n".join(corpus.encoded.types.words).encode("utf-8", "surrogatepass"))
    blocks = corpus.encoded.blocks
    for side in (_documents, _summaries, _bounds, _structures):
        for block in blocks:
            for array in side(block):
                digest.update(len(array).to_bytes(8, "little"))
                digest.update(array.tobytes())
    if start_from is not None:
        digest.update(start_from.signature.encode())
    if most is not None:
        digest.update(f"at most {most} entries".encode())
    return digest.hexdigest()[:32]


def _parts(array: Ints, at: Longs) -> Iterator[Ints]:
    borders = at.tolist()
    return (array[first:last] for first, last in itertools.pairwise(borders))


def _documents(block: Block) -> Iterator[Ints]:
    types = _parts(block.doc_types, block.doc_types_at)
    return (own[slots] for own, slots in zip(types, _parts(block.doc_slots, block.doc_at), strict=True))


def _summaries(block: Block) -> Iterator[Ints]:
    types = _parts(block.sum_types, block.sum_types_at)
    return (own[slots] for own, slots in zip(types, _parts(block.sum_slots, block.sum_at), strict=True))


def _bounds(block: Block) -> Iterator[Ints]:
    return _parts(block.bounds, block.bounds_at)


def _structures(block: Block) -> Iterator[Ints]:
    return (nodes for nodes in _parts(block.structure, block.structure_at) if len(nodes))
