import json

import pytest

from claiming import CHECK, PAIR
from sumtrace import InputError
from sumtrace.alignment.formats import read_alignments
from sumtrace.checking.formats import Target, render
from sumtrace.checking.reading import holds_checks, read_checks


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "checked.jsonl"
    path.write_text("".join(render([CHECK], "jsonl", Target())), encoding="utf-8")
    return path


def test_a_check_is_read_as_it_was_written(file):
    assert holds_checks(file)
    assert list(read_checks(file)) == [CHECK]


def test_a_file_of_checks_is_a_file_of_alignments(file):
    assert list(read_alignments(file)) == [CHECK.alignment()]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda record: record.pop("claims"), "not a check: it has no claims"),
        (lambda record: record["claims"][0].update(start=1), r"characters \[1, .*are not words"),
        (lambda record: record["claims"][0].update(verdict="fine"), "claims"),
        (lambda record: record["unsupported"].pop(), "24 probabilities for 25 summary words"),
    ],
)
def test_a_bad_check_is_named_with_its_place(file, change, problem):
    record = json.loads(file.read_text())
    change(record)
    file.write_text("\n" + json.dumps(record))
    with pytest.raises(InputError, match=rf"checked\.jsonl, line 2.*{problem}"):
        list(read_checks(file))


def test_unsupported_are_the_words_of_findings_and_the_content_words_of_what_is_not_found():
    assert [PAIR.summary.words[t] for t in CHECK.unsupported_words()] == [
        "five",
        "million",
        "pounds",
        "Penguins",
        "live",
        "there",
    ]
