"""Pairs as pieces, and batches of like length in an order that a seed decides."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from judge_training.pairs import Pair
from sumtrace.meaning.wordpiece import WordPiece

LONGEST_CLAIM = 60
LONGEST = 160
"""Pieces of claim and evidence together; the end of longer evidence is cut off, in training only."""
PADDING = 2
UNKNOWN = -1.0
"""Marks a piece of which nobody knows whether it is contradicted."""


@dataclass(frozen=True, slots=True)
class Example:
    """A pair in pieces: ``[CLS] claim [SEP] evidence [SEP]``."""

    pieces: tuple[int, ...]
    claim: int
    """Number of the claim's pieces."""
    label: int
    wrong: tuple[float, ...]
    """For each piece of the claim 1 if it is contradicted, 0 if not, or unknown."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Examples in arrays ``[n, length]``."""

    pieces: Tensor
    segments: Tensor
    claims: Tensor
    wrong: Tensor
    labels: Tensor


def example(wordpiece: WordPiece, pair: Pair) -> Example:
    """Cut a pair into pieces."""
    claim: list[int] = []
    wrong: list[float] = []
    for place, word in enumerate(pair.claim.split()):
        pieces = wordpiece.pieces(word)
        claim += pieces
        wrong += [UNKNOWN if pair.wrong is None else float(place in pair.wrong)] * len(pieces)
    claim, wrong = claim[:LONGEST_CLAIM], wrong[:LONGEST_CLAIM]
    evidence = [piece for word in pair.evidence.split() for piece in wordpiece.pieces(word)]
    evidence = evidence[: LONGEST - len(claim) - 3]
    pieces = (wordpiece.first, *claim, wordpiece.last, *evidence, wordpiece.last)
    return Example(pieces, len(claim), pair.label, tuple(wrong))


def batch(examples: Sequence[Example]) -> Batch:
    """Put examples into arrays."""
    shape = len(examples), max(len(item.pieces) for item in examples)
    pieces, segments = np.zeros(shape, np.int64), np.full(shape, PADDING)
    claims, wrong = np.zeros(shape, np.float32), np.full(shape, UNKNOWN, np.float32)
    for row, item in enumerate(examples):
        pieces[row, : len(item.pieces)] = item.pieces
        segments[row, : len(item.pieces)] = 1
        segments[row, : item.claim + 2] = 0
        claims[row, 1 : item.claim + 1] = 1
        wrong[row, 1 : item.claim + 1] = item.wrong
    labels = np.array([item.label for item in examples])
    return Batch(*map(torch.from_numpy, (pieces, segments, claims, wrong, labels)))


def grouped(examples: Sequence[Example], room: int, chance: random.Random) -> list[list[Example]]:
    """Return the examples in groups of like length, each of up to ``room`` pieces, in random order."""
    ordered = sorted(examples, key=lambda item: len(item.pieces) + 4 * chance.random())
    groups: list[list[Example]] = [[]]
    for item in ordered:
        if (len(groups[-1]) + 1) * (len(item.pieces) + 2) > room:
            groups.append([])
        groups[-1].append(item)
    groups = [group for group in groups if group]
    chance.shuffle(groups)
    return groups
