"""The view: one self-contained HTML page of aligned pairs, from one to thousands, that works offline.

No text of a pair ever stands in the page's markup: it is packed (packing.py), and the page's script shows it as text,
never as markup. The Content-Security-Policy lets run exactly the one script and the one style sheet written here, by
their hashes, and load nothing.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import html
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from importlib import resources
from itertools import chain, islice
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

from sumtrace.alignment.alignment import Alignment
from sumtrace.corpus.pair import Pair
from sumtrace.errors import InputError
from sumtrace.files import writing
from sumtrace.report.bundle import bundle
from sumtrace.report.packing import SAMPLES, as_bytes, as_text, dictionary, pack
from sumtrace.report.pair_data import countable, pair_data
from sumtrace.text import fold
from sumtrace.text.words import ignore_list

if TYPE_CHECKING:
    from sumtrace.checking import Check

STYLES = (
    "theme.css",
    "shared/reading.css",
    "shared/claims.css",
    "view/page.css",
    "view/index.css",
    "view/text.css",
    "view/claims.css",
    "view/links.css",
    "view/pictures.css",
    "view/print.css",
)
Others = Mapping[str, Iterable[Alignment]]
Checks = Callable[[Pair], "Check | None"]
"""Gives the check of a pair, None where there is none: its claims are then not shown."""


class _System:
    """Alignments to compare with, by pair. Of their texts only a hash is kept: the shown pairs bring them again."""

    def __init__(self, name: str, alignments: Iterable[Alignment]) -> None:
        self.name = name
        self.matched = 0
        self._entries: dict[str, tuple[Alignment, int | None]] = {}
        for alignment in alignments:
            if alignment.id in self._entries:
                raise InputError(f"two alignments of {name!r} have this id", pair=alignment.id)
            words = None if alignment.pair is None else _hash_of_words(alignment.pair)
            self._entries[alignment.id] = replace(alignment, pair=None), words

    def of(self, pair: Pair) -> Alignment | None:
        """Return the system's alignment of a pair, checked against its texts, None where it has none."""
        if pair.id not in self._entries:
            return None
        alignment, words = self._entries[pair.id]
        if words not in (None, _hash_of_words(pair)):
            raise InputError(
                f"{self.name!r} has different words for this pair from the alignment it is compared with",
                pair=pair.id,
                hint="Align the same tokens, so that positions mean the same.",
            )
        self.matched += 1
        return alignment.with_pair(pair)


def to_html(
    alignments: Alignment | Iterable[Alignment],
    *,
    gold: Alignment | Iterable[Alignment] | None = None,
    compare: Others | None = None,
    checks: Checks | None = None,
    name: str = "aligned",
    title: str | None = None,
) -> str:
    """Return the page as a string; ``gold`` and the named ``compare`` systems are matched to the pairs by id."""
    return "".join(_parts(alignments, gold, compare, checks, name, title))


def write_view(
    alignments: Alignment | Iterable[Alignment],
    target: str | Path,
    *,
    gold: Alignment | Iterable[Alignment] | None = None,
    compare: Others | None = None,
    checks: Checks | None = None,
    name: str = "aligned",
    title: str | None = None,
) -> int:
    """Write the page, whole or not at all, reading the alignments as a stream; return how many pairs it holds."""
    pairs = 0

    def counted() -> Iterator[Alignment]:
        nonlocal pairs
        for alignment in _listed(alignments):
            pairs += 1
            yield alignment

    with writing(target) as file:
        for part in _parts(counted(), gold, compare, checks, name, title):
            file.write(part.encode())
    return pairs


