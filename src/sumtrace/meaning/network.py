"""The shipped network: the states of its fourth and last layer for each word, averaged over the word's pieces.

`scripts/build_encoder.py` writes the files. Numbers are rounded to bytes row by row, never over a whole batch, and
sentences of one batch have the same number of pieces; so a word's states do not depend on what is encoded beside it.
"""

from __future__ import annotations

import hashlib
import importlib
import os
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import msgspec
import numpy as np

from sumtrace.array_types import Singles
from sumtrace.errors import ModelError
from sumtrace.meaning.wordpiece import WordPiece

FORMAT = "sumtrace-encoder-1"
MANIFEST = "encoder.json"
WINDOW = 256
"""Pieces that are encoded together, the two marks at both ends included: what the network was trained on."""
_INNER = WINDOW - 2
_BATCH = 512
"""Pieces in a batch of short sentences; more gain nothing."""


class Manifest(msgspec.Struct, frozen=True):
    """What identifies the encoder's files: their format, the network's name, and a SHA-256 of each file."""

    format: str
    name: str
    files: dict[str, str]

    @property
    def signature(self) -> str:
        """Return what caches and model folders know this encoder by."""
        digests = " ".join(f"{name} {digest}" for name, digest in sorted(self.files.items()))
        return f"{self.name}-{hashlib.sha256(digests.encode()).hexdigest()[:16]}"


def read_manifest(folder: Path, name: str = MANIFEST, form: str = FORMAT, *, what: str = "encoder") -> Manifest:
    """Read the list of a network's files; ``what`` names the network in messages."""
    try:
        manifest = msgspec.json.decode((folder / name).read_bytes(), type=Manifest)
    except (OSError, msgspec.MsgspecError) as error:
        raise ModelError(f"{folder / name}: the {what} cannot be read ({error}); install sumtrace again") from error
    if manifest.format != form:
        raise ModelError(f"{folder / name} has format {manifest.format!r}, not {form}")
    return manifest


def read_file(folder: Path, manifest: Manifest, name: str, *, what: str = "encoder") -> bytes:
    """Return the bytes of one of a network's files, if they are the ones that the manifest lists."""
    try:
        contents = (folder / name).read_bytes()
    except OSError as error:
        raise ModelError(
            f"{folder / name}: the {what} cannot be read ({error.strerror}); install sumtrace again"
        ) from error
    if hashlib.sha256(contents).hexdigest() != manifest.files.get(name):
        raise ModelError(
            f"{folder / name} is damaged or from another version (its checksum differs); install sumtrace again"
        )
    return contents


def onnxruntime() -> ModuleType:
    """Return the library that runs the network; importing it takes a while, and not every command encodes.

    Some of its releases would tell their makers of each use, from the moment they are imported.
    """
    os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
    try:
        runtime = importlib.import_module("onnxruntime")
        runtime.disable_telemetry_events()  # on Windows the variable does not do
        return runtime
    except ImportError as error:
        raise ModelError(
            f"the encoder needs onnxruntime ({error}); install it with: pip install onnxruntime"
        ) from error


class LayerStates(NamedTuple):
    """A sentence's words in the network ``[n, d]``; zeros for a word none of whose pieces is known."""

    fourth: Singles
    last: Singles


class Window(NamedTuple):
    """Pieces that are encoded together: those from ``start`` on, of which ``[first, end)`` are read off."""

    sentence: int
    start: int
    first: int
    end: int
    pieces: list[int]


def session_of(model: bytes) -> Any:
    """Return a network ready to run on one core, its graph as the file has it."""
    runtime = onnxruntime()
    options = runtime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    options.graph_optimization_level = runtime.GraphOptimizationLevel.ORT_DISABLE_ALL
    return runtime.InferenceSession(model, options, providers=["CPUExecutionProvider"])


class Network:
    """Runs the network on one core; several threads may use it at a time."""

    def __init__(self, model: bytes, vocabulary: bytes) -> None:
        self._wordpiece = WordPiece(vocabulary.decode().rstrip("\n").split("\n"))
        self._session = session_of(model)
        self._width = self._session.get_outputs()[0].shape[-1]

    def states(self, sentences: Sequence[Sequence[str]]) -> list[LayerStates]:
        """Return the states of each sentence's words."""
        cut = [[self._wordpiece.pieces(word) for word in words] for words in sentences]
        flat = [[piece for pieces in words for piece in pieces] for words in cut]
        fourth = [np.empty((len(pieces), self._width), np.float32) for pieces in flat]
        last = [np.empty((len(pieces), self._width), np.float32) for pieces in flat]
        for batch in _batches([window for number, pieces in enumerate(flat) for window in _windows(number, pieces)]):
            marked = [[self._wordpiece.first, *window.pieces, self._wordpiece.last] for window in batch]
            outputs = self._session.run(["fourth", "last"], {"pieces": np.array(marked, np.int64)})
            for layer, kept in zip(outputs, (fourth, last), strict=True):
                for rows, window in zip(layer, batch, strict=True):
                    shift = 1 - window.start
                    kept[window.sentence][window.first : window.end] = rows[window.first + shift : window.end + shift]
        return [
            LayerStates(
                self._means(fourth[number], words, flat[number]), self._means(last[number], words, flat[number])
            )
            for number, words in enumerate(cut)
        ]

    def _means(self, states: Singles, words: Sequence[Sequence[int]], pieces: Sequence[int]) -> Singles:
        """Return the mean over each word's known pieces."""
        known = np.array(pieces, np.int64) != self._wordpiece.unknown
        owner = np.repeat(np.arange(len(words)), [len(word) for word in words])[known]
        counts = np.bincount(owner, minlength=len(words)).astype(np.float32)
        sums = np.zeros((len(words), self._width), np.float32)
        if len(owner):
            starts = np.flatnonzero(np.diff(owner, prepend=-1))
            sums[owner[starts]] = np.add.reduceat(states[known], starts, axis=0)
        sums /= np.maximum(counts, 1)[:, None]
        return sums


def _windows(sentence: int, pieces: list[int]) -> Iterator[Window]:
    """Yield windows over a sentence, each overlapping half of the next; a piece is read off where it is most central."""
    if not pieces:
        return
    final = max(0, len(pieces) - _INNER)
    starts = [*range(0, final, _INNER // 2), final]
    bounds = [0, *((a + _INNER + b) // 2 for a, b in pairwise(starts)), len(pieces)]
    for start, (first, end) in zip(starts, pairwise(bounds), strict=True):
        yield Window(sentence, start, first, end, pieces[start : start + _INNER])


def _batches(windows: list[Window]) -> Iterator[list[Window]]:
    """Yield windows of equal length together."""
    windows.sort(key=lambda window: len(window.pieces))
    batch: list[Window] = []
    for window in windows:
        length = len(window.pieces)
        if batch and (len(batch[0].pieces) != length or (len(batch) + 1) * length > _BATCH):
            yield batch
            batch = []
        batch.append(window)
    if batch:
        yield batch
