"""Several documents behind one summary: their order, copies among them, many of them, other scripts."""

import itertools

import pytest

import sumtrace
from sumtrace import InputError, Pair, Text
from sumtrace.corpus.documents import in_canonical_order, pair_of_documents

DOCUMENTS = {
    "minutes": "Nobody spoke. The Harbour Board sold two old ferries on Monday.",
    "letter": "Residents complained about the noise. The mayor opened a new bridge on Friday.",
    "log": "A storm closed the harbour. Nobody spoke.",
}
SUMMARY = "Harbour Board sold two ferries. Mayor opened a bridge after the storm."


@pytest.fixture(scope="module")
def shipped():
    return sumtrace.load()


def said(alignment):
    """Links and sources by document and place in it, not by place in all of them."""
    pair = alignment.texts

    def place(token):
        part = pair.part_of(token)
        return part.id, token - part.tokens[0]

    links = {(tuple(map(place, link.doc_positions)), link.sum, link.prob, link.by) for link in alignment.links}
    sources = [passage and (*place(passage.at), passage.document, passage.prob) for passage in alignment.passages]
    return links, sources, alignment.null_prob, {(*place(i), j, p) for i, j, p in alignment.posteriors}


def test_the_order_of_the_documents_does_not_matter(shipped):
    found = [said(shipped.align(dict(order), SUMMARY)) for order in itertools.permutations(DOCUMENTS.items())]
    assert found[0][0]
    assert all(other == found[0] for other in found)


def test_sources_name_their_documents(shipped):
    alignment = shipped.align(DOCUMENTS, SUMMARY).checked()
    assert alignment.passages[0].document == "minutes"
    assert alignment.sources()[0].document == "minutes"
    assert alignment.sources()[0].sent == 1


def test_a_copy_of_a_document_takes_nothing_away(shipped):
    alone = shipped.align({"a": DOCUMENTS["minutes"], "c": DOCUMENTS["letter"]}, SUMMARY)
    twice = shipped.align({"b": DOCUMENTS["minutes"], "a": DOCUMENTS["minutes"], "c": DOCUMENTS["letter"]}, SUMMARY)
    assert said(twice) == said(alone)


def test_documents_in_several_scripts(shipped):
    documents = {
        "el": "Ο δήμαρχος άνοιξε τη γέφυρα.",
        "ru": "Мэр открыл мост.",
        "zh": "市长打开了桥。",
        "en": DOCUMENTS["minutes"],
    }
    alignment = shipped.align(documents, "Harbour Board sold two ferries. Мэр открыл мост.").checked()
    assert {alignment.texts.part_of(link.doc[0][0]).id for link in alignment.links} >= {"en", "ru"}


def test_five_hundred_documents_of_one_sentence(shipped):
    documents = {f"note {n}": f"Item{n} was sold on day{n}." for n in range(500)}
    alignment = shipped.align(documents, "Item321 was sold.").checked()
    assert alignment.passages[0].document == "note 321"


@pytest.mark.parametrize("documents", [{}, {"a": "The dam held.", "b": " "}])
def test_no_document_and_an_empty_one_are_refused(shipped, documents):
    with pytest.raises(InputError, match=r"there is no document|document 'b' of the 2 is empty"):
        shipped.align(documents, SUMMARY)


def test_what_belongs_to_sentences_moves_with_them():
    documents = {name: Text.from_string(text) for name, text in DOCUMENTS.items()}
    whole = pair_of_documents("p", documents, Text.from_string(SUMMARY))
    pair = Pair(whole.id, whole.document, whole.summary, whole.documents, (1, 5), own_extracts=((1, 2), (3,)))
    ordered, positions = in_canonical_order(pair)
    assert [part.id for part in ordered.documents] == ["log", "minutes", "letter"]
    assert [pair.document.words[i] for i in positions] == list(ordered.document.words)

    def texts(one, numbers):
        return {one.document.phrase(one.document.sentences[number]) for number in numbers}

    assert texts(ordered, ordered.extract) == texts(pair, pair.extract)
    for own, old in zip(ordered.own_extracts, pair.own_extracts, strict=True):
        assert texts(ordered, own) == texts(pair, old)
