"""``sumtrace check``: what a summary says that its document contradicts or does not say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from sumtrace.cli.console import FOUND, Json, Quiet, SkipBad, keep_inputs, out, progress, say, say_first_run
from sumtrace.cli.help import GIVEN
from sumtrace.cli.options import (
    ClusterOption,
    DocumentField,
    InFull,
    ModelOption,
    Skipped,
    SummaryField,
    WorkersOption,
    any_of,
)
from sumtrace.errors import InputError
from sumtrace.settings import CheckFormat

if TYPE_CHECKING:
    from sumtrace.checking import Check, Verdict
    from sumtrace.checking.formats import Target
    from sumtrace.corpus import Pair

_NEVER = "never"
_TEXTS = (".txt", ".md", ".markdown")


def check(
    context: typer.Context,
    sources: Annotated[
        list[str],
        typer.Argument(
            metavar="SUMMARY|PAIRS",
            help="A summary to check --against its documents, or a file of pairs; - for standard input.",
            show_default=False,
        ),
    ],
    against: Annotated[
        list[str] | None,
        typer.Option(
            "--against", "-a", metavar="DOC...", help="The document or documents of the summary, which comes first."
        ),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write the report here.", show_default="print it"),
    ] = None,
    form: Annotated[
        CheckFormat | None,
        typer.Option(
            "--format",
            "-f",
            metavar="FORMAT",
            help=f"Output format: {any_of(CheckFormat)}.",
            show_default="by FILE's suffix; text for a summary, jsonl for pairs",
        ),
    ] = None,
    fail_on: Annotated[
        str,
        typer.Option(
            "--fail-on",
            metavar="VERDICTS",
            help="Verdicts that make the exit code 1, with commas between them: differs, not-found, unclear; or never.",
        ),
    ] = "differs,not-found",
    min_support: Annotated[
        float | None,
        typer.Option(
            "--min-support",
            metavar="SHARE",
            min=0.0,
            max=1.0,
            help="Exit with 1 below this support.",
            show_default=False,
        ),
    ] = None,
    judge: Annotated[
        bool,
        typer.Option(
            "--judge/--no-judge",
            help="Ask the entailment judge about every claim; without it, checking is several times as fast but finds less.",
        ),
    ] = True,
    in_full: InFull = False,
    model: ModelOption = None,
    document_field: DocumentField = None,
    summary_field: SummaryField = None,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    skip_bad: SkipBad = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Check summaries claim by claim: supported, unclear, differs (and how), or not found in the document.

    JSON Lines output has each word's probability of being unsupported, and claims with character spans, evidence and links.
    Exit code 1: a claim has a --fail-on verdict, or a summary has too little support; 2: bad input.

    [bold]Examples[/bold]

      sumtrace check summary.txt --against article.txt

      sumtrace check answer.txt --against report.txt minutes.txt --format github

      sumtrace check pairs.jsonl -o checked.jsonl --fail-on differs

      cat summary.txt | sumtrace check - --against article.txt --min-support 0.8
    """
    from sumtrace.checking import Checker
    from sumtrace.checking.formats import WITH_LINKS, Target, format_of, render
    from sumtrace.checking.workers import check_on_workers
    from sumtrace.cluster import client_for

    if json and form not in (None, "jsonl"):
        raise InputError(f"--json and --format {form} ask for different things", hint="Give only one of them.")
    given: CheckFormat = (
        "jsonl" if json else form or (format_of(output) if output else None) or ("text" if against else "jsonl")
    )
    if not against:
        _refuse_texts(sources)
    elif len(sources) > 1 and _comes_late(sources[0], context.meta.get(GIVEN, [])):
        raise InputError(
            "which of these is the summary? It comes first", hint="sumtrace check SUMMARY --against DOC DOC ..."
        )
    documents = (*(against or ()), *sources[1:]) if against else ()
    keep_inputs(output, *sources, *documents)
    target = Target(
        file="<stdin>" if sources[0] == "-" else sources[0],
        is_text=bool(against),
        documents=documents,
        fail_on=_verdicts(fail_on),
        min_support=min_support,
        in_full=in_full,
    )
    skipped = Skipped(skip_bad)
    pairs = _one(sources[0], documents) if against else _pairs(sources, document_field, summary_field, skipped)
    say_first_run(quiet)
    from sumtrace.aligner import load

    aligner = load(model) if given in WITH_LINKS or model is not None else None
    failed: list[str] = []
    low: list[float] = []
    with client_for(workers, cluster) as client, progress(quiet) as bar:
        task = bar.add_task("Checking", total=None)
        if client is None:
            found = Checker(aligner, judge=judge).check_many(pairs, lambda n: bar.advance(task, n))
        else:
            own = None if aligner is None else aligner.model
            found = check_on_workers(client, pairs, own, judge=judge, progress=lambda n: bar.advance(task, n))
        checks = _noted(found, target, failed, low, sources[0])
        _write(render(checks, given, target), output)
    skipped.report()
    if output is not None and not quiet:
        say(f"Report written to {output}")
    if failed:
        if not quiet and against and low:
            say(f"support {low[0]:.1%}, required {min_support:.1%}")
        if not quiet and (output is not None or not against):
            say(
                f"{len(failed)} {'summary fails' if len(failed) == 1 else 'summaries fail'}: {', '.join(failed[:5])}"
                + (" ..." if len(failed) > 5 else "")
            )
        raise typer.Exit(FOUND)


