"""Numbers, scores, dates, weekdays and times of a summary against those at the same place of its document.

A summary's figure is compared only with figures of the same kind and dimension in the document sentences that fit the
rest of its claim best. One that agrees with any of them is at rest; so is one without a rival. A figure that the
document has elsewhere may have been misplaced or may be right: it needs more evidence than one the document never has.
Less will do where the two count the same thing ("12 holes", "22 holes"), or are dated alike ("Tuesday 14 April", "Monday
14 April"; "18 August 2021", "18 August 2024"). Where a document has but one or two weekdays, amounts of money, percentages
or other measures, a summary's is compared with them wherever they stand.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sumtrace.checking.facts.context import Context, Match, phrase
from sumtrace.checking.facts.dates import Calendar, read_calendar
from sumtrace.checking.facts.fact import Date, Finding, Kind, Number, Score, Time, Weekday
from sumtrace.checking.facts.numbers import read_numbers
from sumtrace.checking.facts.wording import NEGATIONS
from sumtrace.checking.talk import label_numbers
from sumtrace.text import Span, fold, is_ignored, stem
from sumtrace.text.text import Text

LEAST, LEAST_ELSEWHERE = 0.5, 0.75
"""Evidence that two figures need before they differ; more where the document has the summary's figure elsewhere."""
COUNTED_ALIKE, DATED_ALIKE, SOLE = 0.1, 0.25, 0.2
"""Evidence that is added where two figures count the same thing, have part of a date in common, or the document has no
other figure of the kind."""
_SOLE = 2
"""Figures of a kind, at most, that make each of them the only one it can be compared with."""
_BESIDE = 2
"""Words within which one figure stands beside another."""

Figure = Number | Score | Date | Weekday | Time


@dataclass(frozen=True, slots=True)
class Figures:
    """All figures of a text, in order of kind."""

    calendar: Calendar
    numbers: list[Number]
    scores: list[Score]

    def all(self) -> list[Figure]:
        """Return every figure."""
        return [*self.numbers, *self.scores, *self.calendar.dates, *self.calendar.weekdays, *self.calendar.times]


@dataclass(frozen=True, slots=True)
class FigureCandidate:
    """A figure of the summary, its best rival in the document, and how well their places match."""

    own: Figure
    rival: Figure
    match: Match
    elsewhere: bool
    shared: float
    """Evidence beside the match: what both count, or how both are dated."""


def read_figures(text: Text) -> Figures:
    """Return the figures of a text; the number of a list's item, or of a passage, is none."""
    calendar = read_calendar(text.words)
    numbers, scores = read_numbers(text.words, calendar.taken | label_numbers(text))
    return Figures(calendar, numbers, scores)


def compare_figures(context: Context, claims: Sequence[Span], document: Figures, summary: Figures) -> Iterator[Finding]:
    """Yield what the document states otherwise."""
    for candidate in candidates(context, claims, document, summary):
        strength = convincing(candidate)
        if strength > 0:
            own, rival = candidate.own.tokens, candidate.rival.tokens
            yield Finding(
                "quantity" if _on_other_side(candidate.own, candidate.rival) else _kind(candidate.own),
                own,
                rival,
                phrase(context.summary, own),
                phrase(context.document, rival),
                strength,
            )


def candidates(
    context: Context, claims: Sequence[Span], document: Figures, summary: Figures
) -> Iterator[FigureCandidate]:
    """Yield each figure of the summary that has a rival and no equal where it belongs."""
    there = document.all()
    for own in summary.all():
        claim = next((span for span in claims if span[0] <= own.tokens[0] < span[1]), None)
        if claim is None:
            continue
        alike = [other for other in there if _comparable(own, other)]
        sentences = context.likeliest(claim, own.tokens)
        here = [(other, z) for other in alike for z in sentences if _inside(context, other, z)]
        equal = [(other, z) for other, z in here if _agree(own, other)]
        if equal:
            here = [(other, z) for other, z in equal if _on_other_side(own, other)]
            if len(here) < len(equal):
                continue
        sole = _is_sole(own, alike)
        if sole and not here:
            here = [(other, context.document.sentence_of(other.tokens[0])) for other in alike]
        if not here:
            continue
        matches = [(context.match(claim, own.tokens, other.tokens, z), other) for other, z in here]
        match, rival = max(matches, key=lambda pair: pair[0].role + pair[0].near)
        if _is_rest(context, own, rival):
            continue
        elsewhere = any(_agree(own, other) and not _on_other_side(own, other) for other in alike)
        shared = max(SOLE if sole else 0.0, _shared(context, own, rival, summary, document))
        yield FigureCandidate(own, rival, match, elsewhere, shared)


