"""Several documents behind one summary: joined into one, in an order that does not depend on the input order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from sumtrace.corpus.pair import DocumentPart, Pair
from sumtrace.errors import InputError
from sumtrace.text import Text

BETWEEN_DOCUMENTS = "\n\n"


def joined_documents(documents: Sequence[tuple[str, Text]]) -> tuple[Text, tuple[DocumentPart, ...]]:
    """Return documents (id, text) in a row, and each one's tokens; each needs words and its own id."""
    parts: list[DocumentPart] = []
    seen: set[str] = set()
    position = 0
    for name, text in documents:
        if not len(text):
            raise InputError(f"document {name!r} of the {len(documents)} is empty", hint="Remove it or give it a text.")
        if name in seen:
            raise InputError(f"two documents have the id {name!r}", hint="Give each its own id.")
        seen.add(name)
        parts.append(DocumentPart(name, (position, position + len(text))))
        position += len(text)
    return Text.joined([text for _, text in documents], BETWEEN_DOCUMENTS), tuple(parts)


def pair_of_documents(name: str, documents: Mapping[str, Text], summary: Text) -> Pair:
    """Return the pair of a summary and its documents by id."""
    if not documents:
        raise InputError("there is no document", pair=name, hint="Give at least one.")
    try:
        document, parts = joined_documents(list(documents.items()))
    except InputError as error:
        raise error.at(pair=name) from error
    return Pair(name, document, summary, parts)


def in_canonical_order(pair: Pair) -> tuple[Pair, list[int]]:
    """Return the pair with its documents sorted by their texts, and for each of its tokens the token in ``pair``.

    Jumps depend on the order of what is read; sorted first, documents give the same links however they came. Of documents
    with the same text one is kept, that of the first id, or else each would take half of the other's probability.
    """
    named = [(pair.document.part(part.tokens), part) for part in pair.documents]
    named.sort(key=lambda entry: (entry[0].string, entry[0].offsets, entry[0].sentences, entry[1].id))
    kept: list[tuple[Text, DocumentPart]] = []
    sentences: dict[int, int] = {}
    at = 0
    for text, part in named:
        if not kept or kept[-1][0] != text:
            kept.append((text, part))
            at += len(text.sentences)
        first = pair.document.sentence_of(part.tokens[0])
        for number in range(len(text.sentences)):
            sentences[first + number] = at - len(text.sentences) + number
    document, parts = joined_documents([(part.id, text) for text, part in kept])
    positions = [token for _, part in kept for token in range(*part.tokens)]
    old = {new: number for number, new in sorted(sentences.items(), reverse=True)}
    return replace(
        pair,
        document=document,
        documents=parts,
        extract=pair.extract and tuple(sorted({sentences[number] for number in pair.extract})),
        trees=pair.trees and tuple(pair.trees[old[new]] for new in range(at)),
        own_extracts=pair.own_extracts
        and tuple(tuple(sorted({sentences[number] for number in own})) for own in pair.own_extracts),
    ), positions
