"""Train the model that comes with Sumtrace, on openly licensed corpora only.

    python scripts/train_default_model.py ../shared/data/corpora

Each abstract sentence of scisummnet (CC BY 4.0) and each summary of scitldr (Apache-2.0) is paired with its extract of the
document. EM learns from strings; then the jumps of both readings in context are found from the links that the model sees
in some of the pairs. Kept are the mixture weights, P(null), the jumps and the vocabulary with the frequencies of summary words (null's
row); the corpora's texts cannot be read back from any of these.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from sumtrace.corpus import Pair
from sumtrace.corpus.extracts import extract_pairs
from sumtrace.corpus.reading import read_pairs
from sumtrace.meaning import load_encoder
from sumtrace.model import Model
from sumtrace.model.folder import save_model
from sumtrace.rewrites.lexical import Sparse
from sumtrace.settings import DEFAULT, STRINGS
from sumtrace.training.corpus import corpus_of
from sumtrace.training.gathering import gather
from sumtrace.training.monitor import Status
from sumtrace.training.readings import with_readings
from sumtrace.training.trainer import train

TARGET = Path(__file__).parents[1] / "src" / "sumtrace" / "default_model"
CORPORA = ("scisummnet", "scitldr")
THRESHOLD = 0.5
"""Higher than for a model trained on the pairs it aligns: what it has not seen, it should not be bold about."""


def sentence_pairs(folder: Path, papers: int, k: int) -> Iterator[Pair]:
    """Yield each abstract sentence with its extract, from the first papers of each corpus."""
    for corpus in CORPORA:
        for pair in itertools.islice(read_pairs(folder / f"{corpus}.jsonl.gz"), papers):
            for extracted in extract_pairs(pair, k=k, unit="sentence"):
                if len(extracted.pair.document) and len(extracted.pair.summary) >= 5:
                    yield extracted.pair


def without_rewrites(model: Model) -> Model:
    """Return the model with null's row alone: what papers teach of rewriting one word as another is mostly noise."""
    table = model.parameters.table
    null = slice(int(table.at[-2]), int(table.at[-1]))
    at = np.zeros_like(table.at)
    at[-1] = null.stop - null.start
    only_null = Sparse(at, table.column[null], table.counts[null])
    return replace(model, parameters=replace(model.parameters, table=only_null), name="default")


def main() -> None:
    """Train and write the model folder."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("corpora", type=Path, help="the folder with scisummnet.jsonl.gz and scitldr.jsonl.gz")
    parser.add_argument("--output", type=Path, default=TARGET)
    parser.add_argument("--papers", type=int, default=900, help="at most so many papers of each corpus")
    parser.add_argument("--k", type=int, default=3, help="document sentences in an extract")
    options = parser.parse_args()

    def report(now: Status) -> None:
        if now.last is not None and not now.pairs_done:
            print(now.last, file=sys.stderr)

    settings = replace(STRINGS, threshold=THRESHOLD)
    tokens = gather(sentence_pairs(options.corpora, options.papers, options.k), settings)
    print(f"{len(tokens)} pairs", file=sys.stderr)
    model = without_rewrites(train(corpus_of(tokens, settings), settings, tell=report))
    model = replace(model, settings=replace(DEFAULT, threshold=THRESHOLD))
    print("reading some pairs in context", file=sys.stderr)
    save_model(with_readings(model, tokens.texts, load_encoder()), options.output)


if __name__ == "__main__":
    main()
