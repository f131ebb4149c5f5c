"""The judge that comes with the package; the vocabulary of its pieces is the encoder's."""

from __future__ import annotations

import functools
import hashlib
import threading
from collections.abc import Sequence
from pathlib import Path

import msgspec

from sumtrace.checking.judge.network import JudgeNetwork
from sumtrace.checking.judge.opinion import Opinion
from sumtrace.meaning.cache import DiskCache
from sumtrace.meaning.caching import runtime_version, vector_cache
from sumtrace.meaning.network import read_file, read_manifest
from sumtrace.meaning.shipped import FOLDER as ENCODER
from sumtrace.meaning.shipped import VOCABULARY

FOLDER = Path(__file__).parent / "data"
MODEL, MANIFEST = "judge.onnx", "judge.json"
FORMAT = "sumtrace-judge-1"
_ENCODER, _DECODER = msgspec.msgpack.Encoder(), msgspec.msgpack.Decoder(Opinion)


class ShippedJudge:
    """Judges by the shipped network, which is read when it is first needed; opinions are kept on disk with the vectors."""

    def __init__(self, folder: Path = FOLDER, cache: DiskCache | None = None) -> None:
        self._folder = folder
        self._manifest = read_manifest(folder, MANIFEST, FORMAT, what="judge")
        self._lock = threading.Lock()
        self._loaded: JudgeNetwork | None = None
        self._cache = cache or vector_cache()
        self._prefix = f"{self._manifest.signature} {runtime_version()}"

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Opinion]:
        """Return an opinion on each pair of evidence and claim."""
        keys = [self._key(*pair) for pair in pairs]
        wanted = dict(zip(keys, pairs, strict=True))
        kept = self._cache.get(wanted)
        made = {key: _ENCODER.encode(self._load().read(*pair)) for key, pair in wanted.items() if key not in kept}
        if made:
            self._cache.put(made)
        found = {key: _DECODER.decode(entry) for key, entry in (kept | made).items()}
        return [found[key] for key in keys]

    def _key(self, evidence: str, claim: str) -> bytes:
        text = "\0".join((self._prefix, evidence, claim))
        return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()

    def _load(self) -> JudgeNetwork:
        with self._lock:
            if self._loaded is None:
                model = read_file(self._folder, self._manifest, MODEL, what="judge")
                self._loaded = JudgeNetwork(model, read_file(ENCODER, read_manifest(ENCODER), VOCABULARY))
            return self._loaded


@functools.cache
def load_judge() -> ShippedJudge:
    """Return the shipped judge, loaded once."""
    return ShippedJudge()
