"""Which fields of a record hold the document and the summary."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sumtrace.errors import InputError

KNOWN = (
    ("document", "summary"),
    ("documents", "summary"),
    ("article", "highlights"),
    ("text", "summary"),
    ("source", "target"),
)
"""The fields of the common data sets. Other combinations of these names are found too, where only one is possible."""

DOCUMENT_FIELDS = tuple(dict.fromkeys(document for document, _ in KNOWN))
SUMMARY_FIELDS = (*dict.fromkeys(summary for _, summary in KNOWN), "abstract")

_DOCUMENT_TOKENS, _SUMMARY_TOKENS = "doc_tokens", "sum_tokens"


def find_fields(
    record: Mapping[str, Any], document_field: str | None = None, summary_field: str | None = None
) -> tuple[str, str]:
    """Return the names of the record's document and summary fields; names given are checked, others found."""
    for name, argument in ((document_field, "document_field"), (summary_field, "summary_field")):
        if name is not None and name not in record:
            raise InputError(f"no field {name!r}; the fields are {_listed(record)}", hint=f"Correct `{argument}`.")
    if document_field is not None and summary_field is not None:
        return document_field, summary_field
    documents = [document_field] if document_field else _present(record, DOCUMENT_FIELDS, _DOCUMENT_TOKENS)
    summaries = [summary_field] if summary_field else _present(record, SUMMARY_FIELDS, _SUMMARY_TOKENS)
    possible = [pair for pair in KNOWN if pair[0] in documents and pair[1] in summaries] or [
        (document, summary) for document in documents for summary in summaries
    ]
    if len(possible) == 1:
        return possible[0]
    raise InputError(
        _problem(record, documents, summaries), hint="Name them with `document_field` and `summary_field`."
    )


def _present(record: Mapping[str, Any], names: tuple[str, ...], tokens: str) -> list[str]:
    """The record's fields among ``names``; those of our own files, which carry their tokens, leave no doubt."""
    if tokens in record:
        return [names[0]]
    if names is DOCUMENT_FIELDS and "document" in record and "documents" in record:
        return ["document"]  # our own files: "documents" says which of its tokens are whose
    return [name for name in names if name in record]


def _problem(record: Mapping[str, Any], documents: list[str], summaries: list[str]) -> str:
    seen = f"the fields are {_listed(record)}"
    if not documents and not summaries:
        return f"no field for the document or the summary; {seen}"
    if not documents:
        return f"no field for the document; {seen}"
    if not summaries:
        return f"no field for the summary; {seen}"
    return f"more than one field could be the document or the summary; {seen}"


def _listed(record: Mapping[str, Any]) -> str:
    return ", ".join(str(name) for name in record) or "none"
