"""Whether exported training data helps: an extractive scorer and a deletion model trained on it, on held-out news.

    python benchmarks/summarize.py [--words 180000] [--held-out 0.33]

Extraction: one scorer (summarize_extracts.py) trained on the labels of `sumtrace export sentences`, and on the usual
greedy-ROUGE labels; lead-3; and the two kinds of labels themselves as extracts, which no scorer can be expected to reach.
Three sentences each; ROUGE-1, -2 and -Lsum (F, stemmed) against the highlights; differences by paired bootstrap.

Compression: a deletion model (summarize_deletions.py) trained on `sumtrace export compressions`, against keeping the first
words and random words, as many as the model keeps: the share that training compressions keep. ROUGE against the highlight
sentence, which people wrote; and, on Clarke and Lapata's compressions, F1 of the kept words against people's.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import summarize_deletions as deleting
import summarize_extracts as extracting
from aligned_corpora import WORK, aligned
from rouge_score.rouge_scorer import RougeScorer

import sumtrace
from sumtrace.alignment import Alignment
from sumtrace.array_types import Floats
from sumtrace.export import KINDS
from sumtrace.report.tables import Table

GOLD = Path(__file__).parents[2] / "shared" / "data" / "gold" / "clarke-lapata-dev.jsonl.gz"
ROUGES = ("rouge1", "rouge2", "rougeLsum")
SAMPLES = 2000


def rouge(targets: Sequence[str], texts: Sequence[str]) -> Floats:
    """Return the three ROUGE F scores of each text ``[texts, 3]``, in percent."""
    scorer = RougeScorer(list(ROUGES), use_stemmer=True)
    scores = [scorer.score(target, text) for target, text in zip(targets, texts, strict=True)]
    return np.array([[100 * score[name].fmeasure for name in ROUGES] for score in scores])


def against(system: Floats, other: Floats, seed: int = 0) -> tuple[float, float]:
    """Return the 95% interval of the mean difference, by paired bootstrap."""
    random = np.random.default_rng(seed)
    difference = system - other
    means = difference[random.integers(len(difference), size=(SAMPLES, len(difference)))].mean(axis=1)
    low, high = np.quantile(means, [0.025, 0.975])
    return float(low), float(high)


def table(title: str, systems: Mapping[str, Floats], reference: str) -> Table:
    """Return the means of systems and their differences from one of them."""
    rows = []
    for name, scores in systems.items():
        cells = [f"{mean:.1f}" for mean in scores.mean(axis=0)]
        if name != reference:
            for column in range(len(ROUGES)):
                low, high = against(scores[:, column], systems[reference][:, column])
                difference = (scores[:, column] - systems[reference][:, column]).mean()
                cells[column] += f" ({difference:+.1f}, {low:+.1f} to {high:+.1f})"
        rows.append((name, *cells))
    return Table(title, ("", "ROUGE-1", "ROUGE-2", "ROUGE-Lsum"), tuple(rows))


def extraction(training: Sequence[Alignment], testing: Sequence[Alignment]) -> Table:
    """Compare scorers by the labels that they were trained on."""
    documents = [one.texts.document for one in testing]
    rows = [extracting.features(one.texts.document) for one in training]
    ours = extracting.fitted(rows, [extracting.our_labels(one) for one in training])
    greedy = extracting.fitted(rows, [extracting.greedy_labels(one.texts) for one in training])

    def extracts(scores: Callable[[int], Sequence[float]]) -> list[str]:
        return [extracting.extract(document, scores(number)) for number, document in enumerate(documents)]

    def by(scorer: Any) -> list[str]:
        return extracts(lambda number: scorer.predict_proba(extracting.features(documents[number]))[:, 1].tolist())

    made = {
        "lead-3": extracts(lambda number: [-place for place in range(len(documents[number].sentences))]),
        "scorer, greedy-ROUGE labels": by(greedy),
        "scorer, our labels": by(ours),
        "our labels themselves": _labelled(testing, extracting.our_labels),
        "greedy-ROUGE labels themselves": _labelled(testing, lambda one: extracting.greedy_labels(one.texts)),
    }
    targets = [_lines(one) for one in testing]
    scores = {name: rouge(targets, texts) for name, texts in made.items()}
    title = f"Extraction: {len(training)} news pairs to train on, {len(testing)} held out"
    return table(title, scores, "scorer, greedy-ROUGE labels")


def _labelled(testing: Sequence[Alignment], labels: Callable[[Alignment], Floats]) -> list[str]:
    """Return the labelled sentences as extracts, all of them."""
    made = []
    for one in testing:
        document, wanted = one.texts.document, labels(one)
        chosen = [span for span, label in zip(document.sentences, wanted, strict=True) if label]
        made.append("\n".join(" ".join(document.words[slice(*span)]) for span in chosen))
    return made


def _lines(alignment: Alignment) -> str:
    summary = alignment.texts.summary
    return "\n".join(" ".join(summary.words[slice(*span)]) for span in summary.sentences)


def compression(training: Sequence[Alignment], testing: Sequence[Alignment], gold: Path) -> list[Table]:
    """Compare a deletion model with deletions of the same length."""
    records, held_out = (list(KINDS["compressions"].records(part)) for part in (training, testing))
    model = deleting.fitted(records)
    rate = sum(sum(record["kept"]) for record in records) / sum(len(record["kept"]) for record in records)
    random = np.random.default_rng(0)

    def kept(words: Sequence[str], number: int) -> dict[str, list[int]]:
        return {
            "first words": list(range(number)),
            "random words": deleting.kept_at_random(words, number, random),
            "deletion model": deleting.kept_by(model, words, number),
        }

    texts: dict[str, list[str]] = {}
    for record in held_out:
        words = record["tokens"]
        made = kept(words, max(1, round(rate * len(words))))
        made["the words kept by the alignment"] = [place for place, one in enumerate(record["kept"]) if one]
        for name, places in made.items():
            texts.setdefault(name, []).append(" ".join(words[place] for place in places))
    targets = [record["target"] for record in held_out]
    scores = {name: rouge(targets, own) for name, own in texts.items()}
    title = f"Compression: {len(records)} to train on, {len(held_out)} held out, {rate:.0%} of the words kept"
    tables = [table(title, scores, "first words")]
    if gold.exists():
        made_by_people = KINDS["compressions"].records(list(sumtrace.read_alignments(gold)))
        people = [record for record in made_by_people if not all(record["kept"])]
        right: dict[str, list[float]] = {}
        for record in people:
            true = {place for place, one in enumerate(record["kept"]) if one}
            for name, places in kept(record["tokens"], len(true)).items():
                right.setdefault(name, []).append(len(true & set(places)) / max(1, len(true)))
        means = tuple((name, f"{100 * float(np.mean(shares)):.1f}") for name, shares in right.items())
        title = f"People's {len(people)} compressions (Clarke and Lapata), as many words kept as they kept"
        tables.append(Table(title, ("", "kept words, F1"), means))
    return tables


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--words", type=int, default=200_000, help="words of documents")
    parser.add_argument("--held-out", type=float, default=1 / 3, help="share of the pairs to test on")
    parser.add_argument("--gold", type=Path, default=GOLD)
    parser.add_argument("--work", type=Path, default=WORK, help="folder for the alignments")
    options = parser.parse_args()
    alignments = aligned("news", options.words, options.work)
    cut = round(len(alignments) * (1 - options.held_out))
    training, testing = alignments[:cut], alignments[cut:]
    for one in (extraction(training, testing), *compression(training, testing, options.gold)):
        print(one.render("markdown"))


if __name__ == "__main__":
    main()
