"""Words compared: folded case, stems, and the ignore-list of 58 function words and punctuation marks."""

from __future__ import annotations

import functools
import unicodedata
from importlib import resources

import Stemmer

_FORMS = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "‐": "-", "‑": "-", "–": "--", "—": "--"})
_stem = Stemmer.Stemmer("english").stemWord


@functools.lru_cache(maxsize=1 << 16)
def fold(word: str) -> str:
    """Return the form under which two words count as identical: case, Unicode form and quote style ignored."""
    if word.isascii():
        return _double_quote(word.lower())
    return _double_quote(unicodedata.normalize("NFC", word).casefold().translate(_FORMS))


def _double_quote(word: str) -> str:
    return '"' if word in ("``", "''") else word


@functools.lru_cache(maxsize=1 << 18)
def stem(word: str) -> str:
    """Return the stem (Snowball English) of the folded word."""
    folded = fold(word)
    try:
        return str(_stem(folded))
    except UnicodeEncodeError:  # half a surrogate pair, which the stemmer does not know
        return folded


@functools.cache
def ignore_list() -> frozenset[str]:
    """Return the 58 entries that the "non-stop" scores leave out; docs/text.md prints them in full."""
    listing = resources.files("sumtrace.text").joinpath("data/ignore-list.txt").read_text(encoding="utf-8")
    return frozenset(listing.split())


@functools.lru_cache(maxsize=1 << 16)
def is_ignored(word: str) -> bool:
    """Whether a word is on the ignore-list or has no letter or digit."""
    return word.lower() in ignore_list() or not any(character.isalnum() for character in word)
