"""An alignment in the terminal: the summary with its unsupported words marked, and where each phrase comes from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as Line

from sumtrace.alignment import Alignment
from sumtrace.inference.paths import Story
from sumtrace.text import Span, is_ignored

CONTEXT = 4
"""How many words are shown around a document phrase."""


@dataclass(frozen=True, slots=True)
class Run:
    """Neighbouring summary words that follow neighbouring document words: one line of the table."""

    summary: Span
    document: Span
    prob: float | None
    by: tuple[str, ...]


def runs(alignment: Alignment) -> Iterator[Run]:
    """Join links that continue each other on both sides."""
    pending: Run | None = None
    for link in sorted(alignment.links, key=lambda link: (link.sum, link.doc)):
        run = Run(
            (link.sum[0][0], link.sum[-1][1]),
            (link.doc[0][0], link.doc[-1][1]),
            link.prob,
            () if link.by is None else (link.by,),
        )
        if (
            pending
            and run.summary[0] == pending.summary[1]
            and run.document[0] == pending.document[1]
            and (
                alignment.pair is None
                or alignment.pair.part_of(run.document[0]) == alignment.pair.part_of(pending.document[0])
            )
        ):
            probs = [prob for prob in (pending.prob, run.prob) if prob is not None]
            by = tuple(dict.fromkeys(pending.by + run.by))
            pending = Run(
                (pending.summary[0], run.summary[1]),
                (pending.document[0], run.document[1]),
                min(probs) if probs else None,
                by,
            )
        else:
            if pending:
                yield pending
            pending = run
    if pending:
        yield pending


def show(alignment: Alignment) -> RenderableType:
    """Return the alignment as something rich prints."""
    pair = alignment.texts
    unsupported = alignment.unsupported()
    missing = [j for j in unsupported if not is_ignored(pair.summary.words[j])]
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name, options in (("summary", {}), ("from the document", {}), ("prob.", {"justify": "right"}), ("by", {})):
        table.add_column(name, **options)  # type: ignore[arg-type]
    several = len(pair.documents) > 1
    if several:
        table.add_column("document")
    for run in runs(alignment):
        part = pair.part_of(run.document[0])
        table.add_row(
            Line(_flat(pair.summary.phrase(run.summary)), style="bold"),
            _in_context(alignment, run.document),
            "" if run.prob is None else f"{run.prob:.2f}",
            Line(", ".join(run.by), style="dim"),
            *([Line(part.id)] if several and part else []),
        )
    words = sum(not is_ignored(word) for word in pair.summary.words)
    names = ", ".join(pair.summary.words[j] for j in missing)
    verdict = Line(
        f"no source found for {len(missing)} of {words} content words", style="bold red" if missing else "bold green"
    )
    return Group(
        _summary(alignment, set(unsupported)), table, verdict + Line(f": {names}" if names else "", style="red")
    )


def show_story(alignment: Alignment, story: Story) -> RenderableType:
    """Return the steps by which the model could have written the summary, with their probabilities."""
    pair = alignment.texts
    table = Table(
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        padding=(0, 0),
        caption=f"the likeliest single story, log score {story.log_score:.2f}",
    )
    for name in ("step", "jump", "from the document", "writes", "P(kind)", "P(jump)", "P(length)", "rewrite"):
        if name in ("from the document", "writes"):
            table.add_column(name, overflow="fold")
        else:
            table.add_column(name, justify="left" if name == "step" else "right", no_wrap=True)
    several = len(pair.documents) > 1
    if several:
        table.add_column("document", overflow="fold")
    for number, step in enumerate(story.steps, start=1):
        writes = Line(_flat(pair.summary.phrase(step.summary)), style="bold")
        if step.document is None:
            table.add_row(
                str(number), "", Line("null", style="red"), writes, f"{step.weight:.3f}", "", "", _small(step.rewrite)
            )
            continue
        table.add_row(
            str(number),
            f"{step.document[0] - step.start + 1:+d}",
            Line(_flat(pair.document.phrase(step.document))),
            writes,
            f"{step.weight:.3f}",
            _small(step.jump),
            f"{step.length:.3f}",
            _small(step.rewrite),
            *([Line(f" {part.id}")] if several and (part := pair.part_of(step.document[0])) else []),
        )
    table.add_row(str(len(story.steps) + 1), "", Line("stop", style="dim"), "", "", _small(story.stop), "", "")
    return table


def _summary(alignment: Alignment, unsupported: set[int]) -> Line:
    pair = alignment.texts
    text = pair.summary
    line = Line()
    position = 0
    for j, (start, end) in enumerate(text.offsets):
        line.append(text.string[position:start])
        bare = j in unsupported and not is_ignored(text.words[j])
        line.append(text.string[start:end], style="bold red underline" if bare else "")
        position = end
    line.append(text.string[position:])
    return line


def _in_context(alignment: Alignment, span: Span) -> Line:
    text = alignment.texts.document
    part = alignment.texts.part_of(span[0])
    start, end = (0, len(text)) if part is None else part.tokens
    first, last = max(start, span[0] - CONTEXT), max(span[1], min(end, span[1] + CONTEXT))
    line = Line("… " if first > start else "", style="dim")
    line.append(_flat(text.string[text.offsets[first][0] : text.offsets[span[0]][0]]), style="dim")
    line.append(_flat(text.phrase(span)), style="not dim green")
    line.append(_flat(text.string[text.offsets[span[1] - 1][1] : text.offsets[last - 1][1]]), style="dim")
    if last < end:
        line.append(" …", style="dim")
    return line


def _flat(string: str) -> str:
    return re.sub(r"\s*\n\s*", " ", string)


def _small(probability: float) -> str:
    return f"{probability:.3f}" if probability >= 0.001 else f"{probability:.1e}"
