"""What summaries are made of, by corpus, and what the 2005 article found of alignments, found again or not.

    python benchmarks/corpora.py [--words 60000] [--corpora news scitldr ...] [--picture docs/images/corpora.svg]

Samples of the corpora are aligned by the built-in model: about ``--words`` words of documents from each. Every summary
sentence is of one kind, by the sources that `sumtrace export` finds:

    invention     fewer than half of its content words have a source
    fusion        it has two or more source sentences
    copy          it stands in its source sentence as it is, case and punctuation aside
    compression   the words kept of its one source sentence are the sentence
    paraphrase    one source sentence, and words that it does not have
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from aligned_corpora import WORK, aligned

from sumtrace.alignment import Alignment
from sumtrace.evaluation.properties import Properties, describe
from sumtrace.export.traced import Traced, spoken, trace
from sumtrace.export.words import tag_of
from sumtrace.files import write_text
from sumtrace.report.analysis_tables import lengths_table, properties_table
from sumtrace.report.svg import bar_chart
from sumtrace.report.tables import Table, percent
from sumtrace.text import Span

KINDS = ("copy", "compression", "fusion", "paraphrase", "invention")
TAGS = ("copy", "rewrite", "invent")
HALF = 0.5


def kind_of(traced: Traced, sentence: Span) -> str | None:
    """Return what a summary sentence is; None where it has no content words."""
    content = traced.content(sentence)
    if not content:
        return None
    if sum(bool(traced.sources.get(j)) for j in content) < HALF * len(content):
        return "invention"
    found = traced.source_sentences(sentence)
    if len(found) > 1:
        return "fusion"
    start, end = traced.pair.document.sentences[found[0]]
    document = traced.pair.document.words
    own, source = spoken(traced.pair.summary.words[slice(*sentence)]), spoken(document[start:end])
    if any(source[n : n + len(own)] == own for n in range(len(source) - len(own) + 1)):
        return "copy"
    used = traced.used_by(sentence)
    kept = spoken([document[i] for i in range(start, end) if i in used])
    return "compression" if kept == own else "paraphrase"


def shares(alignments: Sequence[Alignment]) -> tuple[Counter[str], Counter[str]]:
    """Return how many sentences there are of each kind, and how many content words of each tag."""
    sentences: Counter[str] = Counter()
    words: Counter[str] = Counter()
    for alignment in alignments:
        traced = trace(alignment)
        for sentence in traced.pair.summary.sentences:
            kind = kind_of(traced, sentence)
            if kind is not None:
                sentences[kind] += 1
            words.update(tag_of(traced, j) for j in traced.content(sentence))
    return sentences, words


def made_of(corpora: dict[str, list[Alignment]]) -> tuple[Table, str]:
    """Return the table of kinds, and their picture."""
    rows, series = [], {}
    for name, alignments in corpora.items():
        sentences, words = shares(alignments)
        parts = [sentences[kind] / sentences.total() for kind in KINDS]
        tags = [words[tag] / words.total() for tag in TAGS]
        rows.append((name, str(len(alignments)), str(sentences.total()), *map(percent, (*parts, *tags))))
        series[name] = [100 * part for part in parts]
    columns = ("corpus", "pairs", "sentences", *KINDS, *(f"words: {tag}" for tag in TAGS))
    picture = bar_chart("What summary sentences are", KINDS, series, y_label="% of summary sentences")
    return Table("Summary sentences by kind and content words by tag, %", columns, tuple(rows)), picture


def findings(sets: dict[str, Properties]) -> Iterator[tuple[str, str, dict[str, float]]]:
    """Yield what the article reports, its figure, and ours on each corpus."""

    def each(figure: str) -> dict[str, float]:
        return {name: value for name, own in sets.items() for key, value in figures(own).items() if key == figure}

    yield "identical, % of links", "51 people, 69 its model", each("identical")
    yield "identical in stems, % of links", "67 people, 81 its model", each("stem-identical")
    yield "deletions of one sentence, % of sentences", "2.7", each("deletions")
    yield "jumps to the next word, %", "the most common (figure 2)", each("next")
    yield "next most common jump, %", "", each("second")
    yield "jumps backwards, %", "", each("backwards")
    yield "jumps of 100 words and more, %", "", each("far")
    yield "links of one word to one word, %", "", each("single")
    yield "unaligned, % of words", "", each("unaligned")
    yield "of these content words, %", "", each("content")


def figures(own: Properties) -> dict[str, float]:
    """Return the figures of one corpus that the article's can be compared with."""
    every = own.singletons.count + own.phrases.count
    jumps = Counter(own.jumps)
    total = jumps.total()

    def mean(part: str) -> float:
        rates = (own.singletons, own.phrases)
        return float(sum(getattr(rate, part) * rate.count for rate in rates if rate.count) / every)

    return {
        "identical": mean("identical"),
        "stem-identical": mean("stem_identical"),
        "deletions": own.deletions,
        "next": jumps[1] / total,
        "second": max(count for jump, count in jumps.items() if jump != 1) / total,
        "backwards": sum(count for jump, count in jumps.items() if jump < 1) / total,
        "far": sum(count for jump, count in jumps.items() if abs(jump) >= 100) / total,
        "single": own.singletons.count / every,
        "unaligned": own.unaligned,
        "content": own.unaligned_by_kind["content"],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--corpora", nargs="+", default=["news", "scitldr", "scisummnet", "papers"])
    parser.add_argument("--words", type=int, default=60_000, help="words of documents from each corpus")
    parser.add_argument("--work", type=Path, default=WORK, help="folder for the alignments")
    parser.add_argument("--picture", type=Path, help="write the picture here")
    options = parser.parse_args()
    corpora = {name: aligned(name, options.words, options.work) for name in options.corpora}
    table, picture = made_of(corpora)
    print(table.render("markdown"))
    if options.picture is not None:
        write_text(options.picture, picture)
    sets = {name: describe(alignments) for name, alignments in corpora.items()}
    rows = tuple(
        (name, article, *(percent(ours[corpus]) for corpus in corpora)) for name, article, ours in findings(sets)
    )
    print(Table("The article's findings", ("", "the article", *corpora), rows, 2).render("markdown"))
    print(properties_table(sets).render("markdown"))
    print(lengths_table(sets).render("markdown"))


if __name__ == "__main__":
    main()
