"""The tables of several systems scored on one gold set."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sumtrace.evaluation.comparison import System
from sumtrace.report.tables import Table, interval, percent

WORD_NAMES = {
    "all": "all words",
    "content": "without ignore-list",
    "identical": "identical words",
    "non_identical": "other words",
}
SCORE_NAMES = {"soft_f": "SoftF", "f_hit": "F_hit", "f": "F1", "auc": "ROC-AUC"}


def tables(systems: Sequence[System], *, reference: str | None = None) -> list[Table]:
    """Return the tables that the gold allows: word links, null words and phrases, spans, unsupported words, tests."""
    first = systems[0].evaluation
    made: list[Table] = []
    if first.has_sure():
        made += [_links(systems), _whole(systems)]
    elif first.has_links():
        made += [_spans(systems)]
    if first.has_support():
        made += [_unsupported(systems)]
    if any(system.against for system in systems):
        made += [_tests(systems, reference or systems[0].name)]
    return made


def score_name(score: str) -> str:
    """Return a score's dotted name as people say it: ``all.micro.soft_f`` is SoftF, all words."""
    parts = score.split(".")
    return f"{SCORE_NAMES.get(parts[-1], parts[-1])}, {WORD_NAMES.get(parts[0], parts[0])}"


def headline(systems: Sequence[System]) -> Table:
    """Return the one table to look at first: one row per system, the scores to quote on this kind of gold."""
    first = systems[0].evaluation
    if not first.has_sure():
        return _spans(systems) if first.has_links() else _unsupported(systems)
    parts = ("soft_precision", "recall", "soft_f")
    rows = tuple(
        (
            system.name,
            *_cells(system, [f"all.micro.{part}" for part in parts]),
            *_bounds(system, "all.micro.soft_f"),
            *_cells(system, [f"content.micro.{part}" for part in parts]),
            *_bounds(system, "content.micro.soft_f"),
        )
        for system in systems
    )
    some = _with_interval(systems, ("SoftP", "R", "SoftF"), "SoftF")
    columns = ("system", *some, *(f"{column}, no ignore-list" for column in some))
    return Table("Word links, all words and without the ignore-list", columns, rows, 1, systems[0].scores.signature)


def _bounds(system: System, name: str) -> tuple[str, ...]:
    return () if system.intervals is None else (interval(system.intervals.get(name)),)


def _with_interval(systems: Sequence[System], columns: tuple[str, ...], of: str) -> tuple[str, ...]:
    return columns if systems[0].intervals is None else (*columns, f"{of} 95% CI")


def _cells(system: System, names: Sequence[str]) -> Iterator[str]:
    flat = system.scores.flat()
    return (percent(flat.get(name)) for name in names)


def _links(systems: Sequence[System]) -> Table:
    parts = ("soft_precision", "precision", "recall", "soft_f", "f", "aer")
    rows = []
    for words, title in WORD_NAMES.items():
        for mean in ("micro", "macro") if words in ("all", "content") else ("micro",):
            for system in systems:
                cells = _cells(system, [f"{words}.{mean}.{part}" for part in parts])
                rows.append((title, mean, system.name, *cells, *_bounds(system, f"{words}.{mean}.soft_f")))
    columns = ("words", "mean", "system", "SoftP", "P", "R", "SoftF", "F", "AER")
    return Table("Word links", _with_interval(systems, columns, "SoftF"), tuple(rows), 3, systems[0].scores.signature)


def _whole(systems: Sequence[System]) -> Table:
    kinds = {"null": "null words, all", "null_content": "null words, without ignore-list", "phrases": "exact phrases"}
    rows = tuple(
        (
            title,
            system.name,
            *_cells(system, [f"{kind}.{part}" for part in ("precision", "recall", "f")]),
            *_bounds(system, f"{kind}.f"),
        )
        for kind, title in kinds.items()
        for system in systems
    )
    columns = _with_interval(systems, ("what", "system", "P", "R", "F"), "F")
    return Table("Words without a source, and phrases", columns, rows, 2, systems[0].scores.signature)


def _spans(systems: Sequence[System]) -> Table:
    rows = tuple(
        (
            system.name,
            *_cells(system, [f"spans.{part}" for part in ("hit", "coverage", "f", "f_hit")]),
            *_bounds(system, "spans.f_hit"),
        )
        for system in systems
    )
    columns = _with_interval(systems, ("system", "hit", "coverage", "F", "F_hit"), "F_hit")
    return Table("Span gold, words without ignore-list", columns, rows, 1, systems[0].scores.signature)


def _unsupported(systems: Sequence[System]) -> Table:
    parts = ("precision", "recall", "f", "balanced_accuracy", "auc")
    rows = tuple(
        (
            system.name,
            *_cells(system, [f"unsupported.{part}" for part in parts]),
            *_bounds(system, "unsupported.auc"),
        )
        for system in systems
    )
    columns = _with_interval(systems, ("system", "P", "R", "F1", "balanced accuracy", "ROC-AUC"), "ROC-AUC")
    return Table("Unsupported words", columns, rows, 1, systems[0].scores.signature)


def _tests(systems: Sequence[System], reference: str) -> Table:
    compared = [(system, system.against) for system in systems if system.against is not None]
    rows = tuple(
        (
            system.name,
            f"{100 * test.difference:+.1f}",
            interval((test.low, test.high)),
            f"{test.bootstrap_p:.4f}",
            f"{test.randomisation_p:.4f}",
        )
        for system, test in compared
    )
    columns = ("system", "difference", "95%", "p, paired bootstrap", "p, randomisation")
    title = f"{compared[0][1].score}: difference from {reference}"
    return Table(title, columns, rows, 1, "Two-sided tests over pairs.")
