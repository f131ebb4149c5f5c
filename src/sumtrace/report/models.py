"""A model explained: its numbers as a record, in the terminal, and the jumps as a picture."""

from __future__ import annotations

from typing import Any

import numpy as np
from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as Line

from sumtrace.jumps.mixture import JumpMixture
from sumtrace.jumps.model import JumpModel
from sumtrace.jumps.syntax import Skip, skips_of
from sumtrace.model import Model
from sumtrace.report.svg import bar_chart, stacked
from sumtrace.text import is_ignored, stem

BAR = 40
"""The longest bar of a histogram in the terminal, in characters."""
SEEN = 0.1
"""Where a jump had fewer choices than this, only the prior speaks, and nothing is shown."""


def described(model: Model, rewrites: int) -> dict[str, Any]:
    """Return what a model has learnt, for programs."""
    parameters = model.parameters
    return {
        "name": model.name,
        "signature": model.signature,
        "words": len(model.words),
        "summary_words": int(model.in_summary.sum()),
        "null": parameters.null,
        "weights": dict(zip(parameters.names, parameters.weights.tolist(), strict=True)),
        "eta": etas(model),
        "lengths": parameters.lengths.tolist(),
        "jump": model.jump.name,
        "jumps": [bar._asdict() for bar in model.jump.histogram()],
        "skips": [skip._asdict() for skip in skips_of(model.jump)],
        "rewrites": [
            {"document": document, "summary": summary, "count": count, "share": share}
            for document, summary, count, share in surest_rewrites(model, rewrites)
        ],
        "iterations": len(model.history),
        "log_posterior": model.history[-1].log_posterior if model.history else None,
    }


def etas(model: Model) -> dict[str, float]:
    """Return how fast each component in use that goes by distance falls with it."""
    components = zip(model.components, model.parameters.weights, strict=False)  # the last weight is the lexical table's
    used = {component.name: component.to_arrays() for component, weight in components if weight > 0}
    return {name: float(arrays["eta"][0]) for name, arrays in used.items() if "eta" in arrays}


def surest_rewrites(model: Model, number: int) -> list[tuple[str, str, float, float]]:
    """Return learnt rewrites that are not copies or inflections: document word, summary word, expected count, share.

    The share is the rewrite's part of the document word's learnt uses; the list goes by count times share.
    """
    table = model.parameters.table
    rows = np.repeat(np.arange(len(table.at) - 1), np.diff(table.at))
    share = table.counts / np.maximum(model.row_totals[rows], 1e-300)
    found: list[tuple[str, str, float, float]] = []
    for entry in np.argsort(-table.counts * share, kind="stable").tolist():
        if len(found) == number:
            break
        if rows[entry] == len(model.words) or table.counts[entry] < 0.1:
            continue
        document, summary = model.words[rows[entry]], model.words[table.column[entry]]
        if stem(document) != stem(summary) and not is_ignored(summary) and not is_ignored(document):
            found.append((document, summary, float(table.counts[entry]), float(share[entry])))
    return found


def shown(model: Model, rewrites: int) -> RenderableType:
    """Return what a model has learnt, for the terminal."""
    facts = described(model, rewrites)
    parts: list[RenderableType] = [
        Line(
            f"{facts['words']:,} words, {facts['summary_words']:,} of them in summaries; {facts['iterations']} iterations"
        ),
        Line(
            "   ".join([f"P(null) {facts['null']:.3f}", *(f"eta({of}) {eta:.2f}" for of, eta in facts["eta"].items())])
        ),
    ]
    weights = _table("rewrite", "weight", "")
    for name, weight in facts["weights"].items():
        weights.add_row(name, f"{weight:.3f}", "█" * round(BAR * weight))
    jumps = _table("jump", "probability", "")
    bars = model.jump.histogram()
    top = max((bar.probability for bar in bars), default=1.0)
    for bar in bars:
        if bar.probability >= 0.002:
            name = f"{bar.first:+d}" if bar.first == bar.last else f"{bar.first:+d} to {bar.last:+d}"
            jumps.add_row(name, f"{bar.probability:.3f}", "█" * round(BAR * bar.probability / top))
    parts.append(weights)
    if bars:
        parts += [
            Line(f"{_jump_name(model.jump)} jumps from the middle of 100 words; +1 is the next word", style="dim"),
            jumps,
        ]
    if skips := skips_of(model.jump):
        parts += [Line("how readily a jump skips each kind of node; offered: how often it had the choice", style="dim")]
        parts.append(_skips_table(skips))
    if facts["rewrites"]:
        learnt = _table("document", "summary", "count", "share")
        for rewrite in facts["rewrites"]:
            learnt.add_row(
                Line(rewrite["document"]),
                Line(rewrite["summary"]),
                f"{rewrite['count']:.1f}",
                f"{rewrite['share']:.2f}",
            )
        parts += [Line("the most confident learnt rewrites", style="dim"), learnt]
    elif rewrites:
        parts.append(Line("no rewrites of one word as another were learnt", style="dim"))
    return Group(*parts)


def _jump_name(jump: JumpModel) -> str:
    """Return the jump model's name, with the shares of a mixture's parts."""
    if not isinstance(jump, JumpMixture):
        return jump.name
    return f"{jump.share:.0%} {_jump_name(jump.first)} and {1 - jump.share:.0%} {_jump_name(jump.second)}"


def _skips_table(skips: list[Skip]) -> RenderableType:
    """Return a row for each kind of node and direction, the most readily skipped first."""
    table = _table("node", "direction", "probability", "offered", "")
    rows = [(skip.label, "forward", skip.forward, skip.offered_forward) for skip in skips]
    rows += [(skip.label, "backward", skip.backward, skip.offered_backward) for skip in skips]
    for label, direction, probability, offered in sorted(rows, key=lambda row: -row[2]):
        if offered >= SEEN:
            table.add_row(label, direction, f"{probability:.3f}", f"{offered:,.0f}", "█" * round(BAR / 2 * probability))
    return table


def jump_picture(model: Model) -> str:
    """Return the jumps as an SVG image: the histogram of distances, and below it how readily nodes are skipped."""
    skips = [skip for skip in skips_of(model.jump) if max(skip.offered_forward, skip.offered_backward) >= SEEN]
    charts = [_skips_chart(skips)] if skips else []
    if model.jump.histogram() or not charts:
        charts.insert(0, _histogram_chart(model))
    return stacked(charts)


def _skips_chart(skips: list[Skip]) -> str:
    by_forward = sorted(skips, key=lambda skip: -skip.forward)
    return bar_chart(
        "What a jump skips",
        [skip.label for skip in by_forward],
        {"forward": [skip.forward for skip in by_forward], "backward": [skip.backward for skip in by_forward]},
        x_label="kind of node, most readily skipped first",
        y_label="probability of skipping",
        slanted=True,
    )


def _histogram_chart(model: Model) -> str:
    bars = [bar for bar in model.jump.histogram() if bar.probability >= 0.0005]
    names = [f"{bar.first:+d}" if bar.first == bar.last else f"{bar.first:+d}…{bar.last:+d}" for bar in bars]
    return bar_chart(
        f"Jumps of the {model.jump.name} model",
        names,
        {"probability": [bar.probability for bar in bars]},
        x_label="words from the end of the last phrase (+1 = the next word)",
        y_label="probability",
        every=max(1, len(bars) // 16),
    )


def _table(*columns: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in columns:
        table.add_column(
            name, justify="right" if name in ("weight", "probability", "count", "share", "jump", "offered") else "left"
        )
    return table
