"""The wrapper around every encoder: equal sentences are encoded once; vectors are checked, rounded and cached on disk."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Sequence
from importlib import metadata

import numpy as np

from sumtrace.errors import ModelError
from sumtrace.meaning.cache import DiskCache, vector_file
from sumtrace.meaning.network import onnxruntime
from sumtrace.meaning.shipped import ShippedEncoder
from sumtrace.meaning.vectors import Encoder, WordVectors, checked, from_codes, to_codes

_HEAD = np.dtype("<u4")
_AT_ONCE = 512
"""Sentences that are encoded, and then kept, at a time."""


class CachedEncoder:
    """An encoder that asks another one only for sentences that are not cached."""

    def __init__(self, inner: Encoder, cache: DiskCache, runtime: str = "") -> None:
        self.name = inner.name
        self.signature = inner.signature
        self._inner = inner
        self._cache = cache
        self._prefix = f"{inner.signature} {runtime}"
        self._widths: tuple[int, int] | None = None

    def encode(self, sentences: Sequence[Sequence[str]]) -> list[WordVectors]:
        """Return the vectors of each sentence's words; bit-identical whether cached or new."""
        keys = [self._key(words) for words in sentences]
        wanted = dict(zip(keys, sentences, strict=True))
        kept = self._cache.get(wanted)
        missing = [(key, words) for key, words in wanted.items() if key not in kept]
        for start in range(0, len(missing), _AT_ONCE):
            part = missing[start : start + _AT_ONCE]
            asked = [words for _, words in part]
            made = checked(self._inner, asked, self._inner.encode(asked))
            new = {key: _packed(vectors) for (key, _), vectors in zip(part, made, strict=True)}
            self._cache.put(new)
            kept |= new
        found = {key: _unpacked(kept[key]) for key in wanted}
        for vectors in found.values():
            self._compare_widths(vectors)
        return [found[key] for key in keys]

    def _compare_widths(self, vectors: WordVectors) -> None:
        widths = vectors.words.shape[1], vectors.context.shape[1]
        self._widths = self._widths or widths
        if widths != self._widths:
            raise ModelError(
                f"the encoder {self.name!r} gives vectors of lengths {widths}, earlier {self._widths}; one that has changed "
                "needs another signature"
            )

    def _key(self, words: Sequence[str]) -> bytes:
        text = "\0".join((self._prefix, *words))
        return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _packed(vectors: WordVectors) -> bytes:
    """Return both arrays as bytes: number of words, two widths, then whole numbers."""
    words, context = to_codes(vectors.words), to_codes(vectors.context)
    head = np.array([len(words), words.shape[1], context.shape[1]], _HEAD)
    return head.tobytes() + words.tobytes() + context.tobytes()


def _unpacked(entry: bytes) -> WordVectors:
    count, first, second = np.frombuffer(entry, _HEAD, 3).tolist()
    codes = np.frombuffer(entry, np.int8, offset=3 * _HEAD.itemsize)
    return WordVectors(
        from_codes(codes[: count * first].reshape(count, first)),
        from_codes(codes[count * first :].reshape(count, second)),
    )


@functools.cache
def load_encoder() -> Encoder:
    """Return the shipped encoder, with the cache on disk; its weights are read on first use."""
    return CachedEncoder(ShippedEncoder(), vector_cache(), runtime=runtime_version())


def plug_in(encoder: Encoder) -> Encoder:
    """Return your own encoder with its vectors checked and cached on disk under its signature."""
    return CachedEncoder(encoder, vector_cache())


def runtime_version() -> str:
    """Return the version of the library that runs the network; another one may round differently."""
    try:
        return metadata.version("onnxruntime")
    except metadata.PackageNotFoundError:  # it has other names too, such as onnxruntime-gpu
        return str(onnxruntime().__version__)


@functools.cache
def vector_cache() -> DiskCache:
    """Return this process's connection to the cache on disk."""
    return DiskCache(vector_file())
