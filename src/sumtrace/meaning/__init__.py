"""Meaning: word vectors in context from a small encoder, the shipped one or a user's own."""

from sumtrace.meaning.cache import CacheUse, remove_vectors, vector_cache_use
from sumtrace.meaning.caching import load_encoder, plug_in
from sumtrace.meaning.vectors import Encoder, WordVectors, encode_text, encode_texts, unknown_share

__all__ = [
    "CacheUse",
    "Encoder",
    "WordVectors",
    "encode_text",
    "encode_texts",
    "load_encoder",
    "plug_in",
    "remove_vectors",
    "unknown_share",
    "vector_cache_use",
]
