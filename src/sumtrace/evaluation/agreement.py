"""How far annotators agree: kappa over every decision to link two words or not.

A decision is a (document word, summary word) of a pair; phrases count as all pairs of their words. With ``po`` the
share of decisions on which annotators agree and ``pe`` the share expected by chance, kappa = (po - pe) / (1 - pe):
Cohen's for two annotators, Fleiss' for more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from sumtrace.alignment.alignment import Alignment
from sumtrace.alignment.expansion import sure_and_possible
from sumtrace.errors import InputError
from sumtrace.evaluation.counts import judged_words
from sumtrace.evaluation.matching import index, match
from sumtrace.evaluation.merging import Merge, merge
from sumtrace.evaluation.scores import Scores, evaluate
from sumtrace.text import is_ignored

Links = Literal["sure", "possible"]


@dataclass(frozen=True, slots=True)
class Kappa:
    """Agreement of some annotators on one kind of link and set of words; NaN where chance alone would agree fully."""

    annotators: tuple[str, ...]
    links: Links
    words: Literal["all", "content"]
    kappa: float
    raw: float
    decisions: int

    @property
    def band(self) -> str:
        """What Carletta (1996) lets one conclude."""
        if self.kappa != self.kappa:
            return "undefined"
        return "good" if self.kappa > 0.8 else "tentative" if self.kappa > 0.67 else "none"


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Two words that annotators label differently: 'S', 'P' or '' (no link) by annotator."""

    pair: str
    doc: int
    sum: int
    doc_word: str
    sum_word: str
    labels: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Agreement:
    """Everything about the agreement of annotators on the pairs that all of them annotated.

    ``against_others`` has None for an annotator whose others agree on no sure link: there is nothing to score against.
    """

    annotators: tuple[str, ...]
    pairs: int
    kappas: tuple[Kappa, ...]
    against_others: Mapping[str, Scores | None]
    disagreements: tuple[Disagreement, ...]


def agree(
    annotators: Mapping[str, Sequence[Alignment]], *, skip: Iterable[str] = (), how: Merge = "intersection"
) -> Agreement:
    """Compare annotators on the pairs they share, ``skip`` left out.

    Each is also scored as a system (sure links) against the others merged by ``how``; intersection is the article's.
    """
    if len(annotators) < 2:
        raise InputError(
            f"agreement needs at least two annotators, not {len(annotators)}",
            hint="Give one file per annotator, or one file whose alignments name different annotators.",
        )
    versions = _shared(annotators, set(skip))
    names = tuple(versions)
    count = len(next(iter(versions.values())))
    groups: list[tuple[int, ...]] = list(combinations(range(len(names)), 2))
    if len(names) > 2:
        groups.append(tuple(range(len(names))))
    kappas = [
        _kappa(versions, tuple(names[n] for n in group), links, words)
        for links in ("sure", "possible")
        for words in ("all", "content")
        for group in groups
    ]
    return Agreement(names, count, tuple(kappas), _against_others(versions, how), tuple(_disagreements(versions)))


def cohen(both: int, first: int, second: int, decisions: int) -> float:
    """Return Cohen's kappa from how many links both made, the first made and the second made."""
    observed = (decisions - first - second + 2 * both) / decisions
    chance = (first * second + (decisions - first) * (decisions - second)) / decisions**2
    return (observed - chance) / (1 - chance) if chance < 1 else float("nan")


def fleiss(votes: Mapping[int, int], annotators: int) -> float:
    """Return Fleiss' kappa from how many decisions got how many votes for a link."""
    decisions = sum(votes.values())
    share = sum(yes * n for yes, n in votes.items()) / (decisions * annotators)
    chance = share**2 + (1 - share) ** 2
    return (_raw(votes, annotators) - chance) / (1 - chance) if chance < 1 else float("nan")


