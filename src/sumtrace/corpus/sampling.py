"""A few of many, drawn at random in one pass."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import TypeVar

Item = TypeVar("Item")


def sample(items: Iterable[Item], size: int, *, seed: int) -> list[Item]:
    """Return ``size`` of the items, or all where they are fewer, in order; each is as likely to be taken as any other."""
    chance = random.Random(seed)
    taken: list[tuple[int, Item]] = []
    for number, item in enumerate(items):
        if number < size:
            taken.append((number, item))
        elif (place := chance.randrange(number + 1)) < size:
            taken[place] = (number, item)
    return [item for _, item in sorted(taken, key=lambda numbered: numbered[0])]
