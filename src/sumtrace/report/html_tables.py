"""Tables as HTML for the report of an experiment."""

from __future__ import annotations

from html import escape

from sumtrace.report.tables import Table

STYLE = """
table { border-collapse: collapse; margin: .5rem 0; font-size: .875rem; font-variant-numeric: tabular-nums; }
.wide { overflow-x: auto; margin-bottom: 1.5rem; }
th, td { padding: .3rem .7rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { font-weight: 600; white-space: normal; max-width: 10rem; }
th.word, td.word { text-align: left; white-space: pre-wrap; }
.names td.word { white-space: pre; position: sticky; left: 0; background: var(--paper); }
td[rowspan] { vertical-align: top; background: var(--paper); }
thead :is(th, td) { border-bottom: 2px solid var(--line-strong); color: var(--ink-soft); vertical-align: bottom; }
tbody tr:hover { background: var(--surface-soft); }
td.best { font-weight: 700; }
caption { text-align: left; font-weight: 600; font-size: 1rem; padding: .4rem .7rem; white-space: nowrap; }
.note { color: var(--ink-soft); font-size: var(--small); margin: .25rem .7rem; }
"""


def html_table(table: Table, *, bold_best: bool = False) -> str:
    """Return a table as HTML: columns of words to the left, a label that many rows share written once.

    ``bold_best`` sets the highest number of each column in bold.
    """
    # A head without a word is no head to those who listen.
    heads = "".join(
        _cell(cell, "th" if cell else "td", is_word=n < table.labels) for n, cell in enumerate(table.columns)
    )
    best = {n: _highest(table, n) for n in range(table.labels, len(table.columns))} if bold_best else {}
    shared = table.labels - 1 if table.labels < len(table.columns) else 0
    rows = []
    for number, cells in enumerate(table.rows):
        made = []
        for n, cell in enumerate(cells):
            span = _run(table, number, n) if n < shared else 1
            if span:
                is_best = best.get(n) is not None and _number(cell) == best[n]
                made.append(_cell(cell, "td", is_word=n < table.labels, is_best=is_best, rows=span))
        rows.append(f"<tr>{''.join(made)}</tr>")
    note = f'<p class="note">{escape(table.note)}</p>' if table.note else ""
    body = "\n".join(rows)
    names = ' class="names"' if table.labels == 1 else ""
    label = escape(table.title, quote=True)
    return (
        f'<div class="wide" role="group" aria-label="{label}" tabindex="0"><table{names}><caption>{escape(table.title)}</caption><thead><tr>{heads}</tr></thead>'
        f"<tbody>{body}</tbody></table>{note}</div>"
    )


def _cell(text: str, tag: str, *, is_word: bool, is_best: bool = False, rows: int = 1) -> str:
    kind = ' class="word"' if is_word else ' class="best"' if is_best else ""
    span = f' rowspan="{rows}"' if rows > 1 else ""
    return f"<{tag}{kind}{span}>{escape(text)}</{tag}>"


def _run(table: Table, number: int, column: int) -> int:
    """How many rows from this one on share their labels up to a column; 0 where the row above does already."""
    labels = [row[: column + 1] for row in table.rows]
    if number and labels[number - 1] == labels[number]:
        return 0
    end = number
    while end < len(labels) and labels[end] == labels[number]:
        end += 1
    return end - number


def _number(cell: str) -> float | None:
    try:
        return float(cell)
    except ValueError:
        return None


def _highest(table: Table, column: int) -> float | None:
    return max((value for row in table.rows if (value := _number(row[column])) is not None), default=None)
