"""A record (a mapping such as a JSON object or a table's row) read as a pair, and a pair written as a record.

A text may stand in a record as

- a string, which is tokenised and split into sentences;
- a list of tokens, kept one for one, or a list of such lists, one per sentence;
- a list of sentences, told from tokens by having four words per item or more on average; each is tokenised;
- a string with its tokens beside it (``doc_tokens``, ``sum_tokens``), as strings or as character spans.

``doc_sents`` and ``sum_sents`` give the sentences as token spans. ``documents`` holds several documents: texts, or objects
with ``id`` and one of ``text``, ``document`` and ``tokens``; beside a ``document`` it says which of its tokens are whose.
``own_extracts`` lists for each summary sentence the numbers of the only document sentences it may be aligned with.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterable, Mapping, Sequence, Sized
from dataclasses import replace
from typing import Any

from sumtrace.corpus.documents import joined_documents
from sumtrace.corpus.fields import find_fields
from sumtrace.corpus.pair import DocumentPart, Pair
from sumtrace.errors import InputError
from sumtrace.text import Span, Text, tokenise

_WORDS_OF_A_SENTENCE = 4
_HALF_CHARACTER = re.compile("[\ud800-\udfff]")


def pair_from(
    record: Mapping[str, Any] | Sequence[Any],
    *,
    id: str = "1",  # noqa: A002  # the name of the field
    document_field: str | None = None,
    summary_field: str | None = None,
) -> Pair:
    """Return the pair that a record, or a plain (document, summary), holds; ``id`` names it where the record does not."""
    if not isinstance(record, Mapping):
        if isinstance(record, str) or not isinstance(record, Sequence) or len(record) != 2:
            raise InputError(
                f"an entry is {_kind(record)}", hint='Use an object such as {"document": "...", "summary": "..."}.'
            )
        record = {"document": record[0], "summary": record[1]}
    name = _id(record.get("id"), id)
    try:
        document_field, summary_field = find_fields(record, document_field, summary_field)
        document, parts = _document(record, document_field)
        tokens = record.get("sum_tokens") if summary_field == "summary" else None
        summary = _text(record.get(summary_field), tokens, record.get("sum_sents"), "summary", summary_field)
        extract = _extract(record.get("extract"), len(document.sentences))
        own_extracts = _own_extracts(record.get("own_extracts"), len(document.sentences), len(summary.sentences))
        return Pair(name, document, summary, parts, extract, own_extracts=own_extracts)
    except InputError as error:
        raise error.at(pair=name) from error


def record_of(pair: Pair) -> dict[str, Any]:
    """Return a pair as a record that ``pair_from`` reads as the same pair, its trees aside."""
    record: dict[str, Any] = {
        "id": pair.id,
        "document": pair.document.string,
        "summary": pair.summary.string,
        "doc_tokens": pair.document.offsets,
        "sum_tokens": pair.summary.offsets,
        "doc_sents": pair.document.sentences,
        "sum_sents": pair.summary.sentences,
    }
    if pair.documents:
        record["documents"] = [{"id": part.id, "tokens": part.tokens} for part in pair.documents]
    if pair.extract is not None:
        record["extract"] = pair.extract
    if pair.own_extracts is not None:
        record["own_extracts"] = pair.own_extracts
    return record


def _id(value: Any, default: str) -> str:
    value = _plain(value)
    if value is None:
        return default
    if isinstance(value, float) and value.is_integer():  # a table's column of whole numbers with gaps
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise InputError(f"id is {_kind(value)}, not a string or an integer", pair=default)
    return _clean(str(value), "id")


def _document(record: Mapping[str, Any], field: str) -> tuple[Text, tuple[DocumentPart, ...]]:
    """The document, and where it is made of several, which tokens are whose."""
    value = record.get(field)
    if field == "documents" or _is_list_of(_plain(value), Mapping):
        return _joined(_plain(value))
    if field != "document":
        return _text(value, None, record.get("doc_sents"), "document", field), ()
    text = _text(value, record.get("doc_tokens"), record.get("doc_sents"), "document", field)
    parts = _parts(_plain(record.get("documents")), len(text))
    return _cut(text, parts, given=record.get("doc_sents") is not None), parts


def _joined(documents: Any) -> tuple[Text, tuple[DocumentPart, ...]]:
    """Several documents in a row, each tokenised by itself."""
    if not isinstance(documents, list) or not documents:
        raise InputError(
            f"documents is {_kind(documents) if documents != [] else 'an empty list'}, not a list of texts"
        )
    texts: list[tuple[str, Text]] = []
    for number, entry in enumerate(documents, start=1):
        content: Any = entry if isinstance(entry, Mapping) else {"text": entry}
        name = _id(content.get("id"), str(number))
        what = f"document {name!r} of the {len(documents)}"
        value = next((content[field] for field in ("text", "document") if content.get(field) is not None), None)
        texts.append((name, _text(value, content.get("tokens"), content.get("sents"), what, "text")))
    return joined_documents(texts)


def _parts(entries: Any, length: int) -> tuple[DocumentPart, ...]:
    """Documents given as token spans of a joined document, which they cover in order."""
    if entries is None or entries == []:
        return ()
    if not _is_list_of(entries, Mapping):
        raise InputError('documents alongside a document must be a list of {"id": ..., "tokens": [start, end]}')
    spans = _spans([entry.get("tokens") for entry in entries], "documents")
    parts = [
        DocumentPart(_id(entry.get("id"), str(number)), span)
        for number, (entry, span) in enumerate(zip(entries, spans, strict=True), start=1)
    ]
    position = 0
    for part in parts:
        start, end = part.tokens
        if start != position or end <= start or end > length:
            raise InputError(
                f"document {part.id!r} spans tokens [{start}, {end}); together the documents must cover the {length} tokens in order"
            )
        position = end
    if position != length:
        raise InputError(f"the documents end at token {position}, but there are {length} tokens")
    _check_names(parts)
    return tuple(parts)


def _cut(text: Text, parts: Sequence[DocumentPart], *, given: bool) -> Text:
    """The text with no sentence that crosses from one document to the next; a given one that does is refused."""
    bounds = sorted({edge for span in text.sentences for edge in span} | {part.tokens[0] for part in parts})
    if len(bounds) - 1 <= len(text.sentences):
        return text
    if given:
        raise InputError("a sentence runs from one document into the next", hint="Correct doc_sents or documents.")
    return replace(text, sentences=tuple(itertools.pairwise(bounds)))


def _check_names(parts: Sequence[DocumentPart]) -> None:
    names = [part.id for part in parts]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"two documents have the id {name!r}", hint="Give each its own id.")


def _text(value: Any, tokens: Any, sentences: Any, what: str, field: str) -> Text:
    """A text from its value, its tokens or both; ``what`` and ``field`` name it in errors."""
    value, tokens, sentences = _plain(value), _plain(tokens), _plain(sentences)
    bounds = None if sentences is None else _spans(sentences, f"sentences of the {what}")
    if value is None and tokens is None:
        raise InputError(f"the {what} (field {field!r}) is null", hint="Remove the entry or give it a text.")
    if isinstance(value, str):
        text = _string_with_tokens(_clean(value, what), tokens, bounds, what)
    elif value is None or isinstance(value, list):
        text = _listed(value if tokens is None else tokens, bounds, what)
    else:
        raise InputError(f"the {what} (field {field!r}) is {_kind(value)}, not a text or a list of tokens")
    if not text.words:
        raise InputError(f"the {what} is empty", hint="Remove the entry or give it a text.")
    return text


def _string_with_tokens(string: str, tokens: Any, bounds: list[Span] | None, what: str) -> Text:
    if tokens is None:
        return Text.from_string(string) if bounds is None else Text.from_offsets(string, tokenise(string), bounds)
    if not isinstance(tokens, list):
        raise InputError(f"the tokens of the {what} are {_kind(tokens)}, not a list")
    if not _is_list_of(tokens, str):
        return Text.from_offsets(string, _spans(tokens, f"tokens of the {what}"), bounds)
    offsets: list[Span] = []
    position = 0
    for number, token in enumerate(tokens):
        start = string.find(token, position)
        if start < 0 or string[position:start].strip():
            raise InputError(
                f"token {number} of the {what}, {token!r}, is not found in the text after character {position}",
                hint="Give the tokens as character offsets, or leave out the text.",
            )
        position = start + len(token)
        offsets.append((start, position))
    return Text.from_offsets(string, offsets, bounds)


def _listed(items: Any, bounds: list[Span] | None, what: str) -> Text:
    """A text from a list of tokens, of sentences of tokens, or of sentences."""
    if not isinstance(items, list):
        raise InputError(f"the tokens of the {what} are {_kind(items)}, not a list")
    if _is_list_of(items, list):
        if all(type(edge) is int for item in items for edge in item):
            raise InputError(
                f"the tokens of the {what} are character offsets, but the text they point into is missing",
                hint=f"Add the {what}'s text to the record, or leave out its tokens.",
            )
        sentences = [_tokens(sentence, what) for sentence in items]
        words = [word for sentence in sentences for word in sentence]
        return Text.from_words(words, _in_a_row(sentences) if bounds is None else bounds)
    words = _tokens(items, what)
    if bounds is None and sum(len(word.split()) for word in words) >= _WORDS_OF_A_SENTENCE * len(words) > 0:
        texts = [Text.from_string(word) for word in words]
        whole = Text.joined(texts, "\n")
        return Text.from_offsets(whole.string, whole.offsets, _in_a_row(texts))
    return Text.from_words(words, bounds)


def _in_a_row(parts: Iterable[Sized]) -> list[Span]:
    """The spans of parts that follow each other; an empty part has none."""
    ends = itertools.accumulate((len(part) for part in parts), initial=0)
    return [(start, end) for start, end in itertools.pairwise(ends) if start < end]


def _tokens(items: list[Any], what: str) -> list[str]:
    for number, item in enumerate(items):
        if not isinstance(item, str):
            raise InputError(f"token {number} of the {what} is {_kind(item)}, not a string")
    return [_clean(item, what) for item in items]


def _spans(value: Any, what: str) -> list[Span]:
    if not isinstance(value, list):
        raise InputError(f"the {what} are {_kind(value)}, not a list of [start, end]")
    for entry in value:
        if not (isinstance(entry, list | tuple) and len(entry) == 2 and all(type(edge) is int for edge in entry)):
            raise InputError(f"the {what} hold {_kind(entry)} where [start, end] with integers is expected")
    return [(start, end) for start, end in value]


def _extract(value: Any, sentences: int) -> tuple[int, ...] | None:
    """Document sentences kept by an extract; lists of them (one for each summary sentence) are united."""
    value = _plain(value)
    if value is None:
        return None
    if not isinstance(value, list):
        raise InputError(f"extract is {_kind(value)}, not a list of sentence numbers")
    flat = [number for item in value for number in (item if isinstance(item, list) else [item])]
    return _sentence_numbers(flat, sentences, "extract")


def _own_extracts(value: Any, sentences: int, summary_sentences: int) -> tuple[tuple[int, ...], ...] | None:
    """The document sentences of each summary sentence's own extract."""
    value = _plain(value)
    if value is None:
        return None
    if not isinstance(value, list) or not all(isinstance(own, list) for own in value):
        raise InputError(f"own_extracts is {_kind(value)}, not a list of lists of sentence numbers")
    if len(value) != summary_sentences:
        raise InputError(f"own_extracts has {len(value)} lists, but the summary has {summary_sentences} sentences")
    return tuple(_sentence_numbers(own, sentences, "own_extracts") for own in value)


