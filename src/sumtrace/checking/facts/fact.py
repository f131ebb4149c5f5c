"""A fact: a number, date, name or other word of weight, in a form in which two texts can be compared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sumtrace.text import Span

Kind = Literal[
    "number",
    "date",
    "weekday",
    "time",
    "name",
    "negation",
    "opposite",
    "certainty",
    "quantity",
    "roles",
    "contradiction",
]
"""What differs; ``contradiction`` is the judge's word for whatever it finds."""


@dataclass(frozen=True, slots=True)
class Number:
    """An amount: its value in the base unit of its dimension ("1.5 years" is 47,336,400 seconds).

    ``dimension`` is "" for plain counts, else "time", "money:GBP", "percent", "ordinal", ...; ``digits`` says to how many
    significant digits it was given; ``hedge`` is "about", "under" or "over" where the text says so.
    """

    value: float
    dimension: str
    digits: int
    tokens: Span
    hedge: str = ""
    per_unit: float = 1.0

    def agrees(self, other: Number) -> bool:
        """Whether two amounts may be the same: equal, equal when rounded as the coarser of them is, or within a hedge."""
        if self.dimension != other.dimension:  # "aged 23" and "a 23-year-old", "rose 5" and "5%"
            one_is_bare = not self.dimension or not other.dimension
            return one_is_bare and abs(self.value / self.per_unit - other.value / other.per_unit) < 1e-9
        if abs(self.value - other.value) <= 1e-6 * max(abs(self.value), abs(other.value)):
            return True
        coarse, fine = (self, other) if self.digits <= other.digits else (other, self)
        if coarse.digits < fine.digits and coarse.rounded(fine.value):
            return True
        hedged, plain = (self, other) if self.hedge else (other, self)
        low, high = {"about": (0.85, 1.15), "under": (0.75, 1.0), "over": (1.0, 1.34)}.get(hedged.hedge, (1.0, 1.0))
        return low * hedged.value <= plain.value <= high * hedged.value

    def rounded(self, finer: float) -> bool:
        """Whether a finer amount, rounded to the digits of this one, is this one."""
        if self.dimension == "ordinal" or not self.value:
            return False
        shown, there = self.value / self.per_unit, finer / self.per_unit
        step = 10.0 ** (len(str(int(abs(shown)))) - self.digits) if abs(shown) >= 1 else 10.0**-self.digits
        return step > 0 and abs(there - shown) <= 0.5 * step * 1.0001 and abs(there - shown) < 0.05 * abs(shown)


@dataclass(frozen=True, slots=True)
class Date:
    """A day, month or year; what the text does not say is None. ``decade`` is set for "the 1990s"."""

    year: int | None
    month: int | None
    day: int | None
    tokens: Span
    decade: bool = False

    def agrees(self, other: Date) -> bool:
        """Whether nothing that both say differs, and they have something in common."""
        if self.decade or other.decade:
            return (
                self.year is not None
                and other.year is not None
                and (self.year // 10 == other.year // 10 or self.year == other.year)
            )
        shared = [
            (a, b)
            for a, b in ((self.year, other.year), (self.month, other.month), (self.day, other.day))
            if a is not None and b is not None
        ]
        return bool(shared) and all(a == b for a, b in shared)

    def comparable(self, other: Date) -> bool:
        """Whether both say at least one of year, month and day."""
        pairs = ((self.year, other.year), (self.month, other.month), (self.day, other.day))
        return any(a is not None and b is not None for a, b in pairs)

    def overlaps(self, other: Date) -> bool:
        """Whether the two have the same year, month or day."""
        pairs = ((self.year, other.year), (self.month, other.month), (self.day, other.day))
        return any(a is not None and a == b for a, b in pairs)


@dataclass(frozen=True, slots=True)
class Score:
    """Two numbers against each other: "17 to 14", "3-2"."""

    first: float
    second: float
    tokens: Span


@dataclass(frozen=True, slots=True)
class Weekday:
    """A day of the week, Monday = 0."""

    day: int
    tokens: Span


@dataclass(frozen=True, slots=True)
class Time:
    """A time of day in minutes; ``half`` is "am", "pm" or "" where the text leaves it open."""

    minutes: int
    half: str
    tokens: Span

    def agrees(self, other: Time) -> bool:
        """Whether the two may be the same time."""
        if self.half == other.half or (self.half and other.half):
            return self.minutes == other.minutes
        return self.minutes % 720 == other.minutes % 720


@dataclass(frozen=True, slots=True)
class Finding:
    """A fact of the summary that its document states otherwise; spans are tokens."""

    kind: Kind
    summary: Span
    document: Span
    said: str
    source: str
    strength: float

    @property
    def reason(self) -> str:
        """The finding in one sentence."""
        return REASONS[self.kind].format(said=self.said, source=self.source)


REASONS: dict[Kind, str] = {
    "number": "the summary says “{said}”, the source “{source}”",
    "date": "the summary says “{said}”, the source “{source}”",
    "weekday": "the summary says “{said}”, the source “{source}”",
    "time": "the summary says “{said}”, the source “{source}”",
    "name": "the summary names “{said}”, the source “{source}”",
    "negation": "only one of “{said}” and, in the source, “{source}” is negated",
    "opposite": "“{said}” is the opposite of the source's “{source}”",
    "certainty": "“{said}” is more or less certain than the source's “{source}”",
    "quantity": "the summary says “{said}”, the source “{source}”",
    "roles": "“{said}” reverses the source's “{source}”",
    "contradiction": "“{said}” probably contradicts the source's “{source}”",
}
