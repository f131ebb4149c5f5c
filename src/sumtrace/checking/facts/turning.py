"""Sentences turned round: opposites, negation, certainty, quantity, and who did what to whom.

All of them need a document sentence that says nearly the same as the claim: the words around must fit, and the word in
question must have a counterpart at the same place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sumtrace.checking.facts.context import Context, Match, phrase
from sumtrace.checking.facts.fact import Finding, Kind
from sumtrace.checking.facts.wording import CERTAINTY, DENIALS, NEGATIONS, OPPOSITES, QUANTITY
from sumtrace.text import Span, fold, is_ignored, stem

LEAST: dict[Kind, float] = {"opposite": 0.6, "negation": 0.57, "certainty": 0.65, "quantity": 0.65, "roles": 0.62}
"""Evidence that each kind needs."""
LEAST_ADDED_NEGATION = 0.72
"""A "not" that only the summary has may sum up what the document says in other words."""
_SENTENCES = 2
_SCOPE = 4
"""Words that a negation or a modal reaches to its right."""
_STOPS = frozenset([",", ";", ":", ".", "but", "and", "(", ")"])


class Candidate(NamedTuple):
    """A word of the summary, its counterpart in the document, and how well their places match."""

    kind: Kind
    own: Span
    rival: Span
    match: Match
    added: bool = False
    """Whether it is a negation that only the summary has."""


def compare_turns(context: Context, claims: Sequence[Span]) -> Iterator[Finding]:
    """Yield what the summary turns round."""
    for candidate in candidates(context, claims):
        strength = convincing(candidate)
        if strength > 0:
            said, source = phrase(context.summary, candidate.own), phrase(context.document, candidate.rival)
            yield Finding(candidate.kind, candidate.own, candidate.rival, said, source, strength)


def convincing(candidate: Candidate) -> float:
    """Return how sure it is that the summary turns the document round, 0 where it is not."""
    return candidate.match.sureness(LEAST_ADDED_NEGATION if candidate.added else LEAST[candidate.kind])


def candidates(context: Context, claims: Sequence[Span]) -> Iterator[Candidate]:
    """Yield every pair of words that may turn a claim round."""
    words = context.summary.words
    stems = [stem(word) for word in words]
    for claim in claims:
        for t in range(*claim):
            if stems[t] in OPPOSITES and not context.summary_tags[t].startswith("NNP"):  # "North" in a name
                yield from _opposites(context, claim, t, stems)
            if fold(words[t]) in NEGATIONS or fold(words[t]) in CERTAINTY or fold(words[t]) in QUANTITY:
                yield from _scoped(context, claim, t, stems)
        yield from _dropped_negations(context, claim, stems)
        yield from _roles(context, claim, stems)


def _opposites(context: Context, claim: Span, t: int, stems: Sequence[str]) -> Iterator[Candidate]:
    for z in context.likeliest(claim, (t, t + 1))[:_SENTENCES]:
        start, end = context.document.sentences[z]
        if stems[t] in context.doc_stems[start:end] or _turned(context.summary.words, stems, t):
            return
        for j in range(start, end):
            if context.doc_stems[j] in OPPOSITES[stems[t]] and not _turned(
                context.document.words, context.doc_stems, j
            ):
                match = context.match(claim, (t, t + 1), (j, j + 1), z)
                yield Candidate("opposite", (t, t + 1), (j, j + 1), match)


def _scoped(context: Context, claim: Span, t: int, stems: Sequence[str]) -> Iterator[Candidate]:
    """Compare a negation, modal or quantifier with what stands before the same word in the document."""
    words, doc = context.summary.words, context.document.words
    scope = _reached(words, t, claim[1])
    own = fold(words[t])
    for s in scope:
        for z in context.likeliest(claim, (t, t + 1))[:_SENTENCES]:
            start, end = context.document.sentences[z]
            for j in range(start, end):
                if context.doc_stems[j] != stems[s]:
                    continue
                before = _standing_before(doc, j, start)
                match = context.match(claim, (t, s + 1), (j, j + 1), z)
                if own in NEGATIONS and s == scope[0] and not _denied(context, start, end):
                    yield Candidate("negation", (t, s + 1), (j, j + 1), match, added=True)
                told = [CERTAINTY[fold(doc[b])] for b in before if fold(doc[b]) in CERTAINTY]
                for b in before:
                    other = fold(doc[b])
                    if _far_apart(own, other, CERTAINTY, 2) and 1 not in told:  # "will likely" is in between
                        yield Candidate("certainty", (t, s + 1), (b, j + 1), match)
                    elif _far_apart(own, other, QUANTITY, 2) and own not in NEGATIONS and other not in NEGATIONS:
                        yield Candidate("quantity", (t, s + 1), (b, j + 1), match)


def _dropped_negations(context: Context, claim: Span, stems: Sequence[str]) -> Iterator[Candidate]:
    """Find a negation of the document that the claim leaves out."""
    words, doc = context.summary.words, context.document.words
    for z in context.likeliest(claim, (0, 0))[:1]:
        start, end = context.document.sentences[z]
        negations = [n for n in range(start, end) if fold(doc[n]) in NEGATIONS]
        if len(negations) != 1 or _denies(words, stems, claim):  # two may cancel each other out
            return
        n = negations[0]
        for j in _reached(doc, n, end)[:1]:
            for t in range(*claim):
                if stems[t] == context.doc_stems[j]:
                    match = context.match(claim, (t, t + 1), (n, j + 1), z)
                    yield Candidate("negation", (t, t + 1), (n, j + 1), match)


def _roles(context: Context, claim: Span, stems: Sequence[str]) -> Iterator[Candidate]:
    """Find a verb whose subject and object have changed places."""
    tags = context.summary_tags
    for t in range(*claim):
        if not tags[t].startswith("VB") or is_ignored(context.summary.words[t]):
            continue
        own = _around(context.summary.words, tags, t, claim)
        if own is None:
            continue
        for z in context.likeliest(claim, (0, 0))[:1]:
            start, end = context.document.sentences[z]
            for j in range(start, end):
                if context.doc_stems[j] != stems[t] or not context.tag(z, j).startswith("VB"):
                    continue
                shifted = [""] * start + list(context.tree(z).tags)
                other = _around(context.document.words, shifted, j, (start, end))
                if other is None or other.passive != own.passive:
                    continue
                before, after = stems[own.before], stems[own.after]
                if before == context.doc_stems[other.after] and after == context.doc_stems[other.before] != before:
                    spans = (own.before, own.after + 1), (other.before, other.after + 1)
                    yield Candidate("roles", *spans, Match(1.0, 1.0, 1.0))


class _Around(NamedTuple):
    before: int
    after: int
    passive: bool


def _around(words: Sequence[str], tags: Sequence[str], verb: int, span: Span) -> _Around | None:
    """Return the nouns right before and after a verb, and whether it is passive."""
    before = next((k for k in range(verb - 1, max(span[0], verb - 6) - 1, -1) if tags[k].startswith("NN")), None)
    after = next((k for k in range(verb + 1, min(span[1], verb + 7)) if tags[k].startswith("NN")), None)
    if before is None or after is None:
        return None
    while after + 1 < span[1] and tags[after + 1].startswith(("NN", "POS")):
        after += 1  # "the hauliers' federation" ends in its head
    between = (*words[before + 1 : verb], *words[verb + 1 : after])
    if any(mark in between for mark in (",", ";", "and", "who", "which", "that")):
        return None
    passive = "by" in words[verb + 1 : after]
    if tags[verb] == "VBN" and not passive and not {"has", "have", "had", "'ve"} & set(words[before + 1 : verb]):
        return None  # "laws being considered in several states": who considers them is left open
    return _Around(before, after, tags[verb] == "VBN" and passive)


def _reached(words: Sequence[str], start: int, end: int) -> list[int]:
    """Return the content words within reach of a negation or modal, up to the next mark."""
    reached = []
    for k in range(start + 1, min(end, start + 1 + _SCOPE)):
        if fold(words[k]) in _STOPS:
            break
        if not is_ignored(words[k]):
            reached.append(k)
    return reached[:2]


def _standing_before(words: Sequence[str], place: int, start: int) -> list[int]:
    before = []
    for k in range(place - 1, max(start, place - 1 - _SCOPE) - 1, -1):
        if fold(words[k]) in _STOPS:
            break
        before.append(k)
    return before


def _turned(words: Sequence[str], stems: Sequence[str], place: int) -> bool:
    """Whether something within reach of a word, itself apart, says "not"."""
    near = range(max(0, place - _SCOPE - 1), min(len(words), place + _SCOPE))
    return any(_says_not(words[k], stems[k]) for k in near if k != place)


def _says_not(word: str, own_stem: str) -> bool:
    folded = fold(word)
    return (
        folded in NEGATIONS
        or own_stem in DENIALS
        or (folded.startswith("un") and len(folded) > 5 and folded[:3] != "uni")
    )


def _denied(context: Context, start: int, end: int) -> bool:
    return _denies(context.document.words, context.doc_stems, (start, end))


def _denies(words: Sequence[str], stems: Sequence[str], span: Span) -> bool:
    """Whether anything in a sentence says "not", in whatever way."""
    return any(_says_not(words[k], stems[k]) for k in range(*span))


def _far_apart(own: str, other: str, degrees: dict[str, int], least: int) -> bool:
    return own in degrees and other in degrees and abs(degrees[own] - degrees[other]) >= least
