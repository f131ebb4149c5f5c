"""The translation models as aligners of pairs: one way, or both ways symmetrised."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import get_args

from sumtrace.alignment.alignment import Alignment
from sumtrace.alignment.expansion import WordPair, from_word_pairs
from sumtrace.baselines import hmm, model1, model4
from sumtrace.baselines.bitext import Bitext, Side
from sumtrace.baselines.model1 import Advance
from sumtrace.baselines.names import TranslationModel
from sumtrace.baselines.symmetrization import Symmetrization, symmetrize
from sumtrace.baselines.word_ids import Ids
from sumtrace.corpus.pair import Pair

MODELS: tuple[TranslationModel, ...] = get_args(TranslationModel)


def translate(
    pairs: Iterable[Pair],
    model: TranslationModel,
    *,
    more: Iterable[Pair] = (),
    source: Side = "document",
    symmetrization: Symmetrization | None = None,
    iterations: int = 5,
    seeded: bool = True,
    advance: Advance = lambda: None,
) -> Iterator[Alignment]:
    """Train a model on pairs and on ``more``, then yield the pairs aligned with it; they are gone through twice.

    With the document as source every summary word has at most one link. ``symmetrization`` trains both ways and needs
    no ``source``. Each model runs ``iterations`` of EM after those of the simpler ones it starts from.
    """
    bitext = Bitext.of(itertools.chain(pairs, more), seeded=seeded)
    sides: tuple[Side, ...] = (source,) if symmetrization is None else ("document", "summary")
    ways = [_one_way(bitext, model, side, iterations, advance) for side in sides]
    name = f"{model} {symmetrization or f'{source} as source'}"
    links = (
        ways[0] if symmetrization is None else (symmetrize(a, b, symmetrization) for a, b in zip(*ways, strict=True))
    )
    return (
        Alignment(pair.id, from_word_pairs(own, ()), pair, model=name) for pair, own in zip(pairs, links, strict=False)
    )


def steps(model: TranslationModel, *, iterations: int = 5, symmetrization: Symmetrization | None = None) -> int:
    """Return how often ``translate`` calls ``advance``."""
    return iterations * (MODELS.index(model) + 1) * (1 if symmetrization is None else 2)


def _one_way(
    bitext: Bitext, model: TranslationModel, source: Side, iterations: int, advance: Advance
) -> Iterator[set[WordPair]]:
    if source == "summary":
        bitext = bitext.turned()
    table = model1.train_model1(bitext, iterations=iterations, advance=advance)
    if model == "model1":
        paths = model1.decode_model1(bitext, table)
    else:
        aligner = hmm.train_hmm(bitext, table, iterations=iterations, advance=advance)
        if model == "hmm":
            paths = hmm.decode_hmm(bitext, aligner)
        else:
            _, links = model4.train_model4(bitext, aligner, iterations=iterations, advance=advance)
            paths = (own - 1 for own in links)
    return (_links(path, source) for path in paths)


def _links(path: Ids, source: Side) -> set[WordPair]:
    found = ((int(i), t) for t, i in enumerate(path) if i >= 0)
    return set(found) if source == "document" else {(t, i) for i, t in found}
