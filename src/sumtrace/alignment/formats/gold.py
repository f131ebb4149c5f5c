"""The form that sets of human gold are kept in: JSON Lines with ``sure`` and ``possible`` word pairs.

``{"id", "document": [token], "doc_sents", "summary": [token], "sum_sents", "sure": [[doc, sum]], "possible": [[doc,
sum]], "covered": [sum] or null, "null": [sum] or null}``; ``possible`` contains ``sure``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sumtrace.alignment.alignment import Alignment
from sumtrace.alignment.expansion import WordPair, from_word_pairs
from sumtrace.alignment.formats.format import Entry, Format, GivenPairs, Input, write_lines
from sumtrace.alignment.formats.helpers.json_lines import encode_json, has_field, read_json_lines
from sumtrace.alignment.formats.helpers.texts import TextsRecord
from sumtrace.alignment.formats.helpers.words import as_word_links
from sumtrace.errors import InputError


class GoldRecord(TextsRecord, kw_only=True):
    """One line of the file."""

    sure: list[WordPair]
    possible: list[WordPair]
    covered: list[int] | None = None
    null: list[int] | None = None


def _alignment(record: GoldRecord) -> Alignment:
    name = str(record.id)
    possible = set(record.possible)
    for i, j in record.sure:
        if (i, j) not in possible:
            raise InputError(
                f"sure link [{i}, {j}] is not in possible", pair=name, hint="possible must contain every sure link."
            )
    try:
        return Alignment(
            name,
            from_word_pairs(record.sure, possible),
            record.texts(),
            null=None if record.null is None else tuple(record.null),
            covered=None if record.covered is None else tuple(record.covered),
        ).checked()
    except InputError as error:
        raise error.at(pair=name) from error


def _encode(alignment: Alignment) -> bytes:
    record: dict[str, Any] = {"id": alignment.id}
    if alignment.pair is not None:
        record |= {
            "document": alignment.pair.document.words,
            "doc_sents": alignment.pair.document.sentences,
            "summary": alignment.pair.summary.words,
            "sum_sents": alignment.pair.summary.sentences,
        }
    links = as_word_links(alignment)
    record["sure"] = [pair for pair, link in links.items() if link.label == "S"]
    record["possible"] = list(links)
    record["covered"] = alignment.covered
    record["null"] = alignment.null
    return encode_json(record) + b"\n"


def _read(source: Input, pairs: GivenPairs | None) -> Iterator[Entry]:
    return read_json_lines(source, GoldRecord, _alignment)


def _sniff(head: list[bytes]) -> bool:
    return has_field(head, b"sure")


GOLD = Format(
    name="gold",
    title="JSON Lines with sure and possible word pairs",
    suffixes=(".gold.jsonl", ".gold"),
    holds=frozenset({"ids", "tokens", "sentences", "possible", "null", "covered"}),
    sniff=_sniff,
    read=_read,
    write=write_lines(_encode),
)
