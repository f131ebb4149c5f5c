"""Pairs turned into numbers one by one, and those refused from which nothing can be learnt."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from sumtrace.corpus import Pair
from sumtrace.encoding.tokens import TokenNumbers
from sumtrace.errors import InputError
from sumtrace.jumps.registry import structure_needed
from sumtrace.jumps.structuring import structured
from sumtrace.memory import check_memory
from sumtrace.settings import Settings


def gather(
    pairs: Iterable[Pair], settings: Settings, *, threads: int | None = None, tokens: TokenNumbers | None = None
) -> TokenNumbers:
    """Turn pairs into numbers one by one, so that a corpus larger than memory's share of texts can be trained on.

    The pairs are added to ``tokens``, where they need not be held in memory, with what the settings' jumps need to know of
    the documents.
    """
    tokens = TokenNumbers() if tokens is None else tokens
    structure = structure_needed(settings.jump)
    for pair, nodes in structured(_checked(pairs, settings), structure, threads or os.cpu_count() or 1):
        tokens.add_pair(pair, nodes)
    if not len(tokens):
        raise InputError("the corpus has no pairs", hint="Give at least one document/summary pair.")
    return tokens


def _checked(pairs: Iterable[Pair], settings: Settings) -> Iterator[Pair]:
    for pair in pairs:
        check_trainable(pair, settings)
        yield pair


def check_trainable(pair: Pair, settings: Settings) -> None:
    """Reject a pair from which nothing can be learnt, or that is too large."""
    if not len(pair.document) or not len(pair.summary):
        side = "document" if not len(pair.document) else "summary"
        raise InputError(f"the {side} has no words", pair=pair.id, hint="Remove the pair, or use --skip-bad.")
    check_memory(pair, settings.longest_phrase)
