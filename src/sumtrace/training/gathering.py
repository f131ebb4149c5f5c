"""Pairs turned into numbers one by one, and those refused from which nothing can be learnt."""

from __future__ import annotations

import os
from collections.abc import Iterable

from sumtrace.corpus import Pair
from sumtrace.encoding.tokens import TokenNumbers
from sumtrace.errors import InputError
from sumtrace.jumps.structure import Structure
from sumtrace.jumps.structuring import structured
from sumtrace.memory import check_memory


def gather(
    pairs: Iterable[Pair],
    structure: Structure | None = None,
    *,
    threads: int | None = None,
    tokens: TokenNumbers | None = None,
) -> TokenNumbers:
    """Turn pairs into numbers one by one, so that a corpus larger than memory's share of texts can be trained on.

    ``structure`` is what the jump model needs to know of the documents (``structure_needed``); the pairs are added to
    ``tokens``, where they need not be held in memory.
    """
    tokens = TokenNumbers() if tokens is None else tokens
    for pair, nodes in structured(pairs, structure, threads or os.cpu_count() or 1):
        check_words(pair)
        tokens.add_pair(pair, nodes)
    if not len(tokens):
        raise InputError("the corpus has no pairs", hint="Give at least one document/summary pair.")
    return tokens


def check_words(pair: Pair) -> None:
    """Reject a pair from which nothing can be learnt."""
    if not len(pair.document) or not len(pair.summary):
        side = "document" if not len(pair.document) else "summary"
        raise InputError(f"the {side} has no words", pair=pair.id, hint="Remove the pair, or use --skip-bad.")


def check_trainable(pair: Pair) -> None:
    """Reject a pair that ``gather`` would reject."""
    check_words(pair)
    check_memory(pair)
