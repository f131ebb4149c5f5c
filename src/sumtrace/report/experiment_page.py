"""The report of an experiment: one self-contained HTML page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from importlib import resources

import msgspec

from sumtrace.evaluation.comparison import System
from sumtrace.experiments.findings import DecidedClaim
from sumtrace.experiments.plan import Plan
from sumtrace.experiments.results import GoldResult
from sumtrace.report.analysis_tables import (
    agreement_tables,
    findings_table,
    jumps_chart,
    kinds_table,
    lengths_table,
    mistakes_table,
    oracle_table,
    properties_table,
    sweep_table,
)
from sumtrace.report.html_tables import STYLE as TABLES
from sumtrace.report.html_tables import html_table
from sumtrace.report.score_tables import headline, score_name, tables
from sumtrace.report.svg import lying_bars

FEW = 100
"""On fewer gold pairs than this the page says on its face that they prove nothing."""
CHARTED = 4
"""Systems in the picture of jumps, beside the gold."""
_STYLE = """
body { margin: 0 auto; max-width: 76rem; padding: 2rem 1.25rem 4rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 var(--font-ui); }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .75rem; }
h2 { font-size: 1.375rem; margin: 2.5rem 0 1rem; padding-top: 1.25rem; border-top: 2px solid var(--line-strong); }
h3 { scroll-margin-top: 1rem; font-size: 1.125rem; margin: 2.25rem 0 .5rem; }
p { max-width: 48rem; }
nav { margin: 1.5rem 0; padding: .75rem 1.25rem; background: var(--surface); border: 1px solid var(--line);
  border-radius: var(--radius); }
nav h2 { margin: 0 0 .25rem; padding: 0; border: 0; font-size: var(--small); color: var(--ink-soft); }
nav ul { margin: 0; padding: 0; list-style: none; }
nav li { padding: .125rem 0; }
nav li ul { display: inline; }
nav li li { display: inline-block; margin-left: .875rem; font-size: .875rem; }
a, summary { color: var(--accent); }
summary { cursor: pointer; padding: .25rem 0; width: fit-content; }
details { margin: .25rem 0 1.25rem; }
pre { overflow-x: auto; font-size: .8125rem; }
.warning { border-left: 4px solid var(--bad); background: var(--surface-soft); padding: .75rem 1rem; }
svg { display: block; width: 100%; max-width: 54rem; height: auto; margin: 1rem 0; border-radius: var(--radius);
  border: 1px solid var(--line); }
/* pictures are drawn for white paper: here they take the page's colours */
svg > rect[fill="#ffffff"] { fill: var(--surface); }
svg [fill="#1d2129"] { fill: var(--ink); }
svg [fill="#565d6b"] { fill: var(--ink-soft); }
svg [stroke="#ffffff"] { stroke: var(--surface); }
svg [stroke="#1d2129"] { stroke: var(--ink); }
svg [stroke="#e3dfd8"] { stroke: var(--line); }
"""


def page(plan: Plan, results: Sequence[GoldResult], views: Sequence[str] = ()) -> str:
    """Return the report as HTML that needs no other file; ``views`` are the addresses of each gold set's alignments."""
    theme = (resources.files("sumtrace.report") / "static" / "theme.css").read_text(encoding="utf-8")
    addresses = [*views, *[None] * (len(results) - len(views))]
    sections = [list(_gold_set(*numbered)) for numbered in zip(range(len(results)), results, addresses, strict=True)]
    body = "\n".join(part for section in sections for part in section)
    listed = "".join(_listed(number, result) for number, result in enumerate(results))
    settings = escape(msgspec.json.format(msgspec.json.encode(plan), indent=2).decode())
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{escape(plan.title)}</title>
<style>{theme}{TABLES}{_STYLE}</style>
</head>
<body>
<main>
<h1>{escape(plan.title)}</h1>
<p>All systems learnt from the same texts, never from gold links. Scores are percentages; docs/evaluation.md defines
them. Intervals and tests are over pairs ({plan.samples:,} samples, seed {plan.seed}).</p>
<nav aria-labelledby="contents"><h2 id="contents">Contents</h2>
<ul>{listed}<li><a href="#settings">Settings</a></li></ul></nav>
{body}
<h2 id="settings">Settings</h2>
<details><summary>What was run</summary><pre tabindex="0">{settings}</pre></details>
</main>
</body>
</html>
"""


def in_words(found: Sequence[DecidedClaim], score: str) -> str:
    """Return what became of the findings as sentences."""
    known = [one for one in found if one.in_article]
    holding = [one for one in known if one.test.difference > 0]
    failing = "; ".join(dict.fromkeys(one.claim for one in known if one not in holding))
    said = [f"Of the {len(known)} findings of the article that these systems can test, {len(holding)} hold by {score}."]
    if not known:
        said = []
    said += [f"Not confirmed: {failing}."] if failing else []
    for one in found:
        if not one.in_article:
            said.append(
                f"The article did not test this: {one.claim}. It {one.verdict} here ({one.ahead} {100 * one.ahead_score:.1f}, "
                f"{one.behind} {100 * one.behind_score:.1f})."
            )
    return " ".join(said)


def _listed(number: int, result: GoldResult) -> str:
    """Return a gold set's entry in the list of contents, with the sections it has."""
    sections = {"scores": "Scores"}
    if result.findings:
        sections["findings"] = "Findings"
    if result.agreement is not None:
        sections["agreement"] = "Agreement"
    sections["properties"] = "Properties"
    if result.errors:
        sections["errors"] = "Errors"
    links = "".join(f'<li><a href="#gold-{number}-{key}">{name}</a></li>' for key, name in sections.items())
    return f'<li><a href="#gold-{number}">{escape(result.name)}</a><ul>{links}</ul></li>'


