"""An adapter for an installed ``eflomal`` (Östling & Tiedemann 2016), a fast Bayesian HMM aligner.

It gives no links to texts of more than about 1,000 words: a limit of its own.
"""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from sumtrace.alignment.alignment import Alignment
from sumtrace.alignment.expansion import WordPair, from_word_pairs
from sumtrace.baselines.bitext import Side
from sumtrace.baselines.symmetrization import Symmetrization, symmetrize
from sumtrace.corpus.pair import Pair
from sumtrace.errors import MissingExtraError
from sumtrace.text import Text, fold


def eflomal(
    pairs: Iterable[Pair],
    *,
    more: Iterable[Pair] = (),
    source: Side = "document",
    symmetrization: Symmetrization | None = None,
    seeded: bool = True,
) -> Iterator[Alignment]:
    """Train eflomal on pairs and on ``more``, then yield the pairs aligned; they are gone through twice.

    Seeds and directions are those of our own translation models.
    """
    try:
        from eflomal import Aligner
    except ImportError as error:
        raise MissingExtraError("the eflomal aligner", "eflomal") from error
    folder = tempfile.TemporaryDirectory()  # goes with the links that are read from it
    texts = Path(folder.name, "documents"), Path(folder.name, "summaries")
    ways = Path(folder.name, "forward"), Path(folder.name, "backward")
    _write(itertools.chain(pairs, more), texts, seeded)
    with texts[0].open(encoding="utf-8") as documents, texts[1].open(encoding="utf-8") as summaries:
        Aligner().align(documents, summaries, links_filename_fwd=str(ways[0]), links_filename_rev=str(ways[1]))

    def aligned() -> Iterator[Alignment]:
        with folder, ways[0].open(encoding="utf-8") as forward, ways[1].open(encoding="utf-8") as backward:
            for pair, *lines in zip(pairs, forward, backward, strict=False):
                there, back = map(_links, lines)
                if symmetrization is not None:
                    links = symmetrize(there, back, symmetrization)
                else:
                    links = there if source == "document" else back
                yield Alignment(pair.id, from_word_pairs(links, ()), pair, model=name)

    name = f"eflomal {symmetrization or f'{source} as source'}"
    return aligned()


def _write(pairs: Iterable[Pair], texts: tuple[Path, Path], seeded: bool) -> None:
    """Write a line for each pair, and one for each of their words, its own translation."""
    seeds: set[str] = set()
    with texts[0].open("w", encoding="utf-8") as documents, texts[1].open("w", encoding="utf-8") as summaries:
        for pair in pairs:
            for text, file in ((pair.document, documents), (pair.summary, summaries)):
                line = _line(text)
                file.write(f"{line}\n")
                if seeded:
                    seeds.update(line.split())
        for word in sorted(seeds):
            documents.write(f"{word}\n")
            summaries.write(f"{word}\n")


def _line(text: Text) -> str:
    return " ".join(fold(word) for word in text.words)


def _links(line: str) -> set[WordPair]:
    return {(int(i), int(j)) for i, _, j in (link.partition("-") for link in line.split())}
