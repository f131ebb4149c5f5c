import base64
import hashlib
import re
import zlib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claiming import CHECK
from making import pair_of, words
from sumtrace import Alignment, InputError, Link, Pair, Text
from sumtrace.corpus.pair import DocumentPart
from sumtrace.report import to_html, write_view
from sumtrace.report.packing import WINDOW, as_bytes, as_text, dictionary, pack
from unpacking import bytes_of, contents

HOSTILE = "</script><script>alert(1)</script><!-- &lt; \"' <img src=x onerror=alert(2)> \u202eevil\u200b"


def aligned(name="p"):
    pair = pair_of("The cat sat on the mat .", "the cat slept .", name)
    return Alignment(
        pair.id,
        (Link(((0, 2),), ((0, 2),), "S", 0.9, "identity"), Link.word(6, 3, "P", 0.4, "identity")),
        pair,
        null_prob=(0.1, 0.1, 0.8, 0.2),
        posteriors=((0, 0, 0.9), (4, 0, 0.05), (5, 2, 0.001)),
    )


@given(st.binary(max_size=200))
def test_bytes_survive_their_writing_as_letters_that_html_cannot_mistake(raw):
    text = as_text(raw)
    assert bytes_of(text) == raw
    assert not set("<>&") & set(text)


@given(st.lists(st.text(), min_size=1, max_size=4), st.binary(max_size=300))
def test_parts_are_packed_against_a_shared_dictionary(parts, shared):
    packed = pack(*map(as_bytes, parts), shared=shared)
    raw = zlib.decompressobj(-15, zdict=shared).decompress(bytes_of(packed))
    assert raw == b"".join(map(as_bytes, parts))


def test_the_dictionary_is_made_of_all_samples_and_fits_the_window():
    samples = [bytes([65 + k % 26]) * 4000 for k in range(64)]
    shared = dictionary(samples)
    assert len(shared) <= WINDOW
    assert set(shared) == {65 + k for k in range(26)}
    assert dictionary(samples[:63]) == b""


def test_a_shared_dictionary_makes_small_parts_smaller():
    parts = [f"Paper {k} shows that the model finds alignments of rare words in it.".encode() for k in range(64)]
    assert len(pack(parts[7], shared=dictionary(parts))) < 0.6 * len(pack(parts[7]))


def test_the_policy_allows_exactly_the_script_and_the_style_of_the_page():
    page = to_html(aligned())
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    (style,) = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    (script,) = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)

    def named(source):
        return f"'sha256-{base64.b64encode(hashlib.sha256(source.encode()).digest()).decode()}'"

    directives = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert directives["default-src"] == "'none'"
    assert directives["script-src"] == named(script)
    assert directives["style-src"] == named(style)
    assert "unsafe" not in policy


def test_nothing_of_a_text_stands_in_the_markup():
    pair = Pair(HOSTILE, Text.from_string(HOSTILE), Text.from_string(HOSTILE))
    page = to_html(Alignment(HOSTILE, (Link.word(0, 0, by=HOSTILE),), pair, comment=HOSTILE))
    plain = to_html(aligned())
    assert page.count("<script") == plain.count("<script")
    assert "alert(1)</script>" not in page
    assert "<img" not in page
    assert "<title>&lt;/script&gt;" in page


def test_a_page_names_no_address_to_load_from():
    page = to_html(aligned())
    assert set(re.findall(r"https?://[^\s\"'`)]+", page)) <= {"http://www.w3.org/2000/svg"}
    assert not re.search(r"\bsrc=|@import|url\(", page)


def test_the_index_counts_neither_function_words_nor_punctuation():
    index, _ = contents(to_html(aligned()))
    assert index["pairs"] == [["p", "the cat slept .", 7, 2, 1, 0.65, None, None]]


def test_a_check_brings_its_claims_and_the_words_that_no_source_bears_out():
    index, [[document, data]] = contents(to_html(CHECK.alignment(), checks=lambda pair: CHECK))
    assert index["verdicts"] == ["differs", "not found", "unclear", "supported"]
    assert index["pairs"][0][7] == [1, 1, 1, 1, 6]
    check = data["check"]
    assert [index["verdicts"][claim["verdict"]] for claim in check["claims"]] == [c.verdict for c in CHECK.claims]
    assert check["words"] == [13, 14, 15, 21, 22, 23]
    assert check["left_out"] == [[0, 5]]
    said = [[(document[a:b], place) for a, b, place in claim["evidence"]] for claim in check["claims"]]
    assert said == [
        [("The mayor opened the bridge on Friday .", "sentence 1")],
        [
            ("It cost four million pounds .", "sentence 2")
        ],  # the sentence that states the fact, not the one that fits best
        [("Boats wait below today .", "sentence 3"), ("The mayor opened the bridge on Friday .", "sentence 1")],
        [("Boats wait below today .", "sentence 3")],
    ]
    (finding,) = check["claims"][1]["findings"]
    assert finding == [
        13,
        16,
        document.index("four"),
        document.index(" .", 42),
        "five million pounds",
        "four million pounds",
        None,
    ]


def test_a_check_shows_itself():
    assert contents(CHECK.to_html())[1][0][1]["check"]["support"] == round(100 * CHECK.support)
    assert 'sandbox="allow-scripts"' in CHECK._repr_html_()


