"""Citations: which phrases share a number, where it stands, and what each format makes of them."""

import json

from sumtrace import Alignment, Text
from sumtrace.alignment import Passage
from sumtrace.corpus.documents import pair_of_documents
from sumtrace.report.citations import cite, style_of

DOCUMENTS = {"minutes": Text.from_string("Rain. *Two* ferries sold."), "letter": Text.from_string("The bridge opened.")}
SUMMARY = Text.from_string("Two ferries were sold; the bridge opened. Bananas danced.")
PAIR = pair_of_documents("p", DOCUMENTS, SUMMARY)


def passage(sent):
    start, end = PAIR.document.sentences[sent]
    return Passage(sent, (start, end), start, 0.5, PAIR.part_of(start).id)


def aligned(*sents):
    assert len(sents) == len(SUMMARY)
    passages = tuple(None if sent is None else passage(sent) for sent in sents)
    return Alignment("p", (), PAIR, passages=passages).checked()


# Two ferries were sold ; the bridge opened . Bananas danced .
ALIGNMENT = aligned(1, 1, 1, 1, 2, 2, 2, 2, 2, None, None, None)


def test_neighbouring_words_with_one_source_share_a_number_set_before_punctuation():
    assert cite(ALIGNMENT).pieces() == [
        ("Two ferries were sold", 1),
        ("; the bridge opened", 2),
        (". Bananas danced.", None),
    ]


def test_a_citation_counts_sentences_in_its_own_document():
    assert [own.place for own in cite(ALIGNMENT).citations] == ["minutes, sentence 2", "letter, sentence 1"]


def test_a_word_on_the_ignore_list_alone_makes_no_citation():
    flickering = aligned(1, 1, 0, 1, 1, 0, 2, 2, None, None, None, None)
    assert [(own.span, own.number) for own in cite(flickering).phrases] == [((0, 6), 1), ((6, 9), 2), ((9, 12), None)]


def test_a_sentence_cited_twice_keeps_its_number():
    again = aligned(2, 2, 1, 1, 1, 2, 2, 2, 2, 1, 1, 1)
    assert [own.number for own in cite(again).phrases] == [1, 2, 1, 2]
    assert len(cite(again).citations) == 2


def test_plain_text_lists_what_has_no_source():
    assert style_of("text", "-").render(cite(ALIGNMENT), None) == (
        "Two ferries were sold [1]; the bridge opened [2]. Bananas danced.\n\n"
        "[1] minutes, sentence 2: *Two* ferries sold.\n"
        "[2] letter, sentence 1: The bridge opened.\n"
        "No source found: Bananas danced.\n"
    )


def test_markdown_escapes_its_marks():
    written = style_of(None, "out.md").render(cite(ALIGNMENT), 3)
    assert written.startswith("## p\n\nTwo ferries were sold [1];")
    assert "\n1. minutes, sentence 2: \\*Two\\* ferries sold.\n" in written


def test_html_joins_numbers_and_sentences():
    page = style_of(None, "out.html").render(cite(ALIGNMENT), 3)
    for name in ("source-3-1", "use-3-1", "source-3-2", "use-3-2"):
        assert page.count(f'id="{name}"') == page.count(f'href="#{name}"') == 1


def test_json_lines_say_everything():
    record = json.loads(style_of(None, "out.jsonl.gz").render(cite(ALIGNMENT), 1))
    assert [own["citation"] for own in record["phrases"]] == [1, 2, None]
    assert [own["prob"] for own in record["phrases"]] == [0.5, 0.5, None]
    document = PAIR.document.string
    assert [document[slice(*own["doc_chars"])] for own in record["citations"]] == [
        "*Two* ferries sold.",
        "The bridge opened.",
    ]


def test_an_alignment_without_sources_cites_nothing():
    assert cite(Alignment("p", (), PAIR)).citations == ()
