"""Numbers of a text, in digits or in words, with their units: "$48m", "eighteen months", "two-thirds", "the 21st".

``read_numbers`` finds amounts and scores in a sequence of tokens. Years, dates and times are left to ``dates``, which
claims its tokens first.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from sumtrace.checking.facts.fact import Number, Score
from sumtrace.checking.facts.units import CURRENCIES, HEDGE, SCALE_LETTERS, SCALES, UNITS

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
WORDS = {word: float(value) for value, word in enumerate(_ONES)} | {
    word: 10.0 * (place + 2) for place, word in enumerate(_TENS)
}
_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
    "sixteenth seventeenth eighteenth nineteenth"
).split()
ORDINALS = {word: float(value) for value, word in enumerate(_ORDINALS, start=1)} | {
    word[:-1] + "ieth": value for word, value in WORDS.items() if word.endswith("ty")
}
_FRACTIONS = {"half": 2, "halves": 2, "third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "fifth": 5, "fifths": 5}
_AFTER_FRACTIONS = frozenset(["", "of", "less", "more", "fewer", ".", ",", ";", ")"])
"""What can stand behind "a third" where it is no ordinal."""
_DIGITS = re.compile(r"([+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+)(.*)", re.DOTALL)
_SCORE = re.compile(r"(\d{1,3})[-–‐‑:](\d{1,3})")
_ORDINAL_ENDING = re.compile(r"(?:st|nd|rd|th)", re.IGNORECASE)
_DENIED = {"over": "under", "under": "over"}
_FOR_SCORES = frozenset(
    "won win wins beat beats beaten lost lose vote votes voted voting score scored by defeat victory".split()
)


class Read(NamedTuple):
    """A number without its unit: value, significant digits, the token after it, and what was joined to it by a hyphen."""

    value: float
    digits: int
    end: int
    rest: str = ""


def read_numbers(words: Sequence[str], taken: Collection[int] = ()) -> tuple[list[Number], list[Score]]:
    """Return the amounts and the scores among tokens; ``taken`` are tokens that are part of dates."""
    lowered = [word.lower().replace("‐", "-").replace("‑", "-") for word in words]
    numbers: list[Number] = []
    scores: list[Score] = []
    place = 0
    while place < len(lowered):
        if place in taken:
            place += 1
            continue
        score = _score(lowered, place)
        if score is not None and not any(t in taken for t in range(*score.tokens)):
            scores.append(score)
            place = score.tokens[1]
            continue
        number = _amount(lowered, place)
        if number is None or any(t in taken for t in range(*number.tokens)):
            place += 1
            continue
        numbers.append(number)
        place = number.tokens[1]
    return numbers, scores


def _score(words: Sequence[str], place: int) -> Score | None:
    """Read "3-2", "17 to 14", "seven votes to two", but neither "from 5 to 10" nor "5 to 10 minutes"."""
    if (found := _SCORE.fullmatch(words[place])) and (place == 0 or words[place - 1] not in CURRENCIES):
        return Score(float(found[1]), float(found[2]), (place, place + 1))
    first = _plain(words, place)
    if first is None or first.rest:
        return None
    middle = first.end
    if middle < len(words) and words[middle] in ("votes", "vote", "goals", "points", "games", "sets"):
        middle += 1
    if middle >= len(words) or words[middle] not in ("to", "–", "--") or not 0 <= first.value < 1000:
        return None
    second = _plain(words, middle + 1)
    if second is None or second.rest or not 0 <= second.value < 1000:
        return None
    told = middle > first.end or any(word in _FOR_SCORES for word in words[max(0, place - 8) : place])
    after = words[second.end] if second.end < len(words) else ""
    if not told or words[place - 1 : place] == ["from"] or (after in UNITS and middle == first.end):
        return None
    return Score(first.value, second.value, (place, second.end))


def _amount(words: Sequence[str], place: int) -> Number | None:
    currency = CURRENCIES.get(words[place], "")
    start = place
    read = _fraction(words, place) if not currency else None
    if read is not None:
        return Number(read.value, "percent", read.digits, (start, read.end), _hedge(words, start))
    if words[place] == "twice":
        return Number(2.0, "times", 1, (start, start + 1), _hedge(words, start))
    if currency:
        place += 1
    read = _plain(words, place)
    if currency and read and not read.rest and read.end < len(words) and words[read.end] in SCALE_LETTERS:  # "$ 48 m"
        read = Read(read.value * SCALES[words[read.end]], read.digits, read.end + 1)
    if read is None:
        return None if currency else _unit_first(words, start) or _ordinal(words, start)
    value, digits, end, rest = read
    if rest and _ORDINAL_ENDING.fullmatch(rest):
        return Number(value, "ordinal", digits, (start, end))
    if rest in ORDINALS:
        return Number(value + ORDINALS[rest], "ordinal", digits, (start, end))
    value, digits, end = _with_half(words, value, digits, end)  # "two and a half years"
    dimension, size = currency, 1.0
    head = rest.split("-")[0] if rest else ""
    if head in UNITS:
        dimension, size = UNITS[head]
    elif not rest and end < len(words) and (unit := _unit(words, end)) is not None:
        dimension, size, end = unit if not currency else (currency, 1.0, end)
    value, digits, end = _with_half(words, value, digits, end)  # "two years and a half"
    if value == 1 and not dimension and words[place] in ("one", "1"):
        return None  # "one of them", "no one", "item 1"
    return Number(value * size, dimension, digits, (start, end), _hedge(words, start), size)


def _with_half(words: Sequence[str], value: float, digits: int, end: int) -> tuple[float, int, int]:
    for half in (["and", "a", "half"], ["and", "half"]):
        if words[end : end + len(half)] == half:
            return value + 0.5, digits + 1, end + len(half)
    return value, digits, end


def _unit(words: Sequence[str], place: int) -> tuple[str, float, int] | None:
    if words[place] == "per" and words[place + 1 : place + 2] == ["cent"]:
        return "percent", 1.0, place + 2
    if words[place] == "square" and place + 1 < len(words) and words[place + 1] in UNITS:
        return "square " + UNITS[words[place + 1]][0], UNITS[words[place + 1]][1] ** 2, place + 2
    if words[place] in UNITS:
        dimension, size = UNITS[words[place]]
        if words[place : place + 1] != ["percentage"]:
            return dimension, size, place + 1
        return "points", 1.0, place + 2
    if words[place] == "us" and words[place + 1 : place + 2] == ["dollars"]:
        return "money:USD", 1.0, place + 2
    return None


def _unit_first(words: Sequence[str], place: int) -> Number | None:
    """Read "a year and a half", "an hour and a half"."""
    if (
        words[place] in ("a", "an")
        and words[place + 2 : place + 5] == ["and", "a", "half"]
        and words[place + 1] in UNITS
    ):
        dimension, size = UNITS[words[place + 1]]
        return Number(1.5 * size, dimension, 2, (place, place + 5), _hedge(words, place), size)
    return None


def _ordinal(words: Sequence[str], place: int) -> Number | None:
    if words[place] not in ORDINALS:
        return None
    return Number(ORDINALS[words[place]], "ordinal", 2, (place, place + 1))


def _fraction(words: Sequence[str], place: int) -> Read | None:
    """Read "half of", "a third of", "two-thirds", "three quarters" as a percentage."""
    first, *hyphenated = words[place].split("-")
    following = words[place + 1] if place + 1 < len(words) else ""
    after = words[place + 2] if place + 2 < len(words) else ""
    if len(hyphenated) == 1 and first in WORDS and hyphenated[0] in _FRACTIONS and WORDS[first] < 10:
        return Read(100 * WORDS[first] / _FRACTIONS[hyphenated[0]], 2, place + 1)
    if words[place] in WORDS and following in ("thirds", "quarters", "fifths"):
        return Read(100 * WORDS[words[place]] / _FRACTIONS[following], 2, place + 2)
    if words[place] in ("a", "one") and following in ("third", "quarter", "fifth") and after in _AFTER_FRACTIONS:
        return Read(100 / _FRACTIONS[following], 2, place + 2)
    if words[place] == "half" and following in ("of", "the", "its", "their"):
        return Read(50.0, 2, place + 1)
    return None


def _plain(words: Sequence[str], place: int) -> Read | None:
    """Read a number in digits or words, with the scales that follow it ("4.7 million", "two hundred and fifty")."""
    if place >= len(words):
        return None
    read = _in_digits(words[place], place) or _in_words(words, place)
    if read is None:
        return None
    value, digits, end, rest = read
    if (
        not rest
        and words[end : end + 3] == ["and", "a", "half"]
        and words[end + 3 : end + 4]
        and words[end + 3] in SCALES
    ):
        value, digits, end = value + 0.5, digits + 1, end + 3
    while not rest and end < len(words) and words[end] in SCALES and words[end] not in SCALE_LETTERS:
        value, end = value * SCALES[words[end]], end + 1
    if rest and (scale := rest.split("-")[0]) in SCALES and (scale not in SCALE_LETTERS or rest == scale):
        value, rest = value * SCALES[scale], rest[len(scale) :].lstrip("-")
    return Read(value, digits, end, rest)


def _in_digits(word: str, place: int) -> Read | None:
    found = _DIGITS.fullmatch(word)
    if found is None:
        return None
    digits = found[1].replace(",", "")
    significant = digits.lstrip("+-0.").replace(".", "")
    if "." not in digits:
        significant = significant.rstrip("0")
    rest = found[2].lstrip("-")
    if rest and any(map(str.isdigit, rest)) and not rest.startswith("-"):
        return None  # a range, a code, a version
    return Read(float(digits), max(1, len(significant)), place + 1, rest)


def _in_words(words: Sequence[str], place: int) -> Read | None:
    """Read "two hundred and fifty", "twenty-one", "a dozen", "half a million"."""
    if words[place] == "half" and words[place + 1 : place + 2] == ["a"] and words[place + 2 : place + 3]:
        scale = SCALES.get(words[place + 2], 0.0)
        return Read(0.5 * scale, 1, place + 3) if scale and words[place + 2] not in SCALE_LETTERS else None
    if words[place] in ("a", "an") and words[place + 1 : place + 2]:
        scale = SCALES.get(words[place + 1], 0.0) if words[place + 1] not in SCALE_LETTERS else 0.0
        return Read(1.0, 1, place + 1) if scale else None
    total = current = 0.0
    end, rest, seen = place, "", False
    while end < len(words):
        first, *more = words[end].split("-")
        if first in WORDS:
            if seen and words[end - 1] in WORDS and not (WORDS[words[end - 1]] >= 20 > WORDS[first]):
                break
            current += WORDS[first]
            seen = True
            if more and more[0] in WORDS:
                current, more = current + WORDS[more[0]], more[1:]
            rest = "-".join(more)
            if not more and WORDS[first] >= 20 and _is_hyphenated(words, end):  # "twenty - five"
                current, end = current + WORDS[words[end + 2]], end + 2
        elif seen and first == "hundred" and not more:
            current *= 100
        elif seen and first in SCALES and first not in SCALE_LETTERS and first != "dozen" and not more:
            total, current = total + current * SCALES[first], 0.0
        elif not (seen and first == "and" and end > place and words[end - 1] in SCALES and _continues(words, end)):
            break
        end += 1
        if rest:
            break
    if not seen:
        return None
    value = total + current
    return Read(value, max(1, len(str(int(value)).rstrip("0"))), end, rest)


def _is_hyphenated(words: Sequence[str], place: int) -> bool:
    """Whether tens are joined to units by a hyphen that stands alone."""
    return words[place + 1 : place + 2] == ["-"] and 0 < WORDS.get("".join(words[place + 2 : place + 3]), 0) < 10


def _continues(words: Sequence[str], place: int) -> bool:
    return place + 1 < len(words) and words[place + 1].split("-")[0] in WORDS


def _hedge(words: Sequence[str], start: int) -> str:
    """Return what stands before an amount: "about", "under" or "over", across "than", "at" and "to"."""
    for place in range(start - 1, max(0, start - 3) - 1, -1):
        word = words[place]
        if word in HEDGE:
            denied = words[place - 1 : place] in (["no"], ["not"])  # "no more than 50"
            return _DENIED.get(HEDGE[word], "") if denied else HEDGE[word]
        if word not in ("than", "a", "the", "at", "to", "of"):
            return ""
    return ""
