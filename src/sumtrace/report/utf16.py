"""Character offsets as a browser counts them: in UTF-16 units, of which characters beyond the first plane take two."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable


def utf16_offsets(string: str) -> Callable[[int], int]:
    """Return the function from offsets into ``string`` to offsets into the same string in the browser."""
    if string.isascii() or max(string) <= "\uffff":
        return int
    wide = [position for position, character in enumerate(string) if character > "\uffff"]
    return lambda offset: offset + bisect_left(wide, offset)
