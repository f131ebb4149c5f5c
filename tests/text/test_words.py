from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumtrace.text import fold, ignore_list, is_ignored, stem

DOCS = Path(__file__).parents[2] / "docs/text.md"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The", "the"),
        ("ÉTÉ", "e\u0301te\u0301"),
        ("’s", "'S"),
        ("``", '"'),
        ("”", "''"),
        ("—", "--"),
        ("STRASSE", "straße"),
    ],
)
def test_words_that_differ_in_case_form_or_quotes_only_are_identical(one, other):
    assert fold(one) == fold(other)


@given(st.text())
def test_folding_twice_changes_nothing_more(word):
    assert fold(fold(word)) == fold(word)


def test_stems_join_inflected_forms_whatever_their_case():
    assert stem("Marketing") == stem("markets") == stem("marketed")
    assert stem("engine") != stem("market")
    assert stem("") == ""


def test_the_ignore_list_has_58_entries_and_the_docs_print_them_all():
    assert len(ignore_list()) == 58
    listed = DOCS.read_text(encoding="utf-8").split("<!-- ignore-list -->")[1].split("~~~")[1].split()[1:]
    assert sorted(listed) == sorted(ignore_list())


@pytest.mark.parametrize("word", ["the", "The", "'s", "``", ",", "—", "…", "。", ""])
def test_function_words_and_marks_are_ignored(word):
    assert is_ignored(word)


@pytest.mark.parametrize("word", ["dam", "7", "3.5", "US$5", "日"])
def test_content_words_and_numbers_are_not_ignored(word):
    assert not is_ignored(word)
