"""Where a system goes wrong, as the 2005 article looked at it: kinds of errors, the null oracle, a sample to read.

Errors of links, over judged words:

- *identity over-trust*: a wrong link between two equal words;
- *far occurrence*: such a link where gold has the same word elsewhere in the document;
- *missed synonym*: a sure link of content words with different stems that was not found (``related``: WordNet puts them
  at most ``NEAR`` steps apart);
- *missed coreference*: a sure link of a pronoun with something else that was not found.

The *null oracle* drops all predicted links of words that gold leaves without any: what the system would reach if it knew
which words have no source.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from sumtrace.alignment.alignment import Alignment
from sumtrace.alignment.expansion import Rule, WordPair, from_word_pairs, sure_and_possible, word_links
from sumtrace.corpus.pair import Pair
from sumtrace.errors import InputError
from sumtrace.evaluation.counts import judged_words
from sumtrace.evaluation.matching import Matched, match
from sumtrace.evaluation.properties import kind_of, linked_phrases
from sumtrace.evaluation.scores import Scores, evaluate
from sumtrace.text import fold, stem
from sumtrace.text.wordnet import WordNet, load

Kind = Literal["incorrect", "partial"]
NEAR = 3
PRONOUNS = frozenset(
    "he she it they him her them his hers its their theirs i we you me us my our your who whom whose which that this "
    "these those himself herself itself themselves".split()
)


@dataclass(frozen=True, slots=True)
class Errors:
    """How many links are wrong or missing, and of what kind; ``far_distance`` is the median distance in words."""

    wrong: int
    identity: int
    far: int
    far_distance: float
    missed: int
    synonyms: int
    related: int
    coreference: int
    sure_synonyms: int
    sure_coreference: int


@dataclass(frozen=True, slots=True)
class Mistake:
    """A summary phrase of gold that a system traced elsewhere: ``partial`` if it found some of the source words.

    ``true`` and ``predicted`` are document phrases (empty: none); ``context`` is the document around the predicted or
    else the true source, ``summary_context`` the summary around the phrase.
    """

    pair: str
    phrase: str
    true: str
    predicted: str
    kind: Kind
    context: str
    summary_context: str


@dataclass(frozen=True, slots=True)
class Analysis:
    """One system's errors, its scores as they are and under the null oracle, and all its mistaken phrases."""

    errors: Errors
    scores: Scores
    oracle: Scores
    mistakes: tuple[Mistake, ...]


def analyse(gold: Sequence[Alignment], predicted: Sequence[Alignment], *, rule: Rule = "soft") -> Analysis:
    """Analyse a system's errors against gold that has sure links."""
    if not any(link.label == "S" for alignment in gold for link in alignment.links):
        raise InputError(
            "the gold has no sure links, so errors cannot be distinguished from gaps in it",
            hint="Score span gold and gold of unsupported words with sumtrace eval.",
        )
    matched = match(gold, predicted)
    by_link = any(len(link.doc_positions) > 1 or len(link.sum_positions) > 1 for a in gold for link in a.links)
    return Analysis(
        _errors(matched, rule),
        evaluate(gold, predicted, rule=rule),
        evaluate(gold, [null_oracle(one, two) for one, two in matched], rule=rule),
        tuple(mistake for one, two in matched for mistake in _mistakes(one, two, rule, by_link)),
    )


def null_oracle(gold: Alignment, predicted: Alignment) -> Alignment:
    """Return the prediction without the links of words that gold leaves unlinked."""
    sourced = {j for link in gold.links for j in link.sum_positions}
    kept = [key for key in word_links(predicted, "soft") if key[1] in sourced]
    whole = tuple(link for link in predicted.links if sourced.issuperset(link.sum_positions))
    if len(whole) == len(predicted.links):
        return predicted
    inside = {key for link in whole for key in word_links(replace(predicted, links=(link,)), "soft")}
    return replace(predicted, links=whole + from_word_pairs((key for key in kept if key not in inside), ()))


def sample(mistakes: Sequence[Mistake], count: int, *, seed: int = 0) -> list[Mistake]:
    """Return a random table of mistakes, the same for the same seed."""
    return random.Random(seed).sample(list(mistakes), min(count, len(mistakes)))


