"""Sentences turned round: opposites, negation, certainty, quantity, and who did what to whom.

All of them need a document sentence that says nearly the same as the claim: the words around must fit, and the word in
question must have a counterpart at the same place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sumtrace.checking.facts.context import Context, Match, phrase
from sumtrace.checking.facts.fact import Finding, Kind
from sumtrace.checking.facts.wording import CERTAINTY, DENIALS, NEGATIONS, OPPOSITES, QUANTITY, SIDED
from sumtrace.text import Span, fold, is_ignored, stem

LEAST: dict[Kind, float] = {"opposite": 0.55, "negation": 0.57, "certainty": 0.5, "quantity": 0.57, "roles": 0.62}
"""Evidence that each kind needs."""
LEAST_ADDED_NEGATION = 0.72
"""A "not" that only the summary has may sum up what the document says in other words."""
_SENTENCES = 2
_SCOPE = 4
"""Words that a negation or a modal reaches to its right."""
_ALIKE = 0.3
"""Cosine from which two verbs may say the same."""
_SIZE = 3
"""Words between a quantifier and what it counts."""
_PASSED = frozenset("longer also yet still ever any really certainly definitely".split())
"""Words that a negation or a modal reaches past: "no longer stops"."""
_STOPS = frozenset([",", ";", ":", ".", "but", "and", "(", ")"])


class TurnCandidate(NamedTuple):
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


def convincing(candidate: TurnCandidate) -> float:
    """Return how sure it is that the summary turns the document round, 0 where it is not."""
    return candidate.match.sureness(LEAST_ADDED_NEGATION if candidate.added else LEAST[candidate.kind])


def candidates(context: Context, claims: Sequence[Span]) -> Iterator[TurnCandidate]:
    """Yield every pair of words that may turn a claim round."""
    words = context.summary.words
    stems = [stem(word) for word in words]
    for claim in claims:
        for t in range(*claim):
            is_name = context.summary_tags[t].startswith("NNP")  # "North"
            if stems[t] in OPPOSITES and not is_name and _is_itself(words[t], stems[t]):
                yield from _opposites(context, claim, t, stems)
            if fold(words[t]) in NEGATIONS or fold(words[t]) in CERTAINTY or fold(words[t]) in QUANTITY:
                yield from _scoped(context, claim, t, stems)
        yield from _dropped_negations(context, claim, stems)
        yield from _roles(context, claim, stems)


def _opposites(context: Context, claim: Span, t: int, stems: Sequence[str]) -> Iterator[TurnCandidate]:
    for z in context.likeliest(claim, (t, t + 1))[:_SENTENCES]:
        start, end = context.document.sentences[z]
        if _turned(context.summary.words, stems, t):
            return
        said = [k for k in range(start, end) if context.doc_stems[k] == stems[t]]
        if any(_same_subject(context, claim, t, z, k) for k in said):
            return
        for j in range(start, end):
            other = context.doc_stems[j]
            if other not in OPPOSITES[stems[t]] or not _is_itself(context.document.words[j], other):
                continue
            if other in stems[claim[0] : claim[1]]:  # "from the smaller to the larger" tells both
                continue
            if _turned(context.document.words, context.doc_stems, j):
                continue
            if said and not (context.summary_tags[t].startswith("VB") and context.tag(z, j).startswith("VB")):
                continue
            if (said or {stems[t], other} in SIDED) and not _same_subject(context, claim, t, z, j):
                continue  # "orders rose but profit fell" tells which of them did
            match = context.match(claim, (t, t + 1), (j, j + 1), z)
            yield TurnCandidate("opposite", (t, t + 1), (j, j + 1), match)


def _is_itself(word: str, own_stem: str) -> bool:
    """Whether a word is not merely one with the stem of "up" or "down" ("downed")."""
    return own_stem not in ("up", "down") or fold(word) == own_stem


def _same_subject(context: Context, claim: Span, t: int, sentence: int, j: int) -> bool:
    """Whether two verbs have the same noun before them: "A beat B" says the same as "B lost to A"."""
    start = context.document.sentences[sentence][0]
    own = _noun_before(context.summary_tags, t, claim[0])
    other = _noun_before([""] * start + list(context.tree(sentence).tags), j, start)
    if own is None or other is None:
        return False
    return stem(context.summary.words[own]) == context.doc_stems[other]


def _noun_before(tags: Sequence[str], place: int, start: int) -> int | None:
    return next((k for k in range(place - 1, max(start, place - 6) - 1, -1) if tags[k].startswith("NN")), None)


def _scoped(context: Context, claim: Span, t: int, stems: Sequence[str]) -> Iterator[TurnCandidate]:
    """Compare a negation, modal or quantifier with what stands before the same or, for a modal, a like word."""
    words, doc = context.summary.words, context.document.words
    scope = _reached(words, t, claim[1])
    own = fold(words[t])
    for s in scope:
        for z in context.likeliest(claim, (t, t + 1))[:_SENTENCES]:
            start, end = context.document.sentences[z]
            for j in range(start, end):
                same = context.doc_stems[j] == stems[s]
                if not same and (own not in CERTAINTY or is_ignored(doc[j]) or context.alike(s, j) < _ALIKE):
                    continue
                before = _standing_before(doc, j, start)
                match = context.match(claim, (t, s + 1), (j, j + 1), z)
                counted = any(
                    _far_apart(own, fold(doc[b]), QUANTITY, 2) for b in before
                )  # "none of them", "most of them"
                if same and not counted and own in NEGATIONS and s == scope[0] and not _denied(context, start, end):
                    yield TurnCandidate("negation", (t, s + 1), (j, j + 1), match, added=True)
                told = [CERTAINTY[fold(doc[b])] for b in before if fold(doc[b]) in CERTAINTY]
                asked = "?" in doc[start:end]  # "could you come?" says nothing of what will be
                for b in before:
                    other = fold(doc[b])
                    reached = same or j in _reached(doc, b, end)[:1]
                    certain = reached and _far_apart(own, other, CERTAINTY, 2)
                    if certain and 1 not in told and not asked:  # "will likely" is in between
                        yield TurnCandidate("certainty", (t, s + 1), (b, j + 1), match)
                    elif same and _far_apart(own, other, QUANTITY, 2) and _counting(words, t, s, doc, b, j):
                        yield TurnCandidate("quantity", (t, s + 1), (b, j + 1), match)


def _counting(words: Sequence[str], t: int, s: int, doc: Sequence[str], b: int, j: int) -> bool:
    """Whether two quantifiers stand close to what they count, and neither is itself denied ("not all")."""
    denied = any(fold(text[k]) in NEGATIONS for text, place in ((words, t), (doc, b)) for k in range(place - 2, place))
    if fold(words[t]) in NEGATIONS or fold(doc[b]) in NEGATIONS:
        return not denied and s - t <= _SIZE and j - b <= _SIZE
    return not denied


def _dropped_negations(context: Context, claim: Span, stems: Sequence[str]) -> Iterator[TurnCandidate]:
    """Find a negation of the document that the claim leaves out."""
    words, doc = context.summary.words, context.document.words
    for z in context.likeliest(claim, (0, 0))[:1]:
        start, end = context.document.sentences[z]
        kept = _negated(words, claim)
        negations = [
            n for n in range(start, end) if fold(doc[n]) in NEGATIONS and (fold(doc[n]), _next(doc, n, end)) not in kept
        ]
        shared = len(kept & _negated(doc, (start, end)))
        denies = shared < len(kept) if kept else _denies(words, stems, claim)
        if len(negations) != 1 or denies:  # two may cancel each other out
            return
        n = negations[0]
        for j in _reached(doc, n, end)[:1]:
            for t in range(*claim):
                if stems[t] == context.doc_stems[j]:
                    match = context.match(claim, (t, t + 1), (n, j + 1), z)
                    yield TurnCandidate("negation", (t, t + 1), (n, j + 1), match)


def _negated(words: Sequence[str], span: Span) -> set[tuple[str, str]]:
    """Return the negations of a span, each with the stem of the first content word that it reaches."""
    return {(fold(words[k]), _next(words, k, span[1])) for k in range(*span) if fold(words[k]) in NEGATIONS}


def _next(words: Sequence[str], place: int, end: int) -> str:
    reached = _reached(words, place, end)
    return stem(words[reached[0]]) if reached else ""


def _roles(context: Context, claim: Span, stems: Sequence[str]) -> Iterator[TurnCandidate]:
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
            shifted = [""] * start + list(context.tree(z).tags)
            for j in range(start, end):
                if not shifted[j].startswith("VB") or is_ignored(context.document.words[j]):
                    continue
                if context.doc_stems[j] != stems[t] and context.alike(t, j) < _ALIKE:
                    continue
                other = _around(context.document.words, shifted, j, (start, end))
                if other is None:
                    continue
                agent, patient = stems[own.agent], stems[own.patient]
                if agent == context.doc_stems[other.patient] and patient == context.doc_stems[other.agent] != agent:
                    yield TurnCandidate("roles", own.span, other.span, Match(1.0, 1.0, 1.0))


class _Around(NamedTuple):
    """The nouns right before and after a verb."""

    before: int
    after: int
    passive: bool

    @property
    def agent(self) -> int:
        return self.after if self.passive else self.before

    @property
    def patient(self) -> int:
        return self.before if self.passive else self.after

    @property
    def span(self) -> Span:
        return self.before, self.after + 1


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
        if not is_ignored(words[k]) and fold(words[k]) not in _PASSED:
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
