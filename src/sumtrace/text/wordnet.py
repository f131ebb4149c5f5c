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
from functools import cache, cached_property, lru_cache
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file

from sumtrace.errors import InputError
from sumtrace.text.ancestors import FAR, Level, Neighbours, join, ranges_of, shared, starts_of
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

FEW = 1000  # phrases of both sides that are joined one by one
PATIENCE = 500  # phrases that are looked up before the first words of all lemmas are, a tenth of a second's work


class WordNet:
    """Looks phrases up and measures how far apart they are. Synsets are numbered 0, 1, ... over all parts."""

    def __init__(self, table: Mapping[str, NDArray[Any]]) -> None:
        self._text = table["text"].tobytes()
        # Memoryviews give plain ints, at a third of the cost of numpy's scalars.
        self._bucket_starts = starts_of(table["bucket_sizes"]).data
        self._text_starts = starts_of(table["text_sizes"]).data
        self._sense_starts = starts_of(table["sense_counts"]).data
        self._senses = np.ascontiguousarray(table["senses"]).data
        self._hypernym_starts = starts_of(table["hypernym_counts"])
        self._hypernyms = np.ascontiguousarray(table["hypernyms"])
        self._irregular: dict[str, dict[str, list[str]]] = {part: {} for part in ENDINGS}
        for line in table["irregular"].tobytes().decode().splitlines():
            part, form, *lemmas = line.split(" ")
            self._irregular[part][form] = lemmas
        self._asked = 0
        # Phrases cut from running text ask for the same words again and again.
        self._word_base_forms = lru_cache(maxsize=1 << 16)(self._base_forms)
        self._first_senses = lru_cache(maxsize=1 << 17)(self._find_first_senses)
        self._roots = lru_cache(maxsize=1 << 16)(self._find_roots)
        self._low_heights = lru_cache(maxsize=1 << 14)(self._find_low_heights)

    def contains(self, phrase: str) -> bool:
        """Whether the phrase, or a form WordNet's morphology derives from it, is a lemma."""
        if self._asked < PATIENCE:
            self._asked += 1
        elif not self._may_contain(phrase):
            return False
        return bool(self._first_senses(phrase, 1))

    def _may_contain(self, phrase: str) -> bool:
        """Whether some lemma begins with the first two words of a phrase, or forms of them; few phrases of a text do."""
        written = _written(phrase)
        first, *rest = written.split("_", 2)
        if not rest or "-" in first or "-" in rest[0] or written.count(".") > 1 or not written.isascii():
            return True  # more spellings than one count
        return any(f"{one}_{other}" in self._openings for one in self._roots(first) for other in self._roots(rest[0]))

    @cached_property
    def _openings(self) -> frozenset[str]:
        """The first two words of all lemmas of several words, and of their irregular forms."""
        text = np.frombuffer(self._text, np.uint8)
        breaks = np.flatnonzero((text == ord("_")) | (text == ord("-")))
        starts = np.asarray(self._text_starts)
        entries = np.searchsorted(starts, breaks, side="right") - 1
        first = np.flatnonzero(np.diff(entries, prepend=-1))
        ends = starts[entries[first] + 1]
        second = np.minimum(first + 1, len(breaks) - 1)
        is_longer = (entries[second] == entries[first]) & (second > first)
        ends = np.where(is_longer, breaks[second], ends)
        begins = starts[entries[first]] + 1  # a letter for the part of speech goes before
        whole = self._text.replace(b"-", b"_").decode("latin-1")  # a character for each byte
        lemmas = map(whole.__getitem__, map(slice, begins.tolist(), ends.tolist()))
        forms = [form for part in self._irregular.values() for form in part if WORD_BREAK.search(form)]
        return frozenset(chain(lemmas, ("_".join(WORD_BREAK.split(form)[0:3:2]) for form in forms)))

    def _find_roots(self, word: str) -> list[str]:
        """A word and all that some rule or list makes of it, whether WordNet has it or not."""
        found = [word, *(lemma for part in self._irregular.values() for lemma in part.get(word, ()))]
        cut = [(word, "")] if not word.endswith("ful") else [(word, ""), (word[:-3], "ful")]
        for stem, kept in cut:
            for ending, replacement in (rule for rules in ENDINGS.values() for rule in rules):
                if stem.endswith(ending):
                    found.append(stem[: -len(ending)] + replacement + kept)
        return list(dict.fromkeys(found))

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
        if len(source_phrases) + len(target_phrases) <= FEW:
            return self._neighbours_of_few(source_phrases, target_phrases, _at_least_one(senses), limit)
        sources = self._climb(source_phrases, _at_least_one(senses), limit)
        targets = self._climb(target_phrases, senses, limit)
        return join(*shared(sources, targets), rows=len(source_phrases), columns=len(target_phrases), limit=limit)

    def _neighbours_of_few(self, sources: Sequence[str], targets: Sequence[str], senses: int, limit: int) -> Neighbours:
        """`neighbours` of the words of one pair, ancestor by ancestor: most texts share words with those before."""
        below: dict[int, list[tuple[int, int]]] = {}
        for column, phrase in enumerate(targets):
            for ancestor, height in self._low_heights(phrase, senses, limit).items():
                below.setdefault(ancestor, []).append((column, height))
        found: list[tuple[int, int, int]] = []
        for row, phrase in enumerate(sources):
            nearest: dict[int, int] = {}
            for ancestor, own in self._low_heights(phrase, senses, limit).items():
                for column, height in below.get(ancestor, ()):
                    distance = own + height
                    if distance <= limit and distance < nearest.get(column, FAR):
                        nearest[column] = distance
            found += [(row, column, nearest[column]) for column in sorted(nearest)]
        return Neighbours(*np.array(found, np.int32).reshape(-1, 3).T)

    def _find_low_heights(self, phrase: str, senses: int, limit: int) -> dict[int, int]:
        """`_heights` of the phrase's first senses, up to a limit."""
        return self._heights(self._first_senses(phrase, senses), limit)

    @property
    def _synset_count(self) -> int:
        return len(self._hypernym_starts) - 1

    def _find(self, part: str, lemma: str) -> int:
        """The entry of a lemma in one part of speech, or -1."""
        key = (part + lemma).encode("utf-8", "surrogatepass")
        buckets, starts = self._bucket_starts, self._text_starts
        bucket = bucket_of(key, len(buckets) - 1)
        for entry in range(buckets[bucket], buckets[bucket + 1]):
            if self._text[starts[entry] : starts[entry + 1]] == key:
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
        if "_" in phrase or "-" in phrase:
            words = WORD_BREAK.split(phrase)  # words at even places, what joins them between
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

    def _heights(self, synsets: Sequence[int], limit: int = FAR) -> dict[int, int]:
        """Every ancestor of the synsets, up to a height, with its least height above any of them."""
        heights = dict.fromkeys(synsets, 0)
        queue = list(heights)
        starts, hypernyms = self._hypernym_starts.data, self._hypernyms.data
        for synset in queue:  # grows while we walk it: breadth first
            height = heights[synset] + 1
            if height > limit:
                break
            for place in range(starts[synset], starts[synset + 1]):
                hypernym = hypernyms[place]
                if hypernym not in heights:  # WordNet 3.0 has a cycle among its verbs
                    heights[hypernym] = height
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
            parents = self._hypernyms[ranges_of(starts, counts)]
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


def _spellings(phrase: str) -> Iterator[str]:
    """The phrase as WordNet writes it, then the other spellings WordNet's own search would try.

    Blanks are never dropped: among phrases cut from running text "a part" is not "apart".
    """
    written = _written(phrase)
    others = [written.replace("_", "-"), written.replace("-", "_"), written.replace("-", "")]
    if written.count(".") > 1:  # u.s.s.r., but not the full stop after an initial
        others.append(written.replace(".", ""))
    yield from dict.fromkeys([written, *others])


def _written(phrase: str) -> str:
    """The phrase as WordNet writes it."""
    return "_".join(fold(phrase).split()).replace("_'s", "'s")


def _at_least_one(senses: int) -> int:
    if senses < 1:
        raise InputError(f"senses is {senses}.", hint="Use 1 (first senses) or more.")
    return senses