def _errors(matched: Sequence[Matched], rule: Rule) -> Errors:
    wordnet = load()
    counts = dict.fromkeys(
        (
            "wrong",
            "identity",
            "far",
            "missed",
            "synonyms",
            "related",
            "coreference",
            "sure_synonyms",
            "sure_coreference",
        ),
        0,
    )
    distances: list[int] = []
    for gold, predicted in matched:
        pair, judged = gold.texts, set(judged_words(gold))
        sure, possible = sure_and_possible(gold, rule)
        made = {key for key in word_links(predicted, rule) if key[1] in judged}
        for i, j in made - possible:
            counts["wrong"] += 1
            if fold(pair.document.words[i]) == fold(pair.summary.words[j]):
                counts["identity"] += 1
                twins = [k for k, other in possible if other == j and _same(k, i, pair)]
                if twins:
                    counts["far"] += 1
                    distances.append(min(abs(k - i) for k in twins))
        for key in sorted(sure):
            if key[1] not in judged:
                continue
            missed = key not in made
            counts["missed"] += missed
            if _is_coreference(key, pair):
                counts["sure_coreference"] += 1
                counts["coreference"] += missed
            elif _is_synonym(key, pair):
                counts["sure_synonyms"] += 1
                counts["synonyms"] += missed
                counts["related"] += missed and _is_related(key, pair, wordnet)
    middle = float(sorted(distances)[len(distances) // 2]) if distances else float("nan")
    return Errors(far_distance=middle, **counts)


def _same(k: int, i: int, pair: Pair) -> bool:
    return fold(pair.document.words[k]) == fold(pair.document.words[i])


def _is_coreference(key: WordPair, pair: Pair) -> bool:
    words = fold(pair.document.words[key[0]]), fold(pair.summary.words[key[1]])
    return words[0] != words[1] and any(word in PRONOUNS for word in words)


def _is_synonym(key: WordPair, pair: Pair) -> bool:
    words = pair.document.words[key[0]], pair.summary.words[key[1]]
    return stem(words[0]) != stem(words[1]) and all(kind_of(word) == "content" for word in words)


def _is_related(key: WordPair, pair: Pair, wordnet: WordNet) -> bool:
    distance = wordnet.distance(fold(pair.document.words[key[0]]), fold(pair.summary.words[key[1]]))
    return distance is not None and distance <= NEAR


def _mistakes(gold: Alignment, predicted: Alignment, rule: Rule, by_link: bool) -> Iterator[Mistake]:
    """Yield gold's phrases, and unsourced words, whose predicted source is wrong or only partly right.

    The predicted source of a phrase is every document word linked to one of its words. It is right if it holds nothing but
    possible words and every sure link was found; ``partial`` if it shares a word with gold's source, else ``incorrect``.
    """
    pair = gold.texts
    sure, possible = sure_and_possible(gold, rule)
    made = set(word_links(predicted, rule))
    phrases = [(one.sum, set(one.doc)) for one in linked_phrases(gold, by_link=by_link)]
    sourced = {j for words, _ in phrases for j in words}
    phrases += [((j,), set()) for j in judged_words(gold) if j not in sourced]
    for words, true in sorted(phrases, key=lambda phrase: phrase[0]):
        own = {key for key in made if key[1] in words}
        wanted = {key for key in sure if key[1] in words}
        if own <= possible and wanted <= own:
            continue
        found = {i for i, _ in own}
        yield Mistake(
            pair.id,
            _phrase(words, pair.summary.words),
            _phrase(sorted(true), pair.document.words),
            _phrase(sorted(found), pair.document.words),
            "partial" if found & true else "incorrect",
            _context(sorted(found or true), pair.document.words),
            _context(words, pair.summary.words),
        )


def _phrase(positions: Sequence[int], words: Sequence[str]) -> str:
    """Return words in order, with an ellipsis where some between them are left out."""
    parts = []
    for number, place in enumerate(positions):
        if number and place != positions[number - 1] + 1:
            parts.append("…")
        parts.append(words[place])
    return " ".join(parts)


def _context(positions: Sequence[int], words: Sequence[str], around: int = 4) -> str:
    if not positions:
        return ""
    start, end = max(0, positions[0] - around), min(len(words), positions[0] + around + 1)
    marked = [f"[{words[n]}]" if n in positions else words[n] for n in range(start, end)]
    return ("… " if start else "") + " ".join(marked) + (" …" if end < len(words) else "")
