"""What a request may hold, and what is said of one that cannot be used."""

from typing import Any

import pytest

from sumtrace.errors import InputError
from sumtrace.serve.asking import LONGEST_DOCUMENT, LONGEST_SUMMARY, TooLongError, pair_asked


def test_one_document_and_several_with_or_without_names() -> None:
    assert pair_asked({"document": "Rain fell.", "summary": "It rained."}).document.string == "Rain fell."
    several = pair_asked({"documents": ["Rain fell.", {"id": "b", "text": "It was cold."}], "summary": "It rained."})
    assert [part.id for part in several.documents] == ["1", "b"]
    assert pair_asked({"id": "x", "document": "Rain.", "summary": "Rain."}).id == "x"


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (
            {"document": "Rain.", "sumary": "Rain."},
            "unknown field 'sumary'. Fields: summary, document, documents, id.",
        ),
        ({"document": "Rain."}, "the summary is missing"),
        ({"document": "Rain.", "summary": ["Rain"]}, "the summary is not a string"),
        ({"document": " \n", "summary": "Rain."}, "the document is empty"),
        ({"summary": "Rain."}, 'give either "document", a text, or "documents", a list of texts'),
        ({"document": "a", "documents": ["b"], "summary": "Rain."}, 'give either "document"'),
        ({"documents": [], "summary": "Rain."}, "documents is not a list of texts such as"),
        ({"documents": ["Rain.", {"id": "b"}], "summary": "Rain."}, "the text of document 2 is missing"),
        ({"documents": [{"id": "b", "text": "x"}] * 2, "summary": "Rain."}, "two documents have the id 'b'"),
        ({"document": "\ud800", "summary": "Rain."}, "half a character"),
        ({"document": "a", "summary": "b", "id": 7}, "id must be a string"),
    ],
)
def test_a_request_that_cannot_be_used_is_told_why(body: dict[str, Any], problem: str) -> None:
    with pytest.raises(InputError) as refused:
        pair_asked(body)
    assert problem in str(refused.value)
    assert not isinstance(refused.value, TooLongError)


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ({"document": "a " * (LONGEST_DOCUMENT + 1), "summary": "b"}, "the document has 20,001 words"),
        ({"document": "a", "summary": "b " * (LONGEST_SUMMARY + 1)}, "the summary has 1,001 words"),
        ({"documents": ["a"] * 51, "summary": "b"}, "there are 51 documents"),
    ],
)
def test_a_text_that_is_too_long_is_told_apart(body: dict[str, Any], problem: str) -> None:
    with pytest.raises(TooLongError, match=problem):
        pair_asked(body)
