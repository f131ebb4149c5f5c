"""Which phrases of a summary cite which sentences: neighbouring words with the same source share one citation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sumtrace.alignment import Alignment, Passage
from sumtrace.corpus import Pair
from sumtrace.text import Span, is_ignored


@dataclass(frozen=True, slots=True)
class Phrase:
    """Neighbouring summary words that draw on the same document sentence, None where on nothing.

    ``prob`` is the mean probability of the words that draw on it.
    """

    span: Span
    sent: int | None
    prob: float = 0.0
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Citation:
    """A document sentence that is cited; ``sentence`` counts from 1 in its own document, ``sent`` from 0 in all."""

    number: int
    document: str | None
    sentence: int
    sent: int
    tokens: Span
    chars: Span
    text: str

    @property
    def place(self) -> str:
        """Where the sentence stands: ``Council minutes, sentence 14``."""
        return f"sentence {self.sentence}" if self.document is None else f"{self.document}, sentence {self.sentence}"


@dataclass(frozen=True, slots=True)
class Cited:
    """A summary in phrases, and the sentences they cite in the order of their numbers."""

    id: str
    pair: Pair
    phrases: tuple[Phrase, ...]
    citations: tuple[Citation, ...]

    def pieces(self) -> list[tuple[str, int | None]]:
        """Return the summary's string in pieces, each with the number to set after it, if any.

        A number stands after the last word of its phrase, before the punctuation that closes it.
        """
        text = self.pair.summary
        pieces: list[tuple[str, int | None]] = []
        position = 0
        for phrase in self.phrases:
            if phrase.number is None:
                continue
            start, end = phrase.span
            worded = [j for j in range(start, end) if any(c.isalnum() for c in text.words[j])]
            stop = text.offsets[worded[-1] if worded else end - 1][1]
            pieces.append((text.string[position:stop], phrase.number))
            position = stop
        return [*pieces, (text.string[position:], None)]

    def unsourced(self) -> list[str]:
        """Return the phrases that draw on nothing, exactly as in the summary."""
        return [flat(self.pair.summary.phrase(phrase.span)) for phrase in self.phrases if phrase.sent is None]


def cite(alignment: Alignment) -> Cited:
    """Return the summary of an alignment with its citations, numbered in the order of their first use."""
    pair = alignment.texts
    passages = alignment.passages or (None,) * len(pair.summary)
    phrases = [phrase for sentence in pair.summary.sentences for phrase in _phrases(pair, passages, sentence)]
    numbers: dict[int, int] = {}
    for phrase in phrases:
        if phrase.sent is not None:
            numbers.setdefault(phrase.sent, len(numbers) + 1)
    return Cited(
        alignment.id,
        pair,
        tuple(replace(own, number=None if own.sent is None else numbers[own.sent]) for own in phrases),
        tuple(_citation(pair, sent, number) for sent, number in numbers.items()),
    )


def flat(string: str) -> str:
    """Return a string on one line."""
    return " ".join(string.split())


def _phrases(pair: Pair, passages: Sequence[Passage | None], sentence: Span) -> list[Phrase]:
    """Return the phrases of a summary sentence; one without a content word joins the phrase before it, or after it."""
    runs: list[list[int]] = []
    for j in range(*sentence):
        if runs and _sent(passages[runs[-1][0]]) == _sent(passages[j]):
            runs[-1].append(j)
        else:
            runs.append([j])
    with_content = [run for run in runs if not all(is_ignored(pair.summary.words[j]) for j in run)] or runs[:1]
    starts = [sentence[0], *(run[0] for run in with_content[1:]), sentence[1]]
    phrases: list[Phrase] = []
    for run, start, end in zip(with_content, starts, starts[1:], strict=False):
        sent = _sent(passages[run[0]])
        if phrases and phrases[-1].sent == sent:
            start = phrases.pop().span[0]
        found = [own.prob for own in passages[start:end] if own is not None and own.sent == sent]
        phrases.append(Phrase((start, end), sent, sum(found) / len(found) if found else 0.0))
    return phrases


def _sent(passage: Passage | None) -> int | None:
    return None if passage is None else passage.sent


def _citation(pair: Pair, sent: int, number: int) -> Citation:
    tokens = pair.document.sentences[sent]
    part = pair.part_of(tokens[0]) if len(pair.documents) > 1 else None
    first = 0 if part is None else pair.document.sentence_of(part.tokens[0])
    return Citation(
        number,
        None if part is None else part.id,
        sent - first + 1,
        sent,
        tokens,
        pair.document.characters(tokens),
        flat(pair.document.phrase(tokens)),
    )
