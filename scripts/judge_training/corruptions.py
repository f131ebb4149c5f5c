"""Wrong, harmless and unsupported versions of a true claim, with the words that were changed."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from judge_training.substitutions import Swaps

NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
NUMBER_WORDS = "two three four five six seven eight nine ten twelve twenty thirty fifty hundred".split()
VERBS = "is are was were can could will would should must may might has have had does do did".split()
PLAIN_VERBS = (
    "show propose present introduce describe find develop provide use study demonstrate report explore evaluate".split()
)
MODIFIERS = """slight negligible massive temporary partial rare secret unexpected expensive voluntary annual private
experimental minor enormous controversial alleged initial""".split()
ADDITIONS = (
    "on mobile devices",
    "for the first time",
    "despite strong criticism",
    "in several countries",
    "at no extra cost",
    "within two weeks",
    "using human annotators",
    "after a long delay",
    "with limited success",
    "in a pilot study",
    "on medical data",
    "for children",
)
Words = list[str]


class Edit(NamedTuple):
    """A version of a claim and the words in it that are new or moved."""

    words: Words
    changed: tuple[int, ...]


Maker = Callable[[Words, Sequence[str], random.Random], "Edit | None"]


def number(words: Words, document: Sequence[str], chance: random.Random) -> Edit | None:
    """Put another number, half of the time one of the document's."""
    places = [place for place, word in enumerate(words) if NUMBER.search(word) or word.lower() in NUMBER_WORDS]
    if not places:
        return None
    place = chance.choice(places)
    word = words[place]
    if word.lower() in NUMBER_WORDS:
        other = chance.choice([spelt for spelt in NUMBER_WORDS if spelt != word.lower()])
        return _replaced(words, place, other.capitalize() if word[0].isupper() else other)
    found = NUMBER.search(word)
    assert found is not None
    others = [match[0] for token in document if (match := NUMBER.search(token)) and match[0] not in words]
    if others and chance.random() < 0.5:
        other = chance.choice(others)
    else:
        at = chance.choice([index for index, character in enumerate(found[0]) if character.isdigit()])
        digit = chance.choice([d for d in "123456789" if d != found[0][at]])
        other = found[0][:at] + digit + found[0][at + 1 :]
    return _replaced(words, place, word[: found.start()] + other + word[found.end() :])


def name(words: Words, document: Sequence[str], chance: random.Random) -> Edit | None:
    """Put another of the document's names for one of the claim's."""
    places = [place for place, word in enumerate(words) if place and _is_name(word)]
    here = {_bare(word).lower() for word in words}
    others = sorted({_bare(word) for word in document if _is_name(word)} - {_bare(word) for word in words})
    others = [other for other in others if other.lower() not in here]
    if not places or not others:
        return None
    place = chance.choice(places)
    return _replaced(words, place, _dressed(words[place], chance.choice(others)))


def negation(words: Words, document: Sequence[str], chance: random.Random) -> Edit | None:
    """Add a negation, or drop one."""
    for place, word in enumerate(words):
        if word.lower() in ("not", "never"):
            return Edit(words[:place] + words[place + 1 :], tuple({max(0, place - 1), min(place, len(words) - 2)}))
    places = [place for place, word in enumerate(words[:-1]) if word.lower() in VERBS]
    if places:
        place = chance.choice(places)
        added = chance.choice(["not", "not", "never", "no longer"]).split()
        changed = range(place + 1, place + 1 + len(added))
        return Edit(words[: place + 1] + added + words[place + 1 :], tuple(changed))
    places = [place for place, word in enumerate(words) if word.lower() in PLAIN_VERBS and place]
    if not places:
        return None
    place = chance.choice(places)
    added = chance.choice(["do not", "fail to", "refuse to"]).split()
    return Edit(words[:place] + added + words[place:], tuple(range(place, place + len(added))))


def swapped(words: Words, document: Sequence[str], chance: random.Random) -> Edit | None:
    """Let two numbers or two names change places."""
    for fits in (lambda word: bool(NUMBER.search(word)), _is_name):
        places = [place for place, word in enumerate(words) if fits(word) and place]
        couples = [(a, b) for a in places for b in places if b > a + 1 and _bare(words[a]) != _bare(words[b])]
        if couples:
            a, b = chance.choice(couples)
            made = list(words)
            made[a], made[b] = _dressed(words[a], _bare(words[b])), _dressed(words[b], _bare(words[a]))
            return Edit(made, (a, b))
    return None


def by_swaps(swaps: Swaps, most: int) -> Maker:
    """Return a maker that puts other words for up to ``most`` words."""

    def made(words: Words, document: Sequence[str], chance: random.Random) -> Edit | None:
        places = [place for place, word in enumerate(words) if _bare(word).lower() in swaps]
        if not places:
            return None
        chosen = chance.sample(places, min(len(places), chance.randint(1, most)))
        result = list(words)
        for place in chosen:
            result[place] = _dressed(words[place], chance.choice(swaps[_bare(words[place]).lower()]))
        return Edit(result, tuple(sorted(chosen)))

    return made


def addition(words: Words, document: Sequence[str], chance: random.Random) -> Edit | None:
    """Add what the document does not say: a modifier before a word, or a phrase at the end."""
    known = {_bare(word).lower() for word in document}
    if chance.random() < 0.5:
        places = [place for place, word in enumerate(words[:-1]) if word.lower() in ("a", "the", "an", "this", "our")]
        modifiers = [word for word in MODIFIERS if word not in known]
        if not places or not modifiers:
            return None
        place = chance.choice(places) + 1
        return Edit([*words[:place], chance.choice(modifiers), *words[place:]], (place,))
    phrase = chance.choice(ADDITIONS).split()
    end = words[-1][-1] if words[-1][-1] in ".!?" else ""
    last = words[-1][:-1] if end else words[-1]
    changed = tuple(range(len(words), len(words) + len(phrase)))
    return Edit([*words[:-1], last, *phrase[:-1], phrase[-1] + end], changed)


def compressed(words: Words, document: Sequence[str], chance: random.Random) -> Edit | None:
    """Leave out a bracket, or what stands after a comma at the end."""
    text = " ".join(words)
    shorter = re.sub(r"\s*\([^()]*\)", "", text)
    if shorter == text:
        cut = [match.start() for match in re.finditer(r",? (?:which|where|while|by|with|using|and) |, ", text)]
        cut = [place for place in cut if place > 35 and text[:place].count(" ") >= 6]
        if not cut:
            return None
        shorter = text[: chance.choice(cut)] + "."
    return Edit(shorter.split(), ()) if shorter.count(" ") >= 4 else None


def _replaced(words: Words, place: int, word: str) -> Edit | None:
    return Edit([*words[:place], word, *words[place + 1 :]], (place,)) if word != words[place] else None


def _is_name(word: str) -> bool:
    bare = _bare(word)
    return (
        len(bare) > 1 and bare[0].isupper() and bare not in ("We", "The", "In", "This", "Our", "It", "To", "For", "And")
    )


def _bare(word: str) -> str:
    """Return a word without the punctuation around it."""
    return word.strip(".,;:!?()[]\"'“”")


def _dressed(before: str, bare: str) -> str:
    """Return a word with the punctuation and the capital letter of the one that it stands for."""
    inside = _bare(before)
    if inside[:1].isupper() and inside[1:].islower():
        bare = bare[:1].upper() + bare[1:]
    return before.replace(inside, bare, 1) if inside else bare