def convincing(candidate: FigureCandidate) -> float:
    """Return how sure it is that the two figures stand for the same thing, 0 where it is not."""
    return candidate.match.sureness(LEAST_ELSEWHERE if candidate.elsewhere else LEAST, candidate.shared)


def _shared(context: Context, own: Figure, rival: Figure, summary: Figures, document: Figures) -> float:
    """Return the evidence of what two figures have in common beside their places."""
    if isinstance(own, Number) and isinstance(rival, Number):
        said, stated = (_counted(text, figure) for text, figure in ((context.summary, own), (context.document, rival)))
        return COUNTED_ALIKE if said and said == stated else 0.0
    if isinstance(own, Date) and isinstance(rival, Date):
        return DATED_ALIKE if own.overlaps(rival) else 0.0
    if isinstance(own, Weekday):
        ours = [date for date in summary.calendar.dates if _near(date, own)]
        theirs = [date for date in document.calendar.dates if _near(date, rival)]
        return DATED_ALIKE if any(one.agrees(other) for one in ours for other in theirs) else 0.0
    return 0.0


def _is_sole(own: Figure, alike: Sequence[Figure]) -> bool:
    """Whether the document has hardly another weekday, amount of money or other measure than this one's rival."""
    measured = isinstance(own, Number) and own.dimension not in ("", "time", "times", "ordinal")
    return (
        (measured or isinstance(own, Weekday))
        and 0 < len(alike) <= _SOLE
        and not any(_agree(own, other) for other in alike)
    )


def _counted(text: Text, figure: Number) -> str:
    """Return the stem of what a plain number counts: the next word of content."""
    after = text.words[figure.tokens[1] : figure.tokens[1] + 3]
    return "" if figure.dimension else next((stem(word) for word in after if not is_ignored(word)), "")


def _near(one: Figure, other: Figure) -> bool:
    return max(one.tokens[0], other.tokens[0]) - min(one.tokens[1], other.tokens[1]) <= _BESIDE


@functools.singledispatch
def _agree(own: Any, other: Any) -> bool:
    """Whether two figures of one kind say the same."""
    agrees: Callable[[Any], bool] = own.agrees
    return agrees(other)


@_agree.register
def _(own: Score, other: Score) -> bool:
    return (own.first, own.second) == (other.first, other.second)


@_agree.register
def _(own: Weekday, other: Weekday) -> bool:
    return own.day == other.day


def _comparable(own: Figure, other: Figure) -> bool:
    if type(own) is not type(other):
        return False
    if isinstance(own, Number) and isinstance(other, Number):
        return own.dimension == other.dimension or own.agrees(other)
    if isinstance(own, Date) and isinstance(other, Date):
        return own.comparable(other)
    return True


def _on_other_side(own: Figure, other: Figure) -> bool:
    """Whether one text says "almost 50" and the other "over 50"."""
    return isinstance(own, Number) and isinstance(other, Number) and {own.hedge, other.hedge} == {"under", "over"}


def _is_rest(context: Context, own: Figure, other: Figure) -> bool:
    """Whether the two are complements and one of them is negated: "4% were ever seen", "96% were never seen"."""
    if not (isinstance(own, Number) and isinstance(other, Number) and own.dimension == "percent"):
        return False
    around = (
        *context.summary.words[max(0, own.tokens[0] - 3) : own.tokens[1] + 10],
        *context.document.words[max(0, other.tokens[0] - 3) : other.tokens[1] + 10],
    )
    return abs(own.value + other.value - 100) < 1e-6 and any(fold(word) in NEGATIONS for word in around)


def _inside(context: Context, figure: Figure, sentence: int) -> bool:
    start, end = context.document.sentences[sentence]
    return start <= figure.tokens[0] < end


def _kind(figure: Figure) -> Kind:
    if isinstance(figure, Date):
        return "date"
    if isinstance(figure, Weekday):
        return "weekday"
    return "time" if isinstance(figure, Time) else "number"
