import pytest

from sumtrace.checking.facts.dates import read_calendar
from sumtrace.checking.facts.numbers import read_numbers
from sumtrace.text import Text


def number(string):
    words = Text.from_string(string).words
    (found,) = read_numbers(words, read_calendar(words).taken)[0]
    return found


def score(string):
    (found,) = read_numbers(Text.from_string(string).words)[1]
    return found.first, found.second


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("$48m", "$48 million"),
        ("£ 4.2 m", "£4.2 million"),
        ("a year and a half", "eighteen months"),
        ("1.5k", "1,500"),
        ("two hundred and fifty thousand", "250,000"),
        ("twenty-one", "21"),
        ("twenty - five", "25"),
        ("two hundred and twenty - five", "225"),
        ("half a million", "500,000"),
        ("two and a half million", "2.5m"),
        ("a dozen", "12"),
        ("5 per cent", "5%"),
        ("two-thirds", "two thirds"),
        ("half of", "50 percent"),
        ("870 kg", "870 kilograms"),
        ("a fortnight and a half", "21 days"),
        ("90 minutes", "an hour and a half"),
        ("five and a half years", "5.5 years"),
        ("five and half years", "five years and a half"),
        ("21st", "twenty-first"),
        ("the third", "3rd"),
        ("23-year-old", "23 years"),
        ("fifty pence", "£0.50"),
        ("4.7bn euros", "€4,700 million"),
    ],
)
def test_two_ways_to_write_an_amount_are_one_amount(one, other):
    assert number(one).agrees(number(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("£4.7 million", "£4.2 million"),
        ("$8,000", "€8,000"),
        ("340 metres", "340 kilometres"),
        ("30%", "13%"),
        ("two-thirds", "one-third"),
        ("40", "35"),
        ("16 hours", "16 days"),
        ("third", "fourth"),
    ],
)
def test_different_amounts_do_not_agree(one, other):
    assert not number(one).agrees(number(other))


@pytest.mark.parametrize(
    ("coarse", "fine"),
    [
        ("4.7 million", "4,683,210"),
        ("50,000", "49,872"),
        ("about 50", "47"),
        ("nearly 50", "48"),
        ("more than 40", "43"),
    ],
)
def test_rounded_and_hedged_amounts_agree_with_exact_ones(coarse, fine):
    assert number(coarse).agrees(number(fine))
    assert number(fine).agrees(number(coarse))


def test_a_hedge_has_a_direction():
    assert not number("more than 40").agrees(number("36"))
    assert not number("nearly 50").agrees(number("53"))


@pytest.mark.parametrize("string", ["seven votes to two", "won 7 to 2", "7-2"])
def test_scores(string):
    assert score(string) == (7.0, 2.0)


@pytest.mark.parametrize("string", ["from 5 to 10", "5 to 10 minutes", "one of them", "no one", "the article"])
def test_what_is_no_score(string):
    assert read_numbers(Text.from_string(string).words)[1] == []


def test_one_is_a_number_only_with_a_unit():
    assert read_numbers("one of them".split())[0] == []
    assert number("one hour").dimension == "time"
