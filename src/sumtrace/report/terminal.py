"""An alignment in the terminal: the answer first, then for each sentence its verdict and where its phrases come from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text as Line

from sumtrace.alignment import Alignment
from sumtrace.checking import VERDICTS, Check, Claim, Verdict
from sumtrace.checking.formats.target import answer
from sumtrace.checking.formats.text import MARKS, source_line
from sumtrace.inference.paths import Story
from sumtrace.text import Span, Text, is_ignored

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
    """Join links that continue each other on both sides, within a document and a summary sentence."""

    def together(one: Run, other: Run) -> bool:
        pair = alignment.pair
        return pair is None or (
            pair.part_of(one.document[0]) == pair.part_of(other.document[0])
            and pair.summary.sentence_of(one.summary[0]) == pair.summary.sentence_of(other.summary[0])
        )

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
            and together(pending, run)
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


def show(alignment: Alignment, check: Check, *, in_full: bool = False) -> RenderableType:
    """Return an alignment and the check of its summary as something rich prints: the answer, then sentence by sentence.

    Function words and evidence of supported claims are left out unless ``in_full``.
    """
    good = check.counts()["supported"] == len(check.claims)
    parts: list[RenderableType] = [
        Line(answer(check), style="bold green" if good else "bold red") + Line(f" Support: {check.support:.0%}.")
    ]
    found = list(runs(alignment))
    unsupported = set(check.unsupported_words())
    for number, sentence in enumerate(alignment.texts.summary.sentences, start=1):
        own = [claim for claim in check.claims if sentence[0] <= claim.tokens[0] < sentence[1]]
        parts += ["", _heading(number, alignment.texts.summary, sentence, own, unsupported)]
        for claim in own:
            if claim.verdict != "supported":
                parts.append(_indented(Line(f"{claim.verdict}: {claim.reason}", style=_COLOURS[claim.verdict])))
            if claim.evidence and (in_full or claim.verdict == "not found"):
                parts.append(_indented(Line(source_line(check, claim), style="dim")))
        parts.append(
            _phrases(alignment, [run for run in found if sentence[0] <= run.summary[0] < sentence[1]], in_full)
        )
    return Group(*parts)


_COLOURS: dict[Verdict, str] = {"differs": "red", "not found": "red", "unclear": "yellow", "supported": "green"}


def _heading(number: int, text: Text, sentence: Span, claims: Sequence[Claim], unsupported: set[int]) -> RenderableType:
    """Return a sentence after its worst verdict, with its unsupported words marked."""
    verdict = min((claim.verdict for claim in claims), key=VERDICTS.index, default=None)
    line, position = Line(), text.offsets[sentence[0]][0]
    for j in range(*sentence):
        start, end = text.offsets[j]
        line.append(_flat(text.string[position:start]))
        line.append(text.string[start:end], style="bold red underline" if j in unsupported else "bold")
        position = end
    grid = Table.grid(padding=(0, 1))
    grid.add_column(justify="right", width=3)
    grid.add_column(width=1)
    grid.add_column()
    mark = Line("") if verdict is None else Line(MARKS[verdict], style=_COLOURS[verdict])
    grid.add_row(f"{number}.", mark, line)
    return grid


def _phrases(alignment: Alignment, found: Sequence[Run], in_full: bool) -> RenderableType:
    """Return which phrases come from where, one line each."""
    pair = alignment.texts
    grid = Table.grid(padding=(0, 1))
    grid.add_column(max_width=32)
    for _ in range(4):
        grid.add_column()
    for run in found:
        if not in_full and all(is_ignored(word) for word in pair.summary.words[slice(*run.summary)]):
            continue
        part = pair.part_of(run.document[0])
        grid.add_row(
            Line(_flat(pair.summary.phrase(run.summary))),
            Line("←", style="dim"),
            _in_context(alignment, run.document),
            Line("" if run.prob is None else f"{run.prob:.2f}", style="dim"),
            Line(", ".join([*([part.id] if part else []), *(run.by if in_full else ())]), style="dim"),
        )
    return _indented(grid)


def _indented(shown: RenderableType) -> RenderableType:
    return Padding(shown, (0, 0, 0, 6))


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