def test_the_data_hold_links_posteriors_and_the_tokens_they_touch():
    _, [[document, data]] = contents(to_html(aligned()))
    assert document == "The cat sat on the mat ."
    assert data["words"] == 7
    assert data["tokens"] == [0, 1, 3, 2]
    links = data["alignments"][0]["links"]
    assert links["doc"] == [0, 2, 4, 1]
    assert links["sum"] == [0, 2, 1, 1]
    assert links["possible"] == [1]
    assert links["prob"] == [90, 40]
    assert links["components"] == ["identity"]
    assert links["same"] == [1, 1]
    assert data["alignments"][0]["null_prob"] == [80]
    assert data["alignments"][0]["posteriors"] == [[0], [2], [5]]


def test_posteriors_are_kept_unless_faint_or_said_by_a_link_already():
    pair = pair_of("a b c d e f g h", "a b")
    rivals = tuple((i, 1, 0.1 + i / 100) for i in range(2, 8))
    alignment = Alignment("p", (Link.word(0, 0, prob=0.8), Link.word(1, 1, prob=0.3)), pair)
    posteriors = ((0, 0, 0.801), (1, 1, 0.35), (3, 0, 0.019), *rivals)
    _, [[_, data]] = contents(to_html(replace(alignment, posteriors=posteriors)))
    # of the second word the likeliest five: 1 (other than its link says) and 4 to 7
    assert data["tokens"] == [0, 1, 3, 1, 1, 1]
    assert data["alignments"][0]["posteriors"] == [[1, 0, 0, 0, 0], [1, 1, 1, 1, 1], [35, 14, 15, 16, 17]]


def test_offsets_are_those_of_the_browser():
    document = Text.from_string("😀 cat 😀 mat")
    pair = Pair("p", document, Text.from_string("mat"))
    last = len(document) - 1
    _, [[string, data]] = contents(to_html(Alignment("p", (Link.word(last, 0),), pair)))
    gap, length = data["offsets"]
    units = string.encode("utf-16-le")
    assert units[2 * gap : 2 * (gap + length)].decode("utf-16-le") == "mat"


def test_discontinuous_phrases_and_comments_are_kept():
    pair = pair_of("he picked it up", "picked up")
    _, [[_, data]] = contents(to_html(Alignment("p", (Link(((1, 2), (3, 4)), ((0, 2),), comment="odd"),), pair)))
    links = data["alignments"][0]["links"]
    assert links["doc_spans"] == [2]
    assert links["doc"] == [1, 1, 1, 1]
    assert links["comments"] == [[0, "odd"]]


def test_several_documents_keep_their_names():
    pair = pair_of("one two three", "two")
    parts = (DocumentPart("first", (0, 2)), DocumentPart("second", (2, 3)))
    _, [[_, data]] = contents(to_html(Alignment("p", (), Pair("p", pair.document, pair.summary, parts))))
    assert data["parts"] == [["first", 0], ["second", 8]]


def test_gold_and_other_systems_are_matched_by_id_and_scored():
    one, two = aligned("one"), aligned("two")
    gold = words(one.pair, sure=[(0, 0), (1, 1)])
    index, pairs = contents(to_html([one, two], gold=gold, compare={"other": [two]}))
    assert index["systems"] == ["aligned", "gold", "other"]
    assert [row[6] for row in index["pairs"]] == [pytest.approx(0.8), 1.0]
    assert [[a["system"] for a in data["alignments"]] for _, data in pairs] == [[0, 1], [0, 2]]


def test_a_system_that_shares_no_pair_is_an_error_and_leaves_no_page(tmp_path):
    target = tmp_path / "page.html"
    with pytest.raises(InputError, match="none of the pairs of 'other'"):
        write_view(aligned(), target, compare={"other": [aligned("elsewhere")]})
    assert list(tmp_path.iterdir()) == []


def test_systems_on_other_words_cannot_be_compared():
    other = words(pair_of("The cat sat on the flat mat .", "the cat slept ."), sure=[(0, 0)])
    with pytest.raises(InputError, match=r"pair 'p'.*'other' has different words"):
        to_html(aligned(), compare={"other": [other]})


def test_systems_may_come_without_texts_but_not_with_an_id_twice():
    bare = Alignment("p", (Link.word(0, 0),))
    _, [[_, data]] = contents(to_html(aligned(), compare={"other": [bare]}))
    assert len(data["alignments"]) == 2
    with pytest.raises(InputError, match="two alignments of 'other'"):
        to_html(aligned(), compare={"other": [bare, bare]})


def test_nothing_to_show_is_an_error():
    with pytest.raises(InputError, match="no alignments to show"):
        to_html([])


def test_an_alignment_without_texts_says_how_to_give_them():
    with pytest.raises(InputError, match="`pairs`"):
        to_html(Alignment("p"))


def test_the_page_is_written_from_a_stream(tmp_path):
    seen = []

    def stream():
        for k in range(70):
            seen.append(k)
            yield aligned(f"p{k}")

    assert write_view(stream(), tmp_path / "page.html", title="Many <b>") == 70
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    index, pairs = contents(page)
    assert [row[0] for row in index["pairs"]] == [f"p{k}" for k in seen]
    assert len(pairs) == 70
    assert "<title>Many &lt;b&gt;" in page


def test_a_notebook_shows_the_page_in_a_frame_without_access_to_the_notebook():
    frame = aligned()._repr_html_()
    assert frame.count("<") == 2
    assert 'sandbox="allow-scripts"' in frame
    assert "allow-same-origin" not in frame


def test_text_that_utf_8_cannot_carry_does_not_break_the_page():
    pair = Pair("p", Text.from_string("a \ud800 b"), Text.from_string("b"))
    _, [[document, _]] = contents(to_html(Alignment("p", (), pair)))
    assert document == "a ? b"
