"""Many small JSON documents packed for a page that opens a few of them.

Each is deflated by itself, so that a page unpacks only what is looked at, yet all share one dictionary cut from the
first of them, as a few kilobytes alone compress badly. A browser cannot be given a dictionary, but it can be given one
as the start of the stream: an uncompressed block in front of the packed bytes. static/view/data.js does that.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from typing import Any

import numpy as np

WINDOW = 32_768
"""As far back as deflate can refer."""
LETTERS = np.array([letter for letter in range(33, 127) if chr(letter) not in "&<>"], dtype=np.uint8)
SAMPLES = 64
"""How many documents the dictionary is cut from."""


def as_bytes(data: Any) -> bytes:
    """Return compact JSON; characters that UTF-8 cannot carry become question marks."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def dictionary(samples: Sequence[bytes]) -> bytes:
    """Return a piece from the middle of each sample, together at most a window; nothing where it would not pay."""
    if len(samples) < SAMPLES:
        return b""
    piece = WINDOW // len(samples)
    return b"".join(sample[len(sample) // 2 :][:piece] for sample in samples)


def pack(*parts: bytes, shared: bytes = b"") -> str:
    """Deflate parts of different kinds (words, numbers), each with a code of its own, and write them as text."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, shared)
    packed = b"".join(packer.compress(part) + packer.flush(zlib.Z_BLOCK) for part in parts)
    return as_text(packed + packer.flush())


def as_text(raw: bytes) -> str:
    """Write bytes in 91 letters that mean nothing to HTML, 13 bits in two of them: a twelfth shorter than base64."""
    bits = np.unpackbits(np.frombuffer(raw, dtype=np.uint8))
    groups = np.pad(bits, (0, -len(bits) % 13)).reshape(-1, 13) @ (1 << np.arange(12, -1, -1))
    return f"{len(raw)} {LETTERS[np.stack(np.divmod(groups, 91), axis=1)].tobytes().decode('ascii')}"
