"""The data card: what a file of exported data holds, what it was made from, how, and what was left out."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from sumtrace.export.export import BANDS, Limits, Tally
from sumtrace.export.kind import Kind
from sumtrace.version import __version__


@dataclass(frozen=True, slots=True)
class Origin:
    """Where exported data comes from; ``model`` is None where the alignments were read from a file."""

    files: Sequence[str]
    model: str | None = None
    signature: str = ""
    encoder: str = ""
    licence: str | None = None


def card(name: str, kind: Kind, origin: Origin, limits: Limits, tally: Tally) -> str:
    """Return the card of a file of that name, as Markdown."""
    lines = [*_front_matter(origin), f"# {name}", "", f"{tally.records:,} records. Each is {kind.one}.", ""]
    lines += ["| field | type | meaning |", "|---|---|---|"]
    lines += [f"| `{column.name}` | `{column.type}` | {column.about} |" for column in kind.columns]
    lines += ["", "## Source", "", f"- Files: {', '.join(f'`{file}`' for file in origin.files)}"]
    lines += [f"- Licence: {origin.licence or 'not stated; that of the source applies'}", *_makers(origin, tally)]
    lines += ["", "Links found by a model are predictions that nobody has checked."]
    lines += ["", "## What was left out", "", *_left_out(limits, tally), ""]
    lines += ["Support is the share of a summary's content words that have a link.", ""]
    lines += ["| support | pairs |", "|---|---|"]
    lines += [f"| {_band(band)} | {tally.support[band]:,} |" for band in range(BANDS)]
    return "\n".join(lines) + "\n"


def _front_matter(origin: Origin) -> list[str]:
    """Return the lines that Hugging Face's hub reads, in its spelling."""
    licence = [] if origin.licence is None else [f"license: {json.dumps(origin.licence, ensure_ascii=False)}"]
    return ["---", *licence, "language: en", "tags: [summarization, sumtrace]", "---", ""]


def _makers(origin: Origin, tally: Tally) -> list[str]:
    by = f"Sumtrace {__version__}"
    if origin.model is None:
        made = ", ".join(f"`{name}`" for name in sorted(tally.made_by)) or "not named"
        return [f"- Exported by: {by}", f"- Aligned by (as the alignments say): {made}"]
    lines = [f"- Aligned and exported by: {by}", f"- Model: `{origin.model}`, signature `{origin.signature}`"]
    return [*lines, f"- Encoder: `{origin.encoder}`"] if origin.encoder else lines


def _left_out(limits: Limits, tally: Tally) -> list[str]:
    return [
        "| | limit | read | kept | left out |",
        "|---|---|---|---|---|",
        _row("pairs", f"support at least {limits.min_support:g}", tally.pairs, tally.kept_pairs),
        _row("links", f"probability at least {limits.min_prob:g}", tally.links, tally.kept_links),
    ]


def _row(what: str, limit: str, read: int, kept: int) -> str:
    return f"| {what} | {limit} | {read:,} | {kept:,} | {read - kept:,} |"


def _band(band: int) -> str:
    low, high = band / BANDS, (band + 1) / BANDS
    return f"{low:.1f} to {high:.1f}" if band == BANDS - 1 else f"{low:.1f} to below {high:.1f}"