def _verdicts(listed: str) -> frozenset[Verdict]:
    from sumtrace.checking import VERDICTS

    names: dict[str, Verdict] = {verdict.replace(" ", "-"): verdict for verdict in VERDICTS}
    asked = [name.strip().lower().replace(" ", "-") for name in listed.split(",") if name.strip()]
    if not asked:
        raise InputError("--fail-on names no verdict", hint=f"Choose from {', '.join(names)}, or {_NEVER}.")
    if asked == [_NEVER]:
        return frozenset()
    if _NEVER in asked:
        raise InputError(f"--fail-on {listed}: {_NEVER} stands alone", hint="Leave it out, or leave out the others.")
    for name in asked:
        if name not in names:
            raise InputError(
                f"unknown verdict {name!r} in --fail-on", hint=f"Choose from {', '.join(names)}, or {_NEVER}."
            )
    return frozenset(names[name] for name in asked)


def _refuse_texts(sources: list[str]) -> None:
    """Refuse texts without --against: which of them is the summary would be a guess."""
    from pathlib import Path

    from sumtrace.corpus.sources import is_one_pair

    if is_one_pair(sources) or (len(sources) == 1 and Path(sources[0]).suffix.lower() in _TEXTS):
        raise InputError(
            "a summary is checked against its document", hint="sumtrace check SUMMARY --against DOC...", file=sources[0]
        )


def _comes_late(first: str, given: list[str]) -> bool:
    """Whether the first file named stands after --against, as if it were one more document."""
    options = [k for k, word in enumerate(given) if word in ("--against", "-a") or word.startswith("--against=")]
    return bool(options) and first in given and options[0] < given.index(first)


def _one(summary: str, documents: tuple[str, ...]) -> Iterator[Pair]:
    """Yield the pair of a summary's file and its documents' files."""
    from pathlib import Path

    from sumtrace import files
    from sumtrace.corpus.records import pair_from

    if summary != files.STANDARD and summary in documents:
        raise InputError(
            "this file is both the summary and a document",
            hint="Give the summary once, before --against.",
            file=summary,
        )
    if [summary, *documents].count(files.STANDARD) > 1:
        raise InputError("standard input can be read only once", hint="Use - for only one of the texts.")
    texts = [files.read_text(document) for document in documents]
    name = "summary" if summary == files.STANDARD else Path(summary).name
    record = {"id": name, "summary": files.read_text(summary)}
    for source, string in ((summary, record["summary"]), *zip(documents, texts, strict=True)):
        if not string.strip():
            raise InputError("the file contains no text", file=source)
    if len(documents) == 1:
        yield pair_from(record | {"document": texts[0]})
    else:
        several = [{"id": source, "text": string} for source, string in zip(documents, texts, strict=True)]
        yield pair_from(record | {"documents": several})


def _pairs(
    sources: list[str], document_field: str | None, summary_field: str | None, skipped: Skipped
) -> Iterator[Pair]:
    from sumtrace.corpus.sources import open_pairs

    return open_pairs(sources, document_field=document_field, summary_field=summary_field, on_bad=skipped.on_bad)


def _noted(
    checks: Iterable[Check], target: Target, failed: list[str], low: list[float], source: str
) -> Iterator[Check]:
    """Pass checks on, noting the names of those that fail and the support that is too low."""
    none = True
    for check in checks:
        none = False
        if target.too_little(check):
            low.append(check.support)
        if target.too_little(check) or any(target.fails(claim) for claim in check.claims):
            failed.append(check.id)
        yield check
    if none:
        raise InputError("there are no pairs", file=None if source == "-" else source)


def _write(pieces: Iterable[str], output: str | None) -> None:
    from sumtrace import files

    if output is None:
        for piece in pieces:
            out.file.write(piece)
        out.file.flush()
        return
    with files.writing(output) as file:
        for piece in pieces:
            file.write(piece.encode())