def _raw(votes: Mapping[int, int], annotators: int) -> float:
    """Return the share of agreeing pairs of annotators over all decisions."""
    agreeing = sum(n * (yes * (yes - 1) + (annotators - yes) * (annotators - yes - 1)) for yes, n in votes.items())
    return agreeing / (sum(votes.values()) * annotators * (annotators - 1))


def _shared(annotators: Mapping[str, Sequence[Alignment]], skip: set[str]) -> dict[str, list[Alignment]]:
    by_name = {name: index(alignments, name) for name, alignments in annotators.items()}
    (first_name, first), *others = by_name.items()
    unknown = skip - set().union(*by_name.values())
    if unknown:
        raise InputError(f"no annotations for the pairs to skip: {', '.join(sorted(unknown))}")
    ids = [name for name in first if name not in skip and all(name in other for _, other in others)]
    if not ids:
        left = "no pairs in common besides those skipped" if skip else "no pairs in common"
        raise InputError(f"the annotators have {left}", hint="Ids must match across files.")
    start = [first[name] for name in ids]
    matched = [match(start, [own[name] for name in ids], sides=(first_name, other)) for other, own in others]
    columns = [[mine for mine, _ in matched[0]], *([theirs for _, theirs in both] for both in matched)]
    return dict(zip(by_name, columns, strict=True))


def _kappa(
    versions: Mapping[str, Sequence[Alignment]],
    names: tuple[str, ...],
    links: Links,
    words: Literal["all", "content"],
) -> Kappa:
    decisions = 0
    votes: Counter[int] = Counter()
    made = [0] * len(names)
    for group in zip(*(versions[name] for name in names), strict=True):
        pair = group[0].texts
        judged = set.intersection(*(set(judged_words(version)) for version in group))
        if words == "content":
            judged = {j for j in judged if not is_ignored(pair.summary.words[j])}
        decisions += len(judged) * len(pair.document)
        chosen = [
            {key for key in sure_and_possible(version, "all-pairs")[links == "possible"] if key[1] in judged}
            for version in group
        ]
        votes.update(Counter(key for keys in chosen for key in keys).values())
        made = [total + len(keys) for total, keys in zip(made, chosen, strict=True)]
    votes[0] = decisions - votes.total()
    if not decisions:
        return Kappa(names, links, words, float("nan"), float("nan"), 0)
    value = cohen(votes[2], made[0], made[1], decisions) if len(names) == 2 else fleiss(votes, len(names))
    return Kappa(names, links, words, value, _raw(votes, len(names)), decisions)


def _against_others(versions: Mapping[str, Sequence[Alignment]], how: Merge) -> dict[str, Scores | None]:
    scores: dict[str, Scores | None] = {}
    for name, own in versions.items():
        others = merge([version for other, version in versions.items() if other != name], how=how)
        is_sure = any(link.label == "S" for alignment in others for link in alignment.links)
        scores[name] = evaluate(others, [_sure_only(alignment) for alignment in own]) if is_sure else None
    return scores


def _sure_only(alignment: Alignment) -> Alignment:
    return Alignment(alignment.id, tuple(link for link in alignment.links if link.label == "S"), alignment.pair)


def _disagreements(versions: Mapping[str, Sequence[Alignment]]) -> Iterable[Disagreement]:
    for group in zip(*versions.values(), strict=True):
        pair = group[0].texts
        judged = set.intersection(*(set(judged_words(version)) for version in group))
        chosen = [sure_and_possible(version, "all-pairs") for version in group]
        for i, j in sorted(set().union(*(possible for _, possible in chosen)), key=lambda key: (key[1], key[0])):
            labels = ["S" if (i, j) in sure else "P" if (i, j) in possible else "" for sure, possible in chosen]
            if len(set(labels)) > 1 and j in judged:
                yield Disagreement(
                    pair.id,
                    i,
                    j,
                    pair.document.words[i],
                    pair.summary.words[j],
                    dict(zip(versions, labels, strict=True)),
                )
