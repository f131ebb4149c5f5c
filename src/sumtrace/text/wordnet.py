"""WordNet 3.0 for English: which phrases it knows, and how far apart two of them are.

The table beside this file (`data/wordnet.safetensors`, made by `scripts/build_wordnet.py`) holds lemmas,
senses, hypernyms and irregular forms as flat arrays, so that loading builds no large Python object.

The distance of two synsets is the least path up from both to a common hypernym:

    distance(a, b) = min over common ancestors c of height(a, c) + height(b, c)

where `height` is the least number of hypernym steps and every synset is its own ancestor at height 0. Nouns
and verbs have hypernyms; adjectives and adverbs have none, so they are near only to their own synonyms. The
verbs have many roots: two verbs without a common ancestor have no distance.

Function words find odd company here ("was" is read as the plural of "WA", "in" is also an inch): whoever
wants content words only has to leave the others out.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file

from sumtrace.errors import InputError
from sumtrace.text.words import fold

__all__ = ["WordNet", "load"]

TABLE = Path(__file__).parent / "data" / "wordnet.safetensors"

PARTS_OF_SPEECH = {"noun": "n", "verb": "v", "adjective": "a", "adverb": "r"}

# WordNet's own rules of detachment, in its order: the first that leads to a known lemma decides.
ENDINGS = {
    "n": (
        ("s", ""),
        ("ses", "s"),
        ("xes", "x"),
        ("zes", "z"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("men", "man"),
        ("ies", "y"),
    ),
    "v": (
        ("s", ""),
        ("ies", "y"),
        ("es", "e"),
        ("es", ""),
        ("ed", "e"),
        ("ed", ""),
        ("ing", "e"),
        ("ing", ""),
    ),
    "a": (("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
    "r": (),
}

WORD_BREAK = re.compile("([_-])")

FAR = 255  # marks a cell no common ancestor has reached; no path in WordNet is nearly so long
CELLS_AT_ONCE = 1 << 22  # rows times columns held at once, small enough to stay in a processor's cache
JOINED_AT_ONCE = 1 << 20  # joined pairs held at once, before they are written into those cells

Integers = NDArray[np.int32]


class Neighbours(NamedTuple):
    """All pairs within reach, sorted by row, then column: three arrays of one length."""

    rows: Integers
    columns: Integers
    distances: Integers


class Level(NamedTuple):
    """The ancestors that phrases reach first at one height, sorted by phrase, then ancestor."""

    phrases: NDArray[np.int64]
    ancestors: NDArray[np.int64]


class WordNet:
    """Looks phrases up and measures how far apart they are. Synsets are numbered 0, 1, ... over all parts."""

    def __init__(self, table: Mapping[str, NDArray[Any]]) -> None:
        self._text = table["text"].tobytes()
        # Memoryviews give plain ints, at a third of the cost of numpy's scalars.
        self._bucket_starts = _starts(table["bucket_sizes"]).data
        self._text_starts = _starts(table["text_sizes"]).data
        self._sense_starts = _starts(table["sense_counts"]).data
        self._senses = np.ascontiguousarray(table["senses"]).data
        self._hypernym_starts = _starts(table["hypernym_counts"])
        self._hypernyms = np.ascontiguousarray(table["hypernyms"])
        self._irregular: dict[str, dict[str, list[str]]] = {part: {} for part in ENDINGS}
        for line in table["irregular"].tobytes().decode().splitlines():
            part, form, *lemmas = line.split(" ")
            self._irregular[part][form] = lemmas
        # Phrases cut from running text ask for the same words again and again.
        self._word_base_forms = lru_cache(maxsize=1 << 16)(self._base_forms)
        self._first_senses = lru_cache(maxsize=1 << 17)(self._find_first_senses)

    def contains(self, phrase: str) -> bool:
        """Whether the phrase, or a form WordNet's morphology derives from it, is a lemma."""
        return bool(self._first_senses(phrase, 1))

    def synsets(self, phrase: str) -> dict[str, tuple[int, ...]]:
        """The phrase's synsets in sense order for each part of speech it has; empty when it is unknown.

        A form of several lemmas ("axes": ax, axis) lists the first sense of each, then the second of each.
        """
        found = {}
        for name, entries in self._entries(phrase).items():
            ranked = [(rank, synset) for entry in entries for rank, synset in enumerate(self._senses_of(entry))]
            ranked.sort(key=lambda sense: sense[0])
            found[name] = tuple(dict.fromkeys(synset for _, synset in ranked))
        return found

    def distance(self, phrase_a: str, phrase_b: str, senses: int = 1) -> int | None:
        """The least distance between the first `senses` senses of every lemma of the two phrases.

        One sense is the article's reading, a large number means any sense. None where either phrase is
        unknown or no common ancestor joins them.
        """
        heights_a = self._heights(self._first_senses(phrase_a, _at_least_one(senses)))
        heights_b = self._heights(self._first_senses(phrase_b, senses))
        common = heights_a.keys() & heights_b.keys()
        return min((heights_a[ancestor] + heights_b[ancestor] for ancestor in common), default=None)

    def neighbours(
        self,
        source_phrases: Sequence[str],
        target_phrases: Sequence[str],
        senses: int,
        max_distance: int,
    ) -> Neighbours:
        """All pairs (row of source, column of target) whose `distance` is at most `max_distance`."""
        limit = min(max_distance, FAR - 1)
        sources = self._climb(source_phrases, _at_least_one(senses), limit)
        targets = self._climb(target_phrases, senses, limit)
        return _join(*_shared(sources, targets), rows=len(source_phrases), columns=len(target_phrases), limit=limit)

    @property
    def _synset_count(self) -> int:
        return len(self._hypernym_starts) - 1

    def _find(self, part: str, lemma: str) -> int:
        """The entry of a lemma in one part of speech, or -1."""
        key = (part + lemma).encode("utf-8", "surrogatepass")
        bucket = bucket_of(key, len(self._bucket_starts) - 1)
        for entry in range(self._bucket_starts[bucket], self._bucket_starts[bucket + 1]):
            if self._text[self._text_starts[entry] : self._text_starts[entry + 1]] == key:
                return entry
        return -1

    def _senses_of(self, entry: int) -> list[int]:
        return self._senses[self._sense_starts[entry] : self._sense_starts[entry + 1]].tolist()

    def _find_first_senses(self, phrase: str, senses: int) -> list[int]:
        """The first synsets of every lemma of the phrase, over all parts of speech."""
        entries = [entry for found in self._entries(phrase).values() for entry in found]
        return list(dict.fromkeys(synset for entry in entries for synset in self._senses_of(entry)[:senses]))

    def _entries(self, phrase: str) -> dict[str, list[int]]:
        """The entries of the phrase in each part of speech, under the first of its spellings that has any."""
        for spelling in _spellings(phrase):
            found = {name: self._lemmas(spelling, part) for name, part in PARTS_OF_SPEECH.items()}
            if any(found.values()):
                return {name: entries for name, entries in found.items() if entries}
        return {}

    def _lemmas(self, phrase: str, part: str) -> list[int]:
        """The entries that the phrase is a form of: as it stands, then inflected."""
        forms = [phrase, *self._base_forms(phrase, part)]
        words = WORD_BREAK.split(phrase)  # words at even places, what joins them between
        if len(words) > 1:
            inflected = {}
            for place in range(0, len(words), 2):
                if bases := self._word_base_forms(words[place], part):
                    inflected[place] = bases[0]
                    forms += ["".join([*words[:place], base, *words[place + 1 :]]) for base in bases]
            if len(inflected) > 1:
                forms.append("".join(inflected.get(place, word) for place, word in enumerate(words)))
        entries = [self._find(part, form) for form in dict.fromkeys(forms)]
        return [entry for entry in entries if entry >= 0]

    def _base_forms(self, word: str, part: str) -> list[str]:
        """What WordNet's morphology makes of an inflected word: the listed irregular forms, or else one rule."""
        irregular = self._irregular[part].get(word)
        if irregular:
            return irregular
        kept = ""
        if part == "n":
            if word.endswith("ful"):  # boxesful: box + ful
                word, kept = word[:-3], "ful"
            elif word.endswith("ss") or len(word) <= 2:
                return []
        for ending, replacement in ENDINGS[part]:
            if word.endswith(ending):
                base = word[: -len(ending)] + replacement
                if self._find(part, base) >= 0:
                    return [base + kept]
        return []

    def _heights(self, synsets: Sequence[int]) -> dict[int, int]:
        """Every ancestor of the synsets with its least height above any of them."""
        heights = dict.fromkeys(synsets, 0)
        queue = list(heights)
        for synset in queue:  # grows while we walk it: breadth first
            start, stop = self._hypernym_starts[synset : synset + 2]
            for hypernym in self._hypernyms[start:stop].tolist():
                if hypernym not in heights:  # WordNet 3.0 has a cycle among its verbs
                    heights[hypernym] = heights[synset] + 1
                    queue.append(hypernym)
        return heights

    def _climb(self, phrases: Sequence[str], senses: int, limit: int) -> list[Level]:
        """`_heights` for many phrases at once: one level for each height up to the limit."""
        found = [self._first_senses(phrase, senses) for phrase in phrases]
        counts = np.array([len(synsets) for synsets in found], np.int64)
        rows = np.repeat(np.arange(len(phrases)), counts)
        synsets = np.fromiter((synset for one in found for synset in one), np.int64, len(rows))
        keys = np.unique(rows * self._synset_count + synsets)
        seen = keys
        levels: list[Level] = []
        while len(levels) <= limit and keys.size:
            rows, synsets = np.divmod(keys, self._synset_count)
            levels.append(Level(rows, synsets))
            starts = self._hypernym_starts[synsets].astype(np.int64)
            counts = self._hypernym_starts[synsets + 1] - starts
            parents = self._hypernyms[_ranges(starts, counts)]
            keys = np.unique(np.repeat(rows * self._synset_count, counts) + parents)
            keys = keys[~np.isin(keys, seen, assume_unique=True)]
            seen = np.concatenate([seen, keys])
        return levels


