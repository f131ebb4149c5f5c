"""The encoder that comes with the package: all-MiniLM-L6-v2 in bytes, its word vectors centred."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

from safetensors.numpy import load

from sumtrace.meaning.centring import Centring
from sumtrace.meaning.network import Network, read_file, read_manifest
from sumtrace.meaning.vectors import WordVectors, unit

FOLDER = Path(__file__).parent / "data"
MODEL, VOCABULARY, CENTRING = "encoder.onnx", "vocabulary.txt", "centring.safetensors"


class ShippedEncoder:
    """Encodes by the shipped network, which is read when it is first needed."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        self._manifest = read_manifest(folder)
        self.name = self._manifest.name
        self.signature = self._manifest.signature
        self._lock = threading.Lock()
        self._loaded: tuple[Network, Centring] | None = None

    def encode(self, sentences: Sequence[Sequence[str]]) -> list[WordVectors]:
        """Return the vectors of each sentence's words: the fourth layer centred, the last as it is."""
        network, centring = self._load()
        return [
            WordVectors(unit(centring.apply(states.fourth)), unit(states.last)) for states in network.states(sentences)
        ]

    def _load(self) -> tuple[Network, Centring]:
        with self._lock:
            if self._loaded is None:
                model, vocabulary, centring = (
                    read_file(self._folder, self._manifest, name) for name in (MODEL, VOCABULARY, CENTRING)
                )
                self._loaded = Network(model, vocabulary), Centring(**load(centring))
            return self._loaded
