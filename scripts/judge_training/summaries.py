"""Pairs made of openly licensed summaries and of single true sentences: claims as the tool will see them, right and wrong."""

from __future__ import annotations

import gzip
import math
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from judge_training import corruptions
from judge_training.corruptions import Edit, Maker
from judge_training.pairs import CONTRADICTED, ENTAILED, NEUTRAL, Pair
from judge_training.substitutions import Swaps

COVERED = 0.62
"""A summary sentence is taken as true to its evidence where this share of its words, by weight, stands there."""
UNCOVERED = 0.45
REMOVED = 0.45
"""Share of claims that are also shown without their evidence."""
SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")
WORD = re.compile(r"\w+")


class _Entry(msgspec.Struct):
    document: str
    summary: str


class Versions:
    """Makes versions of a true claim; right, wrong and unsupported ones about equally often."""

    def __init__(self, opposites: Swaps, paraphrases: Swaps, chance: random.Random) -> None:
        self.chance = chance
        contradicting = corruptions.by_swaps(opposites, 1)
        self._same = corruptions.by_swaps(paraphrases, 3)
        self._wrong: list[Maker] = [
            *[contradicting] * 3,
            *[corruptions.number] * 2,
            *[corruptions.name] * 2,
            corruptions.negation,
            corruptions.swapped,
        ]

    def wrong(self, words: list[str], document: Sequence[str]) -> Edit | None:
        """Return a version that contradicts the claim; half of the time with harmless changes as well."""
        for maker in self.chance.sample(self._wrong, len(self._wrong)):
            made = maker(words, document, self.chance)
            if made is not None:
                return self._paraphrased(made, document) if self.chance.random() < 0.5 else made
        return None

    def right(self, words: list[str], document: Sequence[str]) -> Edit | None:
        """Return a version that says the same or less."""
        made = None
        if self.chance.random() < 0.5:
            made = corruptions.compressed(words, document, self.chance)
        if made is None or self.chance.random() < 0.5:
            made = self._same(made.words if made else words, document, self.chance) or made
        return made

    def unsupported(self, words: list[str], document: Sequence[str]) -> Edit | None:
        """Return a version that says more."""
        return corruptions.addition(words, document, self.chance)

    def _paraphrased(self, made: Edit, document: Sequence[str]) -> Edit:
        found = self._same(made.words, document, self.chance)
        if found is None or set(found.changed) & set(made.changed):
            return made
        return Edit(found.words, made.changed)


def of_summaries(file: Path, versions: Versions, per_document: int) -> Iterator[Pair]:
    """Yield claims of summaries against their best sentences, and versions of them."""
    chance = versions.chance
    decoder = msgspec.json.Decoder(_Entry)
    source = file.name.removesuffix(".jsonl.gz")
    with gzip.open(file) as lines:
        for line in lines:
            entry = decoder.decode(line)
            sentences = [sentence for sentence in entry.document.split("\n") if 5 <= sentence.count(" ") <= 60]
            claims = [claim for text in entry.summary.split("\n") for claim in SENTENCE_END.split(text)]
            claims = [claim for claim in claims if 6 <= claim.count(" ") <= 45]
            chance.shuffle(claims)
            if len(sentences) >= 4:
                ranking = Ranking(sentences)
                for claim in claims[:per_document]:
                    yield from _of_claim(claim, sentences, ranking, versions, source)
            for place in chance.sample(range(len(sentences)), min(1, len(sentences))):
                yield from _of_sentence(place, sentences, versions, f"{source}_sentences")


