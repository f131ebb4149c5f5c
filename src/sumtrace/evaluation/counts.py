"""Sufficient statistics of one scored pair: a row of numbers whose sums over pairs give every score.

Because all scores, macro averages included, are ratios of sums of these columns, a bootstrap sample is a weighted sum of
rows and no alignment is looked at twice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

import numpy as np

from sumtrace.alignment.alignment import Alignment
from sumtrace.alignment.expansion import Rule, WordPair, sure_and_possible, word_links
from sumtrace.array_types import Floats
from sumtrace.corpus.pair import Pair
from sumtrace.evaluation.matching import Matched
from sumtrace.text import fold, is_ignored

WORDS = ("all", "content", "identical", "non_identical")
"""The sets of links that are scored: all; those whose summary word is not on the ignore-list; those of two equal words
(case ignored); those of two different words."""

_LINK_COLUMNS = (
    "predicted",  # |A|, phrases as all pairs
    "predicted_possible",  # |A & possible|
    "soft_predicted",  # the same two by the soft rule
    "soft_possible",
    "sure",  # |sure|
    "found",  # |A & sure|
    "precision",  # of this pair, for macro averages, and whether it counts
    "precision_counts",
    "soft_precision",
    "soft_precision_counts",
    "recall",
    "recall_counts",
    "aer",
    "aer_counts",
)
_NULL_COLUMNS = ("gold", "predicted", "both")
_PHRASE_COLUMNS = ("predicted", "predicted_gold", "sure", "found")
_SPAN_COLUMNS = ("covered", "linked", "tokens", "inside")
_UNSUPPORTED_COLUMNS = ("gold", "predicted", "both", "supported", "kept")

COLUMNS = (
    *(f"{words}.{column}" for words in WORDS for column in _LINK_COLUMNS),
    *(f"null.{words}.{column}" for words in ("all", "content") for column in _NULL_COLUMNS),
    *(f"phrases.{column}" for column in _PHRASE_COLUMNS),
    *(f"spans.{column}" for column in _SPAN_COLUMNS),
    *(f"unsupported.{column}" for column in _UNSUPPORTED_COLUMNS),
    "possible",
    "judged_for_support",
)
COLUMN = {name: number for number, name in enumerate(COLUMNS)}


def count(matched: Sequence[Matched], rule: Rule = "soft") -> Floats:
    """Return the rows of all pairs, ``[pairs, columns]``."""
    rows = np.zeros((len(matched), len(COLUMNS)))
    for row, (gold, predicted) in zip(rows, matched, strict=True):
        for name, value in _pair_counts(gold, predicted, rule).items():
            row[COLUMN[name]] = value
    return rows


def judged_words(alignment: Alignment) -> list[int]:
    """Return the summary words that were judged, in order."""
    words = range(len(alignment.texts.summary))
    return list(words) if alignment.covered is None else sorted(set(alignment.covered))


def phrases(links: Collection[WordPair]) -> set[frozenset[WordPair]]:
    """Return the phrases of word links: connected blocks with more than one word on a side.

    Blocks make gold that stores words and predictions that store phrases comparable.
    """
    document: dict[int, list[int]] = defaultdict(list)
    summary: dict[int, list[int]] = defaultdict(list)
    for i, j in links:
        document[i].append(j)
        summary[j].append(i)
    blocks: set[frozenset[WordPair]] = set()
    done: set[int] = set()
    for start in document:
        if start in done:
            continue
        own, queue, reached = {start}, [start], set()
        while queue:
            for j in document[queue.pop()]:
                if j not in reached:
                    reached.add(j)
                    queue += (i for i in summary[j] if i not in own)
                    own.update(summary[j])
        done |= own
        if len(own) > 1 or len(reached) > 1:
            blocks.add(frozenset((i, j) for i in own for j in document[i]))
    return blocks


def _pair_counts(gold: Alignment, predicted: Alignment, rule: Rule) -> Mapping[str, float]:
    pair = gold.texts
    judged = judged_words(gold)
    allowed = set(judged)
    sure, possible = ({key for key in keys if key[1] in allowed} for keys in sure_and_possible(gold, rule))
    soft = {key for key in word_links(predicted, rule) if key[1] in allowed}
    hard = {key for key in word_links(predicted, "all-pairs") if key[1] in allowed}
    content = {j for j in judged if not is_ignored(pair.summary.words[j])}
    counts: dict[str, float] = {"possible": len(possible)}
    for words in WORDS:
        parts = (_of(words, keys, pair, content) for keys in (sure, possible, soft, hard))
        counts |= {f"{words}.{name}": value for name, value in _link_counts(*parts).items()}
    linked = {j for _, j in soft}
    for words, chosen in (("all", allowed), ("content", content)):
        unlinked = chosen - linked
        no_source = chosen - {j for _, j in possible}
        counts[f"null.{words}.gold"] = len(no_source)
        counts[f"null.{words}.predicted"] = len(unlinked)
        counts[f"null.{words}.both"] = len(no_source & unlinked)
    counts |= _phrase_counts(sure, possible, soft) | _span_counts(possible, soft, content)
    if gold.null is not None:
        counts |= _unsupported_counts(allowed, set(gold.null) & allowed, allowed - linked)
    return counts


def _of(words: str, links: set[WordPair], pair: Pair, content: set[int]) -> set[WordPair]:
    if words == "all":
        return links
    if words == "content":
        return {(i, j) for i, j in links if j in content}
    equal = {(i, j) for i, j in links if fold(pair.document.words[i]) == fold(pair.summary.words[j])}
    return equal if words == "identical" else links - equal


def _link_counts(
    sure: set[WordPair], possible: set[WordPair], soft: set[WordPair], hard: set[WordPair]
) -> dict[str, float]:
    hits, soft_hits, found = len(hard & possible), len(soft & possible), len(hard & sure)
    counts = {
        "predicted": len(hard),
        "predicted_possible": hits,
        "soft_predicted": len(soft),
        "soft_possible": soft_hits,
        "sure": len(sure),
        "found": found,
        "recall": found / len(sure) if sure else 0.0,
        "recall_counts": bool(sure),
        "aer": 1 - (found + hits) / (len(hard) + len(sure)) if hard or sure else 0.0,
        "aer_counts": bool(hard or sure),
    }
    # A pair without predictions has precision 0 if there was something to find; else it says nothing.
    for name, right, links in (("precision", hits, hard), ("soft_precision", soft_hits, soft)):
        counts[name] = right / len(links) if links else 0.0
        counts[f"{name}_counts"] = bool(links or sure)
    return counts


def _phrase_counts(sure: set[WordPair], possible: set[WordPair], soft: set[WordPair]) -> dict[str, float]:
    certain, proposed = phrases(sure), phrases(soft)
    return {
        "phrases.predicted": len(proposed),
        "phrases.predicted_gold": len(proposed & (certain | phrases(possible))),
        "phrases.sure": len(certain),
        "phrases.found": len(proposed & certain),
    }


def _span_counts(possible: set[WordPair], soft: set[WordPair], content: set[int]) -> dict[str, float]:
    covered = {j for _, j in possible} & content
    own = {(i, j) for i, j in soft if j in covered}
    return {
        "spans.covered": len(covered),
        "spans.linked": len({j for _, j in own}),
        "spans.tokens": len(own),
        "spans.inside": len(own & possible),
    }


def _unsupported_counts(judged: set[int], gold: set[int], predicted: set[int]) -> dict[str, float]:
    return {
        "judged_for_support": len(judged),
        "unsupported.gold": len(gold),
        "unsupported.predicted": len(predicted),
        "unsupported.both": len(gold & predicted),
        "unsupported.supported": len(judged - gold),
        "unsupported.kept": len(judged - gold - predicted),
    }
