"""The judge that comes with the package; the vocabulary of its pieces is the encoder's."""

from __future__ import annotations

import functools
import threading
from collections.abc import Sequence
from pathlib import Path

from sumtrace.checking.judge.network import Network
from sumtrace.checking.judge.opinion import Opinion
from sumtrace.meaning.network import read_file, read_manifest
from sumtrace.meaning.shipped import FOLDER as ENCODER
from sumtrace.meaning.shipped import VOCABULARY

FOLDER = Path(__file__).parent / "data"
MODEL, MANIFEST = "judge.onnx", "judge.json"
FORMAT = "sumtrace-judge-1"
_KEPT = 4096
"""Opinions that are remembered: many summaries of one document share claims and evidence."""


class ShippedJudge:
    """Judges by the shipped network, which is read when it is first needed."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        self._manifest = read_manifest(folder, MANIFEST, FORMAT, what="judge")
        self._lock = threading.Lock()
        self._loaded: Network | None = None
        self._read = functools.lru_cache(maxsize=_KEPT)(self._read_pair)

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Opinion]:
        """Return an opinion on each pair of evidence and claim."""
        return [self._read(evidence, claim) for evidence, claim in pairs]

    def _read_pair(self, evidence: str, claim: str) -> Opinion:
        return self._load().read(evidence, claim)

    def _load(self) -> Network:
        with self._lock:
            if self._loaded is None:
                model = read_file(self._folder, self._manifest, MODEL, what="judge")
                self._loaded = Network(model, read_file(ENCODER, read_manifest(ENCODER), VOCABULARY))
            return self._loaded


@functools.cache
def load_judge() -> ShippedJudge:
    """Return the shipped judge, loaded once."""
    return ShippedJudge()