def of_true_sentences(pairs: Sequence[Pair], count: int, versions: Versions) -> Iterator[Pair]:
    """Yield copies and versions of evidence that is one sentence, to balance sets that only contradict."""
    chance = versions.chance
    for pair in chance.sample(pairs, min(count, len(pairs))):
        other = chance.choice(pairs).evidence
        words = pair.evidence.split()
        makers = ("copy", "right", "right", "right", "wrong", "unsupported")
        kind = chance.choice(makers)
        evidence = _beside(pair.evidence, [other] if chance.random() < 0.3 else [], chance)
        if kind == "copy":
            yield Pair(evidence, pair.evidence, ENTAILED, "copies", ())
        elif kind == "right" and (made := versions.right(words, words)):
            yield Pair(evidence, " ".join(made.words), ENTAILED, "copies", ())
        elif kind == "wrong" and (made := versions.wrong(words, other.split())):
            yield Pair(evidence, " ".join(made.words), CONTRADICTED, "copies", made.changed)
        elif kind == "unsupported" and (made := versions.unsupported(words, words)):
            yield Pair(evidence, " ".join(made.words), NEUTRAL, "copies")


class Ranking:
    """Ranks a document's sentences for a claim by the share of the claim's words, weighted by rarity, that they hold."""

    def __init__(self, sentences: Sequence[str]) -> None:
        self._bags = [set(WORD.findall(sentence.lower())) for sentence in sentences]
        self._counts = Counter(word for bag in self._bags for word in bag)

    def coverage(self, claim: str, places: Sequence[int]) -> float:
        """Return the weighted share of the claim's words that stand in these sentences."""
        words = set(WORD.findall(claim.lower()))
        held = {word for place in places for word in self._bags[place]}
        total = sum(map(self._weight, words))
        return sum(self._weight(word) for word in words & held) / total if total else 0.0

    def best(self, claim: str, count: int) -> list[int]:
        """Return the sentences that hold most of the claim, the best first."""
        scores = [self.coverage(claim, [place]) for place in range(len(self._bags))]
        return sorted(range(len(scores)), key=lambda place: -scores[place])[:count]

    def _weight(self, word: str) -> float:
        return max(0.3, math.log((len(self._bags) + 1) / (self._counts[word] + 0.5)))


def _of_claim(
    claim: str, sentences: Sequence[str], ranking: Ranking, versions: Versions, source: str
) -> Iterator[Pair]:
    chance = versions.chance
    ranked = ranking.best(claim, 6)
    places = ranked[: chance.choice((1, 2, 2))]
    rest = ranked[2:4]
    document = " ".join(sentences[place] for place in ranked).split()
    evidence = _joined(sentences, places)
    if ranking.coverage(claim, places) >= COVERED:
        words = claim.split()
        yield Pair(evidence, claim, ENTAILED, source, ())
        if made := versions.right(words, document):
            yield Pair(evidence, " ".join(made.words), ENTAILED, source, ())
        for _ in range(2):
            if made := versions.wrong(words, document):
                yield Pair(evidence, " ".join(made.words), CONTRADICTED, source, made.changed)
        if chance.random() < 0.5 and (made := versions.unsupported(words, document)):
            yield Pair(evidence, " ".join(made.words), NEUTRAL, source)
    if chance.random() < REMOVED and ranking.coverage(claim, rest) < UNCOVERED:
        yield Pair(_joined(sentences, rest), claim, NEUTRAL, source)


def _of_sentence(place: int, sentences: Sequence[str], versions: Versions, source: str) -> Iterator[Pair]:
    """Yield versions of one of the document's own sentences, with a sentence beside it as evidence or without."""
    chance = versions.chance
    words = sentences[place].split()
    document = " ".join(sentences[max(0, place - 3) : place + 4]).split()
    beside = [place, place + 1] if place + 1 < len(sentences) and chance.random() < 0.5 else [place]
    evidence = _joined(sentences, beside)
    if made := versions.right(words, document):
        yield Pair(evidence, " ".join(made.words), ENTAILED, source, ())
    if made := versions.wrong(words, document):
        yield Pair(evidence, " ".join(made.words), CONTRADICTED, source, made.changed)


def _joined(sentences: Sequence[str], places: Sequence[int]) -> str:
    return " ".join(sentences[place] for place in sorted(places))


def _beside(sentence: str, others: list[str], chance: random.Random) -> str:
    together = [sentence, *others]
    chance.shuffle(together)
    return " ".join(together)
