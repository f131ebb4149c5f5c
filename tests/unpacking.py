"""A page of the view read back: its index and its pairs."""

import json
import re
import zlib

from sumtrace.report.packing import LETTERS


def bytes_of(text):
    """What packing.as_text wrote, read back."""
    size, letters = text.split(" ", 1)
    values = {chr(letter): number for number, letter in enumerate(LETTERS)}
    bits = "".join(
        f"{values[first] * 91 + values[second]:013b}" for first, second in zip(letters[::2], letters[1::2], strict=True)
    )
    return bytes(int(bits[8 * k : 8 * k + 8], 2) for k in range(int(size)))


def unpacked(text, shared=b""):
    return json.loads(zlib.decompressobj(-15, zdict=shared).decompress(bytes_of(text)))


def blocks_of(page, kind):
    return re.findall(rf'<script type="text/plain" class="{kind}-data">(.*?)</script>', page, re.DOTALL)


def contents(page):
    """The index and the pairs of a page."""
    (shared,) = blocks_of(page, "dictionary")
    (index,) = blocks_of(page, "index")
    return unpacked(index), [unpacked(pair, bytes_of(shared)) for pair in blocks_of(page, "pair")]
