"""The tables of a tuning: before and after, and what changed."""

from __future__ import annotations

from sumtrace.report.score_tables import score_name
from sumtrace.report.tables import Table, percent
from sumtrace.tuning.calibrating import Calibrated
from sumtrace.tuning.constants import Value
from sumtrace.tuning.tuner import Tuning, Way


def tuning_tables(tuning: Tuning) -> list[Table]:
    """Return the scores of every way to choose, the losses of probabilities, and the changes."""
    ways = tuple(
        (
            f"{way.name}{' (chosen)' if way.name == tuning.chosen else ''}",
            percent(way.seen),
            percent(way.held_out),
            *_against(way),
        )
        for way in tuning.ways
    )
    columns = ("tuned", "all pairs", "held out", "difference", "95%")
    note = f"{tuning.signature}\nHeld out: on pairs not used in the choice; the figure to trust."
    made = [Table(score_name(tuning.score), columns, ways, 1, note)]
    losses = tuple(_losses(name, own) for name, own in (("links", tuning.links), ("no source", tuning.nulls)))
    columns = ("probabilities of", "beliefs", "before", "after, held out", "calibrated")
    made.append(Table("Log loss of probabilities", columns, losses, 1))
    changes = tuple((change.name, _shown(change.before), _shown(change.after)) for change in tuning.changes)
    made.append(Table("What changed", ("constant", "before", "after"), changes or (("nothing", "", ""),), 1))
    return made


def _against(way: Way) -> tuple[str, str]:
    test = way.against
    if test is None:
        return "", ""
    return f"{100 * test.difference:+.1f}", f"[{100 * test.low:+.1f}, {100 * test.high:+.1f}]"


def _losses(name: str, own: Calibrated) -> tuple[str, ...]:
    return name, f"{own.beliefs:,}", f"{own.before:.3f}", f"{own.after:.3f}", "no" if own.calibration is None else "yes"


def _shown(value: Value | None) -> str:
    if value is None:
        return "–"
    return f"{value:.4g}" if isinstance(value, float) else str(value)
