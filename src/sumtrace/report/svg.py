"""Pictures drawn as plain SVG: upright bars by category, one series or several, and lying bars with long names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

COLOURS = ("#1f5fbf", "#c2590a", "#00704f", "#7a4fb5", "#8a909c")
"""Distinct for colour-blind readers, and in grey."""
_LEFT, _TOP, _BOTTOM, _RIGHT = 56, 56, 64, 16


def bar_chart(
    title: str,
    categories: Sequence[str],
    series: Mapping[str, Sequence[float]],
    *,
    x_label: str = "",
    y_label: str = "",
    every: int = 1,
    slanted: bool = False,
    width: int = 860,
    height: int = 380,
) -> str:
    """Return a bar chart as an SVG document; ``every`` n-th category is named below its bar, long names slanted."""
    bottom = _BOTTOM + 40 if slanted else _BOTTOM
    top = max((value for values in series.values() for value in values), default=0.0) or 1.0
    step, ticks = _scale(top)
    highest = step * ticks
    inner_width, inner_height = width - _LEFT - _RIGHT, height - _TOP - bottom
    slot = inner_width / max(1, len(categories))
    bar = 0.8 * slot / max(1, len(series))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'font-family="system-ui, sans-serif" font-size="12">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        f'<text x="{_LEFT}" y="22" font-size="15" font-weight="600" fill="#1d2129">{escape(title)}</text>',
    ]
    for tick in range(ticks + 1):
        y = _TOP + inner_height * (1 - tick / ticks)
        parts.append(f'<line x1="{_LEFT}" x2="{width - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="#e3dfd8"/>')
        parts.append(_text(_LEFT - 6, y + 4, f"{tick * step:g}", "end"))
    for number, (name, values) in enumerate(series.items()):
        colour = COLOURS[number % len(COLOURS)]
        for place, value in enumerate(values):
            size = inner_height * value / highest
            x = _LEFT + slot * place + 0.1 * slot + bar * number
            parts.append(
                f'<rect x="{x:.1f}" y="{_TOP + inner_height - size:.1f}" width="{bar:.1f}" height="{size:.1f}" '
                f'fill="{colour}"><title>{escape(f"{name}, {categories[place]}: {value:g}")}</title></rect>'
            )
        if len(series) > 1:
            x = _LEFT + sum(36 + 7 * len(before) for before in list(series)[:number])
            parts.append(f'<rect x="{x}" y="32" width="12" height="12" fill="{colour}"/>')
            parts.append(_text(x + 18, 43, name, "start"))
    for place in range(0, len(categories), every):
        x, y = _LEFT + slot * (place + 0.5), height - bottom + 18
        if slanted:
            parts.append(
                f'<g transform="translate({x:.1f} {y - 6}) rotate(-45)">{_text(0, 4, categories[place], "end")}</g>'
            )
        else:
            parts.append(_text(x, y, categories[place], "middle"))
    parts.append(_text(_LEFT + inner_width / 2, height - 16, x_label, "middle"))
    parts.append(
        f'<text transform="translate(14 {_TOP + inner_height / 2:.1f}) rotate(-90)" text-anchor="middle" '
        f'fill="#565d6b">{escape(y_label)}</text>'
    )
    return "\n".join([*parts, "</svg>", ""])


def stacked(charts: Sequence[str], *, width: int = 860, height: int = 380) -> str:
    """Return charts of one size below each other as one SVG document."""
    if len(charts) == 1:
        return charts[0]
    opening = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height * len(charts)}">'
    placed = [
        chart.replace("<svg ", f'<svg y="{height * place}" width="{width}" height="{height}" ', 1)
        for place, chart in enumerate(charts)
    ]
    return "\n".join([opening, *placed, "</svg>", ""])


def lying_bars(title: str, values: Mapping[str, tuple[float, tuple[float, float] | None]], *, width: int = 860) -> str:
    """Return one bar for each name, with its value and, as a whisker, its interval."""
    row, left, right = 26, 12 + 7 * max((len(name) for name in values), default=0), 60
    top = max((max(value, *(bounds or (value,))) for value, bounds in values.values()), default=0.0) or 1.0
    height = 44 + row * len(values)
    across = (width - left - right) / top
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'font-family="system-ui, sans-serif" font-size="12">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        f'<text x="8" y="22" font-size="15" font-weight="600" fill="#1d2129">{escape(title)}</text>',
    ]
    for number, (name, (value, bounds)) in enumerate(values.items()):
        y = 36 + row * number
        parts.append(_text(left - 6, y + 15, name, "end"))
        parts.append(
            f'<rect x="{left}" y="{y + 3}" width="{value * across:.1f}" height="{row - 8}" fill="{COLOURS[0]}"/>'
        )
        end = value * across
        if bounds is not None:
            low, high = (left + bound * across for bound in bounds)
            middle = y + row / 2 - 1
            whisker = f'<path d="M{low:.1f} {middle}H{high:.1f}M{low:.1f} {middle - 4}v8M{high:.1f} {middle - 4}v8" '
            parts.append(f'{whisker}stroke="#ffffff" stroke-width="3" fill="none"/>')  # to be seen on its bar
            parts.append(f'{whisker}stroke="#1d2129" fill="none"/>')
            end = max(end, bounds[1] * across)
        parts.append(_text(left + end + 6, y + 15, f"{value:.1f}", "start"))
    return "\n".join([*parts, "</svg>", ""])


def _text(x: float, y: float, words: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="#565d6b">{escape(words)}</text>'


def _scale(top: float) -> tuple[float, int]:
    """Return a round step and how many of them reach the top."""
    step = 1.0
    while step > top:
        step /= 10
    while step * 10 <= top:
        step *= 10
    for factor in (0.2, 0.5, 1.0, 2.0):
        if top / (step * factor) <= 6:
            step *= factor
            break
    ticks = int(-(-top // step))
    return step, max(1, ticks)
