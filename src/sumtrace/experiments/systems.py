"""The systems of an experiment at work: on documents or on extracts, and never twice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sumtrace.alignment.alignment import Alignment
from sumtrace.alignment.formats import read_alignments, write_alignments
from sumtrace.alignment.restoring import restore
from sumtrace.baselines.systems import heuristic, learnt
from sumtrace.corpus.extracts import Extracted, extract_pairs
from sumtrace.corpus.pair import Pair
from sumtrace.errors import InputError
from sumtrace.experiments.plan import SystemPlan, fingerprint

if TYPE_CHECKING:
    from sumtrace.aligner import Aligner


def aligned(system: SystemPlan, pairs: Sequence[Pair], more: Sequence[Pair], work: Path) -> Iterable[Alignment]:
    """Return a system's alignments of pairs, after it has learnt from them and ``more``; from ``work`` if they are there."""
    file = work / f"{fingerprint(system, [*pairs, *more])}.jsonl.gz"
    if not file.exists():
        if system.extracts is None:
            made = _align(system, pairs, more)
        else:
            extracts_of = partial(extract_pairs, k=system.k, unit=system.extracts)
            further = [extracted.pair for pair in more for extracted in extracts_of(pair)]
            made = on_extracts(lambda extracts: _align(system, extracts, further), pairs, extracts_of)
        write_alignments(made, file, format="native")
    return read_alignments(file, format="native")


def check(system: SystemPlan) -> None:
    """Complain about settings that the system would refuse, before hours have gone into others."""
    try:
        if system.use == "semi-hmm":
            _aligner(system)
        elif system.settings:
            raise InputError("only the semi-HMM takes settings")
    except InputError as error:
        raise InputError(f"system {system.name!r}: {error.problem}", hint=error.hint) from error


def on_extracts(
    align: Callable[[Sequence[Pair]], Iterable[Alignment]],
    pairs: Sequence[Pair],
    extracts_of: Callable[[Pair], Iterable[Extracted]],
) -> Iterator[Alignment]:
    """Align the extracts of pairs instead of the pairs, and yield the alignments on the documents' own positions."""
    extracts = [tuple(extracts_of(pair)) for pair in pairs]
    made = iter(align([extracted.pair for own in extracts for extracted in own]))
    for pair, own in zip(pairs, extracts, strict=True):
        yield restore([(next(made), extracted) for extracted in own], pair)


def _align(system: SystemPlan, pairs: Sequence[Pair], more: Sequence[Pair]) -> Iterable[Alignment]:
    if system.use == "semi-hmm":
        return _semi_hmm(system, pairs, [*pairs, *more])
    if system.use == "model1" or system.use == "hmm" or system.use == "model4" or system.use == "eflomal":
        return learnt(
            system.use,
            pairs,
            more,
            source=system.source,
            symmetrization=system.symmetrize,
            iterations=system.iterations,
        )
    return heuristic(system.use, pairs, cutoff=system.cutoff, near=system.near)


def _semi_hmm(system: SystemPlan, pairs: Sequence[Pair], everything: Sequence[Pair]) -> Iterable[Alignment]:
    aligner = _aligner(system)
    if system.preset != "shipped":
        aligner.fit(everything)
    return aligner.align_many(pairs)


def _aligner(system: SystemPlan) -> Aligner:
    from sumtrace.aligner import Aligner, load

    if system.preset == "shipped":
        if system.settings:
            raise InputError("the shipped model is already trained and takes no settings")
        return load()
    settings: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in system.settings.items()
    }
    return Aligner(system.preset, **settings)
