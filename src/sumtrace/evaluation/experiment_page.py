"""The report of an experiment: one self-contained HTML page, and the same numbers for programs."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from html import escape
from importlib import resources
from typing import Any

import msgspec

from sumtrace.evaluation.analysis_tables import (
    agreement_tables,
    jumps_chart,
    kinds_table,
    lengths_table,
    mistakes_table,
    oracle_table,
    properties_table,
)
from sumtrace.evaluation.comparison import System, tables, tree, without_nan
from sumtrace.evaluation.experiment import GoldResult
from sumtrace.evaluation.plan import Plan
from sumtrace.evaluation.tables import Table
from sumtrace.report.svg import lying_bars

FEW = 100
"""On fewer gold pairs than this the page says on its face that they prove nothing."""
CHARTED = 4
"""Systems in the picture of jumps, beside the gold."""
_STYLE = """
body { margin: 0 auto; max-width: 76rem; padding: 2rem 1.25rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 var(--font-ui); }
table { border-collapse: collapse; margin: .5rem 0; font-size: .9rem; }
.wide { overflow-x: auto; margin-bottom: 1.75rem; }
th, td { padding: .25rem .7rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th.word, td.word { text-align: left; white-space: pre-wrap; }
thead th { border-bottom: 2px solid var(--line-strong); }
caption { text-align: left; font-weight: 600; padding: .4rem 0; }
.note { color: var(--ink-soft); font-size: var(--small); }
.warning { border-left: 4px solid var(--bad); background: var(--surface-soft); padding: .75rem 1rem; }
svg { width: 100%; max-width: 54rem; height: auto; border-radius: var(--radius); }
"""


def page(plan: Plan, results: Sequence[GoldResult]) -> str:
    """Return the report as HTML that needs no other file."""
    theme = (resources.files("sumtrace.report") / "static" / "theme.css").read_text(encoding="utf-8")
    body = "\n".join(part for result in results for part in _gold_set(result))
    settings = escape(msgspec.json.format(msgspec.json.encode(plan), indent=2).decode())
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{escape(plan.title)}</title>
<style>{theme}{_STYLE}</style>
</head>
<body>
<h1>{escape(plan.title)}</h1>
<p>All systems learnt from the same texts, never from gold links. Scores are percentages; docs/evaluation.md defines
them. Intervals and tests are over pairs ({plan.samples:,} samples, seed {plan.seed}).</p>
{body}
<h2>Settings</h2>
<details><summary>What was run</summary><pre>{settings}</pre></details>
</body>
</html>
"""


def numbers(plan: Plan, results: Sequence[GoldResult]) -> dict[str, Any]:
    """Return every number of the report as plain data."""
    sets = [
        {
            "gold": result.name,
            "pairs": result.pairs,
            "systems": [tree(system) for system in result.systems],
            "properties": {
                name: dataclasses.asdict(own)
                | {"lengths": [{"doc": a, "sum": b, "count": n} for (a, b), n in own.lengths.items()]}
                for name, own in result.properties.items()
            },
            "kappas": [dataclasses.asdict(kappa) for kappa in result.agreement.kappas] if result.agreement else [],
            "errors": {name: dataclasses.asdict(own.errors) for name, own in result.errors.items()},
        }
        for result in results
    ]
    plain: dict[str, Any] = without_nan({"plan": msgspec.to_builtins(plan), "results": sets})
    return plain


def html_table(table: Table) -> str:
    """Return a table as HTML; columns of words are left-aligned."""

    def row(cells: Sequence[str], tag: str) -> str:
        made = (
            f'<{tag} class="word">{escape(cell)}</{tag}>' if n < table.labels else f"<{tag}>{escape(cell)}</{tag}>"
            for n, cell in enumerate(cells)
        )
        return f"<tr>{''.join(made)}</tr>"

    note = f'<p class="note">{escape(table.note)}</p>' if table.note else ""
    rows = "\n".join(row(cells, "td") for cells in table.rows)
    return (
        f'<div class="wide"><table><caption>{escape(table.title)}</caption><thead>{row(table.columns, "th")}</thead>'
        f"<tbody>{rows}</tbody></table>{note}</div>"
    )


def _gold_set(result: GoldResult) -> Iterator[str]:
    yield f"<h2>{escape(result.name)}: {result.pairs:,} pairs</h2>"
    if result.pairs < FEW:
        yield (
            f'<p class="warning"><strong>{result.pairs} pairs prove nothing about quality.</strong> '
            "This run shows that everything works; measure on hundreds of pairs.</p>"
        )
    score = result.systems[0].evaluation.main_score()
    yield lying_bars(f"{score}, %, with 95% intervals", dict(_bars(result.systems, score)))
    yield from map(html_table, tables(result.systems))
    if result.agreement is not None:
        yield "<h3>Agreement of annotators</h3>"
        yield from map(html_table, agreement_tables(result.agreement, show=10))
    yield "<h3>Properties of alignments</h3>"
    yield html_table(properties_table(result.properties))
    yield jumps_chart(dict([*list(result.properties.items())[:1], *list(result.properties.items())[1:][-CHARTED:]]))
    yield html_table(lengths_table(result.properties))
    if result.errors:
        yield "<h3>Errors</h3>"
        yield html_table(oracle_table(result.errors))
        yield html_table(kinds_table(result.errors))
        last = list(result.errors)[-1]
        yield html_table(mistakes_table(last, result.errors[last], context=True))


def _bars(systems: Sequence[System], score: str) -> Iterator[tuple[str, tuple[float, tuple[float, float] | None]]]:
    for system in systems:
        value, bounds = system.scores.flat()[score], (system.intervals or {}).get(score)
        if value == value:
            yield system.name, (100 * value, None if bounds is None else (100 * bounds[0], 100 * bounds[1]))
