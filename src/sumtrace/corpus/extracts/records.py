"""Extracts as JSON lines: ordinary pairs that also say where in which pair they stood.

``extract_of`` holds the id of that pair, the document sentences that were kept, the spans of its tokens that the extract's
tokens are, in order, and the token of its summary at which the extract's summary begins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from sumtrace.corpus.entries import read_entries
from sumtrace.corpus.extracts.making import Extracted
from sumtrace.corpus.pair import Pair
from sumtrace.corpus.records import pair_from, record_of
from sumtrace.errors import InputError
from sumtrace.text import Span
from sumtrace.text.spans import spans_of


class _Origin(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    sentences: tuple[int, ...]
    positions: tuple[Span, ...]
    summary_start: int = 0


def to_record(extracted: Extracted) -> dict[str, Any]:
    """Return an extract as one object of the file."""
    origin = {
        "id": extracted.source,
        "sentences": extracted.sentences,
        "positions": spans_of(extracted.positions),
        "summary_start": extracted.summary_start,
    }
    return record_of(extracted.pair) | {"extract_of": origin}


def marked_record(pair: Pair, extracts: Sequence[Extracted]) -> dict[str, Any]:
    """Return a whole pair with ``extract``: for each of its extracts, the document sentences kept."""
    return record_of(pair) | {"extract": [extracted.sentences for extracted in extracts]}


def extracted_from(record: Mapping[str, Any]) -> Extracted:
    """Return the extract that one object of the file holds."""
    pair = pair_from(record)
    if "extract_of" not in record:
        raise InputError(
            "no field 'extract_of', so this is not an extract",
            pair=pair.id,
            hint="Make such files with sumtrace extract.",
        )
    try:
        origin = msgspec.convert(record["extract_of"], _Origin)
        origin.id.encode()
    except (ValueError, RecursionError, msgspec.MsgspecError) as error:
        raise InputError(f"extract_of: {error}", pair=pair.id) from error
    edges = [edge for span in origin.positions for edge in span]
    in_order = all(0 <= start < end for start, end in origin.positions) and edges == sorted(edges)
    if not in_order or sum(end - start for start, end in origin.positions) != len(pair.document):
        raise InputError(
            f"extract_of: positions must give the {len(pair.document)} tokens of the document in order", pair=pair.id
        )
    positions = tuple(token for start, end in origin.positions for token in range(start, end))
    return Extracted(pair, origin.id, origin.sentences, positions, origin.summary_start)


def read_extracts(source: str | Path) -> Iterator[Extracted]:
    """Yield the extracts of a file that ``sumtrace extract`` has written."""
    for entry in read_entries(source):
        if isinstance(entry, InputError):
            raise entry
        try:
            if not isinstance(entry.record, Mapping):
                raise InputError("not a JSON object")
            yield extracted_from(entry.record)
        except InputError as error:
            raise error.at(file=entry.file, line=entry.line) from error
