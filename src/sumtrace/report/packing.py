"""Many small JSON documents packed for a page that opens a few of them.

Each is deflated by itself, so that a page unpacks only what is looked at, yet all share one dictionary cut from the
first of them, as a few kilobytes alone compress badly. A browser cannot be given a dictionary, but it can be given one
as the start of the stream: an uncompressed block in front of the packed bytes. static/view/data.js does that.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Sequence
from typing import Any

WINDOW = 32_768
"""As far back as deflate can refer."""
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


def pack(raw: bytes, shared: bytes = b"") -> str:
    """Deflate and write as base64; ``shared`` is the dictionary."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, shared)
    return base64.b64encode(packer.compress(raw) + packer.flush()).decode("ascii")
