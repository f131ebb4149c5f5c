"""The rule by which `sumtrace export` takes a summary sentence for a compression, against what people did.

    python benchmarks/compressions.py [--pairs 30]

Sentences that are compressions: those of Clarke and Lapata's broadcast news, each written by deleting words from one
sentence (clarke-lapata-dev). Sentences that are none: highlights that people traced to two or more sentences (poc-dev).
Both are aligned by the built-in model. For each share of content words that the one source sentence must have: how many
of the compressions are exported, how many of these from the right sentence, how well their kept words agree with people's
(F1), and how many of the fusions are exported by mistake.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import sumtrace
from sumtrace.alignment import Alignment
from sumtrace.export.compressions import LEAST
from sumtrace.export.traced import Traced, trace
from sumtrace.report.tables import Table, percent
from sumtrace.text import Span

GOLD = Path(__file__).parents[2] / "shared" / "data" / "gold"
SHARES = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


@dataclass(frozen=True, slots=True)
class Judged:
    """A summary sentence: the share of content words from its one source sentence (0 where there are more), and the truth."""

    coverage: float
    is_compression: bool
    right_sentence: bool
    kept: frozenset[int]
    truly_kept: frozenset[int]


def coverage_of(traced: Traced, sentence: Span) -> tuple[float, int | None]:
    """Return the share of content words from the only source sentence, and that sentence."""
    content, found = traced.content(sentence), traced.source_sentences(sentence)
    if len(found) != 1:
        return 0.0, None
    return sum(found[0] in traced.sentences_behind(j) for j in content) / len(content), found[0]


def judged(gold: Alignment, predicted: Alignment) -> Iterator[Judged]:
    """Yield the summary sentences that gold traces to one document sentence, or to several."""
    true, found = trace(gold), trace(predicted)
    for sentence in true.pair.summary.sentences:
        truly_kept = true.used_by(sentence)
        behind = {true.sentence_of[place] for place in truly_kept}
        if behind:
            coverage, source = coverage_of(found, sentence)
            kept = frozenset(found.used_by(sentence))
            yield Judged(coverage, len(behind) == 1, source in behind, kept, frozenset(truly_kept))


def row(least: float, sentences: list[Judged]) -> tuple[str, ...]:
    """Return what the rule does at one share."""
    compressions = [one for one in sentences if one.is_compression]
    fusions = [one for one in sentences if not one.is_compression]
    exported = [one for one in compressions if one.coverage >= least]
    both = sum(len(one.kept & one.truly_kept) for one in exported)
    either = sum(len(one.kept) + len(one.truly_kept) for one in exported)
    return (
        f"{least:.1f}{' (the rule)' if least == LEAST else ''}",
        percent(len(exported) / len(compressions)),
        percent(sum(one.right_sentence for one in exported) / max(1, len(exported))),
        percent(2 * both / max(1, either)),
        percent(sum(one.coverage >= least for one in fusions) / max(1, len(fusions))),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--gold", type=Path, default=GOLD)
    parser.add_argument("--pairs", type=int, default=30, help="pairs of each set")
    options = parser.parse_args()
    aligner = sumtrace.load()
    sentences: list[Judged] = []
    for name, wanted in (("clarke-lapata", True), ("poc", False)):
        gold = list(sumtrace.read_alignments(options.gold / f"{name}-dev.jsonl.gz"))[: options.pairs]
        for true, found in zip(gold, aligner.align_many([one.texts for one in gold]), strict=True):
            sentences += [one for one in judged(true, found) if one.is_compression == wanted]
    counts = [sum(one.is_compression == kind for one in sentences) for kind in (True, False)]
    columns = ("share", "compressions exported", "from the right sentence", "kept words, F1", "fusions exported")
    title = f"{counts[0]} compressions and {counts[1]} fusions, %"
    print(Table(title, columns, tuple(row(least, sentences) for least in SHARES)).render("markdown"))


if __name__ == "__main__":
    main()
