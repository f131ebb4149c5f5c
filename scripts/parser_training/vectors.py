"""Word vectors from unlabelled text: what stands one and two words to the left and right of a word, by SVD.

Positive pointwise mutual information of a word and its neighbours, each of the four places apart (so the vectors tell
parts of speech rather than topics), reduced to a few dimensions.
"""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import scipy.sparse
import scipy.sparse.linalg
from numpy.typing import NDArray

from sumtrace.text import Text
from sumtrace.text.parsing.features import BOUNDARY, FIRST_WORD, UNKNOWN, word_key

OPEN_CORPORA = ("scitldr", "scisummnet")
PLACES = (-2, -1, 1, 2)
NEIGHBOURS = 4000
"""The most frequent words, which count as neighbours."""


def open_sentences(folder: Path) -> Iterator[tuple[str, ...]]:
    """Yield the tokens of every sentence of the openly licensed corpora."""
    for name in OPEN_CORPORA:
        with gzip.open(folder / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
            for line in lines:
                record = json.loads(line)
                for part in ("summary", "document"):
                    text = Text.from_string(record[part])
                    yield from (text.words[start:end] for start, end in text.sentences)


def word_vectors(
    unlabelled: Sequence[Sequence[str]], treebank: Sequence[Sequence[str]], *, size: int
) -> tuple[dict[str, int], NDArray[np.float32]]:
    """Return the row of each word and the rows: words seen six times, four times where the treebank has them."""
    sentences = [[word_key(word) for word in words] for words in (*unlabelled, *treebank)]
    counts = Counter(word for words in sentences for word in words)
    in_treebank = {word_key(word) for words in treebank for word in words}
    kept = [word for word, count in counts.most_common() if count >= (4 if word in in_treebank else 6)]
    rows = {word: FIRST_WORD + place for place, word in enumerate(kept)}
    running: list[int] = []
    for words in sentences:
        running += [BOUNDARY, BOUNDARY]
        running += [rows.get(word, UNKNOWN) for word in words]
    stream = np.array([*running, BOUNDARY, BOUNDARY])
    return rows, _reduced(_information(stream, FIRST_WORD + len(kept)), size)


def _information(stream: NDArray[np.int64], words: int) -> scipy.sparse.csr_matrix:
    """Positive pointwise mutual information of each word with its neighbours at each place."""
    blocks = []
    for place in PLACES:
        here, there = (stream[-place:], stream[:place]) if place < 0 else (stream[:-place], stream[place:])
        counted = (here >= FIRST_WORD) & (there < NEIGHBOURS)
        cells = (here[counted], there[counted])
        blocks.append(scipy.sparse.coo_matrix((np.ones(counted.sum()), cells), shape=(words, NEIGHBOURS)).tocsr())
    table = scipy.sparse.hstack(blocks).tocsr().tocoo()
    row_sums = np.asarray(table.sum(axis=1)).ravel()
    column_sums = np.asarray(table.sum(axis=0)).ravel() ** 0.75  # less surprise from rare neighbours
    information = np.log(table.data / (row_sums[table.row] * column_sums[table.col] / column_sums.sum()))
    kept = information > 0
    return scipy.sparse.coo_matrix(
        (information[kept], (table.row[kept], table.col[kept])), shape=table.shape, dtype=np.float32
    ).tocsr()


def _reduced(information: scipy.sparse.csr_matrix, size: int) -> NDArray[np.float32]:
    start = np.random.default_rng(0).standard_normal(min(information.shape)).astype(np.float32)
    left, strengths, _ = scipy.sparse.linalg.svds(information, k=size, v0=start)
    vectors = left * np.sqrt(strengths)
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    vectors *= np.sqrt(size) / 2 / np.maximum(lengths, 1e-6)
    vectors[:FIRST_WORD] = 0
    return np.asarray(vectors, np.float32)
