"""An adapter for an installed ``eflomal`` (Östling & Tiedemann 2016), a fast Bayesian HMM aligner.

It gives no links to texts of more than about 1,000 words: a limit of its own.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from sumtrace.alignment.alignment import Alignment
from sumtrace.alignment.expansion import WordPair, from_word_pairs
from sumtrace.baselines.bitext import Side
from sumtrace.baselines.symmetrization import Symmetrization, symmetrize
from sumtrace.corpus.pair import Pair
from sumtrace.errors import MissingExtraError
from sumtrace.text import Text, fold


def eflomal(
    pairs: Sequence[Pair],
    *,
    source: Side = "document",
    symmetrization: Symmetrization | None = None,
    seeded: bool = True,
) -> list[Alignment]:
    """Train eflomal on pairs and align them with it, seeds and directions as for our own translation models."""
    try:
        from eflomal import Aligner
    except ImportError as error:
        raise MissingExtraError("the eflomal aligner", "eflomal") from error
    rows = [(_line(pair.document), _line(pair.summary)) for pair in pairs]
    seeds = sorted({word for row in rows for side in row for word in side.split()}) if seeded else []
    lines = [*rows, *((word, word) for word in seeds)]
    with tempfile.TemporaryDirectory() as folder:
        ways = [Path(folder, "forward"), Path(folder, "backward")]
        Aligner().align(
            [document for document, _ in lines],
            [summary for _, summary in lines],
            links_filename_fwd=str(ways[0]),
            links_filename_rev=str(ways[1]),
        )
        forward, backward = (_links(way, len(pairs)) for way in ways)
    if symmetrization is not None:
        links = [symmetrize(a, b, symmetrization) for a, b in zip(forward, backward, strict=True)]
    else:
        links = forward if source == "document" else backward
    name = f"eflomal {symmetrization or f'{source} as source'}"
    return [
        Alignment(pair.id, from_word_pairs(own, ()), pair, model=name) for pair, own in zip(pairs, links, strict=True)
    ]


def _line(text: Text) -> str:
    return " ".join(fold(word) for word in text.words)


def _links(file: Path, count: int) -> list[set[WordPair]]:
    lines = file.read_text(encoding="utf-8").split("\n")[:count]
    return [{(int(i), int(j)) for i, _, j in (link.partition("-") for link in line.split())} for line in lines]
