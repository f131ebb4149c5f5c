"""The API in the words of OpenAPI 3.1, so that other programs can be written, or generated, against it."""

from __future__ import annotations

import functools
from typing import Any

from sumtrace.checking import VERDICTS
from sumtrace.serve.asking import LONGEST_DOCUMENT, LONGEST_SUMMARY
from sumtrace.version import __version__

_SPAN = {
    "type": "array",
    "items": {"type": "integer", "minimum": 0},
    "minItems": 2,
    "maxItems": 2,
    "description": "[start, end), counted in characters (Unicode code points).",
}
_PROBABILITY = {"type": "number", "minimum": 0, "maximum": 1}
_EXAMPLE = {
    "document": "Sales rose by 12 per cent in the past year. The family does not plan to open a second shop.",
    "summary": "Sales rose 12%. A second shop is planned.",
}


@functools.cache
def description() -> dict[str, Any]:
    """Return the description of the API."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Sumtrace",
            "version": __version__,
            "description": "Traces every word of a summary back to its document, and checks what the summary claims.",
        },
        "security": [{"token": []}],
        "paths": {
            "/v1/align": _path(
                "Align a summary with its document or documents",
                "The alignment as one object of Sumtrace's native format: tokens, links, probabilities, sources.",
                "Alignment",
            ),
            "/v1/check": _path(
                "Check what a summary claims",
                "Every claim with its verdict, its evidence and the facts that the document states differently.",
                "Check",
            ),
        },
        "components": {
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The token from the link printed at startup.",
                }
            },
            "schemas": _schemas(),
        },
    }


def _path(summary: str, answer: str, schema: str) -> dict[str, Any]:
    def problem(text: str) -> dict[str, Any]:
        return {"description": text, "content": {"application/json": {"schema": _ref("Problem")}}}

    busy = problem("Too many requests are waiting; try again after Retry-After seconds.")
    busy["headers"] = {"Retry-After": {"schema": {"type": "integer"}}}
    return {
        "post": {
            "summary": summary,
            "operationId": schema.lower(),
            "requestBody": {
                "required": True,
                "content": {"application/json": {"schema": _ref("Request"), "example": _EXAMPLE}},
            },
            "responses": {
                "200": {"description": answer, "content": {"application/json": {"schema": _ref(schema)}}},
                "401": problem("The token is missing or wrong."),
                "413": problem("The request or one of its texts is too long."),
                "415": problem("The request is not JSON."),
                "422": problem("The request is invalid; the problem says why."),
                "503": busy,
            },
        }
    }


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def _schemas() -> dict[str, Any]:
    document = _object({"id": {"type": "string"}, "text": {"type": "string"}}, ["text"])
    return {
        "Problem": _object(
            {"problem": {"type": "string", "description": "What is wrong, and what to do."}}, ["problem"]
        ),
        "Request": {
            **_object(
                {
                    "summary": {"type": "string", "description": f"At most {LONGEST_SUMMARY:,} words."},
                    "document": {"type": "string", "description": f"At most {LONGEST_DOCUMENT:,} words."},
                    "documents": {
                        "type": "array",
                        "minItems": 1,
                        "items": {"anyOf": [{"type": "string"}, document]},
                        "description": f"Several documents, together at most {LONGEST_DOCUMENT:,} words.",
                    },
                    "id": {"type": "string", "description": "A name, returned in the response."},
                },
                ["summary"],
            ),
            "oneOf": [{"required": ["document"]}, {"required": ["documents"]}],
            "additionalProperties": False,
        },
        "Link": _object(
            {
                "doc": {"type": "array", "description": "Token span [start, end), or a list of such."},
                "sum": {"type": "array", "description": "Token span [start, end), or a list of such."},
                "doc_chars": {"type": "array", "description": "The same in characters."},
                "sum_chars": {"type": "array", "description": "The same in characters."},
                "label": {"enum": ["S", "P"], "description": "Sure or possible."},
                "prob": _PROBABILITY,
                "by": {"type": "string", "description": "What explains the link, such as identity, stem or meaning."},
            },
            ["doc", "sum", "label"],
        ),
        "Alignment": _object(
            {
                "id": {"type": "string"},
                "document": {"type": "string"},
                "summary": {"type": "string"},
                "doc_tokens": {"type": "array", "items": _SPAN},
                "sum_tokens": {"type": "array", "items": _SPAN},
                "links": {"type": "array", "items": _ref("Link")},
                "null_prob": {"type": "array", "items": _PROBABILITY},
            },
            ["id", "document", "summary", "links"],
        ),
        "Claim": _object(
            {
                "start": {"type": "integer"},
                "end": {"type": "integer"},
                "text": {"type": "string"},
                "verdict": {"enum": list(VERDICTS)},
                "unsupported": _PROBABILITY,
                "reason": {"type": "string"},
                "evidence": {
                    "type": "array",
                    "items": _object(
                        {"text": {"type": "string"}, "span": _SPAN, "document": {"type": ["string", "null"]}},
                        ["text", "span"],
                    ),
                },
                "findings": {
                    "type": "array",
                    "items": _object(
                        {
                            "kind": {"type": "string"},
                            "said": {"type": "string"},
                            "source": {"type": "string"},
                            "summary": _SPAN,
                            "document": _SPAN,
                            "reason": {"type": "string"},
                        },
                        ["kind", "said", "source", "reason"],
                    ),
                },
            },
            ["start", "end", "text", "verdict", "unsupported", "reason", "evidence", "findings"],
        ),
        "Check": _object(
            {
                "id": {"type": "string"},
                "support": _PROBABILITY,
                "verdicts": {"type": "object", "additionalProperties": {"type": "integer"}},
                "summary": {"type": "string"},
                "sum_tokens": {"type": "array", "items": _SPAN},
                "unsupported": {"type": "array", "items": _PROBABILITY, "description": "For each token."},
                "claims": {"type": "array", "items": _ref("Claim")},
            },
            ["id", "support", "verdicts", "claims", "unsupported"],
        ),
    }


def _object(properties: dict[str, Any], required: list[str]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required}
