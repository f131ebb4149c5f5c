"""A paraphrase table: document phrases and what summaries make of them, counted over all pairs.

Phrase pairs are those consistent with the word links (Och, Tillmann & Ney 1999): no word of either phrase is linked outside
the other. Here both phrases also begin and end with linked words, within one sentence each, and are LONGEST words at most.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from sumtrace.alignment.alignment import Alignment
from sumtrace.export.kind import Column, Kind, Record
from sumtrace.export.traced import Traced, trace
from sumtrace.text import Span, fold

LONGEST = 4

Points = tuple[tuple[int, int], ...]
"""Which word of the document phrase is linked with which of the summary phrase."""


def phrase_pairs(traced: Traced) -> Iterator[tuple[Span, Span]]:
    """Yield the consistent phrase pairs of an alignment: (document span, summary span)."""
    uses: dict[int, set[int]] = defaultdict(set)
    for j, sources in traced.sources.items():
        for i in sources:
            uses[i].add(j)
    for begin, stop in traced.pair.summary.sentences:
        for a in range(begin, stop):
            for b in range(a + 1, min(a + LONGEST, stop) + 1):
                if a not in traced.sources or b - 1 not in traced.sources:
                    continue
                behind = traced.used_by((a, b))
                start, end = min(behind), max(behind) + 1
                if (
                    end - start <= LONGEST
                    and traced.sentence_of[start] == traced.sentence_of[end - 1]
                    and all(a <= j < b for i in range(start, end) for j in uses[i])
                ):
                    yield (start, end), (a, b)


def _records(alignments: Iterable[Alignment]) -> Iterator[Record]:
    counts: Counter[tuple[str, str]] = Counter()
    points: dict[tuple[str, str], Counter[Points]] = defaultdict(Counter)
    for alignment in alignments:
        traced = trace(alignment)
        for doc, summary in phrase_pairs(traced):
            key = _phrase(traced.pair.document.words[slice(*doc)]), _phrase(traced.pair.summary.words[slice(*summary)])
            counts[key] += 1
            points[key][_points(traced, doc, summary)] += 1
    sources: Counter[str] = Counter()
    targets: Counter[str] = Counter()
    for (source, target), count in counts.items():
        sources[source] += count
        targets[target] += count
    for source, target in sorted(counts):  # Moses wants the entries of one source together
        count = counts[source, target]
        yield {
            "source": source,
            "target": target,
            "source_given_target": count / targets[target],
            "target_given_source": count / sources[source],
            "alignment": [list(point) for point in points[source, target].most_common(1)[0][0]],
            "target_count": targets[target],
            "source_count": sources[source],
            "count": count,
        }


def _points(traced: Traced, doc: Span, summary: Span) -> Points:
    return tuple(sorted((i - doc[0], j - summary[0]) for j in range(*summary) for i in traced.sources.get(j, ())))


def _phrase(words: Iterable[str]) -> str:
    """Return folded words with a space between two; a space inside a word becomes an underscore."""
    return " ".join("_".join(fold(word).split()) or "_" for word in words)


PARAPHRASES = Kind(
    "paraphrases",
    "a phrase of the documents and what it became in summaries",
    (
        Column("source", "string", "the document phrase, case-folded"),
        Column("target", "string", "the summary phrase, case-folded"),
        Column("source_given_target", "float", "count / target_count"),
        Column("target_given_source", "float", "count / source_count"),
        Column("alignment", "list<list<int>>", "the most common word links inside: [word of source, word of target]"),
        Column("target_count", "int", "how often the target was linked to anything"),
        Column("source_count", "int", "how often the source was linked to anything"),
        Column("count", "int", "how often the two were linked"),
    ),
    _records,
)
