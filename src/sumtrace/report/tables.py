"""Small tables as text for the terminal, Markdown or LaTeX."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

TableStyle = Literal["text", "markdown", "latex"]
_LATEX = str.maketrans(
    {c: "\\" + c for c in "&%$#_{}"}
    | {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
)


@dataclass(frozen=True, slots=True)
class Table:
    """A title, the names of the columns, and rows of cells ready to print; the first ``labels`` columns are words."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    labels: int = 1
    note: str = ""

    def render(self, style: TableStyle) -> str:
        """Return the table in a style, its title above and its note below."""
        return {"text": _text, "markdown": _markdown, "latex": _latex}[style](self)


def percent(value: float | None) -> str:
    """Return a share as a percentage with one decimal, a dash where it is unknown."""
    return "–" if value is None or value != value else f"{100 * value:.1f}"


def interval(bounds: tuple[float, float] | None) -> str:
    """Return the bounds of a share, ``[79.3, 81.9]``."""
    return "" if bounds is None or bounds[0] != bounds[0] else f"[{percent(bounds[0])}, {percent(bounds[1])}]"


def _widths(table: Table) -> list[int]:
    return [max(map(len, column)) for column in zip(table.columns, *table.rows, strict=True)]


def _line(table: Table, cells: Sequence[str], widths: Sequence[int], separator: str) -> str:
    padded = (
        cell.ljust(width) if number < table.labels else cell.rjust(width)
        for number, (cell, width) in enumerate(zip(cells, widths, strict=True))
    )
    return separator.join(padded)


def _text(table: Table) -> str:
    widths = _widths(table)
    lines = [table.title, _line(table, table.columns, widths, "  ").rstrip()]
    lines.append("  ".join("-" * width for width in widths))
    lines += [_line(table, row, widths, "  ").rstrip() for row in table.rows]
    return "\n".join([*lines, *([table.note] if table.note else [])]) + "\n"


def _markdown(table: Table) -> str:
    escaped = Table(
        table.title,
        tuple(cell.replace("|", "\\|") for cell in table.columns),
        tuple(tuple(cell.replace("|", "\\|") for cell in row) for row in table.rows),
        table.labels,
    )
    widths = [max(width, 3) for width in _widths(escaped)]
    rule = ["-" * width if number < table.labels else "-" * (width - 1) + ":" for number, width in enumerate(widths)]
    lines = [f"**{table.title}**", ""]
    lines += [f"| {_line(escaped, row, widths, ' | ')} |" for row in (escaped.columns, rule, *escaped.rows)]
    return "\n".join([*lines, *(["", table.note] if table.note else [])]) + "\n"


def _latex(table: Table) -> str:
    def row(cells: Sequence[str]) -> str:
        return "  " + " & ".join(cell.translate(_LATEX).replace("–", "--") for cell in cells) + r" \\"

    kinds = "l" * table.labels + "r" * (len(table.columns) - table.labels)
    note = [f"  % {table.note}"] if table.note else []
    return "\n".join(
        [
            r"\begin{table}",
            rf"  \caption{{{table.title.translate(_LATEX)}}}",
            *note,
            rf"  \begin{{tabular}}{{{kinds}}}",
            r"  \toprule",
            row(table.columns),
            r"  \midrule",
            *map(row, table.rows),
            r"  \bottomrule",
            r"  \end{tabular}",
            r"\end{table}",
            "",
        ]
    )
