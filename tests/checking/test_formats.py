import csv
import io
import json
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from typing import get_args

import pytest

from sumtrace import InputError
from sumtrace.checking import Checker, check
from sumtrace.checking.formats import FORMATS, Target, format_of, render
from sumtrace.checking.formats.target import answer
from sumtrace.settings import CheckFormat

DOCUMENT = "The mayor opened the new bridge on Friday. It cost four million pounds."
SUMMARY = "The bridge was opened on Friday.\nIt cost five million pounds.\n- Penguins & <dogs> live in the harbour, 100% sure."
TEXT = Target("notes/sum mary.txt", is_text=True)


@pytest.fixture(scope="module")
def found():
    return check(DOCUMENT, SUMMARY, pair_id="p|1", checker=Checker())


def report(found, name, target=TEXT):
    return "".join(render([found], name, target))


def test_every_format_names_the_wrong_fact(found):
    for name in FORMATS:
        assert "five million pounds" in report(found, name)


def test_text_gives_the_answer_first_then_the_claims_sentence_by_sentence(found):
    lines = report(found, "text").splitlines()
    assert lines[0].startswith(
        "Of 3 claims, 1 differs from the document and 1 was not found in the document. Support: "
    )
    assert [line[:5] for line in lines if line[:3].strip()][1:] == [" 1. ✓", " 2. ✗", " 3. ∅"]
    assert "      differs: the summary says “five million pounds”, the source “four million pounds”" in lines
    assert not any("The mayor opened" in line and "closest" not in line for line in lines)


def test_text_in_full_shows_the_evidence_of_supported_claims(found):
    assert "      source: The mayor opened the new bridge on Friday." in report(found, "text", Target(in_full=True))


@pytest.mark.parametrize(
    ("verdicts", "said"),
    [
        ("", "The summary makes no claims that can be checked."),
        ("s", "The one claim is supported."),
        ("ss", "All 2 claims are supported."),
        ("u", "The one claim is unclear."),
        ("ddnus", "Of 5 claims, 2 differ from the document, 1 was not found in the document and 1 is unclear."),
        ("nns", "Of 3 claims, 2 were not found in the document."),
    ],
)
def test_the_answer_is_a_sentence(found, verdicts, said):
    names = {"d": "differs", "n": "not found", "u": "unclear", "s": "supported"}
    claims = tuple(replace(found.claims[0], verdict=names[letter]) for letter in verdicts)
    assert answer(replace(found, claims=claims)) == said


def test_json_lines_hold_character_spans(found):
    (line,) = report(found, "jsonl").splitlines()
    record = json.loads(line)
    claim = record["claims"][1]
    assert SUMMARY[claim["start"] : claim["end"]] == "It cost five million pounds."
    start, end = claim["findings"][0]["summary"]
    assert SUMMARY[start:end] == "five million pounds"
    start, end = claim["findings"][0]["document"]
    assert DOCUMENT[start:end] == "four million pounds"
    assert len(record["unsupported"]) == len(record["sum_tokens"])
    assert record["verdicts"]["differs"] == 1
    assert record["links"] == []


def test_csv_has_a_row_for_each_claim_and_no_formula(found):
    rows = list(csv.DictReader(io.StringIO(report(found, "csv"))))
    assert [row["verdict"] for row in rows] == ["supported", "differs", "not found"]
    assert rows[2]["claim"].startswith("'- Penguins")


def test_markdown_escapes_what_would_break_the_table(found):
    text = report(found, "markdown")
    assert "## p\\|1" in text
    assert "\\<dogs\\>" in text


def test_html_is_escaped(found):
    page = report(found, "html")
    assert "&lt;dogs&gt;" in page
    assert "<dogs>" not in page
    assert page.startswith("<!doctype html>")


def test_sarif_has_the_shape_of_its_schema(found):
    log = json.loads(report(found, "sarif"))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    rules = {rule["id"] for rule in run["tool"]["driver"]["rules"]}
    assert [result["ruleId"] for result in run["results"]] == ["differs", "not-found"]
    for result in run["results"]:
        assert result["ruleId"] in rules
        assert result["level"] == "error"
        assert result["message"]["text"]
        place = result["locations"][0]["physicalLocation"]
        assert place["artifactLocation"]["uri"] == "notes/sum%20mary.txt"
        region = place["region"]
        line = SUMMARY.splitlines()[region["startLine"] - 1]
        shown = line[region["startColumn"] - 1 : region["endColumn"] - 1]
        assert shown == SUMMARY[region["charOffset"] : region["charOffset"] + region["charLength"]]


def test_sarif_of_a_file_of_pairs_gives_no_lines(found):
    (run,) = json.loads(report(found, "sarif", Target("pairs.jsonl")))["runs"]
    assert "region" not in run["results"][0]["locations"][0]["physicalLocation"]
    assert run["results"][0]["locations"][0]["logicalLocations"] == [{"name": "p|1"}]


def test_sarif_tells_of_too_little_support(found):
    strict = Target("summary.txt", fail_on=frozenset(), min_support=0.99)
    (run,) = json.loads(report(found, "sarif", strict))["runs"]
    last = run["results"][-1]
    assert (last["ruleId"], last["level"]) == ("support", "error")
    assert "required 0.99" in last["message"]["text"]
    assert last["ruleId"] in {rule["id"] for rule in run["tool"]["driver"]["rules"]}


def test_only_what_fails_is_an_error(found):
    lenient = Target("summary.txt", fail_on=frozenset(["differs"]))
    (run,) = json.loads(report(found, "sarif", lenient))["runs"]
    assert [result["level"] for result in run["results"]] == ["error", "warning"]
    assert [line.split(" ")[0] for line in report(found, "github", lenient).splitlines()] == ["::error", "::warning"]


def test_junit_fails_the_claims_that_fail(found):
    root = ElementTree.fromstring(report(found, "junit"))
    (suite,) = root
    assert (suite.get("tests"), suite.get("failures")) == ("3", "2")
    assert [case.find("failure") is not None for case in suite] == [False, True, True]
    strict = Target(fail_on=frozenset(), min_support=1.0)
    (suite,) = ElementTree.fromstring(report(found, "junit", strict))
    assert (suite.get("tests"), suite.get("failures")) == ("4", "1")


def test_github_annotates_lines_with_escaped_messages(found):
    first, second = report(found, "github").splitlines()
    assert first.startswith("::error file=notes/sum mary.txt,title=Differs (p|1),line=2,endLine=2,col=1,endColumn=29::")
    assert "100%25 sure" in second


def test_the_file_name_tells_the_format():
    assert format_of("a/report.SARIF") == "sarif"
    assert format_of("out.jsonl.gz") == "jsonl"
    assert format_of("report") is None


def test_every_format_is_offered_and_made():
    assert list(FORMATS) == list(get_args(CheckFormat))


def test_an_unknown_format_is_refused(found):
    with pytest.raises(InputError, match="no format 'pdf'"):
        render([found], "pdf", TEXT)
