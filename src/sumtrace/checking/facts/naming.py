"""Names of a summary against the names at the same place of its document.

A name that the document never has is compared with the names at the place that fits the rest of its claim best. One that
the document has elsewhere must fit its claim clearly worse wherever it stands: somebody else did this. Where both names
have the same title ("Caretaker Emil Brandt", "the caretaker, Emil Brandt") and the summary's never has it in the document,
less evidence will do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sumtrace.checking.facts.context import Context, Match, phrase
from sumtrace.checking.facts.fact import Finding
from sumtrace.checking.facts.names import name_words, read_names, same_name
from sumtrace.text import Span, fold, is_ignored, stem

LEAST, LEAST_ELSEWHERE, LEAST_TITLED = 0.5, 0.6, 0.4
"""Evidence that two names need: if the document never has the summary's, if it has it elsewhere, if titles are the same."""
LEAST_ROLE = 0.15
"""How alike two names must be in their company: a place does not stand for a person."""
LEAD = 0.15
"""How much better the rival must fit the claim than the name itself does where the document has it."""
_SENTENCES, _MENTIONS = 2, 24
"""How many document sentences, and mentions of the name itself, are looked at."""


@dataclass(frozen=True, slots=True)
class NameCandidate:
    """A name of the summary, its best rival in the document, and how well their places match.

    ``lead`` is how much better the rival fits than the name's own mentions do, None where it has none.
    """

    own: Span
    rival: Span
    match: Match
    lead: float | None
    titled: bool


def compare_names(context: Context, claims: Sequence[Span]) -> Iterator[Finding]:
    """Yield names that the document replaces by others."""
    for candidate in candidates(context, claims):
        strength = convincing(candidate)
        if strength > 0:
            said, source = phrase(context.summary, candidate.own), phrase(context.document, candidate.rival)
            yield Finding("name", candidate.own, candidate.rival, said, source, strength)


def convincing(candidate: NameCandidate) -> float:
    """Return how sure it is that the two names stand for the same thing, 0 where it is not."""
    if candidate.match.role < LEAST_ROLE:
        return 0.0
    if candidate.titled and (candidate.lead is None or candidate.lead > 0):
        return candidate.match.sureness(LEAST_TITLED)
    if candidate.lead is None:
        return candidate.match.sureness(LEAST)
    return candidate.match.sureness(LEAST_ELSEWHERE) if candidate.lead >= LEAD else 0.0


def candidates(context: Context, claims: Sequence[Span]) -> Iterator[NameCandidate]:
    """Yield each name of the summary that has a rival and no equal where it belongs."""
    words = context.summary.words
    for claim in claims:
        tags = context.summary_tags[claim[0] : claim[1]]
        spans = [(a + claim[0], b + claim[0]) for a, b in read_names(words[claim[0] : claim[1]], tags)]
        spans = [_without_common(context, span) for span in spans]
        named = {span: name_words(words, span) for span in spans if span[0] < span[1]}
        for span, own in named.items():
            if own:
                others = [name for other, name in named.items() if other != span]
                yield from _rivals(context, claim, span, own, others)


def _rivals(
    context: Context, claim: Span, span: Span, own: Sequence[str], others: Sequence[Sequence[str]]
) -> Iterator[NameCandidate]:
    there = [(rival, z) for z in context.likeliest(claim, span)[:_SENTENCES] for rival in _names_in(context, z)]
    named = [name_words(context.document.words, rival) for rival, _ in there]
    matches = [
        (context.match(claim, span, rival, z), rival, z)
        for (rival, z), name in zip(there, named, strict=True)
        if _is_free(name, own, others)
    ]
    if not matches:
        return
    match, rival, z = max(matches, key=lambda found: found[0].evidence)
    mentions = _mentions(context, own)
    titled = _same_title(context, claim, span, rival, mentions)
    beside = any(at in (z - 1, z) for _, at in mentions)
    if not titled and (beside or any(same_name(own, name) for name in named)):
        return  # "he" may be the one just named, and two in one sentence may act together
    lead = None
    if mentions:
        lead = match.evidence - max(context.match(claim, span, mention, at).evidence for mention, at in mentions)
    yield NameCandidate(span, rival, match, lead, titled)


def _is_free(name: Sequence[str], own: Sequence[str], others: Sequence[Sequence[str]]) -> bool:
    """Whether a name of the document can stand for ``own``: neither the same, nor in the claim already."""
    return bool(name) and not same_name(own, name) and not any(same_name(name, other) for other in others)


def _names_in(context: Context, sentence: int) -> list[Span]:
    start, end = context.document.sentences[sentence]
    found = read_names(context.document.words[start:end], context.tree(sentence).tags)
    return [(a + start, b + start) for a, b in found]


def _mentions(context: Context, own: Sequence[str]) -> list[tuple[Span, int]]:
    """Return where the document has a word of a name, with the sentence, at most a few."""
    places = [j for word in own for j in context.doc_places.get(word, ())][:_MENTIONS]
    return [((j, j + 1), context.document.sentence_of(j)) for j in sorted(places)]


def _without_common(context: Context, span: Span) -> Span:
    """Return a name without leading words that the document has in lower case: "Caretaker" in "Caretaker Sofia Kern"."""
    start, end = span
    while start < end - 1 and context.summary.words[start].lower() in context.doc_lower:
        start += 1
    return start, end


def _same_title(context: Context, claim: Span, own: Span, rival: Span, mentions: Sequence[tuple[Span, int]]) -> bool:
    """Whether both names have a title in common that the summary's name never has in the document."""
    sentence = context.document.sentences[context.document.sentence_of(rival[0])]
    shared = _titles(context.summary.words, own, claim) & _titles(context.document.words, rival, sentence)
    for mention, at in mentions:
        shared -= _titles(context.document.words, mention, context.document.sentences[at])
    return bool(shared)


def _titles(words: Sequence[str], name: Span, within: Span) -> set[str]:
    """Return the stems of the two words before a name, a comma between them or not."""
    place = name[0] - 1
    if place >= within[0] and words[place] == ",":
        place -= 1
    found: set[str] = set()
    while place >= within[0] and len(found) < 2 and not is_ignored(words[place]) and fold(words[place]).isalpha():
        found.add(stem(words[place]))
        place -= 1
    return found