def _gold_set(number: int, result: GoldResult, view: str | None) -> Iterator[str]:
    yield f'<h2 id="gold-{number}">{escape(result.name)}: {result.pairs:,} pairs</h2>'
    if result.pairs < FEW:
        yield (
            f'<p class="warning"><strong>{result.pairs} pairs prove nothing about quality.</strong> '
            "This run shows that everything works; measure on hundreds of pairs.</p>"
        )
    if view is not None:
        yield f'<p><a href="{escape(view, quote=True)}">Every pair, system by system, against the gold</a></p>'
    score = result.systems[0].evaluation.main_score()
    yield f'<h3 id="gold-{number}-scores">Scores</h3>'
    yield lying_bars(f"{score_name(score)}, %, with 95% intervals", dict(_bars(result.systems, score)))
    yield html_table(headline(result.systems), bold_best=True)
    yield _folded("All scores and tests", map(html_table, tables(result.systems)))
    if result.findings:
        yield f'<h3 id="gold-{number}-findings">The article\'s findings</h3>'
        yield f"<p>{escape(in_words(result.findings, score_name(score)))}</p>"
        yield html_table(findings_table(result.findings))
    if result.sweep:
        yield html_table(sweep_table(result.sweep, score), bold_best=True)
    if result.agreement is not None:
        yield f'<h3 id="gold-{number}-agreement">Agreement between annotators</h3>'
        kappas, others, *listed = map(html_table, agreement_tables(result.agreement, show=10))
        yield kappas + others
        if listed:
            yield _folded("Disagreements", listed)
    yield f'<h3 id="gold-{number}-properties">Properties</h3>'
    yield html_table(properties_table(result.properties))
    yield jumps_chart(dict([*list(result.properties.items())[:1], *list(result.properties.items())[1:][-CHARTED:]]))
    yield _folded("Lengths of linked phrases", [html_table(lengths_table(result.properties))])
    if result.errors:
        yield f'<h3 id="gold-{number}-errors">Errors</h3>'
        yield html_table(oracle_table(result.errors))
        yield html_table(kinds_table(result.errors))
        last = list(result.errors)[-1]
        yield html_table(mistakes_table(last, result.errors[last], context=True))


def _folded(title: str, parts: Iterable[str]) -> str:
    return f"<details><summary>{escape(title)}</summary>{''.join(parts)}</details>"


def _bars(systems: Sequence[System], score: str) -> Iterator[tuple[str, tuple[float, tuple[float, float] | None]]]:
    """Yield the systems that have the score, the best first."""
    values = {system.name: (system.scores.flat()[score], (system.intervals or {}).get(score)) for system in systems}
    known = {name: (value, bounds) for name, (value, bounds) in values.items() if value == value}
    for name, (value, bounds) in sorted(known.items(), key=lambda one: -one[1][0]):
        yield name, (100 * value, None if bounds is None else (100 * bounds[0], 100 * bounds[1]))