@cache
def load() -> WordNet:
    """The WordNet that comes with the package; read once."""
    return WordNet(load_file(TABLE))


def bucket_of(key: bytes, buckets: int) -> int:
    """The bucket a key lies in; the table's builder places it by the same rule."""
    return zlib.crc32(key) % buckets


def _shared(sources: list[Level], targets: list[Level]) -> tuple[list[Level], list[Level], int]:
    """Both sides with only the ancestors that the targets reach, numbered anew, and how many those are.

    A pair of short texts shares few of WordNet's synsets; without this the join would walk over all of them.
    """
    reached = np.unique(np.concatenate([np.zeros(0, np.int64), *(level.ancestors for level in targets)]))

    def renumbered(level: Level) -> Level:
        place = np.minimum(np.searchsorted(reached, level.ancestors), max(0, len(reached) - 1))
        kept = reached[place] == level.ancestors if len(reached) else np.zeros(len(place), bool)
        return Level(level.phrases[kept], place[kept])

    return [renumbered(level) for level in sources], [renumbered(level) for level in targets], len(reached)


def _join(
    sources: list[Level], targets: list[Level], synsets: int, *, rows: int, columns: int, limit: int
) -> Neighbours:
    """Pairs that share an ancestor, with the least sum of their heights to one.

    A block of rows is a dense table of distances. Distances are written from the longest down to the
    shortest, so what stands in a cell at the end is its minimum, without sorting or comparing.
    """
    # The targets below each ancestor, by height: columns ordered by ancestor, and where each ancestor's begin.
    below = [level.phrases[np.argsort(level.ancestors, kind="stable")] for level in targets]
    below_starts = [_starts(np.bincount(level.ancestors, minlength=synsets)) for level in targets]
    nothing = np.zeros(0, np.int32)
    found = [Neighbours(nothing, nothing, nothing)]
    block = max(1, CELLS_AT_ONCE // max(1, columns))
    for first in range(0, rows, block):
        last = min(first + block, rows)
        nearest = np.full((last - first) * columns, FAR, np.uint8)
        within = [_rows_between(level, first, last) for level in sources]
        for distance in range(limit, -1, -1):
            for height, level in enumerate(within[: distance + 1]):
                rest = distance - height
                if rest >= len(targets):
                    continue
                starts = below_starts[rest][level.ancestors].astype(np.int64)
                counts = below_starts[rest][level.ancestors + 1] - starts
                for part in _blocks(counts, JOINED_AT_ONCE):
                    joined = below[rest][_ranges(starts[part], counts[part])]
                    cells = np.repeat((level.phrases[part] - first) * columns, counts[part]) + joined
                    nearest[cells] = distance
        reached = np.flatnonzero(nearest != FAR)
        row, column = np.divmod(reached, max(1, columns))
        found.append(
            Neighbours((row + first).astype(np.int32), column.astype(np.int32), nearest[reached].astype(np.int32))
        )
    return Neighbours(*map(np.concatenate, zip(*found, strict=True)))


def _rows_between(level: Level, first: int, last: int) -> Level:
    start, stop = np.searchsorted(level.phrases, [first, last])
    return Level(level.phrases[start:stop], level.ancestors[start:stop])


def _blocks(counts: NDArray[np.int64], size: int) -> Iterator[slice]:
    """Slices of consecutive items whose counts add up to about `size`; none where nothing is counted."""
    ends = np.cumsum(counts)
    start = 0
    while start < len(counts) and ends[-1] > (done := ends[start] - counts[start]):
        stop = max(start + 1, int(np.searchsorted(ends, done + size, side="right")))
        yield slice(start, stop)
        start = stop


def _ranges(starts: NDArray[np.int64], counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """`start, start + 1, ...` for each start, as many as its count, one after another."""
    ends = np.cumsum(counts)
    total = int(ends[-1]) if len(ends) else 0
    return np.repeat(starts - ends + counts, counts) + np.arange(total)


def _starts(sizes: NDArray[Any]) -> Integers:
    """Where each of several runs begins, and where the last one ends."""
    starts = np.zeros(len(sizes) + 1, np.int32)
    np.cumsum(sizes, out=starts[1:])
    return starts


def _spellings(phrase: str) -> Iterator[str]:
    """The phrase as WordNet writes it, then the other spellings WordNet's own search would try.

    Blanks are never dropped: among phrases cut from running text "a part" is not "apart".
    """
    written = "_".join(fold(phrase).split()).replace("_'s", "'s")
    others = [written.replace("_", "-"), written.replace("-", "_"), written.replace("-", "")]
    if written.count(".") > 1:  # u.s.s.r., but not the full stop after an initial
        others.append(written.replace(".", ""))
    yield from dict.fromkeys([written, *others])


def _at_least_one(senses: int) -> int:
    if senses < 1:
        raise InputError(f"senses is {senses}.", hint="Ask for 1 (first senses) or more.")
    return senses