def _parts(
    alignments: Alignment | Iterable[Alignment],
    gold: Alignment | Iterable[Alignment] | None,
    compare: Others | None,
    checks: Checks | None,
    name: str,
    title: str | None,
) -> Iterator[str]:
    systems = [_System("gold", _listed(gold))] if gold is not None else []
    systems += [_System(other, entries) for other, entries in (compare or {}).items()]
    pages = (_page_of(alignment, systems, checks) for alignment in _listed(alignments))
    first = list(islice(pages, SAMPLES))
    if not first:
        raise InputError("there are no alignments to show", hint="Align some pairs first (sumtrace align).")
    shared = dictionary([document for _, document, _ in first])
    heading = title or (first[0][0][0] if len(first) == 1 else name)

    opening, closing = _template().split("<!--data-->")
    yield opening.replace("<!--title-->", html.escape(heading))
    yield _block("dictionary", as_text(shared))
    rows = []
    for row, document, data in chain(first, pages):
        rows.append(row)
        yield _block("pair", pack(b"[" + document, b"," + data + b"]", shared=shared))
    for system in systems:
        if not system.matched:
            raise InputError(
                f"none of the pairs of {system.name!r} are among those shown", hint="Pairs are matched by their ids."
            )
    index = {
        "title": heading,
        "systems": [name, *(system.name for system in systems)],
        "verdicts": [] if checks is None else _verdicts(),
        "ignored": sorted(ignore_list()),
        "pairs": rows,
    }
    yield _block("index", pack(as_bytes(index)))
    yield closing


def _page_of(alignment: Alignment, systems: list[_System], checks: Checks | None) -> tuple[list[Any], bytes, bytes]:
    """Return a pair's row of the index, its document and its other data."""
    pair = alignment.texts
    shown = [(0, alignment.checked())]
    score = None
    for number, system in enumerate(systems, start=1):
        if (other := system.of(pair)) is not None:
            shown.append((number, other))
            score = _agreement(other, alignment) if score is None else score
    check = None if checks is None else checks(pair)
    unlinked, words = countable(pair, alignment)
    probabilities = [link.prob for link in alignment.links if link.prob is not None]
    row = [
        pair.id,
        pair.summary.string,
        len(pair.document),
        words,
        unlinked,
        round(fmean(probabilities), 3) if probabilities else None,
        score,
        None if check is None else [*check.counts().values(), len(check.unsupported_words())],
    ]
    data = pair_data(pair, shown)
    if check is not None:
        from sumtrace.report.check_data import check_data

        data["check"] = check_data(check)
    return row, as_bytes(pair.document.string), as_bytes(data)


def _verdicts() -> tuple[str, ...]:
    from sumtrace.checking import VERDICTS  # brings compiled code along, which most pages can do without

    return VERDICTS


def _agreement(gold: Alignment, predicted: Alignment) -> float | None:
    from sumtrace.evaluation.scores import evaluate

    value = evaluate([gold], [predicted]).all.micro.soft_f
    return None if math.isnan(value) else round(value, 3)


def _listed(alignments: Alignment | Iterable[Alignment]) -> Iterable[Alignment]:
    return (alignments,) if isinstance(alignments, Alignment) else alignments


def _hash_of_words(pair: Pair) -> int:
    return hash(tuple(fold(word) for text in (pair.document, pair.summary) for word in (*text.words, "\n")))


def _block(kind: str, content: str) -> str:
    return f'<script type="text/plain" class="{kind}-data">{content}</script>\n'


@functools.cache
def _template() -> str:
    """Return the page around its data: style, script and the policy that allows just these."""
    static = resources.files("sumtrace.report").joinpath("static")
    style = "\n".join(static.joinpath(name).read_text(encoding="utf-8") for name in STYLES)
    script = f"(() => {{\n{bundle(static, 'view/main.js')}}})();\n"
    policy = "; ".join(
        (
            "default-src 'none'",
            f"script-src {_hash(script)}",
            f"style-src {_hash(style)}",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
    page = static.joinpath("view/page.html").read_text(encoding="utf-8")
    return page.replace("<!--policy-->", policy).replace("<!--style-->", style).replace("<!--script-->", script)


def _hash(source: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(source.encode()).digest()).decode('ascii')}'"
