"""The entailment judge: whether a claim follows from its evidence, is left open by it, or contradicts it.

A small network reads claim and evidence together, ``[CLS] claim [SEP] evidence [SEP]``; `scripts/train_judge.py` trains
it and writes its file. Moves to ``sumtrace.check`` with the first weights that are worth shipping. Pairs are read one by one, so a pair's probabilities do not depend on what is judged beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sumtrace.errors import ModelError
from sumtrace.meaning.network import read_file, read_manifest
from sumtrace.meaning.shipped import FOLDER as ENCODER
from sumtrace.meaning.shipped import VOCABULARY
from sumtrace.meaning.wordpiece import WordPiece

Floats = NDArray[np.float32]

ENTAILED, NEUTRAL, CONTRADICTED = range(3)
"""Columns of what `judge` returns."""
LONGEST = 256
"""Pieces of claim and evidence together; the end of longer evidence is not read."""
LONGEST_CLAIM = 128


class Reading(NamedTuple):
    """What the judge says about one pair."""

    probabilities: Floats
    """Of entailed, neutral and contradicted ``[3]``."""
    words: Floats
    """For each word of the claim, cut at blanks, the probability that the evidence contradicts it."""


class Judge:
    """Runs the network on one core; several threads may use it at a time."""

    def __init__(self, model: bytes, vocabulary: bytes) -> None:
        import onnxruntime  # takes a while, and not every command judges

        self._wordpiece = WordPiece(vocabulary.decode().splitlines())
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        # the file holds the graph as it is to run
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
        self._session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])

    def read(self, evidence: str, claim: str) -> Reading:
        """Judge one claim by its evidence."""
        words = [self._wordpiece.pieces(word) for word in claim.split()]
        claimed = [piece for pieces in words for piece in pieces][:LONGEST_CLAIM]
        known = [piece for word in evidence.split() for piece in self._wordpiece.pieces(word)]
        if not claimed:  # nothing is claimed
            return Reading(np.array([1, 0, 0], np.float32), np.zeros(len(words), np.float32))
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
        return Reading(_softmax(classes[0, 0]), _by_word(1 / (1 + np.exp(-wrong[0, :, 0])), words))


def load(model: Path) -> Judge:
    """Read a judge's file; its vocabulary is the encoder's."""
    try:
        contents = model.read_bytes()
    except OSError as error:
        raise ModelError(f"{model}: the judge cannot be read ({error.strerror}); install sumtrace again") from error
    return Judge(contents, read_file(ENCODER, read_manifest(ENCODER), VOCABULARY))


def _softmax(logits: Floats) -> Floats:
    powers: Floats = np.exp(logits - logits.max())
    return np.asarray(powers / powers.sum())


def _by_word(pieces: Floats, words: Sequence[Sequence[int]]) -> Floats:
    """Return the greatest probability among each word's pieces; 0 for a word that was not read."""
    found = np.zeros(len(words), np.float32)
    start = 0
    for place, word in enumerate(words):
        found[place] = pieces[start : start + len(word)].max(initial=0)
        start += len(word)
    return found
