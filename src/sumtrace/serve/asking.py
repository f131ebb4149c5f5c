"""What a request may hold: a summary, the document or documents it should come from, and a name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sumtrace.corpus import Pair
from sumtrace.corpus.records import pair_from
from sumtrace.errors import InputError

LARGEST_REQUEST = 1 << 20
"""Bytes of a request."""
LONGEST_DOCUMENT, LONGEST_SUMMARY = 20_000, 1_000
"""Words of all documents together, and of the summary: the most that is worth waiting for in a browser."""
MOST_DOCUMENTS = 50
_FIELDS = ("summary", "document", "documents", "id")


class TooLongError(InputError):
    """A text with more words than the server takes."""


def pair_asked(body: Mapping[str, Any]) -> Pair:
    """Return the pair that a request holds, or say what is wrong with it."""
    for field in body:
        if field not in _FIELDS:
            raise InputError(f"unknown field {field!r}", hint=f"Fields: {', '.join(_FIELDS)}.")
    if ("document" in body) == ("documents" in body):
        raise InputError('give either "document", a text, or "documents", a list of texts')
    _check_text(body.get("summary"), "summary")
    if "document" in body:
        _check_text(body["document"], "document")
    else:
        _check_documents(body["documents"])
    name = body.get("id", "summary")
    if not isinstance(name, str) or len(name) > 200:
        raise InputError("id must be a string of at most 200 characters")
    pair = pair_from({**body, "id": name})
    for what, text, longest in (
        ("document has" if "document" in body else "documents have", pair.document, LONGEST_DOCUMENT),
        ("summary has", pair.summary, LONGEST_SUMMARY),
    ):
        if len(text) > longest:
            raise TooLongError(
                f"the {what} {len(text):,} words; the server takes {longest:,}",
                hint='For longer texts, use "sumtrace check" or the Python library.',
            )
    return pair


def _check_documents(documents: Any) -> None:
    if not isinstance(documents, list) or not documents:
        raise InputError('documents is not a list of texts such as {"id": "minutes.txt", "text": "..."}')
    if len(documents) > MOST_DOCUMENTS:
        raise TooLongError(f"there are {len(documents)} documents; the server takes {MOST_DOCUMENTS}")
    for number, entry in enumerate(documents, start=1):
        text = entry.get("text") if isinstance(entry, dict) else entry
        _check_text(text, f"text of document {number}")


def _check_text(value: Any, what: str) -> None:
    if not isinstance(value, str):
        raise InputError(f"the {what} is missing" if value is None else f"the {what} is not a string")
    if not value.strip():
        raise InputError(f"the {what} is empty")
