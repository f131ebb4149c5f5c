"""Checks on the workers of a Dask cluster."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from sumtrace.aligner import Aligner
from sumtrace.checking.checker import Check, Checker
from sumtrace.cluster import Cluster
from sumtrace.corpus import Pair
from sumtrace.model import Model


def check_on_workers(
    client: Any, pairs: Iterable[Pair], model: Model | None, progress: Callable[[int], None] = lambda done: None
) -> Iterator[Check]:
    """Check pairs as ``Checker.check_many`` does, on a client's workers; with a model, words are linked by it."""
    for check in Cluster(client).map(_check, pairs, functools.partial(_checker, model)):
        yield check
        progress(1)


def _checker(model: Model | None) -> Checker:
    return Checker(None if model is None else Aligner.of(model))


def _check(pair: Pair, checker: Checker) -> Check:
    return checker.check(pair)
