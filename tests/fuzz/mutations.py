"""Valid files made invalid, or at least odd: every way in which a file goes wrong, at random but from a seed."""

import gzip
import json
import random
import re
from collections.abc import Callable
from typing import Any

NUMBER = re.compile(rb"-?\d+(?:\.\d+)?")
WORD = re.compile(rb"[A-Za-z]{2,}")
NUMBERS = (
    b"-1",
    b"0",
    b"99999999999",
    b"1" + b"0" * 30,
    b"9" * 5000,
    b"1e999",
    b"NaN",
    b"-Infinity",
    b"2.5",
    b"-0.0",
    b"1_0",
)
INSERTED = (
    b"\0",
    b"\xed\xa0\x80",
    b"\xff",
    b"\\ud800",
    b"\\",
    b'"',
    b"\r",
    b"\n",
    b"\xef\xbb\xbf",
    b"\xc2\x85",
    b"[",
    b"{",
    b"\t",
    b"(",
    b")",
)
VALUES: tuple[Any, ...] = (
    None, True, -1, 0, 2.5, 10**12, 10**30, float("nan"), float("inf"), "", "x", "\ud800", "\0", "7", "S" * 3000,
    [], [[]], [0], [0, 1], [[0, 1]], [[3, 1]], [[-1, 2]], [[0, 2], [1, 3]], [[0, 10**12]], ["a", 1], {}, {"a": {}}, {"id": 1},
)  # fmt: skip

Mutation = Callable[[bytes, random.Random], bytes]


def flipped(data: bytes, chance: random.Random) -> bytes:
    """A few bits turned."""
    made = bytearray(data)
    for _ in range(chance.choice((1, 1, 1, 3, 20))):
        if made:
            made[chance.randrange(len(made))] ^= 1 << chance.randrange(8)
    return bytes(made)


def cut(data: bytes, chance: random.Random) -> bytes:
    """The end missing."""
    return data[: chance.randrange(len(data) + 1)]


def without(data: bytes, chance: random.Random) -> bytes:
    """A piece missing."""
    start = chance.randrange(len(data) + 1)
    return data[:start] + data[start + chance.randint(1, 40) :]


def doubled(data: bytes, chance: random.Random) -> bytes:
    """A piece twice."""
    start = chance.randrange(len(data) + 1)
    end = start + chance.randint(1, 200)
    return data[:end] + data[start:end] * chance.choice((1, 1, 50)) + data[end:]


def inserted(data: bytes, chance: random.Random) -> bytes:
    """A byte or mark where none should be: NUL, half a character, a bracket."""
    place = chance.randrange(len(data) + 1)
    return data[:place] + chance.choice(INSERTED) * chance.choice((1, 1, 2, 100)) + data[place:]


def renumbered(data: bytes, chance: random.Random) -> bytes:
    """A number replaced by a huge, negative or odd one."""
    return _replaced(data, NUMBER, chance.choice(NUMBERS), chance)


def lengthened(data: bytes, chance: random.Random) -> bytes:
    """A word of thousands of letters."""
    return _replaced(data, WORD, b"a" * chance.choice((300, 5000, 100_000)), chance)


def nested(data: bytes, chance: random.Random) -> bytes:
    """Brackets thousands deep."""
    depth = chance.choice((200, 1500, 3000, 20_000))
    opened, closed = chance.choice(((b"[", b"]"), (b'{"a":', b"}"), (b"(", b")"), (b"(NP ", b")")))
    return _replaced(data, NUMBER, opened * depth + b"1" + closed * chance.choice((depth, 0)), chance)


def shuffled(data: bytes, chance: random.Random) -> bytes:
    """Lines in another order, missing or twice."""
    lines = data.split(b"\n")
    place, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[place] = chance.choice((lines[other], b"", lines[place] + lines[other]))
    return b"\n".join(lines)


def packed(data: bytes, chance: random.Random) -> bytes:
    """A damaged gzip."""
    return chance.choice((flipped, cut, without))(gzip.compress(data, 1), chance)


def retyped(data: bytes, chance: random.Random) -> bytes:
    """JSON in which one value is of another kind, or one key is twice; other data as it is."""
    lines = data.split(b"\n")
    places = [number for number, line in enumerate(lines) if line.lstrip()[:1] in (b"{", b"[")]
    if not places:
        return renumbered(data, chance)
    place = chance.choice(places)
    whole = place == 0 and data.lstrip()[:1] in (b"[", b"{") and len(places) < len([line for line in lines if line])
    try:
        value = json.loads(data if whole else lines[place])
        text = json.dumps(_changed(value, chance)).encode()
    except (ValueError, RecursionError):
        return flipped(data, chance)
    if chance.random() < 0.1:
        text = re.sub(rb'("\w+": )', lambda found: found[1] + b"1, " + found[1], text, count=1)
    if whole:
        return text
    lines[place] = text
    return b"\n".join(lines)


MUTATIONS: tuple[Mutation, ...] = (
    flipped, cut, without, doubled, inserted, renumbered, lengthened, nested, shuffled, packed, retyped, retyped, retyped,
)  # fmt: skip


def mutated(data: bytes, chance: random.Random) -> bytes:
    """One to three things gone wrong."""
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        data = chance.choice(MUTATIONS)(data, chance)
    return data[: 1 << 20]


def _replaced(data: bytes, kind: re.Pattern[bytes], new: bytes, chance: random.Random) -> bytes:
    found = list(kind.finditer(data))
    if not found:
        return inserted(data, chance)
    start, end = chance.choice(found).span()
    return data[:start] + new + data[end:]


def _changed(value: Any, chance: random.Random) -> Any:
    """The value with one thing in it, at any depth, exchanged or gone."""
    if isinstance(value, dict) and value and chance.random() < 0.9:
        key = chance.choice(sorted(value))
        if chance.random() < 0.1:
            return {name: part for name, part in value.items() if name != key}
        return value | {key: _changed(value[key], chance)}
    if isinstance(value, list) and value and chance.random() < 0.8:
        place = chance.randrange(len(value))
        return [*value[:place], _changed(value[place], chance), *value[place + 1 :]]
    return chance.choice(VALUES)
