"""Dates, weekdays and times of day among tokens: "12 March 2019", "March 12", "in 2019", "the 1990s", "Tue.", "3 p.m."."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from sumtrace.checking.facts.fact import Date, Time, Weekday
from sumtrace.checking.facts.units import UNITS

_MONTHS = "january february march april may june july august september october november december".split()
MONTHS = {name: number for number, name in enumerate(_MONTHS, start=1)}
MONTHS |= {name[:3]: number for name, number in MONTHS.items()} | {"sept": 9}
_DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
DAYS = {name: number for number, name in enumerate(_DAYS)} | {name + "s": n for n, name in enumerate(_DAYS)}
SHORT_DAYS = {name[:3]: n for n, name in enumerate(_DAYS)} | {"tues": 1, "wednes": 2, "thur": 3, "thurs": 3}
_ALSO_WORDS = frozenset(["may", "march", "mar", "dec", "jan"])
"""Months that are other words too: taken for months only in company."""
_BEFORE_MONTHS = frozenset(
    "in on since until till by before after from to during early late mid last next this of between and through".split()
)
_YEAR = re.compile(r"(1[5-9]\d\d|20\d\d)")
_DECADE = re.compile(r"['’]?(1[5-9]\d|20\d|\d)0['’]?s")
_DAY = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?", re.IGNORECASE)
_NUMERIC = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_CLOCK = re.compile(r"(\d{1,2})[:.](\d\d)(am|pm)?", re.IGNORECASE)
_HOUR = re.compile(r"(\d{1,2})(am|pm)?", re.IGNORECASE)
_HALVES = {"am": "am", "a.m.": "am", "a.m": "am", "pm": "pm", "p.m.": "pm", "p.m": "pm"}


class Calendar(NamedTuple):
    """The dates, weekdays and times of a text."""

    dates: list[Date]
    weekdays: list[Weekday]
    times: list[Time]

    @property
    def taken(self) -> set[int]:
        """All tokens that belong to one of them."""
        every: list[Date | Weekday | Time] = [*self.dates, *self.weekdays, *self.times]
        return {t for found in every for t in range(*found.tokens)}


def read_calendar(words: Sequence[str]) -> Calendar:
    """Return the dates, weekdays and times among tokens."""
    calendar = Calendar([], [], [])
    words = list(words)
    place = 0
    while place < len(words):
        found: Date | Weekday | Time | None = _date(words, place)
        if isinstance(found, Date):
            calendar.dates.append(found)
        elif (found := _weekday(words, place)) is not None:
            calendar.weekdays.append(found)
        elif (found := _time(words, place)) is not None:
            calendar.times.append(found)
        place = place + 1 if found is None else found.tokens[1]
    return calendar


def _date(words: Sequence[str], place: int) -> Date | None:
    word = words[place]
    if found := _NUMERIC.fullmatch(word):
        return Date(int(found[1]), int(found[2]), int(found[3]), (place, place + 1))
    if found := _DECADE.fullmatch(word):
        decade = int(found[1]) * 10
        return Date(1900 + decade if decade < 100 else decade, None, None, (place, place + 1), decade=True)
    month = _month(words, place)
    if month is not None:  # March 12, 2019; March 2019; March
        end = place + 1
        day_after = _day(words, end)
        if day_after is not None:
            end += 1
        year, end = _year_after(words, end)
        return Date(year, month, day_after, (place, end))
    day = _day(words, place)
    if day is not None:  # 12 March 2019; the 12th of March
        at = place + 2 if words[place + 1 : place + 2] == ["of"] else place + 1
        month = _month(words, at, company=True)
        if month is not None:
            year, end = _year_after(words, at + 1)
            return Date(year, month, day, (place, end))
    if _YEAR.fullmatch(word) and not _counts_something(words, place):
        return Date(int(word), None, None, (place, place + 1))
    return None


def _month(words: Sequence[str], place: int, *, company: bool = False) -> int | None:
    if place >= len(words):
        return None
    word = words[place]
    name = word.rstrip(".").lower()
    if name not in MONTHS or not (word[:1].isupper() or company or name not in _ALSO_WORDS):
        return None
    if name in _ALSO_WORDS or (len(name) == 3 and not word.endswith(".")):
        before = words[place - 1].lower() if place else ""
        after = words[place + 1] if place + 1 < len(words) else ""
        if not (
            company
            or before in _BEFORE_MONTHS
            or _DAY.fullmatch(before)
            or _DAY.fullmatch(after)
            or _YEAR.fullmatch(after)
        ):
            return None
    return MONTHS[name]


def _day(words: Sequence[str], place: int) -> int | None:
    found = _DAY.fullmatch(words[place]) if place < len(words) else None
    return int(found[1]) if found and 1 <= int(found[1]) <= 31 else None


def _year_after(words: Sequence[str], place: int) -> tuple[int | None, int]:
    for at in (place, place + 1 if words[place : place + 1] == [","] else place):
        if at < len(words) and _YEAR.fullmatch(words[at]):
            return int(words[at]), at + 1
    return None, place


def _counts_something(words: Sequence[str], place: int) -> bool:
    """Whether a number that could be a year is an amount: after a currency sign, or before a unit."""
    before = words[place - 1] if place else ""
    after = words[place + 1].lower() if place + 1 < len(words) else ""
    return before in ("$", "£", "€") or (after in UNITS and after not in ("m", "second", "min"))


def _weekday(words: Sequence[str], place: int) -> Weekday | None:
    word = words[place]
    name = word.rstrip(".").lower()
    if name in DAYS:
        return Weekday(DAYS[name], (place, place + 1))
    if name in SHORT_DAYS and word[:1].isupper() and (word.endswith(".") or name not in ("sun", "sat")):
        return Weekday(SHORT_DAYS[name], (place, place + 1))
    return None


def _time(words: Sequence[str], place: int) -> Time | None:
    half, end = "", place + 1
    if end < len(words) and words[end].lower() in _HALVES:
        half, end = _HALVES[words[end].lower()], end + 1
    if words[place].lower() in ("noon", "midday", "midnight"):
        return Time(
            0 if words[place].lower() == "midnight" else 720,
            "am" if words[place].lower() == "midnight" else "pm",
            (place, place + 1),
        )
    clock = _CLOCK.fullmatch(words[place])
    if clock and (":" in words[place] or half or clock[3]) and int(clock[1]) < 24 and int(clock[2]) < 60:
        half = half or (clock[3] or "").lower()
        return Time(
            _minutes(int(clock[1]), int(clock[2]), half), half or ("pm" if int(clock[1]) > 12 else ""), (place, end)
        )
    hour = _HOUR.fullmatch(words[place])
    if hour and (half or hour[2]) and 1 <= int(hour[1]) <= 12:
        half = half or hour[2].lower()
        return Time(_minutes(int(hour[1]), 0, half), half, (place, end))
    return None


def _minutes(hour: int, minute: int, half: str) -> int:
    if half:
        hour = hour % 12 + (12 if half == "pm" else 0)
    return 60 * hour + minute
