"""The judge's network: it reads claim and evidence together, ``[CLS] claim [SEP] evidence [SEP]``.

`scripts/train_judge.py` trains it and writes its file. Pairs are read one by one, so that what it says about a pair does
not depend on what is judged beside it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sumtrace.array_types import Singles
from sumtrace.checking.judge.opinion import Opinion
from sumtrace.meaning.network import session_of
from sumtrace.meaning.wordpiece import WordPiece

LONGEST = 256
"""Pieces of claim and evidence together; the end of longer evidence is not read."""
LONGEST_CLAIM = 128


class JudgeNetwork:
    """Runs the network on one core; several threads may use it at a time."""

    def __init__(self, model: bytes, vocabulary: bytes) -> None:
        self._wordpiece = WordPiece(vocabulary.decode().rstrip("\n").split("\n"))
        self._session = session_of(model)

    def read(self, evidence: str, claim: str) -> Opinion:
        """Judge one claim by its evidence."""
        words = [self._wordpiece.pieces(word) for word in claim.split()]
        claimed = [piece for pieces in words for piece in pieces][:LONGEST_CLAIM]
        if not claimed:  # nothing is claimed
            return Opinion(1.0, 0.0, 0.0, (0.0,) * len(words))
        known = [piece for word in evidence.split() for piece in self._wordpiece.pieces(word)]
        known = known[: LONGEST - len(claimed) - 3]
        mark = self._wordpiece.last
        pieces = [self._wordpiece.first, *claimed, mark, *known, mark]
        segments = [0] * (len(claimed) + 2) + [1] * (len(known) + 1)
        classes, wrong = self._session.run(
            ["classes_out", "words"],
            {
                "pieces": np.array([pieces], np.int64),
                "segments": np.array([segments], np.int64),
                "claim_end": np.array([len(claimed) + 1], np.int64),
            },
        )
        entailed, neutral, contradicted = _softmax(classes[0, 0]).tolist()
        return Opinion(entailed, neutral, contradicted, _by_word(1 / (1 + np.exp(-wrong[0, :, 0])), words))


def _softmax(logits: Singles) -> Singles:
    powers: Singles = np.exp(logits - logits.max())
    return np.asarray(powers / powers.sum())


def _by_word(pieces: Singles, words: Sequence[Sequence[int]]) -> tuple[float, ...]:
    """Return the greatest probability among each word's pieces; 0 for a word that was not read."""
    found = []
    start = 0
    for word in words:
        found.append(float(pieces[start : start + len(word)].max(initial=0)))
        start += len(word)
    return tuple(found)
