"""The parser's parameters, and how they lie in a file: halves and bytes on disk, single floats in memory."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load_file, save

from sumtrace import files
from sumtrace.array_types import Singles
from sumtrace.errors import ModelError
from sumtrace.text.parsing.features import FIRST_WORD, Features

FORMAT = "sumtrace-parser-1"
_TABLES = ("vectors", "words", "spellings")


class Weights(NamedTuple):
    """Everything the kernels read; matrices are ``[inputs, outputs]``, so that a kernel runs along rows.

    ``H`` is the width of one direction of the recurrent layers, ``P`` that of the two scorers.
    """

    vectors: Singles
    """Word vectors from unlabelled text ``[vector words, D]``."""
    vector_bias: Singles
    """Added to a vector: row 0 for unknown words, row 1 for all others ``[2, D]``."""
    words: Singles
    """Word vectors learnt from the treebank."""
    spellings: Singles
    """Vectors of hashed parts of the spelling; a word has the sum of its parts."""
    input_1: Singles
    """First layer: inputs to the gates (input, forget, cell, output) of each direction ``[2, D + ..., 4 H]``."""
    bias_1: Singles
    recurrent_1: Singles
    """First layer: the last state to the gates, forwards and backwards ``[2, H, 4 H]``."""
    input_2: Singles
    bias_2: Singles
    recurrent_2: Singles
    tagger: Singles
    """``[2 H, tags]``."""
    tagger_bias: Singles
    action_between: Singles
    """What each of the four bounds of the stack's three top spans says about the next action ``[2 H, 4 P]``."""
    action_bias: Singles
    action_missing: Singles
    """The same for a bound that does not exist ``[4, P]``."""
    action_symbols: Singles
    """What the symbols of the three top spans say ``[3, symbols, P]``."""
    action_output: Singles
    """How much combining is better than shifting ``[P]``."""
    action_output_bias: Singles
    label_between: Singles
    """What start, middle and end of a span say about its label ``[2 H, 3 P]``."""
    label_bias: Singles
    label_missing: Singles
    label_symbols: Singles
    """What the symbols of its two halves say ``[2, symbols, P]``."""
    label_output: Singles
    """``[P, labels]``; label 0 is "no constituent"."""
    label_output_bias: Singles


class Scorers(NamedTuple):
    """The part of the weights that is asked again for every state of a search."""

    action_symbols: Singles
    action_output: Singles
    action_output_bias: Singles
    label_symbols: Singles
    label_output: Singles
    label_output_bias: Singles

    @classmethod
    def of(cls, weights: Weights) -> Scorers:
        """Take the part from the whole."""
        return cls(*(getattr(weights, name) for name in cls._fields))


@dataclass(frozen=True, slots=True)
class ParserModel:
    """The parser's parameters with the names behind their rows."""

    weights: Weights
    features: Features
    tags: tuple[str, ...]
    labels: tuple[tuple[str, ...], ...]
    """Chains of labels over one span, from the outermost; the first is empty: no constituent."""


@functools.cache
def load_model(path: Path | None = None) -> ParserModel:
    """Return the parser's model, the shipped one where no other is named; read once."""
    source = path or Path(str(resources.files("sumtrace.text").joinpath("data/parser.safetensors")))
    try:
        arrays = load_file(source)
    except (OSError, SafetensorError) as error:
        raise ModelError(f"{source}: the parser's model cannot be read ({error}); install sumtrace again") from error
    if FORMAT not in arrays:
        raise ModelError(f"{source} is not a parser model for this version ({FORMAT})")
    return unpack(arrays)


def unpack(arrays: dict[str, NDArray[np.generic]]) -> ParserModel:
    """Return the model that `pack` packed."""
    weights = {}
    for name in Weights._fields:
        stored = arrays[name]
        values = stored.astype(np.float32)
        weights[name] = values * arrays[f"{name}.scale"].astype(np.float32)[:, None] if name in _TABLES else values
    names = {name: _lines(arrays[f"names.{name}"]) for name in ("vectors", "words", "tags", "labels")}
    features = Features(
        {word: FIRST_WORD + row for row, word in enumerate(names["vectors"])},
        {word: FIRST_WORD + row for row, word in enumerate(names["words"])},
        len(arrays["spellings"]),
    )
    return ParserModel(
        Weights(**weights), features, tuple(names["tags"]), tuple(tuple(chain.split()) for chain in names["labels"])
    )


def pack(model: ParserModel) -> dict[str, NDArray[np.generic]]:
    """Return the arrays to be stored: tables of words as bytes with a scale a row, the rest as halves."""
    arrays: dict[str, NDArray[np.generic]] = {FORMAT: np.ones(1, np.uint8)}
    for name, values in model.weights._asdict().items():
        if name in _TABLES:
            scale = np.maximum(np.abs(values).max(axis=1) / 127, 1e-8).astype(np.float32)
            arrays[name] = np.rint(values / scale[:, None]).astype(np.int8)
            arrays[f"{name}.scale"] = scale
        else:
            arrays[name] = values.astype(np.float16)
    names = {
        "vectors": _in_order(model.features.vectors),
        "words": _in_order(model.features.words),
        "tags": model.tags,
        "labels": [" ".join(chain) for chain in model.labels],
    }
    for name, lines in names.items():
        arrays[f"names.{name}"] = np.frombuffer("\n".join(lines).encode(), np.uint8)
    return arrays


def save_model(model: ParserModel, path: Path) -> None:
    """Write a model's file."""
    with files.writing(path) as file:
        file.write(save(pack(model)))


def _in_order(rows: object) -> list[str]:
    assert isinstance(rows, dict)
    return sorted(rows, key=rows.__getitem__)


def _lines(blob: NDArray[np.generic]) -> list[str]:
    return blob.tobytes().decode().split("\n")
