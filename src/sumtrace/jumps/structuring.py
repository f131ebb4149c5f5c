"""The structure of each pair's document: from the trees it carries, or parsed once by the shipped parser and kept."""

from __future__ import annotations

import functools
import hashlib
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from importlib import resources
from pathlib import Path

import numpy as np

from sumtrace.array_types import Ints
from sumtrace.corpus import Pair
from sumtrace.errors import InputError
from sumtrace.jumps.structure import (
    LABELS,
    StructureKind,
    is_sound,
    joined,
    sentence_structure,
    structure_of_chunks,
    structure_of_trees,
)
from sumtrace.kernels import cache_folder
from sumtrace.meaning.cache import DiskCache
from sumtrace.text import Text
from sumtrace.text.parsing import Parser, parser
from sumtrace.text.tree_matching import match

_AHEAD = 64
"""Documents whose structure may be under way at a time."""


def structure_of(pair: Pair, wanted: StructureKind | None) -> Ints | None:
    """Return the structure of a pair's document in the form a jump model needs; None where it needs none."""
    if wanted is None:
        return None
    if wanted == "chunks":
        return structure_of_chunks(pair.document.words, pair.document.sentences)
    if pair.trees is not None:
        try:
            return structure_of_trees(match(pair.trees, pair.document))
        except InputError as error:
            raise error.at(pair=pair.id) from None
    return _parsed().structure_of(pair.document)


def structured(pairs: Iterable[Pair], wanted: StructureKind | None, threads: int) -> Iterator[tuple[Pair, Ints | None]]:
    """Yield each pair with its document's structure, in order; several documents are parsed at a time."""
    if wanted != "trees" or threads == 1:
        for pair in pairs:
            yield pair, structure_of(pair, wanted)
        return
    waiting: list[tuple[Pair, Future[Ints | None]]] = []
    with ThreadPoolExecutor(threads) as pool:
        for pair in pairs:
            waiting.append((pair, pool.submit(structure_of, pair, wanted)))
            if len(waiting) >= _AHEAD:
                first, future = waiting.pop(0)
                yield first, future.result()
        for first, future in waiting:
            yield first, future.result()


@functools.cache
def _parsed() -> ParsedStructures:
    return ParsedStructures(
        functools.partial(parser, "sumtrace"), cache_folder().parent / f"trees-2-{_version()}.sqlite"
    )


@functools.cache
def _version() -> str:
    """Return a digest of all that decides a sentence's structure: the parser's model and code, and the labels."""
    digest = hashlib.sha256(" ".join(LABELS).encode())
    text = Path(str(resources.files("sumtrace.text")))
    for file in (text / "data" / "parser.safetensors", *sorted((text / "parsing").glob("*.py"))):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


class ParsedStructures:
    """Structures by a parser, which is loaded when first needed; each different sentence is parsed once.

    They are kept in a file of the user's cache folder, which may be deleted at any time.
    """

    def __init__(self, load: Callable[[], Parser], file: Path) -> None:
        self._load = load
        self._cache = DiskCache(file)
        self._lock = threading.Lock()
        self._parser: Parser | None = None

    def structure_of(self, text: Text) -> Ints:
        """Return the structure of a document."""
        sentences = [text.words[start:end] for start, end in text.sentences if end > start]
        keys = [hashlib.sha256("\0".join(words).encode("utf-8", "surrogatepass")).digest()[:16] for words in sentences]
        known = self._known(dict(zip(keys, map(len, sentences), strict=True)))
        missing = {key: words for key, words in zip(keys, sentences, strict=True) if key not in known}
        if missing:
            found = self._parse(list(missing.values()))
            made = dict(zip(missing, found, strict=True))
            self._keep(made)
            known |= made
        return joined([known[key] for key in keys])

    def _parse(self, sentences: Sequence[Sequence[str]]) -> list[Ints]:
        with self._lock:
            if self._parser is None:
                self._parser = self._load()
        return [sentence_structure(tree) for tree in self._parser.parse(sentences)]

    def _known(self, lengths: Mapping[bytes, int]) -> dict[bytes, Ints]:
        """Return the cached structures of sentences, by key; invalid ones are ignored."""
        found: dict[bytes, Ints] = {}
        for key, kept in self._cache.get(lengths).items():
            structure = np.frombuffer(kept[: len(kept) // 2 * 2], np.int16).astype(np.int32)
            if is_sound(structure, lengths[key]):
                found[key] = structure
        return found

    def _keep(self, made: dict[bytes, Ints]) -> None:
        # a sentence of tens of thousands of words does not fit the small numbers that are kept
        small = {key: nodes.astype(np.int16).tobytes() for key, nodes in made.items() if len(nodes) < 1 << 15}
        self._cache.put(small)