def _sentence_numbers(numbers: list[Any], sentences: int, field: str) -> tuple[int, ...]:
    for number in numbers:
        if type(number) is not int or not 0 <= number < sentences:
            raise InputError(f"{field}: no document sentence {number!r}; they are numbered 0 to {sentences - 1}")
    return tuple(sorted(set(numbers)))


def _plain(value: Any) -> Any:
    """Python's own value for the numbers and arrays of any library, a list for a tuple, None for not-a-number.

    What lies inside a list of strings or numbers is left alone.
    """
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, float) and math.isnan(value):  # a table's missing value
        return None
    if isinstance(value, tuple):
        value = list(value)
    if isinstance(value, list) and value and (isinstance(value[0], tuple) or hasattr(value[0], "tolist")):
        return [_plain(item) for item in value]
    return value


def _is_list_of(value: Any, kind: type) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, kind) for item in value)


def _clean(string: str, what: str) -> str:
    if not string.isascii() and (found := _HALF_CHARACTER.search(string)):
        raise InputError(
            f"the {what} contains half a character (a lone surrogate, U+{ord(found[0]):04X}, at position {found.start()})",
            hint="It was cut or badly converted: fix it or remove the entry.",
        )
    return string


def _kind(value: Any) -> str:
    """What a value is, in plain words."""
    if isinstance(value, bool | int | float):
        return f"the number {value}" if not isinstance(value, bool) else str(value).lower()
    if value is None:
        return "null"
    if isinstance(value, str):
        return "a string"
    if isinstance(value, Mapping):
        return "an object"
    return "a list" if isinstance(value, list | tuple) else f"a value of type {type(value).__name__}"
