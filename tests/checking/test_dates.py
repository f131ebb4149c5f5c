import pytest

from sumtrace.checking.facts.dates import read_calendar
from sumtrace.text import Text


def calendar(string):
    return read_calendar(Text.from_string(string).words)


def date(string):
    (found,) = calendar(string).dates
    return found


@pytest.mark.parametrize(
    ("string", "year", "month", "day"),
    [
        ("12 March 2019", 2019, 3, 12),
        ("March 12, 2019", 2019, 3, 12),
        ("the 12th of March", None, 3, 12),
        ("Sept. 2019", 2019, 9, None),
        ("in 2019", 2019, None, None),
        ("2019-03-12", 2019, 3, 12),
        ("in May", None, 5, None),
    ],
)
def test_dates(string, year, month, day):
    found = date(string)
    assert (found.year, found.month, found.day) == (year, month, day)


@pytest.mark.parametrize("string", ["they may march", "it may rain", "$2019", "2019 dollars", "second place"])
def test_what_is_no_date(string):
    assert calendar(string).dates == []


def test_dates_agree_in_what_both_say():
    assert date("12 March 2019").agrees(date("March 2019"))
    assert not date("12 March").agrees(date("13 March"))
    assert not date("in March").agrees(date("2019"))
    assert date("the 1990s").agrees(date("in 1994"))
    assert not date("the 1990s").agrees(date("in 1984"))


@pytest.mark.parametrize(("one", "other"), [("Tue.", "Tuesday"), ("Thurs.", "Thursday"), ("on Mondays", "Monday")])
def test_a_short_weekday_is_the_weekday(one, other):
    assert calendar(one).weekdays[0].day == calendar(other).weekdays[0].day


def test_the_sun_is_no_sunday():
    assert calendar("Sun and rain").weekdays == []


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("3 p.m.", "15:00", True),
        ("3pm", "3 p.m.", True),
        ("9.30 a.m.", "9:30", True),
        ("noon", "12:00", True),
        ("3 p.m.", "3 a.m.", False),
        ("9.30 a.m.", "10.30 a.m.", False),
    ],
)
def test_times(one, other, same):
    assert calendar(one).times[0].agrees(calendar(other).times[0]) is same
