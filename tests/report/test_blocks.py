from hypothesis import given, settings
from hypothesis import strategies as st

from sumtrace import Text
from sumtrace.report.blocks import COMFORTABLE, LONGEST, blocks
from sumtrace.report.utf16 import utf16_offsets


@settings(deadline=None)
@given(st.lists(st.sampled_from(["word ", "End. Next ", "\n", "\n\n", "x" * 5000, "a b " * 900, "\u2028", " "])))
def test_blocks_hold_all_that_shows_in_order_and_none_is_too_long(parts):
    text = Text.from_string("".join(parts))
    spans = blocks(text)
    position = 0
    for start, end in spans:
        assert position <= start < end <= start + LONGEST
        assert not text.string[position:start].strip()
        position = end
    assert not text.string[position:].strip()


def test_every_line_is_a_block():
    text = Text.from_string("One line.\nAnother.\n\n  A third.  \n")
    assert [text.string[a:b] for a, b in blocks(text)] == ["One line.", "Another.", "  A third."]


def test_a_long_paragraph_is_cut_where_sentences_begin():
    text = Text.from_string("The cat sat on the mat again. " * 400)
    pieces = [text.string[a:b] for a, b in blocks(text)]
    assert all(piece.startswith("The cat") for piece in pieces)
    assert all(COMFORTABLE <= len(piece) < COMFORTABLE + 40 for piece in pieces[:-1])


def test_a_line_of_a_million_characters_is_cut_between_words():
    text = Text.from_string("spam " * 200_000)
    pieces = [text.string[a:b] for a, b in blocks(text)]
    assert len(pieces) > 300
    assert all(piece.strip().split(" ")[0] == "spam" for piece in pieces)


@given(st.text(alphabet="aé漢😀\U0010ffff"), st.data())
def test_browser_offsets_count_wide_characters_twice(string, data):
    offset = data.draw(st.integers(0, len(string)))
    assert utf16_offsets(string)(offset) == len(string[:offset].encode("utf-16-le")) // 2
