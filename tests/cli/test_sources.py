"""``sumtrace sources`` from the shell's side: citations in every format, one pair or many, and how mistakes end."""

import json

import pytest
from typer.testing import CliRunner

from sumtrace import InputError, datasets
from sumtrace.cli import app

MINUTES = "Nobody spoke.\nThe Harbour Board sold two old ferries on Monday.\n"
LETTER = "Residents complained about the noise. The mayor opened a new bridge over the Lenn on Friday.\n"
SUMMARY = "Harbour Board sold two old ferries. On Friday the mayor opened a new bridge.\n"
runner = CliRunner()


def run(*arguments, **options):
    return runner.invoke(app, ["sources", *map(str, arguments)], **options)


@pytest.fixture
def make(tmp_path):
    def made(name, contents):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(contents, encoding="utf-8")
        return path

    return made


@pytest.fixture
def texts(make):
    return [make("minutes.txt", MINUTES), make("letter.txt", LETTER), make("summary.txt", SUMMARY)]


def test_two_documents_are_cited_by_name_and_sentence(texts):
    result = run(*texts)
    assert result.exit_code == 0
    assert result.stdout == (
        "Harbour Board sold two old ferries [1]. On Friday the mayor opened a new bridge [2].\n\n"
        "[1] minutes.txt, sentence 2: The Harbour Board sold two old ferries on Monday.\n"
        "[2] letter.txt, sentence 2: The mayor opened a new bridge over the Lenn on Friday.\n"
    )


def test_one_document_needs_no_name(texts):
    assert "] sentence 2: The mayor opened" in run(texts[1], texts[2]).stdout


def test_the_order_of_the_documents_changes_nothing(texts):
    assert run(*texts).stdout == run(texts[1], texts[0], texts[2]).stdout


def test_markdown_has_a_numbered_list(texts):
    lines = run(*texts, "--format", "markdown").stdout.splitlines()
    assert lines[0].startswith("Harbour Board sold two old ferries [1].")
    assert lines[2].startswith("1. minutes.txt, sentence 2: The Harbour Board")


def test_html_leads_to_the_sentence_and_back_and_escapes_what_it_shows(make, texts):
    texts[0].write_text("Nobody spoke. <b>The Harbour Board & friends sold two old ferries on Monday.")
    page = run(*texts, "--format", "html").stdout
    assert page.startswith("<!doctype html>")
    assert 'href="#source-1-1"' in page
    assert 'id="source-1-1"' in page
    assert "&lt;b&gt;" in page or "Harbour Board &amp; friends" in page
    assert "<b>The" not in page


def test_json_lines_point_into_both_texts(texts, tmp_path):
    assert run(*texts, "-o", tmp_path / "cited.jsonl").exit_code == 0
    record = json.loads((tmp_path / "cited.jsonl").read_text())
    (phrase, *_), (citation, *_) = record["phrases"], record["citations"]
    assert record["summary"][slice(*phrase["sum_chars"])] == phrase["text"]
    assert (phrase["citation"], citation["number"], citation["document"]) == (1, 1, "minutes.txt")
    assert citation["sentence"] == 2
    assert 0 < phrase["prob"] <= 1


def test_a_file_of_pairs_is_cited_pair_by_pair(make, tmp_path):
    pairs = datasets.examples()[:2]
    records = [{"id": pair.id, "document": pair.document.string, "summary": pair.summary.string} for pair in pairs]
    source = make("pairs.jsonl", "".join(json.dumps(record) + "\n" for record in records))
    result = run(source, "-o", tmp_path / "cited.md")
    assert result.stderr.splitlines() == [f"Citations written to {tmp_path / 'cited.md'}"]
    written = (tmp_path / "cited.md").read_text()
    assert all(f"## {pair.id}" in written.replace("\\", "") for pair in pairs)


def test_a_summary_that_draws_on_none_says_so(make):
    document = make("d.txt", MINUTES + LETTER + "A storm closed the harbour in the night of Sunday.")
    result = run(document, make("s.txt", "Quux zyzzyva blorp."))
    assert result.exit_code == 0
    assert result.stdout == "Quux zyzzyva blorp.\n\nNo source found: Quux zyzzyva blorp.\n"


class TestBadInput:
    def test_an_empty_document_is_named(self, make, texts):
        result = run(make("empty.txt", " \n"), *texts)
        assert isinstance(result.exception, InputError)
        assert "the document is empty" in str(result.exception)
        assert "empty.txt" in str(result.exception)

    def test_a_document_given_twice_is_named(self, texts):
        result = run(texts[0], *texts)
        assert "this document is given twice" in str(result.exception)

    def test_files_of_one_name_are_told_apart_by_their_folders(self, make, texts):
        other = make("more/minutes.txt", "A storm closed the harbour.")
        result = run(other, *texts)
        assert f"[1] {texts[0]}, sentence 2" in result.stdout

    def test_nothing_is_written_for_no_pairs(self, make, tmp_path):
        result = run(make("none.jsonl", ""), "-o", tmp_path / "out.html")
        assert "there are no pairs" in str(result.exception)
        assert not (tmp_path / "out.html").exists()

    def test_bad_entries_can_be_left_out(self, make):
        good = json.dumps({"document": "The dam held.", "summary": "Dam held."})
        result = run(make("p.jsonl", f"{good}\n{{broken\n"), "--skip-bad")
        assert result.exit_code == 0
        assert "1 bad entry was skipped" in result.stderr
