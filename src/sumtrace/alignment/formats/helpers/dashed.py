"""Word links as ``i-j``, 0-based, the spelling that Pharaoh, jacana and MultiMWA share."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sumtrace.alignment.alignment import Label, Link
from sumtrace.alignment.expansion import WordPair
from sumtrace.errors import InputError

_LINK = re.compile(r"(\d{1,9})([-?p])(\d{1,9})(?::(\S+))?", re.ASCII)


def read_dashed(text: str, label: Label | None = None) -> list[Link]:
    """Return the links of a line of ``i-j`` (sure), ``i?j`` or ``ipj`` (possible), each perhaps with ``:probability``.

    A given ``label`` is that of all of them, and only ``i-j`` is accepted then.
    """
    links = []
    for piece in text.split():
        match = _LINK.fullmatch(piece)
        if match is None or (label is not None and (match[2] != "-" or match[4])):
            raise InputError(
                f"{piece!r} is not a link", hint="Links are written as 3-5: two token numbers counted from 0."
            )
        own: Label = label or ("S" if match[2] == "-" else "P")
        links.append(Link.word(int(match[1]), int(match[3]), own, None if match[4] is None else probability(match[4])))
    return links


def dashed(pairs: Iterable[WordPair]) -> str:
    """Return word pairs as ``i-j``."""
    return " ".join(f"{i}-{j}" for i, j in pairs)


def probability(text: str) -> float:
    """Return a number that a file gives as a probability."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0.0 <= value <= 1.0:
        raise InputError(f"probability {text!r} is not a number between 0 and 1")
    return value


def once(links: Iterable[Link]) -> tuple[Link, ...]:
    """Return word links in order without repetitions; sure wins over possible."""
    best: dict[WordPair, Link] = {}
    for link in links:
        key = (link.doc[0][0], link.sum[0][0])
        if key not in best or (link.label == "S" and best[key].label == "P"):
            best[key] = link
    return tuple(best[key] for key in sorted(best))
