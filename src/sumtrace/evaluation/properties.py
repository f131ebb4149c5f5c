"""What alignments look like: unaligned words, phrase lengths, identity, jumps, sentences made by deletion alone.

*Linked phrases* are a link as it was made; in a set that has links of single words only, a connected block of them.
Only judged summary words count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sumtrace.alignment.alignment import Alignment
from sumtrace.alignment.expansion import word_links
from sumtrace.corpus.pair import Pair
from sumtrace.errors import InputError
from sumtrace.evaluation.counts import judged_words, phrases
from sumtrace.text import fold, is_ignored, stem

KINDS = ("punctuation", "function", "content")


class LinkedPhrases(NamedTuple):
    """A document phrase and a summary phrase that are linked, as token positions in order."""

    doc: tuple[int, ...]
    sum: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rates:
    """How many linked phrases there are of one sort, and the shares with identical words and with identical stems."""

    count: int
    identical: float
    stem_identical: float


@dataclass(frozen=True, slots=True)
class Properties:
    """The figures of one set of alignments; shares are NaN where there is nothing to share.

    ``jumps`` counts document jumps from linked phrases to those whose summary words come right after it: +1 is the next word.
    ``deletions`` is the share of summary sentences that are one document sentence with words left out (punctuation and
    case ignored), ``verbatim`` of those that stand in it in a row.
    """

    pairs: int
    words: int
    unaligned: float
    unaligned_by_kind: dict[str, float]
    share_unaligned: dict[str, float]
    lengths: dict[tuple[int, int], int]
    singletons: Rates
    phrases: Rates
    jumps: dict[int, int]
    deletions: float
    verbatim: float


def describe(alignments: Sequence[Alignment]) -> Properties:
    """Return the properties of a set of alignments; labels do not matter."""
    if not alignments:
        raise InputError("there are no alignments to describe")
    by_link = any(len(link.doc_positions) > 1 or len(link.sum_positions) > 1 for a in alignments for link in a.links)
    words: Counter[str] = Counter()
    missing: Counter[str] = Counter()
    lengths: Counter[tuple[int, int]] = Counter()
    jumps: Counter[int] = Counter()
    same: Counter[tuple[bool, str]] = Counter()
    sentences = deleted = verbatim = 0
    for alignment in alignments:
        pair = alignment.texts
        made = linked_phrases(alignment, by_link=by_link)
        linked = {j for one in made for j in one.sum}
        for j in judged_words(alignment):
            kind = kind_of(pair.summary.words[j])
            words[kind] += 1
            missing[kind] += j not in linked
        for one in made:
            lengths[len(one.doc), len(one.sum)] += 1
            single = len(one.doc) == len(one.sum) == 1
            same[single, "all"] += 1
            same[single, "identical"] += _equal(one, pair, stems=False)
            same[single, "stem"] += _equal(one, pair, stems=True)
        jumps.update(_jumps(made))
        for whole, part in _sentences(pair):
            sentences += 1
            deleted += whole
            verbatim += part
    total, gone = words.total(), missing.total()
    return Properties(
        pairs=len(alignments),
        words=total,
        unaligned=_share(gone, total),
        unaligned_by_kind={kind: _share(missing[kind], gone) for kind in KINDS},
        share_unaligned={kind: _share(missing[kind], words[kind]) for kind in KINDS},
        lengths=dict(sorted(lengths.items())),
        singletons=_rates(same, single=True),
        phrases=_rates(same, single=False),
        jumps=dict(sorted(jumps.items())),
        deletions=_share(deleted, sentences),
        verbatim=_share(verbatim, sentences),
    )


def linked_phrases(alignment: Alignment, *, by_link: bool) -> list[LinkedPhrases]:
    """Return the linked phrases of one alignment, in order of the summary."""
    judged = set(judged_words(alignment))
    if by_link:
        made = {LinkedPhrases(tuple(link.doc_positions), tuple(link.sum_positions)) for link in alignment.links}
    else:
        links = set(word_links(alignment, "all-pairs"))
        blocks = phrases(links)
        single = links.difference(*blocks)
        made = {LinkedPhrases((i,), (j,)) for i, j in single}
        made |= {LinkedPhrases(*(tuple(sorted({key[side] for key in block})) for side in (0, 1))) for block in blocks}
    return sorted((one for one in made if judged.issuperset(one.sum)), key=lambda one: (one.sum, one.doc))


def kind_of(word: str) -> str:
    """Return whether a word is punctuation, a function word (on the ignore-list) or a content word."""
    if not any(character.isalnum() for character in word):
        return "punctuation"
    return "function" if is_ignored(word) else "content"


def _equal(one: LinkedPhrases, pair: Pair, *, stems: bool) -> bool:
    form = stem if stems else fold
    return [form(pair.document.words[i]) for i in one.doc] == [form(pair.summary.words[j]) for j in one.sum]


def _jumps(made: Sequence[LinkedPhrases]) -> list[int]:
    starts = {one.sum[0]: one for one in reversed(made)}
    following = ((one, starts.get(one.sum[-1] + 1)) for one in made)
    return [after.doc[0] - before.doc[-1] for before, after in following if after is not None]


def _sentences(pair: Pair) -> list[tuple[bool, bool]]:
    """Return of every summary sentence whether words were only deleted from one sentence, and whether it is verbatim."""
    document = [_spoken(pair.document.words[a:b]) for a, b in pair.document.sentences]
    found = []
    for start, end in pair.summary.sentences:
        words = _spoken(pair.summary.words[start:end])
        if words:
            holding = [sentence for sentence in document if _is_subsequence(words, sentence)]
            found.append((bool(holding), any(_is_part(words, sentence) for sentence in holding)))
    return found


def _spoken(words: Sequence[str]) -> list[str]:
    return [fold(word) for word in words if any(character.isalnum() for character in word)]


def _is_subsequence(words: Sequence[str], sentence: Sequence[str]) -> bool:
    rest = iter(sentence)
    return all(word in rest for word in words)


def _is_part(words: Sequence[str], sentence: Sequence[str]) -> bool:
    return any(sentence[n : n + len(words)] == words for n in range(len(sentence) - len(words) + 1))


def _rates(same: Counter[tuple[bool, str]], *, single: bool) -> Rates:
    count = same[single, "all"]
    return Rates(count, _share(same[single, "identical"], count), _share(same[single, "stem"], count))


def _share(part: int, whole: int) -> float:
    return part / whole if whole else float("nan")
