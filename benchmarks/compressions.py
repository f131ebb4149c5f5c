"""The rule by which `sumtrace export` takes a summary sentence for a compression, against what people did.

    python benchmarks/compressions.py [--pairs 50]

Sentences with one source: Clarke and Lapata's broadcast news, each written by deleting words from a sentence
(clarke-lapata-dev), and paraphrases of one sentence (mtref-dev). Sentences with several: highlights that people traced to
two or more (poc-dev). All are aligned by the built-in model. For each share of content words that the one source sentence
must have: how many of each are exported, how many compressions from the right sentence, and how well their kept words agree
with people's (F1).
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
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
    has_one_source: bool
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


def exported(sentences: Sequence[Judged], least: float) -> list[Judged]:
    """Return the sentences that the rule takes for compressions."""
    return [one for one in sentences if one.coverage >= least]


def row(least: float, compressions: list[Judged], paraphrases: list[Judged], fusions: list[Judged]) -> tuple[str, ...]:
    """Return what the rule does at one share."""
    taken = exported(compressions, least)
    both = sum(len(one.kept & one.truly_kept) for one in taken)
    either = sum(len(one.kept) + len(one.truly_kept) for one in taken)
    return (
        f"{least:.1f}{' (the rule)' if least == LEAST else ''}",
        percent(len(taken) / len(compressions)),
        percent(sum(one.right_sentence for one in taken) / len(taken)),
        percent(2 * both / either),
        *(percent(len(exported(sentences, least)) / len(sentences)) for sentences in (paraphrases, fusions)),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--gold", type=Path, default=GOLD)
    parser.add_argument("--pairs", type=int, default=50, help="pairs of each set")
    options = parser.parse_args()
    aligner = sumtrace.load()
    sets: list[list[Judged]] = []
    for name, one_source in (("clarke-lapata", True), ("mtref", True), ("poc", False)):
        gold = list(sumtrace.read_alignments(options.gold / f"{name}-dev.jsonl.gz"))[: options.pairs]
        found = aligner.align_many([one.texts for one in gold])
        sentences = [one for both in zip(gold, found, strict=True) for one in judged(*both)]
        sets.append([one for one in sentences if one.has_one_source == one_source])
    counts = [len(sentences) for sentences in sets]
    title = f"Exported of {counts[0]} compressions, {counts[1]} paraphrases and {counts[2]} fusions, %"
    columns = ("share", "compressions", "right sentence", "kept words, F1", "paraphrases", "fusions")
    print(Table(title, columns, tuple(row(least, *sets) for least in SHARES)).render("markdown"))


if __name__ == "__main__":
    main()
