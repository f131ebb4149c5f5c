"""Passages: which part of the document a summary word draws on, whether or not it is linked to a word there.

Links say which words became a word; a passage says where to read more.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from sumtrace.corpus.pair import Pair
from sumtrace.errors import InputError
from sumtrace.text import Span


@dataclass(frozen=True, slots=True)
class Passage:
    """The passage that one summary word draws on.

    ``sent`` is the document sentence, ``doc`` the token span in it around ``at``, where the evidence is densest; ``prob``
    is the probability of the sentence. ``document`` names the document if there are several. ``also`` lists
    other sentences, likeliest first, if the probability is spread.
    """

    sent: int
    doc: Span
    at: int
    prob: float
    document: str | None = None
    also: tuple[Passage, ...] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """A document sentence that a phrase of the summary draws on.

    ``sum`` is the phrase, ``doc`` the tokens of the sentence that its words point to, ``doc_chars`` the same as characters
    of the document's string. ``prob`` is the share of the phrase that draws on it: the mean of its words' probabilities.
    """

    sum: Span
    sent: int
    doc: Span
    doc_chars: Span
    prob: float
    document: str | None = None


LEAST_SHARE = 0.1
"""How much of a phrase must draw on a sentence that is no word's likeliest."""


def sources_of(passages: Sequence[Passage | None], span: Span, pair: Pair) -> list[Source]:
    """Return the sentences that a token span of the summary draws on, likeliest first."""
    start, end = span
    if not 0 <= start < end <= len(passages):
        raise InputError(f"no span [{start}, {end}) in a summary of {len(passages)} words", pair=pair.id)
    drawn = [passage for passage in passages[start:end] if passage is not None]
    chosen = {passage.sent for passage in drawn}
    found = sorted((own for passage in drawn for own in (passage, *passage.also)), key=lambda own: own.sent)
    sources = []
    for sent, group in itertools.groupby(found, key=lambda own: own.sent):
        own = list(group)
        doc = (min(passage.doc[0] for passage in own), max(passage.doc[1] for passage in own))
        prob = sum(passage.prob for passage in own) / (end - start)
        if sent in chosen or prob >= LEAST_SHARE:
            sources.append(Source(span, sent, doc, pair.document.characters(doc), prob, own[0].document))
    return sorted(sources, key=lambda source: -source.prob)


def check_passages(passages: Sequence[Passage | None], pair: Pair | None, name: str) -> None:
    """Reject passages that do not fit the pair or each other."""
    if pair is not None and len(passages) != len(pair.summary):
        raise InputError(f"sources has {len(passages)} entries for {len(pair.summary)} summary words", pair=name)
    for number, passage in enumerate(passages):
        for own in () if passage is None else (passage, *passage.also):
            if problem := _problem(own, pair):
                raise InputError(f"sources[{number}]: {problem}", pair=name)


def _problem(passage: Passage, pair: Pair | None) -> str | None:
    start, end = passage.doc
    if not 0.0 <= passage.prob <= 1.0:
        return f"probability {passage.prob} is not between 0 and 1"
    if not 0 <= start <= passage.at < end:
        return f"token {passage.at} is not in the span [{start}, {end})"
    if pair is None:
        return None if passage.sent >= 0 else f"there is no document sentence {passage.sent}"
    sentences = pair.document.sentences
    if not 0 <= passage.sent < len(sentences):
        return f"there is no document sentence {passage.sent}; they are numbered 0 to {len(sentences) - 1}"
    first, last = sentences[passage.sent]
    if start < first or end > last:
        return f"the span [{start}, {end}) is not in sentence {passage.sent}, which is [{first}, {last})"
    part = pair.part_of(passage.at)
    if passage.document not in (None, part.id if part else None):
        return f"token {passage.at} is not in document {passage.document!r}"
    return None
