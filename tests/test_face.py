"""The public face in Python: what is there, how results look, and how they become data."""

import json

import pandas as pd
import pytest

import sumtrace
from sumtrace import Alignment, Check, InputError, Pair, Text
from sumtrace.cli.console import with_options
from sumtrace.datasets import flawed

DOCUMENT = "The mayor opened the new bridge on Friday. It cost four million pounds."
SUMMARY = "The bridge was opened on Friday. It cost five million pounds."


@pytest.fixture(scope="module")
def alignment() -> Alignment:
    return sumtrace.load().align({"news": DOCUMENT, "weather": "Rain fell."}, SUMMARY, pair_id="bridge")


@pytest.fixture(scope="module")
def check() -> Check:
    return sumtrace.check(DOCUMENT, SUMMARY, pair_id="bridge")


def test_dir_shows_what_is_public_and_nothing_else() -> None:
    assert {"Aligner", "load", "check", "evaluate"} <= set(dir(sumtrace)) == set(sumtrace.__all__)
    for name in dir(sumtrace):
        assert getattr(sumtrace, name) is not None


def test_results_are_short_to_print(alignment: Alignment, check: Check) -> None:
    assert repr(alignment) == f"Alignment('bridge', {len(alignment.links)} links, 18 -> 13 words)"
    assert repr(Alignment("bare")) == "Alignment('bare', 0 links, no texts)"
    assert repr(check) == "Check('bridge', 2 claims: 1 differs, 1 supported)"
    assert repr(Text.from_string("Rain fell.")) == "Text('Rain fell.', 3 words)"
    assert repr(Text.from_string(DOCUMENT)) == "Text('The mayor opened the new bridge on Frid…', 15 words)"
    rain = Text.from_string("Rain.")
    assert repr(Pair("a", rain, rain)) == "Pair('a', Text('Rain.', 2 words), Text('Rain.', 2 words))"


def test_an_alignment_becomes_data_and_comes_back(alignment: Alignment) -> None:
    assert Alignment.from_dict(alignment.to_dict()) == alignment
    assert Alignment.from_dict(json.loads(alignment.to_json())) == alignment
    assert "\n" not in alignment.to_json()


@pytest.mark.parametrize("pair", flawed(), ids=lambda pair: pair.id)
def test_a_check_becomes_data_and_comes_back(pair: Pair) -> None:
    found = sumtrace.checking.Checker(sumtrace.load()).check(pair)
    back = Check.from_dict(json.loads(found.to_json()))
    assert back.pair == found.pair
    assert back.to_dict() == found.to_dict()
    assert [claim.tokens for claim in back.claims] == [claim.tokens for claim in found.claims]
    assert [one.reason for one in back.claims[1].findings] == [one.reason for one in found.claims[1].findings]


def test_data_that_is_no_check_is_refused(alignment: Alignment) -> None:
    with pytest.raises(InputError, match="not a check: it has no claims"):
        Check.from_dict(alignment.to_dict())


def test_tables_have_a_row_for_each_link_and_each_claim(alignment: Alignment, check: Check) -> None:
    links = alignment.to_dataframe()
    assert isinstance(links, pd.DataFrame)
    assert len(links) == len(alignment.links)
    row = links[links["summary"] == "Friday"].iloc[0]
    assert (row["document"], row["source"]) == ("Friday", "news")
    assert alignment.texts.document.string[row["doc_start"] : row["doc_end"]] == "Friday"
    claims = check.to_dataframe()
    assert list(claims["verdict"]) == ["supported", "differs"]
    assert SUMMARY[claims["start"][1] : claims["end"][1]] == "It cost five million pounds."


def test_the_fields_of_records_can_be_named() -> None:
    records = [{"body": DOCUMENT, "tldr": SUMMARY, "title": "Bridge"}]
    (aligned,) = sumtrace.load().align_many(records, document_field="body", summary_field="tldr")
    assert aligned.texts.document.string == DOCUMENT


def test_messages_speak_of_arguments_and_the_command_line_of_options() -> None:
    with pytest.raises(InputError) as refused:
        list(sumtrace.pairs_from([{"one": DOCUMENT, "two": SUMMARY}]))
    assert str(refused.value).endswith("Name them with `document_field` and `summary_field`.")
    assert with_options(str(refused.value)).endswith("Name them with --document-field and --summary-field.")


def test_unsupported_words_are_those_that_differ_or_are_not_found(check: Check) -> None:
    assert [check.pair.summary.words[t] for t in check.unsupported_words()] == ["five", "million", "pounds"]
    assert check.unsupported_share() == 3 / 7


def test_a_notebook_shows_the_page_in_a_frame_of_its_own(check: Check) -> None:
    shown = check._repr_html_()
    assert shown.startswith("<iframe")
    assert 'sandbox="allow-scripts"' in shown
