"""Names of a summary against the names at the same place of its document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sumtrace.checking.facts.context import Context, Match, phrase
from sumtrace.checking.facts.fact import Finding
from sumtrace.checking.facts.names import name_words, read_names, same_name
from sumtrace.text import Span, fold

LEAST, LEAST_ELSEWHERE = 0.55, 0.65
"""Evidence that two names need before they differ; more where the document has the summary's name elsewhere."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A name of the summary, its best rival in the document, and how well their places match."""

    own: Span
    rival: Span
    match: Match
    elsewhere: bool


def compare_names(context: Context, claims: Sequence[Span]) -> Iterator[Finding]:
    """Yield names that the document replaces by others."""
    for candidate in candidates(context, claims):
        strength = convincing(candidate)
        if strength > 0:
            said, source = phrase(context.summary, candidate.own), phrase(context.document, candidate.rival)
            yield Finding("name", candidate.own, candidate.rival, said, source, strength)


def candidates(context: Context, claims: Sequence[Span]) -> Iterator[Candidate]:
    """Yield each name of the summary that has a rival and no equal where it belongs."""
    words = context.summary.words
    for claim in claims:
        tags = context.summary_tags[claim[0] : claim[1]]
        spans = [(a + claim[0], b + claim[0]) for a, b in read_names(words[claim[0] : claim[1]], tags)]
        named = {span: name_words(words, span) for span in spans}
        for span in spans:
            own = named[span]
            if not own:
                continue
            others = [name for other, name in named.items() if other != span]
            sentences = context.likeliest(claim, span)
            rivals = [(rival, z) for z in sentences for rival in _names_in(context, z)]
            beside = [name_words(context.document.words, rival) for rival, _ in rivals]
            if any(same_name(own, name) for name in beside) or _said(context, own, sentences):
                continue
            free = [
                (rival, z)
                for (rival, z), name in zip(rivals, beside, strict=True)
                if name and not any(same_name(name, other) for other in others)
            ]
            matches = [(context.match(claim, span, rival, z), rival) for rival, z in free]
            if matches:
                match, rival = max(matches, key=lambda pair: pair[0].role + pair[0].near)
                yield Candidate(span, rival, match, any(word in context.doc_folded for word in own))


def convincing(candidate: Candidate) -> float:
    """Return how sure it is that the two names stand for the same thing, 0 where it is not."""
    return candidate.match.sureness(LEAST_ELSEWHERE if candidate.elsewhere else LEAST)


def _names_in(context: Context, sentence: int) -> list[Span]:
    start, end = context.document.sentences[sentence]
    found = read_names(context.document.words[start:end], context.tree(sentence).tags)
    return [(a + start, b + start) for a, b in found]


def _said(context: Context, own: Sequence[str], sentences: Sequence[int]) -> bool:
    """Whether a word of the name stands in these sentences or right before or after them, name or not."""
    near = {z + step for z in sentences for step in (-1, 0, 1)} & set(range(len(context.document.sentences)))
    spoken = {
        fold(word).replace(".", "")
        for z in near
        for word in context.document.words[slice(*context.document.sentences[z])]
    }
    return any(word in spoken for word in own)
