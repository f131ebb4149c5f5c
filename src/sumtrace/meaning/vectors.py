"""Word vectors in context, the protocol of what makes them, and how they are checked and kept small.

A vector's direction is all that counts. It is kept as 384 (or however many) whole numbers from -127 to 127, the greatest
of them +-127, and used as those numbers scaled to length one: so a vector read from a cache and one just made have the
same bits, and a word takes a quarter of the room.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from sumtrace.array_types import Singles
from sumtrace.errors import InputError, ModelError
from sumtrace.text.text import Text

Codes = NDArray[np.int8]

_GREATEST = 127


class WordVectors(NamedTuple):
    """The vectors of a sentence's words ``[n, d]``, each of length one; a row of zeros stands for an unknown word."""

    words: Singles
    """Says which word it is, in its context; compared by cosine."""
    context: Singles
    """Says what is being talked about around the word; compared by cosine."""

    @classmethod
    def joined(cls, parts: Sequence[WordVectors]) -> WordVectors:
        """Return the vectors of several sentences in a row, always in arrays of their own.

        Numpy multiplies an array with itself by another routine, which rounds differently: two equal texts must not share one.
        """
        return cls(np.concatenate([part.words for part in parts]), np.concatenate([part.context for part in parts]))


class Encoder(Protocol):
    """Anything that gives each word of a sentence two vectors; the same words give the same vectors."""

    name: str
    """For people."""
    signature: str
    """Identifies the weights and all else that decides the vectors; caches and model folders keep it."""

    def encode(self, sentences: Sequence[Sequence[str]]) -> list[WordVectors]:
        """Return the vectors of each sentence's words, each sentence encoded separately; must be thread-safe."""
        ...


def encode_text(encoder: Encoder, text: Text) -> WordVectors:
    """Return the vectors of all words of a text, its sentences encoded one by one."""
    return encode_texts(encoder, [text])[0]


def encode_texts(encoder: Encoder, texts: Sequence[Text]) -> list[WordVectors]:
    """Return the vectors of all words of each text; the encoder is asked once for the sentences of all."""
    cut = [[text.words[start:end] for start, end in text.sentences] or [()] for text in texts]
    sentences = [sentence for part in cut for sentence in part]
    vectors = iter(checked(encoder, sentences, encoder.encode(sentences)))
    return [WordVectors.joined(list(islice(vectors, len(part)))) for part in cut]


def unknown_share(vectors: WordVectors) -> float:
    """Return the share of words unknown to the encoder, such as emoji; 0 if there are no words."""
    return float(1 - vectors.words.any(axis=1).mean()) if len(vectors.words) else 0.0


def checked(encoder: Encoder, sentences: Sequence[Sequence[str]], vectors: Sequence[WordVectors]) -> list[WordVectors]:
    """Return what an encoder made of the sentences, or say what is wrong with it."""
    if len(vectors) != len(sentences):
        raise ModelError(f"the encoder {encoder.name!r} returned {len(vectors)} results for {len(sentences)} sentences")
    found: list[WordVectors] = []
    for sentence, pair in zip(sentences, vectors, strict=True):
        rows = _arrays(encoder, sentence, pair)
        for part, first in zip(rows, found[0] if found else rows, strict=True):
            if part.ndim != 2 or len(part) != len(sentence):
                raise _wrong(encoder, sentence, f"an array of shape {list(part.shape)} for {len(sentence)} words")
            if part.shape[1] != first.shape[1]:
                raise _wrong(encoder, sentence, f"vectors of length {part.shape[1]}, elsewhere {first.shape[1]}")
            if not np.isfinite(part).all():
                raise _wrong(encoder, sentence, "a vector that is not finite (NaN or infinity)")
        found.append(rows)
    return found


def _arrays(encoder: Encoder, sentence: Sequence[str], pair: WordVectors) -> WordVectors:
    try:
        words, context = pair
    except (TypeError, ValueError):
        raise _wrong(encoder, sentence, "something that is not a pair of arrays") from None
    try:
        return WordVectors(np.asarray(words, np.float32), np.asarray(context, np.float32))
    except (TypeError, ValueError):
        raise _wrong(encoder, sentence, "something that is not an array of numbers") from None


def _wrong(encoder: Encoder, sentence: Sequence[str], what: str) -> InputError:
    shown = " ".join(sentence)
    shown = shown if len(shown) <= 60 else shown[:60] + "…"
    return InputError(
        f"the encoder {encoder.name!r} returned {what}; sentence: {shown!r}.", hint="Fix or replace the encoder."
    )


def to_codes(rows: Singles) -> Codes:
    """Return the directions of vectors in whole numbers; zeros stay zeros."""
    greatest = np.abs(rows).max(axis=1, keepdims=True, initial=0)
    return np.rint(rows * (_GREATEST / np.where(greatest > 0, greatest, 1))).astype(np.int8)


def from_codes(codes: Codes) -> Singles:
    """Return the vectors of length one that `to_codes` keeps; zeros stay zeros."""
    return unit(codes.astype(np.float32))


def unit(rows: Singles) -> Singles:
    """Return rows scaled to length one; zeros stay zeros."""
    lengths = np.sqrt(np.square(rows).sum(axis=1, keepdims=True))
    return np.asarray(rows / np.where(lengths > 0, lengths, np.float32(1)), np.float32)
