"""The tables and the picture of the analyses, for the commands and the page of an experiment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sumtrace.baselines.cut_and_paste import CUTOFF
from sumtrace.evaluation.agreement import Agreement
from sumtrace.evaluation.error_analysis import Analysis, sample
from sumtrace.evaluation.properties import KINDS, Properties
from sumtrace.evaluation.scores import Scores
from sumtrace.experiments.findings import DecidedClaim
from sumtrace.report.score_tables import WORD_NAMES, score_name
from sumtrace.report.svg import bar_chart
from sumtrace.report.tables import Table, interval, percent

CARLETTA = "Carletta (1996): above .8 good, above .67 tentative conclusions, below none."
FAR = 30
"""Jumps beyond this distance share the outermost bars of the picture."""
LONGEST = 5
"""Phrases of this many words and more share a row of the table."""


def agreement_tables(result: Agreement, *, show: int = 20) -> list[Table]:
    """Return kappas, each annotator against the others, and the first disagreements."""
    kappas = tuple(
        (
            kappa.links,
            WORD_NAMES[kappa.words],
            ", ".join(kappa.annotators),
            "Cohen" if len(kappa.annotators) == 2 else "Fleiss",
            "–" if kappa.kappa != kappa.kappa else f"{kappa.kappa:.3f}",
            kappa.band,
            "–" if kappa.raw != kappa.raw else f"{100 * kappa.raw:.2f}",
            f"{kappa.decisions:,}",
        )
        for kappa in result.kappas
    )
    columns = ("links", "words", "annotators", "kind", "kappa", "conclusions", "raw agreement, %", "decisions")
    made = [Table(f"Agreement on {result.pairs} pairs", columns, kappas, 4, CARLETTA)]
    scored = {name: score.flat() for name, score in result.against_others.items() if score is not None}
    parts = ("precision", "recall", "soft_f")
    scores = tuple(
        (name, WORD_NAMES[words], *(percent(scored.get(name, {}).get(f"{words}.micro.{part}")) for part in parts))
        for name in result.annotators
        for words in ("all", "content")
    )
    notes = [score.signature for score in result.against_others.values() if score is not None][:1]
    if len(scored) < len(result.annotators):
        notes.append("A row of dashes means that the others agree on no sure link.")
    headings = ("annotator", "words", "P", "R", "SoftF")
    made.append(Table("Each annotator's sure links against the others", headings, scores, 2, " ".join(notes)))
    people = result.annotators
    listed = tuple(
        (d.pair, f"{d.sum_word} ({d.sum})", f"{d.doc_word} ({d.doc})", *(d.labels[name] or "–" for name in people))
        for d in result.disagreements[:show]
    )
    if listed:
        title = f"Disagreements, {len(listed)} of {len(result.disagreements)}"
        made.append(Table(title, ("pair", "summary word", "document word", *people), listed, 3 + len(people)))
    return made


def properties_table(sets: Mapping[str, Properties]) -> Table:
    """Return the properties of sets of alignments side by side."""

    def near(own: Properties, *wanted: int) -> str:
        total = sum(own.jumps.values())
        return percent(sum(own.jumps.get(jump, 0) for jump in wanted) / total if total else None)

    every = list(sets.values())
    rows = [
        ("pairs", *(f"{own.pairs:,}" for own in every)),
        ("summary words judged", *(f"{own.words:,}" for own in every)),
    ]
    rows.append(("unaligned, % of words", *(percent(own.unaligned) for own in every)))
    for kind in KINDS:
        rows.append((f"  {kind}, % of the unaligned", *(percent(own.unaligned_by_kind[kind]) for own in every)))
        rows.append((f"  {kind} words unaligned, %", *(percent(own.share_unaligned[kind]) for own in every)))
    for title, part in (("single words", "singletons"), ("phrases", "phrases")):
        rates = [getattr(own, part) for own in every]
        rows.append((f"{title} linked", *(f"{rate.count:,}" for rate in rates)))
        rows.append(("  identical, %", *(percent(rate.identical) for rate in rates)))
        rows.append(("  stem-identical, %", *(percent(rate.stem_identical) for rate in rates)))
    rows.append(("jumps between neighbours", *(f"{sum(own.jumps.values()):,}" for own in every)))
    rows.append(("  to the next word (+1), %", *(near(own, 1) for own in every)))
    rows.append(("  within 5 words, %", *(near(own, *range(-5, 6)) for own in every)))
    rows.append(("sentences with words only deleted, %", *(percent(own.deletions) for own in every)))
    rows.append(("  of them verbatim, % of sentences", *(percent(own.verbatim) for own in every)))
    return Table("Properties of alignments", ("", *sets), tuple(rows), 1)


def lengths_table(sets: Mapping[str, Properties]) -> Table:
    """Return how long linked phrases are."""

    def label(size: int) -> str:
        return str(size) if size < LONGEST else f"{LONGEST}+"

    def share(own: Properties, doc: int, summary: int) -> str:
        total = sum(own.lengths.values())
        found = sum(n for (a, b), n in own.lengths.items() if min(a, LONGEST) == doc and min(b, LONGEST) == summary)
        return percent(found / total if total else None)

    rows = tuple(
        (label(doc), label(summary), *(share(own, doc, summary) for own in sets.values()))
        for doc in range(1, LONGEST + 1)
        for summary in range(1, LONGEST + 1)
    )
    return Table("Lengths of linked phrases, % of links", ("document words", "summary words", *sets), rows, 2)


def findings_table(found: Sequence[DecidedClaim]) -> Table:
    """Return the claims about systems, and what became of them here."""
    rows = tuple(
        (
            one.claim if one.in_article else f"{one.claim} (not in the article)",
            one.verdict,
            f"{one.ahead} {percent(one.ahead_score)}",
            f"{one.behind} {percent(one.behind_score)}",
            f"{100 * one.test.difference:+.1f}",
            interval((one.test.low, one.test.high)),
            f"{one.test.randomisation_p:.4f}",
        )
        for one in found
    )
    columns = ("claim", "here", "the one", "the other", "difference", "95%", "p, randomisation")
    return Table("The article's findings, tested on this gold", columns, rows, 4)


def sweep_table(sweep: Mapping[int, tuple[Scores, Scores]], score: str) -> Table:
    """Return Cut & Paste by its cut-off, on documents and on extracts."""
    names = [score, *(["content.micro.soft_f"] if score == "all.micro.soft_f" else [])]
    rows = tuple(
        (str(cutoff), *(percent(scores.flat()[name]) for name in names for scores in both))
        for cutoff, both in sweep.items()
    )
    columns = ("least words", *(f"{score_name(name)}: {on}" for name in names for on in ("documents", "extracts")))
    note = f"{CUTOFF} words is the default for Cut & Paste."
    return Table("Cut & Paste by its cut-off", columns, rows, 1, note)


def jumps_chart(sets: Mapping[str, Properties]) -> str:
    """Return the histogram of jumps as an SVG document (the article's Figure 2)."""
    axis = range(-FAR, FAR + 1)
    shares = {label: _percentages(own.jumps) for label, own in sets.items()}
    return bar_chart(
        "Jumps to the next summary phrase's source",
        [f"{jump:+d}" if jump else "0" for jump in axis],
        {label: [own.get(jump, 0.0) for jump in axis] for label, own in shares.items()},
        x_label=f"distance in the document (+1: the next word; ±{FAR}: that far or further)",
        y_label="% of jumps",
        every=5,
    )


def oracle_table(analyses: Mapping[str, Analysis]) -> Table:
    """Return precision and F as they are, and if gold null words were null."""
    rows = []
    for words in ("all", "content"):
        for label, own in analyses.items():
            flats = own.scores.flat(), own.oracle.flat()
            parts = ("soft_precision", "soft_f")
            cells = (percent(flat[f"{words}.micro.{part}"]) for part in parts for flat in flats)
            rows.append((WORD_NAMES[words], label, *cells))
    columns = ("words", "system", "SoftP", "with oracle", "SoftF", "with oracle")
    signature = next(iter(analyses.values())).scores.signature
    return Table("Null oracle: links of words without a source dropped", columns, tuple(rows), 2, signature)


def kinds_table(analyses: Mapping[str, Analysis]) -> Table:
    """Return how many errors are of which kind."""

    def share(part: int, whole: int) -> str:
        return f"{part:,} ({percent(part / whole)}%)" if whole else "0"

    every = [own.errors for own in analyses.values()]
    rows = (
        ("wrong links", *(f"{own.wrong:,}" for own in every)),
        ("  identity over-trust: equal words", *(share(own.identity, own.wrong) for own in every)),
        ("  of them another occurrence of the right word", *(share(own.far, own.identity) for own in every)),
        ("    median distance, words", *("–" if own.far_distance != own.far_distance else f"{own.far_distance:.0f}" for own in every)),
        ("sure links missed", *(f"{own.missed:,}" for own in every)),
        ("  synonyms missed, of those in gold", *(share(own.synonyms, own.sure_synonyms) for own in every)),
        ("    of them related in WordNet", *(share(own.related, own.synonyms) for own in every)),
        ("  coreference missed, of that in gold", *(share(own.coreference, own.sure_coreference) for own in every)),
    )  # fmt: skip
    return Table("Kinds of errors", ("", *analyses), rows, 1)


def mistakes_table(label: str, own: Analysis, *, count: int = 10, seed: int = 0, context: bool = False) -> Table:
    """Return a random table of mistakes."""
    chosen = sample(own.mistakes, count, seed=seed)
    rows = tuple(
        (
            one.phrase,
            one.true or "(none)",
            one.predicted or "(none)",
            one.kind,
            *((one.summary_context, one.context) if context else ()),
        )
        for one in chosen
    )
    columns: tuple[str, ...] = ("summary phrase", "true phrase", "predicted phrase", "class")
    columns += ("in the summary", "in the document") if context else ()
    title = f"Mistakes of {label}: {len(chosen)} of {len(own.mistakes)}, seed {seed}"
    return Table(title, columns, rows, len(columns))


def _percentages(jumps: Mapping[int, int]) -> dict[int, float]:
    total = sum(jumps.values())
    shares: dict[int, float] = {}
    for jump, count in jumps.items():
        kept = max(-FAR, min(FAR, jump))
        shares[kept] = shares.get(kept, 0.0) + 100 * count / total
    return shares
